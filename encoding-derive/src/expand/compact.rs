//! Compact types: their fields or variants share the bits of one tag.
//!
//! Every trait is printed as for other types, with its reading, measuring and writing split in two: the bits of the tag, and the
//! bytes behind it. A whole value is `wire::Compact` around these.

mod read;
mod write;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::rules::{Checks, rule};
use super::schema::noted;
use super::{Context, Group, Shape, Slot, Trait, tag_name};
use crate::model::{Body, Compact};

pub(super) fn expand(context: &Context<'_>, compact: &Compact, which: Trait) -> TokenStream {
    let names = Names::new(context, compact, which);
    match which {
        Trait::HasEncoding => schema(context, compact, &names),
        Trait::NomReader => read::expand(context, &names),
        Trait::BinWriter => write::expand(context, &names),
        Trait::View => super::view::own(context),
        // Refused before.
        Trait::Arena => TokenStream::new(),
    }
}

/// Names that every fragment uses.
struct Names {
    p: TokenStream,
    /// `wire::Compact<__Bits, 1>`
    form: TokenStream,
    input: Ident,
    value: Ident,
    measure: Ident,
    sink: Ident,
    bits: Ident,
    own: Ident,
    total: Ident,
}

impl Names {
    fn new(context: &Context<'_>, compact: &Compact, which: Trait) -> Self {
        let p = context.p.clone();
        let bytes = compact.tag_bytes;
        let part = if which == Trait::HasEncoding { quote!(#p::Auto) } else { quote!(__Bits) };
        let form = quote!(#p::Compact<#part, #bytes>);
        let name = |name| Ident::new(name, Span::mixed_site());
        let [input, value, measure, sink] = ["input", "value", "measure", "sink"].map(name);
        let [bits, own, total] = ["bits", "own", "total"].map(name);
        Self { p, form, input, value, measure, sink, bits, own, total }
    }

    /// `<Form as PartTrait<..Type>>`
    fn part(&self, of: &str, lifetime: Option<&syn::Lifetime>, slot: &Slot, form: &TokenStream) -> TokenStream {
        let (p, ty) = (slot.located(&self.p), &slot.ty);
        let place = Span::call_site().located_at(slot.span);
        let of = Ident::new(of, place);
        let lifetime = lifetime.map(|lifetime| quote!(#lifetime,));
        quote_spanned!(place=> <#form as #p::#of<#lifetime #ty>>)
    }

    /// The bits of the type, from those of its groups.
    fn bits(&self, context: &Context<'_>, groups: &[TokenStream]) -> TokenStream {
        let p = &self.p;
        match &context.input.body {
            Body::Enum(_) => {
                let tags = (0..groups.len()).map(tag_name);
                quote!(#p::bits_of_cases(&[#(#tags),*], &[#(#groups),*]))
            }
            Body::Struct(_) | Body::Via => quote!(#(#groups)*),
        }
    }

    /// A group's bits: the sum of those of its fields.
    fn group_bits(&self, of: &str, lifetime: Option<&syn::Lifetime>, group: &Group<'_>) -> TokenStream {
        let p = &self.p;
        let parts = group.wired().map(|(slot, form)| self.part(of, lifetime, slot, form));
        quote!(#p::sum_of_bits(&[#(#parts::BITS),*]))
    }

    /// `let (own, bits) = split(bits, BITS);`
    fn split(&self, count: &TokenStream) -> TokenStream {
        let Self { p, bits, own, .. } = self;
        quote!(let (#own, #bits) = #p::split(#bits, #count);)
    }
}

/// `impl HasEncoding for Type { const ENCODING: ..; const PART: ..; }`, then the checks.
fn schema(context: &Context<'_>, compact: &Compact, names: &Names) -> TokenStream {
    let Names { p, form, .. } = names;
    let ty = &context.ty;
    let generics = context.generics(Trait::HasEncoding);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let encoding = noted(p, &context.input.notes, quote!(<#form as #p::Schema<Self>>::ENCODING));
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
    let (encoding, checks) = (checks.inside(encoding), checks.beside(context, ("HasEncoding", "ENCODING")));
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
fn checks(context: &Context<'_>, compact: &Compact, names: &Names) -> Checks {
    let (p, mut checks) = (&names.p, Checks::new(context));
    for (slot, form) in context.wired() {
        let part = names.part("PartSchema", None, slot, form);
        checks.add(rule(p, slot.span, "part", &quote!(#part::PART)));
    }
    let (ty, bytes) = (&context.ty, compact.tag_bytes);
    let whole = quote!(&#p::CompactSchema::new(#p::SharedTag::of_bytes(#bytes), <#ty as #p::HasEncoding>::PART));
    checks.add(rule(p, compact.span, "shares", &whole));
    checks
}
