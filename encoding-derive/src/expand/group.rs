//! Fields with their forms, and the tags of cases.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Lifetime, Path, Type};

use super::tokens::located;
use crate::fits;
use crate::model::{CaseForm, During, Enum, Field, Leaf, Shape, Tag, Variant, Wire};

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
    pub(super) several: Vec<WireForm>,
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

/// One of several encodings of a variant.
pub(super) struct WireForm {
    pub(super) form: TokenStream,
    pub(super) tag: TokenStream,
    pub(super) when: Path,
    pub(super) repr: Type,
    pub(super) span: Span,
}

impl WireForm {
    /// `<Via<Repr, Auto, __Conversion0> as Reads<'input, Type>>`
    pub(super) fn to(&self, p: &TokenStream, access: Access<'_>, ty: &Type) -> TokenStream {
        access.through(p, &self.form, ty, self.span())
    }

    /// `when(value)`, with errors shown at the condition.
    pub(super) fn holds(&self, value: &impl ToTokens) -> TokenStream {
        let (when, place) = (&self.when, self.when.span());
        let value = located(&value.to_token_stream(), place);
        quote_spanned!(place=> #when(#value))
    }

    /// Returns a span for generated code whose errors are shown at the encoding.
    pub(super) fn span(&self) -> Span {
        Span::call_site().located_at(self.span)
    }
}

/// `Revisions::new(12, 65535)`
pub(super) fn during(p: &TokenStream, during: Option<During>) -> Option<TokenStream> {
    during.map(|During { since, until, .. }| quote!(#p::Revisions::new(#since, #until)))
}

/// `__TAG_0`
pub(super) fn tag_name(index: usize) -> Ident {
    format_ident!("__TAG_{index}")
}

/// Returns the constant of a variant's tag: `__TAG_0`, or `__TAG_0_1` for the second of several encodings.
pub(super) fn constant_name(variant: &Variant, index: usize, form: usize) -> Ident {
    match variant.case {
        CaseForm::Several(_) => format_ident!("__TAG_{index}_{form}"),
        _ => tag_name(index),
    }
}

/// `7`, or the name of a constant for a tag that is an expression.
pub(super) fn case_tag(variant: &Variant, index: usize, form: usize) -> TokenStream {
    let tag = match &variant.case {
        CaseForm::Tagged(tag) | CaseForm::Older(tag, _) => Some(tag),
        CaseForm::Several(cases) => cases.get(form).map(|case| &case.tag),
        CaseForm::Other(_) | CaseForm::JsonOnly | CaseForm::On(_) => None,
    };
    match tag {
        Some(Tag::Known(tag, _)) => Literal::u64_unsuffixed(*tag).to_token_stream(),
        Some(Tag::Const(..)) | None => constant_name(variant, index, form).to_token_stream(),
    }
}

/// Returns the reserved tags as number literals.
pub(super) fn reserved(data: &Enum) -> impl Iterator<Item = Literal> {
    data.reserved.iter().map(|(tag, _)| Literal::u64_unsuffixed(*tag))
}
