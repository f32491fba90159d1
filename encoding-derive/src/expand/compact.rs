//! Compact types: their fields or variants share the bits of one tag.
//!
//! Every trait is printed as for other types, with its reading, measuring and writing split in two: the bits of the tag, and the
//! bytes behind it. A whole value is `wire::Compact` around these.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::schema::{check, noted};
use super::{Context, Group, Shape, Slot, SlotKind, Trait, tag_name};
use crate::model::{Body, Compact};

pub(super) fn expand(context: &Context<'_>, compact: &Compact, which: Trait) -> TokenStream {
    let names = Names::new(context, compact);
    match which {
        Trait::HasEncoding => schema(context, compact, &names),
        Trait::NomReader => reader(context, &names),
        Trait::BinWriter => writer(context, &names),
        Trait::View => super::view::own(context),
    }
}

/// Names that every fragment uses.
struct Names {
    p: TokenStream,
    /// `wire::Compact<wire::Auto, 1>`
    form: TokenStream,
    input: Ident,
    value: Ident,
    measure: Ident,
    sink: Ident,
    bits: Ident,
    own: Ident,
    total: Ident,
    error: Ident,
}

impl Names {
    fn new(context: &Context<'_>, compact: &Compact) -> Self {
        let p = context.p.clone();
        let bytes = compact.tag_bytes;
        let form = quote!(#p::wire::Compact<#p::wire::Auto, #bytes>);
        let name = |name| Ident::new(name, Span::mixed_site());
        let [input, value, measure, sink] = ["input", "value", "measure", "sink"].map(name);
        let [bits, own, total, error] = ["bits", "own", "total", "error"].map(name);
        Self { p, form, input, value, measure, sink, bits, own, total, error }
    }

    /// `<Form as PartTrait<..Type>>`
    fn part(&self, of: &str, lifetime: Option<&syn::Lifetime>, slot: &Slot, form: &TokenStream) -> TokenStream {
        let (p, ty) = (slot.located(&self.p), &slot.ty);
        let place = Span::call_site().located_at(slot.span);
        let of = Ident::new(of, place);
        let lifetime = lifetime.map(|lifetime| quote!(#lifetime,));
        quote_spanned!(place=> <#form as #p::wire::#of<#lifetime #ty>>)
    }

    /// The bits of the type, from those of its groups.
    fn bits(&self, context: &Context<'_>, groups: &[TokenStream]) -> TokenStream {
        let p = &self.p;
        match &context.input.body {
            Body::Enum(_) => {
                let tags = (0..groups.len()).map(tag_name);
                quote!(#p::wire::bits_of_cases(&[#(#tags),*], &[#(#groups),*]))
            }
            Body::Struct(_) | Body::Via => quote!(#(#groups)*),
        }
    }

    /// A group's bits: the sum of those of its fields.
    fn group_bits(&self, of: &str, lifetime: Option<&syn::Lifetime>, group: &Group<'_>) -> TokenStream {
        let p = &self.p;
        let parts = group.wired().map(|(slot, form)| self.part(of, lifetime, slot, form));
        quote!(#p::wire::sum_of_bits(&[#(#parts::BITS),*]))
    }

    /// `let (own, bits) = split(bits, BITS);`
    fn split(&self, count: &TokenStream) -> TokenStream {
        let Self { p, bits, own, .. } = self;
        quote!(let (#own, #bits) = #p::wire::split(#bits, #count);)
    }
}

/// `impl HasEncoding for Type { const ENCODING: ..; const PART: ..; }`, then the checks.
fn schema(context: &Context<'_>, compact: &Compact, names: &Names) -> TokenStream {
    let Names { p, form, .. } = names;
    let ty = &context.ty;
    let generics = context.generics(Trait::HasEncoding);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let encoding = noted(p, &context.input.notes, quote!(<#form as #p::wire::Schema<Self>>::ENCODING));
    let part = match (&context.input.body, context.groups.as_slice()) {
        (Body::Enum(data), groups) => {
            let cases = data.variants.iter().zip(groups).enumerate().map(|(index, (variant, group))| {
                let (tag, title, part) = (tag_name(index), &variant.title, group_schema(group, names));
                quote!(#p::PartCase::new(#tag, #title, #part))
            });
            quote!(&#p::Part::Union(&[#(#cases),*]))
        }
        (_, [group]) => group_schema(group, names),
        _ => quote!(&#p::Part::Unit),
    };
    let checks = checks(context, compact, names);
    quote! {
        #[automatically_derived]
        impl #impl_generics #p::HasEncoding for #ty #where_clause {
            const ENCODING: &'static #p::Encoding = #encoding;
            const PART: &'static #p::Part = #part;
        }
        #checks
    }
}

/// `&Part::Object(&[PartField::of("name", <Form as PartSchema<Field>>::PART), ..])`, a tuple, the one field, or nothing.
fn group_schema(group: &Group<'_>, names: &Names) -> TokenStream {
    let p = &names.p;
    let parts = group.wired().map(|(slot, form)| {
        let part = names.part("PartSchema", None, slot, form);
        quote!(#part::PART)
    });
    match group.shape {
        _ if group.wired().next().is_none() => quote!(&#p::Part::Unit),
        Shape::Transparent => quote!(#(#parts)*),
        Shape::Tuple => quote!(&#p::Part::Tuple(&[#(#parts),*])),
        Shape::Object => {
            let fields = group.wired().map(|(slot, _)| &slot.name);
            quote!(&#p::Part::Object(&[#(#p::PartField::of(#fields, #parts)),*]))
        }
    }
}

/// The rules, each at the attribute or the field at fault.
fn checks(context: &Context<'_>, compact: &Compact, names: &Names) -> TokenStream {
    let p = &names.p;
    if !context.input.generics.params.is_empty() {
        return TokenStream::new();
    }
    let slots = context.groups.iter().flat_map(Group::wired);
    let parts = slots.map(|(slot, form)| {
        let part = names.part("PartSchema", None, slot, form);
        check(p, slot.span, "part", &quote!(#part::PART))
    });
    let (ty, bytes) = (&context.ty, compact.tag_bytes);
    let whole = quote!(&#p::Compact::new(#p::SharedTag::of_bytes(#bytes), <#ty as #p::HasEncoding>::PART));
    let shares = check(p, compact.span, "shares", &whole);
    quote!(#(#parts)* #shares)
}

/// `impl NomReader<'input> for Type { .. fn has_part(..) {..} fn fixed_part(..) {..} fn read_part(..) {..} }`
fn reader(context: &Context<'_>, names: &Names) -> TokenStream {
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
        Body::Enum(_) => quote!(#p::wire::fixed_union(0, &[#(#fixed),*])),
        Body::Struct(_) | Body::Via => quote!(#(#fixed)*),
    };
    let none = quote!(#p::Option::None);
    let unknown = quote!(#p::Result::Err(#p::Fault::unexpected_tag(#p::Reader::remaining(#input), #bits, false)));
    let has = over_groups(context, names, &widths, &quote!(false), |group| reading.has(group));
    let fixed = over_groups(context, names, &widths, &none, |group| reading.fixed(group));
    let read = over_groups(context, names, &widths, &unknown, |group| reading.read(context, group));
    let (u32, usize) = (quote!(#p::u32), quote!(::core::primitive::usize));
    quote! {
        #[automatically_derived]
        impl #impl_generics #p::NomReader<#lifetime> for #ty #where_clause {
            const FIXED: #p::Option<#usize> = <#form as #p::wire::Reads<#lifetime, Self>>::FIXED;
            const PART_BITS: #u32 = #part_bits;
            const PART_FIXED: #p::Option<#usize> = #part_fixed;
            #[inline]
            fn nom_read(#input: &#lifetime [::core::primitive::u8]) -> #p::NomResult<#lifetime, Self> {
                #p::nom_read(#input, <Self as #p::NomReader<#lifetime>>::read)
            }
            #[inline]
            fn read(#input: &mut #p::Reader<#lifetime>) -> #p::Result<Self, #p::Fault> {
                <#form as #p::wire::Reads<#lifetime, Self>>::read(#input)
            }
            #[inline]
            fn has_part(#bits: #u32) -> ::core::primitive::bool { #has }
            #[inline]
            fn fixed_part(#bits: #u32) -> #p::Option<#usize> { #fixed }
            #[inline]
            fn read_part(#bits: #u32, #input: &mut #p::Reader<#lifetime>) -> #p::Result<Self, #p::Fault> { #read }
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
    each: impl Fn(&Group<'_>) -> TokenStream,
) -> TokenStream {
    let Names { p, bits, own, .. } = names;
    let groups = context.groups.iter().map(each);
    match &context.input.body {
        Body::Enum(_) => {
            let split = names.split(&quote!(const { #p::wire::most_bits(&[#(#widths),*]) }));
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
        quote!(#p::wire::fixed_sum(&[#(#parts::FIXED),*]))
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

    /// `let (own, bits) = split(..); let total = add_fixed(total, <Form>::fixed(own)); .. total`
    fn fixed(&self, group: &Group<'_>) -> TokenStream {
        let Names { p, bits, own, total, .. } = self.names;
        let parts = self.parts(group).map(|(_, part)| {
            let split = self.names.split(&quote!(#part::BITS));
            quote!(#split let #total = #p::wire::add_fixed(#total, #part::fixed(#own));)
        });
        quote!(let #total = #p::Option::Some(0usize); #(#parts)* let _ = #bits; #total)
    }

    /// `let (own, bits) = split(..); let field_0 = <Form>::read_part(own, input)?; .. Ok(Type { name: field_0, .. })`
    fn read(&self, context: &Context<'_>, group: &Group<'_>) -> TokenStream {
        let Names { p, input, bits, own, .. } = self.names;
        // The reference looks at no part of fields of a fixed size before all of it is there.
        let lifetime = self.lifetime;
        let fixed = match &context.input.body {
            Body::Enum(_) => {
                let fixed = self.fixed(group);
                quote!({ #fixed })
            }
            Body::Struct(_) | Body::Via => quote!(<Self as #p::NomReader<#lifetime>>::fixed_part(#bits)),
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

/// `impl BinWriter for Type { .. fn part_bits(&self) {..} fn measure_part(..) {..} fn write_part(..) {..} }`
fn writer(context: &Context<'_>, names: &Names) -> TokenStream {
    let Names { p, form, value, measure, sink, .. } = names;
    let ty = &context.ty;
    let generics = context.generics(Trait::BinWriter);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let widths: Vec<_> = context.groups.iter().map(|group| names.group_bits("WritesPart", None, group)).collect();
    let widest = quote!(const { #p::wire::most_bits(&[#(#widths),*]) });
    let part_bits = names.bits(context, &widths);
    let blocks = context.groups.iter().flat_map(Group::wired).map(|(slot, form)| {
        let part = names.part("WritesPart", None, slot, form);
        quote!(|| #part::HAS_BLOCKS)
    });
    let bits = cases(context, names, |index, group| group_value(index, context, group, names, &widest));
    let measuring = cases(context, names, |index, group| group_measure(index, context, group, names));
    let writing = cases(context, names, |_, group| {
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
fn cases(context: &Context<'_>, names: &Names, each: impl Fn(usize, &Group<'_>) -> TokenStream) -> TokenStream {
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
    let Names { p, measure, total, error, .. } = names;
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
        let measured =
            quote!(#p::Result::map_err(#part::measure_part(#local, #measure), |#error| #error #in_field #in_case));
        quote!(let #total = ::core::primitive::usize::saturating_add(#total, #measured?);)
    });
    quote!(let #total = 0usize; #(#parts)* #p::Result::Ok(#total))
}
