//! The fields of a compact type as parts of its tag.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Lifetime};

use crate::expand::context::Context;
use crate::expand::group::{Group, Slot, tag_name};
use crate::model::{Body, CompactTag};

/// Generates code for the fields of a compact type, which have bits in the tag and bytes after it.
pub(super) struct Parts<'c> {
    pub(super) context: &'c Context<'c>,
    /// The trait of the forms; a reader's has a lifetime.
    pub(super) of: &'static str,
    pub(super) lifetime: Option<Lifetime>,
}

impl Parts<'_> {
    /// `<Form as ReadsPart<'input, Field>>`
    pub(super) fn part(&self, slot: &Slot, form: &TokenStream) -> TokenStream {
        let (p, ty, span) = (slot.located(&self.context.p), &slot.field.ty, slot.span());
        let of = Ident::new(self.of, span);
        let lifetime = self.lifetime.as_ref().map(|lifetime| quote!(#lifetime,));
        quote_spanned!(span=> <#form as #p::#of<#lifetime #ty>>)
    }

    /// Returns the fields of a group with the results of [`Self::part`].
    pub(super) fn of<'g>(&self, group: &'g Group<'g>) -> impl Iterator<Item = (&'g Slot<'g>, TokenStream)> {
        group.wired().map(|(slot, form)| (slot, self.part(slot, form)))
    }

    /// `sum_of_bits(&[<Form as ReadsPart<'input, Field>>::BITS, ..])` for each group.
    fn widths(&self) -> Vec<TokenStream> {
        let p = &self.context.p;
        let widths = self.context.groups.iter().map(|group| {
            let parts = self.of(group).map(|(_, part)| part);
            quote!(#p::sum_of_bits(&[#(#parts::BITS),*]))
        });
        widths.collect()
    }

    /// Returns a number of bits that an attribute sets.
    pub(super) fn given(&self, bits: impl Fn(&CompactTag) -> Option<&Expr>) -> Option<TokenStream> {
        let p = &self.context.p;
        let bits = self.context.input.compact.as_ref().and_then(bits)?;
        Some(quote_spanned!(bits.span()=> { const __BITS: #p::u32 = #bits; __BITS }))
    }

    /// Returns the widths of all cases, and the width that an attribute sets for them.
    fn widths_of_cases(&self) -> Vec<TokenStream> {
        let mut widths = self.widths();
        widths.extend(self.given(|compact| compact.cases_tag_bits.as_ref()));
        widths
    }

    /// Returns the number of bits of the whole type.
    pub(super) fn bits(&self) -> TokenStream {
        let (p, widths) = (&self.context.p, self.widths());
        match &self.context.input.body {
            Body::Enum(_) => match self.given(|compact| compact.union_tag_bits.as_ref()) {
                Some(bits) => {
                    let widest = self.widest();
                    quote!(#p::sum_of_bits(&[#bits, #widest]))
                }
                None => {
                    let (tags, widths) = ((0..widths.len()).map(tag_name), self.widths_of_cases());
                    quote!(#p::bits_of_cases(&[#(#tags),*], &[#(#widths),*]))
                }
            },
            Body::Struct(_) | Body::Via => quote!(#(#widths)*),
        }
    }

    /// `const { most_bits(&[..]) }`: the bits below the tag of a case.
    pub(super) fn widest(&self) -> TokenStream {
        let (p, widths) = (&self.context.p, self.widths_of_cases());
        quote!(const { #p::most_bits(&[#(#widths),*]) })
    }
}
