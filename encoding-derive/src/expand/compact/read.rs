//! `NomReader` of compact types.

use proc_macro2::TokenStream;
use quote::quote;

use super::Names;
use crate::expand::{Context, Group, Shape, Slot, SlotKind, tag_name};
use crate::model::Body;

/// `impl ReadsPart<'input, Type> for __Bits { .. } impl NomReader<'input> for Type { .. }`
pub(super) fn expand(context: &Context<'_>, names: &Names) -> TokenStream {
    let Names { p, form, input, bits, .. } = names;
    let ty = &context.ty;
    let (generics, lifetime) = context.reader_generics();
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let reading = Reading { names, lifetime: &lifetime };
    let groups = &context.groups;
    let widths: Vec<_> = groups.iter().map(|group| names.group_bits("ReadsPart", Some(&lifetime), group)).collect();
    let fixed = groups.iter().map(|group| reading.always_fixed(group));
    let part_bits = names.bits(context, &widths);
    let part_fixed = match &context.input.body {
        Body::Enum(_) => quote!(#p::same_size(&[#(#fixed),*])),
        Body::Struct(_) | Body::Via => quote!(#(#fixed)*),
    };
    let none = quote!(#p::Option::None);
    let unknown = quote!(#p::Result::Err(#p::Fault::unexpected_tag(#p::Reader::remaining(#input), #bits, false)));
    let has = over_groups(context, names, &widths, &quote!(false), &|group| reading.has(group));
    let fixed = over_groups(context, names, &widths, &none, &|group| reading.fixed(group));
    let read = over_groups(context, names, &widths, &unknown, &|group| reading.read(context, group));
    let whole = quote!(<#form as #p::Reads<#lifetime, Self>>);
    quote! {
        struct __Bits;
        impl #impl_generics #p::ReadsPart<#lifetime, #ty> for __Bits #where_clause {
            const BITS: #p::u32 = #part_bits;
            const FIXED: #p::Option<#p::usize> = #part_fixed;
            #[inline]
            fn has(#bits: #p::u32) -> #p::bool { #has }
            #[inline]
            fn fixed(#bits: #p::u32) -> #p::Option<#p::usize> { #fixed }
            #[inline]
            fn read_part(#bits: #p::u32, #input: &mut #p::Reader<#lifetime>) -> #p::ReadResult<#ty> { #read }
        }
        #[automatically_derived]
        impl #impl_generics #p::NomReader<#lifetime> for #ty #where_clause {
            const FACTS: #p::Facts = #whole::FACTS;
            const PART: #p::Option<#p::PartReader<#lifetime, Self>> =
                #p::Option::Some(#p::PartReader::of::<__Bits>());
            #[inline]
            fn nom_read(#input: &#lifetime [#p::u8]) -> #p::NomResult<#lifetime, Self> {
                #p::nom_read(#input, <Self as #p::NomReader<#lifetime>>::read)
            }
            #[inline]
            fn read(#input: &mut #p::Reader<#lifetime>) -> #p::ReadResult<Self> {
                #whole::read(#input)
            }
        }
    }
}

/// For an enum `let (own, bits) = split(bits, WIDEST); match bits { __TAG_0 => { let bits = own; .. } .. _ => other }`; for a
/// struct what there is to say of its fields.
fn over_groups(
    context: &Context<'_>,
    names: &Names,
    widths: &[TokenStream],
    other: &TokenStream,
    each: &dyn Fn(&Group<'_>) -> TokenStream,
) -> TokenStream {
    let Names { p, bits, own, .. } = names;
    let groups = context.groups.iter().map(each);
    match &context.input.body {
        Body::Enum(_) => {
            let split = names.split(&quote!(const { #p::most_bits(&[#(#widths),*]) }));
            let tags = (0..widths.len()).map(tag_name);
            quote! {
                #split
                match #bits {
                    #(#tags => { let #bits = #own; #groups })*
                    _ => #other,
                }
            }
        }
        Body::Struct(_) | Body::Via => quote!(#(#groups)*),
    }
}

/// What a reader says of a group, with its bits in `bits`.
struct Reading<'c> {
    names: &'c Names,
    lifetime: &'c syn::Lifetime,
}

impl Reading<'_> {
    fn parts<'g>(&'g self, group: &'g Group<'g>) -> impl Iterator<Item = (&'g Slot<'g>, TokenStream)> {
        group.wired().map(|(slot, form)| (slot, self.names.part("ReadsPart", Some(self.lifetime), slot, form)))
    }

    fn always_fixed(&self, group: &Group<'_>) -> TokenStream {
        let p = &self.names.p;
        let parts = self.parts(group).map(|(_, part)| part);
        quote!(#p::sum_of_sizes(&[#(#parts::FIXED),*]))
    }

    /// `let (own, bits) = split(..); let total = total & <Form>::has(own); .. total & (bits == 0)`
    fn has(&self, group: &Group<'_>) -> TokenStream {
        let Names { bits, own, total, .. } = self.names;
        let parts = self.parts(group).map(|(_, part)| {
            let split = self.names.split(&quote!(#part::BITS));
            quote!(#split let #total = #total & #part::has(#own);)
        });
        quote!(let #total = true; #(#parts)* #total & (#bits == 0))
    }

    /// `let (own, bits) = split(..); let total = sum_of_sizes(&[total, <Form>::fixed(own)]); .. total`
    fn fixed(&self, group: &Group<'_>) -> TokenStream {
        let Names { p, bits, own, total, .. } = self.names;
        let parts = self.parts(group).map(|(_, part)| {
            let split = self.names.split(&quote!(#part::BITS));
            quote!(#split let #total = #p::sum_of_sizes(&[#total, #part::fixed(#own)]);)
        });
        quote!(let #total = #p::Option::Some(0usize); #(#parts)* let _ = #bits; #total)
    }

    /// `let (own, bits) = split(..); let field_0 = <Form>::read_part(own, input)?; .. Ok(Type { name: field_0, .. })`
    fn read(&self, context: &Context<'_>, group: &Group<'_>) -> TokenStream {
        let Names { p, input, bits, own, .. } = self.names;
        // The reference looks at no part of fields of a fixed size before all of it is there.
        let (lifetime, ty) = (self.lifetime, &context.ty);
        let fixed = match &context.input.body {
            Body::Enum(_) => {
                let fixed = self.fixed(group);
                quote!({ #fixed })
            }
            Body::Struct(_) | Body::Via => quote!(<Self as #p::ReadsPart<#lifetime, #ty>>::fixed(#bits)),
        };
        let need = if group.shape == Shape::Transparent || group.wired().next().is_none() {
            TokenStream::new()
        } else {
            quote!(#p::Reader::need_fixed(#input, #fixed)?;)
        };
        let reads = self.parts(group).map(|(slot, part)| {
            let (split, local) = (self.names.split(&quote!(#part::BITS)), &slot.local);
            quote!(#split let #local = #part::read_part(#own, #input)?;)
        });
        let values = group.slots.iter().map(|slot| {
            let (member, local) = (&slot.member, &slot.local);
            match &slot.kind {
                SlotKind::Skip(value) => quote!(#member: #value),
                SlotKind::Wire(..) | SlotKind::Hash => quote!(#member: #local),
            }
        });
        let path = group.path(&context.input.ident);
        quote!(#need #(#reads)* let _ = #bits; #p::Result::Ok(#path { #(#values),* }))
    }
}
