//! Fields and their forms.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, Lifetime, Type};

use super::forms::Forms;
use super::{case_tag, cases, local, located, select};
use crate::model::{During, Field, Fields, Leaf, Role, Shape, Variant, Wire};
use crate::{fits, types};

/// The fields of a struct or a variant.
pub(super) struct Group<'i> {
    /// The position of the variant.
    pub(super) index: usize,
    /// The case of a union. A struct with a tag has one too.
    pub(super) case: Option<&'i Variant>,
    /// The variant, for enums.
    pub(super) variant: Option<&'i Ident>,
    pub(super) shape: Shape,
    pub(super) slots: Vec<Slot<'i>>,
    /// The forms of a variant with several encodings; it then has no slots on the wire.
    pub(super) several: Vec<cases::WireForm>,
}

/// A field.
pub(super) struct Slot<'i> {
    pub(super) field: &'i Field,
    pub(super) local: Ident,
    pub(super) kind: SlotKind,
    /// Whether the field has the default encoding of its type.
    pub(super) is_auto: bool,
}

pub(super) enum SlotKind {
    /// The form, and the type of the field in the view.
    Wire(TokenStream, TokenStream),
    Skip(TokenStream),
    Hash,
}

/// The trait through which a form is used.
#[derive(Clone, Copy)]
pub(super) enum Access<'l> {
    Schema,
    Read(&'l Lifetime),
    Write,
    View(&'l Lifetime),
}

impl Access<'_> {
    /// `<Form as Reads<'input, Field>>`, or `<Field as NomReader<'input>>` if the field has the default encoding of its
    /// type.
    pub(super) fn to(self, p: &TokenStream, slot: &Slot, form: &TokenStream) -> TokenStream {
        let (p, ty, span) = (slot.located(p), &slot.field.ty, slot.span());
        match self {
            _ if !slot.is_auto => self.through(&p, form, ty, span),
            Self::Schema => quote_spanned!(span=> <#ty as #p::HasEncoding>),
            Self::Read(lifetime) => quote_spanned!(span=> <#ty as #p::NomReader<#lifetime>>),
            Self::Write => quote_spanned!(span=> <#ty as #p::BinWriter>),
            Self::View(_) => quote_spanned!(span=> <#ty as #p::View>),
        }
    }

    /// `<Form as Reads<'input, Field>>`
    pub(super) fn through(self, p: &TokenStream, form: &TokenStream, ty: &Type, span: Span) -> TokenStream {
        match self {
            Self::Schema => quote_spanned!(span=> <#form as #p::Schema<#ty>>),
            Self::Read(lifetime) => quote_spanned!(span=> <#form as #p::Reads<#lifetime, #ty>>),
            Self::Write => quote_spanned!(span=> <#form as #p::Writes<#ty>>),
            Self::View(lifetime) => quote_spanned!(span=> <#form as #p::Views<#lifetime, #ty>>),
        }
    }
}

impl<'i> Slot<'i> {
    /// Returns `tokens` with errors shown at the field.
    pub(super) fn located(&self, tokens: &TokenStream) -> TokenStream {
        located(tokens, self.field.span)
    }

    /// Returns a span for generated code whose errors are shown at the field.
    pub(super) fn span(&self) -> Span {
        Span::call_site().located_at(self.field.span)
    }

    pub(super) fn form(&self) -> Option<&TokenStream> {
        match &self.kind {
            SlotKind::Wire(form, _) => Some(form),
            SlotKind::Skip(_) | SlotKind::Hash => None,
        }
    }

    /// Returns the expression that selects the case of an untagged union.
    pub(super) fn selector(&self) -> Option<&'i Expr> {
        match self.field.wire() {
            Some(Wire::Leaf(Leaf::Select(selector), _)) => Some(selector),
            _ => None,
        }
    }

    /// Returns true if the values are known to vary in size.
    pub(super) fn is_open(&self) -> bool {
        self.field.wire().is_some_and(|wire| fits::is_open(wire, &self.field.ty))
    }

    /// Returns true if the type is unknown to the derive.
    pub(super) fn is_unknown(&self) -> bool {
        self.field.wire().is_some_and(|wire| fits::is_unknown(wire, &self.field.ty))
    }

    /// Returns true if the values are known to vary in size, or if the type is unknown to the derive.
    pub(super) fn may_be_open(&self) -> bool {
        self.is_open() || self.is_unknown()
    }
}

impl<'i> Group<'i> {
    /// Returns the fields on the wire with their forms.
    pub(super) fn wired(&self) -> impl Iterator<Item = (&Slot<'i>, &TokenStream)> {
        self.slots.iter().filter_map(|slot| slot.form().map(|form| (slot, form)))
    }

    /// Returns the fields before `slot`.
    pub(super) fn before(&self, slot: &Slot) -> &[Slot<'i>] {
        let end = self.slots.iter().position(|other| other.local == slot.local);
        self.slots.get(..end.unwrap_or_default()).unwrap_or_default()
    }

    /// Splits the fields on the wire into runs: each field with `flatten` is a run, and so is each sequence of other
    /// fields.
    pub(super) fn runs(&self) -> Vec<Vec<(&Slot<'i>, &TokenStream)>> {
        let wired: Vec<_> = self.wired().collect();
        let runs = wired.chunk_by(|(one, _), (next, _)| one.field.flatten.or(next.field.flatten).is_none());
        runs.map(<[_]>::to_vec).collect()
    }

    /// `if REVISIONS.contain(input.revision())`, for the arm that reads a case that only some revisions have.
    pub(super) fn guard(&self, p: &TokenStream, input: &Ident) -> Option<TokenStream> {
        let revisions = during(p, self.case?.during)?;
        Some(quote!(if const { #revisions }.contain(#p::Reader::revision(#input))))
    }

    /// Returns the title of the case in the schema and in errors.
    pub(super) fn title(&self) -> Option<&'i str> {
        self.case.map(|case| case.title.as_str())
    }

    /// `7`, or the name of a constant; `form` is the index of one of several encodings of the case.
    pub(super) fn tag(&self, form: usize) -> Option<TokenStream> {
        self.case.map(|case| case_tag(case, self.index, form))
    }

    /// `Type` or `Type::Variant`.
    pub(super) fn path(&self, ty: &Ident) -> TokenStream {
        match &self.variant {
            Some(variant) => quote!(#ty::#variant),
            None => quote!(#ty),
        }
    }

    /// `Path { field: local, .. }` as a pattern.
    pub(super) fn pattern(&self, ty: &Ident) -> TokenStream {
        let path = self.path(ty);
        let fields = self.wired().map(|(slot, _)| (&slot.field.member, &slot.local));
        let (members, locals): (Vec<_>, Vec<_>) = fields.unzip();
        quote!(#path { #(#members: #locals,)* .. })
    }

    /// `Path { field: local, .. }` as an expression; `hash` generates the digest.
    pub(super) fn value(&self, ty: &Ident, hash: &dyn Fn(&Slot<'i>) -> TokenStream) -> TokenStream {
        let path = self.path(ty);
        let values = self.slots.iter().map(|slot| {
            let (member, local) = (&slot.field.member, &slot.local);
            match &slot.kind {
                SlotKind::Wire(..) => quote!(#member: #local),
                SlotKind::Skip(value) => quote!(#member: #value),
                SlotKind::Hash => {
                    let hash = hash(slot);
                    quote!(#member: #hash)
                }
            }
        });
        quote!(#path { #(#values),* })
    }
}

/// `Revisions::new(12, 65535)`
pub(super) fn during(p: &TokenStream, during: Option<During>) -> Option<TokenStream> {
    during.map(|During { since, until, .. }| quote!(#p::Revisions::new(#since, #until)))
}

/// Lowers the fields of a struct, or of the variant at `index` of an enum, to a group.
pub(super) fn group<'i>(
    fields: &'i Fields,
    (index, case): (usize, Option<&'i Variant>),
    variant: Option<&'i Ident>,
    this: &Type,
    p: &TokenStream,
    forms: &mut Forms,
) -> Group<'i> {
    let (mut tails, mut selects) = (Vec::new(), Vec::new());
    let slots = fields.fields.iter().enumerate().map(|(index, field)| {
        let ty = &field.ty;
        let is_auto = matches!(field.wire(), Some(Wire::Auto)) && !forms.shares;
        let arrays = if forms.for_view && is_auto { types::array_depth(ty) } else { 0 };
        let kind = match &field.role {
            Role::Wire(wire) => {
                let mut form = forms.at(field.span).field(wire);
                tails.extend(forms.tail.take().map(|name| (name, index)));
                selects.extend(forms.select.take().map(|name| (name, index)));
                let view = match arrays {
                    0 => forms.view_type(wire, &form, ty, this),
                    _ => {
                        form = arrays_of(arrays, &form, p);
                        forms.view_of_arrays(arrays, ty)
                    }
                };
                SlotKind::Wire(form, view)
            }
            Role::Skip(Some(value)) => SlotKind::Skip(quote!(#value)),
            Role::Skip(None) => SlotKind::Skip(located(&quote!(<#ty as #p::Default>::default()), field.span)),
            Role::Hash => SlotKind::Hash,
        };
        Slot { field, local: local(&format!("field_{index}")), kind, is_auto: is_auto && arrays == 0 }
    });
    let slots: Vec<Slot> = slots.collect();
    for (name, index) in selects {
        let (before, slot) = (slots.get(..index).unwrap_or_default(), slots.get(index));
        let definition = slot.map(|slot| select::definition(&name, before, slot, forms));
        forms.definitions.extend(definition);
    }
    for (name, index) in tails {
        let tail = tail(&name, slots.get(index.saturating_add(1)..).unwrap_or_default(), forms);
        forms.definitions.extend(tail);
    }
    Group { index, case, variant, shape: fields.shape, slots, several: Vec::new() }
}

/// `Arrays<Arrays<Auto>>`
pub(super) fn arrays_of(depth: usize, element: &TokenStream, p: &TokenStream) -> TokenStream {
    (0..depth).fold(element.clone(), |form, _| quote!(#p::Arrays<#form>))
}

/// `const __TAIL_0: usize = rules::tail(&[<Form as Schema<Field>>::ENCODING, ..]);`
fn tail(name: &Ident, following: &[Slot], forms: &Forms) -> TokenStream {
    let p = &forms.p;
    let usize = quote!(#p::usize);
    let has_parameter = |slot: &&Slot| {
        let ty = &slot.field.ty;
        slot.form().is_some_and(|form| forms.has_parameter(&quote!(#form #ty)))
    };
    if let Some(slot) = following.iter().find(has_parameter) {
        let message =
            "the size of this field is unknown: write `reserve = N` on the field that extends to the end of the block";
        return quote_spanned!(slot.field.span=> const #name: #usize = ::core::compile_error!(#message););
    }
    let encodings = following.iter().filter_map(|slot| {
        let (form, ty) = (slot.form()?, types::with_static_lifetimes(&slot.field.ty));
        Some(quote!(<#form as #p::Schema<#ty>>::ENCODING))
    });
    quote!(const #name: #usize = #p::rules::tail(&[#(#encodings),*]);)
}
