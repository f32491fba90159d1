//! Fields with their forms, ready for printing.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, Member, Type, Visibility};

use super::forms::Forms;
use super::{cases, located, select};
use crate::model::{Fields, Notes, Role, Shape, Wire};
use crate::{fits, types};

/// Fields of a struct or a variant, ready for printing.
pub(super) struct Group<'i> {
    /// The variant, for enums.
    pub(super) variant: Option<Ident>,
    pub(super) shape: Shape,
    pub(super) slots: Vec<Slot<'i>>,
    /// The forms of a variant that has several, and then no slots on the wire.
    pub(super) several: Vec<cases::WireForm>,
}

pub(super) struct Slot<'i> {
    pub(super) member: Member,
    pub(super) vis: Visibility,
    pub(super) local: Ident,
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) span: Span,
    /// Where its own fields are made those of the type.
    pub(super) flat: Option<Span>,
    /// Its form as it was asked for, where it is on the wire.
    pub(super) wire: Option<&'i Wire>,
    pub(super) notes: &'i Notes,
    pub(super) kind: SlotKind,
    /// What says its case.
    pub(super) selector: Option<Expr>,
    /// Whether it is in the form that its type has by itself.
    pub(super) is_auto: bool,
    /// Whether its values are known to differ in size.
    pub(super) is_open: bool,
    /// Whether they are, or nothing is known of their type here.
    pub(super) may_be_open: bool,
    /// Bytes of every value, where it is a number that cannot be refused: measuring need not see it.
    pub(super) scalar: Option<usize>,
}

pub(super) enum SlotKind {
    /// The form, and the type of the field in the view.
    Wire(TokenStream, TokenStream),
    Skip(TokenStream),
    Hash,
}

impl Slot<'_> {
    /// `tokens`, shown at the field in errors.
    pub(super) fn located(&self, tokens: &TokenStream) -> TokenStream {
        located(tokens, self.span)
    }

    pub(super) fn form(&self) -> Option<&TokenStream> {
        match &self.kind {
            SlotKind::Wire(form, _) => Some(form),
            SlotKind::Skip(_) | SlotKind::Hash => None,
        }
    }
}

impl<'i> Group<'i> {
    /// The fields on the wire with their forms.
    pub(super) fn wired(&self) -> impl Iterator<Item = (&Slot<'i>, &TokenStream)> {
        self.slots.iter().filter_map(|slot| slot.form().map(|form| (slot, form)))
    }

    /// The fields in front of one of them.
    pub(super) fn before(&self, slot: &Slot) -> &[Slot<'i>] {
        let end = self.slots.iter().position(|other| other.local == slot.local);
        self.slots.get(..end.unwrap_or_default()).unwrap_or_default()
    }

    /// The fields on the wire, those in a row that are no merged values together.
    pub(super) fn runs(&self) -> Vec<Vec<(&Slot<'i>, &TokenStream)>> {
        let mut runs: Vec<Vec<(&Slot, &TokenStream)>> = Vec::new();
        for (slot, form) in self.wired() {
            match runs.last_mut() {
                Some(run) if slot.flat.is_none() && run.iter().all(|(slot, _)| slot.flat.is_none()) => {
                    run.push((slot, form))
                }
                _ => runs.push(vec![(slot, form)]),
            }
        }
        runs
    }

    /// `Type` or `Type::Variant`.
    pub(super) fn path(&self, ty: &Ident) -> TokenStream {
        match &self.variant {
            Some(variant) => quote!(#ty::#variant),
            None => quote!(#ty),
        }
    }

    /// `Path { field: local, .. }`, for matching.
    pub(super) fn pattern(&self, ty: &Ident) -> TokenStream {
        let path = self.path(ty);
        let (members, locals): (Vec<_>, Vec<_>) = self.wired().map(|(slot, _)| (&slot.member, &slot.local)).unzip();
        quote!(#path { #(#members: #locals,)* .. })
    }
}

/// The fields of a struct or of a variant with their forms.
pub(super) fn group<'i>(
    variant: Option<Ident>,
    fields: &'i Fields,
    this: &Type,
    p: &TokenStream,
    forms: &mut Forms,
) -> Group<'i> {
    let (mut tails, mut selects) = (Vec::new(), Vec::new());
    let slots = fields.fields.iter().enumerate().map(|(index, field)| {
        let ty = field.ty.clone();
        let is_auto = matches!(field.wire(), Some(Wire::Auto)) && !forms.shares;
        let arrays = if forms.for_view && is_auto { fits::array_depth(&ty) } else { 0 };
        let kind = match &field.role {
            Role::Wire(wire) => {
                let mut form = forms.at(field.span).field(wire);
                tails.extend(forms.tail.take().map(|name| (name, index)));
                selects.extend(forms.select.take().map(|name| (name, index)));
                let view = match arrays {
                    0 => forms.view_type(wire, &form, &ty, this),
                    _ => {
                        form = arrays_of(arrays, &form, p);
                        forms.view_of_arrays(arrays, &ty)
                    }
                };
                SlotKind::Wire(form, view)
            }
            Role::Skip(Some(value)) => SlotKind::Skip(quote!(#value)),
            Role::Skip(None) => SlotKind::Skip(located(&quote!(<#ty as #p::Default>::default()), field.span)),
            Role::Hash => SlotKind::Hash,
        };
        let local = Ident::new(&format!("field_{index}"), Span::mixed_site());
        let is_open = field.wire().is_some_and(|wire| fits::is_open(wire, &field.ty));
        Slot {
            member: field.member.clone(),
            vis: field.vis.clone(),
            local,
            name: field.name.clone(),
            ty,
            span: field.span,
            flat: field.flatten,
            notes: &field.notes,
            wire: field.wire(),
            is_auto: is_auto && arrays == 0,
            is_open,
            may_be_open: is_open || field.wire().is_some_and(|wire| fits::is_unknown(wire, &field.ty)),
            scalar: field.wire().and_then(|wire| fits::scalar(wire, &field.ty)),
            kind,
            selector: match field.wire() {
                Some(Wire::Select { selector, .. }) => Some(selector.clone()),
                _ => None,
            },
        }
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
    Group { variant, shape: fields.shape, slots, several: Vec::new() }
}

/// `Arrays<Arrays<Auto>>`
pub(super) fn arrays_of(depth: usize, element: &TokenStream, p: &TokenStream) -> TokenStream {
    (0..depth).fold(element.clone(), |form, _| quote!(#p::Arrays<#form>))
}

/// `const __TAIL_0: usize = rules::tail(&[<Form as Schema<Field>>::ENCODING, ..]);`
pub(super) fn tail(name: &Ident, behind: &[Slot], forms: &Forms) -> TokenStream {
    let p = &forms.p;
    let usize = quote!(#p::usize);
    let is_open = |slot: &&Slot| {
        let ty = &slot.ty;
        slot.form().is_some_and(|form| forms.has_parameter(&quote!(#form #ty)))
    };
    if let Some(slot) = behind.iter().find(is_open) {
        let message = "the size of this field is not known here: write `reserve = N` on the field that goes to the end of the block";
        return quote_spanned!(slot.span=> const #name: #usize = ::core::compile_error!(#message););
    }
    let encodings = behind.iter().filter_map(|slot| {
        let (form, ty) = (slot.form()?, types::with_static_lifetimes(&slot.ty));
        Some(quote!(<#form as #p::Schema<#ty>>::ENCODING))
    });
    quote!(const #name: #usize = #p::rules::tail(&[#(#encodings),*]);)
}
