//! `BinWriter` of compact types.

use proc_macro2::TokenStream;
use quote::quote;

use super::Names;
use crate::expand::tried::tried_in;
use crate::expand::{Context, Group, Shape, Trait, tag_name};
use crate::model::Body;

/// `impl BinWriter for Type { .. fn part_bits(&self) {..} fn measure_part(..) {..} fn write_part(..) {..} }`
pub(super) fn expand(context: &Context<'_>, names: &Names) -> TokenStream {
    let Names { p, form, value, measure, sink, .. } = names;
    let ty = &context.ty;
    let generics = context.generics(Trait::BinWriter);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let widths: Vec<_> = context.groups.iter().map(|group| names.group_bits("WritesPart", None, group)).collect();
    let widest = quote!(const { #p::wire::most_bits(&[#(#widths),*]) });
    let part_bits = names.bits(context, &widths);
    let blocks = context.wired().into_iter().map(|(slot, form)| {
        let part = names.part("WritesPart", None, slot, form);
        quote!(|| #part::HAS_BLOCKS)
    });
    let bits = cases(context, names, &|index, group| group_value(index, context, group, names, &widest));
    let measuring = cases(context, names, &|index, group| group_measure(index, context, group, names));
    let writing = cases(context, names, &|_, group| {
        let writes = group.wired().map(|(slot, form)| {
            let (part, local) = (names.part("WritesPart", None, slot, form), &slot.local);
            quote!(#part::write_part(#local, #sink);)
        });
        quote!(#(#writes)*)
    });
    let (u32, writes) = (quote!(#p::u32), quote!(<#form as #p::wire::Writes<Self>>));
    let result = quote!(#p::Result<::core::primitive::usize, #p::EncodeError>);
    quote! {
        #[automatically_derived]
        impl #impl_generics #p::BinWriter for #ty #where_clause {
            const HAS_BLOCKS: ::core::primitive::bool = false #(#blocks)*;
            const PART_BITS: #u32 = #part_bits;
            #[inline]
            fn measure(&self, #measure: &mut #p::Measure<'_>) -> #result {
                #writes::measure(self, #measure)
            }
            #[inline]
            fn write<__S: #p::Sink>(&self, #sink: &mut __S) {
                #writes::write(self, #sink)
            }
            #[inline]
            fn part_bits(&self) -> #u32 { let #value = self; #bits }
            #[inline]
            fn measure_part(&self, #measure: &mut #p::Measure<'_>) -> #result { let #value = self; #measuring }
            #[inline]
            fn write_part<__S: #p::Sink>(&self, #sink: &mut __S) { let #value = self; #writing }
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
        quote!(let #bits = #p::wire::join(#part::bits(#local), #bits, #part::BITS);)
    });
    let own = quote!(let #bits = 0; #(#parts)*);
    match &context.input.body {
        Body::Enum(_) => {
            let tag = tag_name(index);
            quote!(#own #p::wire::join(#bits, #tag, #widest))
        }
        Body::Struct(_) | Body::Via => quote!(#own #bits),
    }
}

/// `let total = 0; let total = total + <field>; .. Ok(total)`
fn group_measure(index: usize, context: &Context<'_>, group: &Group<'_>, names: &Names) -> TokenStream {
    let Names { p, measure, total, .. } = names;
    let case = match &context.input.body {
        Body::Enum(data) => data.variants.get(index).map(|variant| &variant.title),
        Body::Struct(_) | Body::Via => None,
    };
    let parts = group.wired().map(|(slot, form)| {
        let (part, local, name) = (names.part("WritesPart", None, slot, form), &slot.local, &slot.name);
        let in_field = match group.shape {
            Shape::Transparent => TokenStream::new(),
            Shape::Object | Shape::Tuple => quote!(.in_field(#name)),
        };
        let in_case = case.map(|title| quote!(.in_case(#title)));
        let measured = quote!(#part::measure_part(#local, #measure));
        let measured = tried_in(p, &measured, &quote!(#in_field #in_case));
        quote!(let #total = ::core::primitive::usize::saturating_add(#total, #measured);)
    });
    quote!(let #total = 0usize; #(#parts)* #p::Result::Ok(#total))
}
