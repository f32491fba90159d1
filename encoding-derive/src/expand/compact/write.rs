//! The derive `BinWriter` for compact types.

use proc_macro2::TokenStream;
use quote::quote;

use super::parts::Parts;
use crate::expand::encode::{in_order, named};
use crate::expand::group::{Group, tag_name};
use crate::expand::tokens::{Trait, derived, implement, local, locals};
use crate::model::CompactTag;

/// `struct __Bits; impl WritesPart<Type> for __Bits { .. } impl BinWriter for Type { .. }`
pub(super) fn expand(parts: &Parts<'_>, compact: &CompactTag) -> TokenStream {
    let context = parts.context;
    let (p, ty, bytes) = (&context.p, &context.ty, compact.tag_bytes);
    let generics = context.generics(Trait::BinWriter);
    let [value, sink] = locals(["value", "sink"]);
    let part_bits = parts.bits();
    let fields = context.wired().map(|(slot, form)| parts.part(slot, form));
    let bits = cases(parts, &|group| group_bits(parts, group));
    let writing = cases(parts, &|group| {
        let fields = parts.of(group).map(|(slot, part)| {
            let local = &slot.local;
            named(p, group, slot, group.title(), &quote!(#part::write_part(#local, #sink)))
        });
        in_order(p, fields.collect())
    });
    let part = quote! {
        const BITS: #p::u32 = #part_bits;
        const FACTS: #p::Facts = #p::Facts::sequence(&[#(#fields::FACTS),*]).of_any_size();
        #[inline]
        fn bits(#value: &#ty) -> #p::u32 { #bits }
        #[inline]
        fn write_part<__S: #p::Sink>(#value: &#ty, #sink: &mut __S) -> #p::Written { #writing }
    };
    let part = implement(&generics, &quote!(#p::WritesPart<#ty>), &quote!(__Bits), &part);
    let whole = quote!(<#p::Compact<__Bits, #bytes> as #p::Writes<Self>>);
    let this = quote!(<__Bits as #p::WritesPart<Self>>);
    let writer = quote! {
        const FACTS: #p::Facts = #whole::FACTS;
        const PART: #p::Option<#p::PartWriter<Self>> =
            #p::Option::Some(#p::PartWriter::of::<__Bits>());
        #[inline]
        fn write<__S: #p::Sink>(&self, #sink: &mut __S) -> #p::Written { #whole::write(self, #sink) }
        #[inline]
        fn write_part<__S: #p::Sink>(&self, #sink: &mut __S) -> #p::Written { #this::write_part(self, #sink) }
    };
    let writer = derived(&generics, &quote!(#p::BinWriter), ty, &writer);
    quote!(struct __Bits; #part #writer)
}

/// `match value { Type::Variant { .. } => { .. } .. }`
fn cases(parts: &Parts<'_>, each: &dyn Fn(&Group<'_>) -> TokenStream) -> TokenStream {
    let value = local("value");
    let arms = parts.context.groups.iter().map(|group| {
        let (pattern, body) = (group.pattern(&parts.context.input.ident), each(group));
        quote!(#pattern => { #body })
    });
    quote!(match #value { #(#arms)* })
}

/// `let bits = join(<Form>::bits(field_1), 0, BITS); let bits = join(<Form>::bits(field_0), bits, BITS); .. bits`
fn group_bits(parts: &Parts<'_>, group: &Group<'_>) -> TokenStream {
    let (p, bits) = (&parts.context.p, local("bits"));
    let fields: Vec<_> = parts.of(group).collect();
    let joins = fields.into_iter().rev().map(|(slot, part)| {
        let local = &slot.local;
        quote!(let #bits = #p::join(#part::bits(#local), #bits, #part::BITS);)
    });
    let own = quote!(let #bits = 0; #(#joins)*);
    match group.case {
        Some(_) => {
            let (tag, widest) = (tag_name(group.index), parts.widest());
            quote!(#own #p::join(#bits, #tag, #widest))
        }
        None => quote!(#own #bits),
    }
}
