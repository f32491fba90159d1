//! `BinWriter` of compact types.

use proc_macro2::TokenStream;
use quote::quote;

use super::Names;
use crate::expand::encode::{named, sum};
use crate::expand::{Context, Group, Trait, tag_name};
use crate::model::Body;

/// `impl WritesPart<Type> for __Bits { .. } impl BinWriter for Type { .. }`
pub(super) fn expand(context: &Context<'_>, names: &Names) -> TokenStream {
    let Names { p, form, value, measure, sink, .. } = names;
    let ty = &context.ty;
    let generics = context.generics(Trait::BinWriter);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let widths: Vec<_> = context.groups.iter().map(|group| names.group_bits("WritesPart", None, group)).collect();
    let widest = quote!(const { #p::most_bits(&[#(#widths),*]) });
    let part_bits = names.bits(context, &widths);
    let parts = context.wired().into_iter().map(|(slot, form)| names.part("WritesPart", None, slot, form));
    let bits = cases(context, names, &|index, group| group_value(index, context, group, names, &widest));
    let measuring = cases(context, names, &|index, group| group_measure(index, context, group, names));
    let writing = cases(context, names, &|_, group| {
        let writes = group.wired().map(|(slot, form)| {
            let (part, local) = (names.part("WritesPart", None, slot, form), &slot.local);
            quote!(#part::write_part(#local, #sink);)
        });
        quote!(#(#writes)*)
    });
    let (whole, this) = (quote!(<#form as #p::Writes<Self>>), quote!(<__Bits as #p::WritesPart<Self>>));
    let result = quote!(#p::Measured);
    quote! {
        struct __Bits;
        impl #impl_generics #p::WritesPart<#ty> for __Bits #where_clause {
            const BITS: #p::u32 = #part_bits;
            const FACTS: #p::Facts = #p::Facts::sequence(&[#(#parts::FACTS),*]).of_any_size();
            #[inline]
            fn bits(#value: &#ty) -> #p::u32 { #bits }
            #[inline]
            fn measure_part(#value: &#ty, #measure: &mut #p::Measure<'_>) -> #result { #measuring }
            #[inline]
            fn write_part<__S: #p::Sink>(#value: &#ty, #sink: &mut __S) { #writing }
        }
        #[automatically_derived]
        impl #impl_generics #p::BinWriter for #ty #where_clause {
            const FACTS: #p::Facts = #whole::FACTS;
            const PART: #p::Option<#p::PartWriter<Self>> =
                #p::Option::Some(#p::PartWriter::of::<__Bits>());
            #[inline]
            fn measure(&self, #measure: &mut #p::Measure<'_>) -> #result { #whole::measure(self, #measure) }
            #[inline]
            fn write<__S: #p::Sink>(&self, #sink: &mut __S) { #whole::write(self, #sink) }
            #[inline]
            fn write_part<__S: #p::Sink>(&self, #sink: &mut __S) { #this::write_part(self, #sink) }
        }
    }
}

/// `match value { Type::Variant { .. } => { .. } .. }`
fn cases(context: &Context<'_>, names: &Names, each: &dyn Fn(usize, &Group<'_>) -> TokenStream) -> TokenStream {
    let value = &names.value;
    let arms = context.groups.iter().enumerate().map(|(index, group)| {
        let (pattern, body) = (group.pattern(&context.input.ident), each(index, group));
        quote!(#pattern => { #body })
    });
    quote!(match #value { #(#arms)* })
}

/// `let bits = join(<Form>::bits(field_1), 0, BITS); let bits = join(<Form>::bits(field_0), bits, BITS); .. bits`
fn group_value(
    index: usize,
    context: &Context<'_>,
    group: &Group<'_>,
    names: &Names,
    widest: &TokenStream,
) -> TokenStream {
    let Names { p, bits, .. } = names;
    let wired: Vec<_> = group.wired().collect();
    let parts = wired.into_iter().rev().map(|(slot, form)| {
        let (part, local) = (names.part("WritesPart", None, slot, form), &slot.local);
        quote!(let #bits = #p::join(#part::bits(#local), #bits, #part::BITS);)
    });
    let own = quote!(let #bits = 0; #(#parts)*);
    match &context.input.body {
        Body::Enum(_) => {
            let tag = tag_name(index);
            quote!(#own #p::join(#bits, #tag, #widest))
        }
        Body::Struct(_) | Body::Via => quote!(#own #bits),
    }
}

/// The bytes behind the tag.
fn group_measure(index: usize, context: &Context<'_>, group: &Group<'_>, names: &Names) -> TokenStream {
    let Names { p, measure, total, .. } = names;
    let case = match &context.input.body {
        Body::Enum(data) => data.variants.get(index).map(|variant| variant.title.as_str()),
        Body::Struct(_) | Body::Via => None,
    };
    let parts = group.wired().map(|(slot, form)| {
        let (part, local) = (names.part("WritesPart", None, slot, form), &slot.local);
        let measured = quote!(#part::measure_part(#local, #measure));
        named(p, group, slot, case, &measured)
    });
    sum(p, total, 0, parts.collect())
}
