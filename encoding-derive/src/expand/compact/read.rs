//! The derive `NomReader` for compact types.

use proc_macro2::TokenStream;
use quote::quote;

use super::parts::Parts;
use crate::expand::context::Context;
use crate::expand::group::{Group, tag_name};
use crate::expand::tokens::{derived, implement, locals};
use crate::model::{Body, CompactTag, Shape};

/// `struct __Bits; impl ReadsPart<'input, Type> for __Bits { .. } impl NomReader<'input> for Type { .. }`
pub(super) fn expand(context: &Context<'_>, compact: &CompactTag) -> TokenStream {
    let (p, ty, bytes) = (&context.p, &context.ty, compact.tag_bytes);
    let (generics, lifetime) = context.reader_generics();
    let [input, bits] = locals(["input", "bits"]);
    let parts = Parts { context, of: "ReadsPart", lifetime: Some(lifetime.clone()) };
    let part_bits = parts.bits();
    let facts = context.groups.iter().map(|group| parts.facts(group));
    let facts = match &context.input.body {
        Body::Enum(_) => quote!(#p::Facts::union(0, &[#(#facts),*])),
        Body::Struct(_) | Body::Via => quote!(#(#facts)*),
    };
    let unknown = quote!(#p::Result::Err(#p::Fault::unexpected_tag(#p::Reader::remaining(#input), #bits, false)));
    let has = parts.over_groups(&quote!(false), &|group| parts.has(group));
    let fixed = parts.over_groups(&quote!(#p::Option::None), &|group| parts.fixed(group));
    let read = parts.over_groups(&unknown, &|group| parts.read(group));
    let part = quote! {
        const BITS: #p::u32 = #part_bits;
        const FACTS: #p::Facts = #facts;
        #[inline]
        fn has(#bits: #p::u32) -> #p::bool { #has }
        #[inline]
        fn fixed(#bits: #p::u32) -> #p::Option<#p::usize> { #fixed }
        #[inline]
        fn read_part(#bits: #p::u32, #input: &mut #p::Reader<#lifetime>) -> #p::ReadResult<#ty> { #read }
    };
    let part = implement(&generics, &quote!(#p::ReadsPart<#lifetime, #ty>), &quote!(__Bits), &part);
    let whole = quote!(<#p::Compact<__Bits, #bytes> as #p::Reads<#lifetime, Self>>);
    let reader = quote! {
        const FACTS: #p::Facts = #whole::FACTS;
        const PART: #p::Option<#p::PartReader<#lifetime, Self>> =
            #p::Option::Some(#p::PartReader::of::<__Bits>());
        #[inline]
        fn read(#input: &mut #p::Reader<#lifetime>) -> #p::ReadResult<Self> {
            #whole::read(#input)
        }
    };
    let reader = derived(&generics, &quote!(#p::NomReader<#lifetime>), ty, &reader);
    quote!(struct __Bits; #part #reader)
}

/// Generates the reader of a group whose bits are in `bits`.
impl Parts<'_> {
    /// For an enum, `let (own, bits) = split(bits, WIDEST); match bits { __TAG_0 => { let bits = own; .. } .. _ =>
    /// other }`; for a struct, the output of `each` for its fields.
    fn over_groups(&self, other: &TokenStream, each: &dyn Fn(&Group<'_>) -> TokenStream) -> TokenStream {
        let (context, [bits, own]) = (self.context, locals(["bits", "own"]));
        let groups = context.groups.iter().map(each);
        match &context.input.body {
            Body::Enum(_) => {
                let split = self.split(&self.widest());
                let tags = (0..context.groups.len()).map(tag_name);
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

    /// `let (own, bits) = split(bits, BITS);`
    fn split(&self, count: &TokenStream) -> TokenStream {
        let (p, [bits, own]) = (&self.context.p, locals(["bits", "own"]));
        quote!(let (#own, #bits) = #p::split(#bits, #count);)
    }

    fn facts(&self, group: &Group<'_>) -> TokenStream {
        let p = &self.context.p;
        let parts = self.of(group).map(|(_, part)| part);
        quote!(#p::Facts::sequence(&[#(#parts::FACTS),*]))
    }

    /// `let (own, bits) = split(..); let total = total & <Form>::has(own); .. total & (bits == 0)`
    fn has(&self, group: &Group<'_>) -> TokenStream {
        let [bits, own, total] = locals(["bits", "own", "total"]);
        let parts = self.of(group).map(|(_, part)| {
            let split = self.split(&quote!(#part::BITS));
            quote!(#split let #total = #total & #part::has(#own);)
        });
        quote!(let #total = true; #(#parts)* #total & (#bits == 0))
    }

    /// `let (own, bits) = split(..); let total = sum_of_sizes(&[total, <Form>::fixed(own)]); .. total`
    fn fixed(&self, group: &Group<'_>) -> TokenStream {
        let (p, [bits, own, total]) = (&self.context.p, locals(["bits", "own", "total"]));
        let parts = self.of(group).map(|(_, part)| {
            let split = self.split(&quote!(#part::BITS));
            quote!(#split let #total = #p::sum_of_sizes(&[#total, #part::fixed(#own)]);)
        });
        quote!(let #total = #p::Option::Some(0usize); #(#parts)* let _ = #bits; #total)
    }

    /// `let (own, bits) = split(..); let field_0 = <Form>::read_part(own, input)?; .. Ok(Type { name: field_0, .. })`
    fn read(&self, group: &Group<'_>) -> TokenStream {
        let Parts { context, lifetime, .. } = self;
        let (p, ty, [input, bits, own]) = (&context.p, &context.ty, locals(["input", "bits", "own"]));
        // As in the reference, all bytes of a value of fixed size must be available before its first field is read.
        let fixed = match &context.input.body {
            Body::Enum(_) => {
                let fixed = self.fixed(group);
                quote!({ #fixed })
            }
            Body::Struct(_) | Body::Via => quote!(<Self as #p::ReadsPart<#lifetime, #ty>>::fixed(#bits)),
        };
        let is_needed = group.shape != Shape::Transparent && group.wired().next().is_some();
        let need = is_needed.then(|| quote!(#p::Reader::need_fixed(#input, #fixed)?;));
        let reads = self.of(group).map(|(slot, part)| {
            let (split, local) = (self.split(&quote!(#part::BITS)), &slot.local);
            quote!(#split let #local = #part::read_part(#own, #input)?;)
        });
        // Compact types cannot have digests.
        let value = group.value(&context.input.ident, &|slot| {
            let local = &slot.local;
            quote!(#local)
        });
        quote!(#need #(#reads)* let _ = #bits; #p::Result::Ok(#value))
    }
}
