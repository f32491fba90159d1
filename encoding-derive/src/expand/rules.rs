//! Rules that need the sizes of other types, asked of the compiler.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::schema::{encoding_of, fields};
use super::{Context, Slot, case_tag, cases, located};
use crate::fits;
use crate::model::{Body, Shape, Tag, Wire};

/// Rules that need the sizes of other types: constants that do not compile where a rule is broken, at the attribute.
///
/// Types with parameters are checked where a field of theirs needs no parameter; the rest where they are used.
pub(super) fn checks(context: &Context<'_>) -> TokenStream {
    let p = &context.p;
    let mut checks = TokenStream::new();
    if let Body::Enum(data) = &context.input.body {
        let plain = context.input.generics.params.is_empty();
        for (variant, group) in data.variants.iter().zip(&context.groups).filter(|_| plain) {
            if let Some(kind) = variant.kind.as_ref().filter(|_| group.wired().next().is_some()) {
                checks.extend(check(p, kind.span(), "object", &fields(context, group)));
            }
        }
        let tags = data.tags();
        let known = tags.iter().take_while(|(_, _, _, tag)| matches!(tag, Tag::Known(..))).count();
        for (place, (index, variant, form, tag)) in tags.iter().enumerate().skip(known) {
            let (name, span) = (case_tag(variant, *index, *form), tag.span());
            let before = tags.iter().take(place).map(|(index, variant, form, _)| case_tag(variant, *index, *form));
            let arguments = quote!(#name as ::core::primitive::u32, &[#(#before as ::core::primitive::u32),*]);
            checks.extend(check(p, span, "tag_is_new", &arguments));
            if !data.reserved.is_empty() {
                let reserved = cases::reserved(data);
                let arguments = quote!(#name as ::core::primitive::u32, &[#(#reserved),*]);
                checks.extend(check(p, span, "tag_is_free", &arguments));
            }
        }
    }
    if !context.input.generics.params.is_empty() {
        return checks;
    }
    for group in &context.groups {
        let wired: Vec<_> = group.wired().collect();
        for (index, (slot, form)) in wired.iter().enumerate() {
            let behind = wired.get(index.saturating_add(1)..).unwrap_or_default();
            checks.extend(field_checks(p, slot, form, behind));
            let Some(place) = slot.flat else { continue };
            let encoding = encoding_of(p, slot, form);
            let rule = if group.shape == Shape::Object { "merged_object" } else { "merged_tuple" };
            checks.extend(check(p, place, rule, &encoding));
            if group.shape == Shape::Object {
                let beside = beside(p, &wired, index);
                checks.extend(check(p, place, "merged_names", &quote!(#encoding, &[#(#beside),*])));
            }
        }
    }
    let (ty, form, around) = (&context.ty, &context.form, context.around);
    let mut rules = Rules::of(p, around);
    if let Wire::Reserve { span, .. } = around {
        rules.call(*span, "field", &[quote!(&[])]);
    }
    checks.extend(rules.finish(&context.at_attribute(&quote!(<#form as #p::wire::Schema<#ty>>::ENCODING))));
    checks
}

/// The rules of one field.
fn field_checks(
    p: &TokenStream,
    slot: &Slot<'_>,
    form: &TokenStream,
    behind: &[(&Slot<'_>, &TokenStream)],
) -> Option<TokenStream> {
    let wire = slot.wire?;
    let mut rules = Rules::of(p, wire);
    if let Some((depth, last)) = wire.ruled_inside(&slot.ty) {
        rules.call(last.unwrap_or(slot.span), "rest", &[quote!(#depth)]);
    }
    if matches!(wire, Wire::Reserve { .. }) {
        let behind = behind.iter().map(|(slot, form)| encoding_of(p, slot, form));
        rules.call(slot.span, "field", &[quote!(&[#(#behind),*])]);
    } else if !behind.is_empty() && !fits::ends(wire, &slot.ty) {
        rules.call(slot.span, "closed", &[]);
    }
    rules.finish(&encoding_of(p, slot, form))
}

/// The rules of one form, in one constant: `const _: () = { let encoding = ..; rules::step(encoding, 0); rules::closed(encoding); };`
///
/// What a form says by itself is not asked again: the constant of a field takes the compiler longer than its reader.
struct Rules<'p> {
    p: &'p TokenStream,
    encoding: Ident,
    calls: Vec<TokenStream>,
}

impl<'p> Rules<'p> {
    fn of(p: &'p TokenStream, wire: &Wire) -> Self {
        let encoding = Ident::new("encoding", Span::mixed_site());
        let mut rules = Self { p, encoding, calls: Vec::new() };
        for (depth, place) in wire.ruled() {
            rules.call(place, "step", &[quote!(#depth)]);
        }
        rules
    }

    fn call(&mut self, place: Span, rule: &str, arguments: &[TokenStream]) {
        let encoding = &self.encoding;
        self.calls.push(called(self.p, place, rule, &quote!(#encoding #(, #arguments)*)));
    }

    fn finish(self, value: &TokenStream) -> Option<TokenStream> {
        let Self { encoding, calls, .. } = self;
        (!calls.is_empty()).then(|| quote!(const _: () = { let #encoding = #value; #(#calls;)* };))
    }
}

/// What must have other names than the fields of the merged value at `place`: the fields beside it, and the values merged before.
fn beside<'s>(
    p: &'s TokenStream,
    wired: &'s [(&Slot<'_>, &TokenStream)],
    place: usize,
) -> impl Iterator<Item = TokenStream> + 's {
    wired.iter().enumerate().filter_map(move |(index, (slot, form))| {
        let (name, encoding) = (&slot.name, encoding_of(p, slot, form));
        match slot.flat {
            Some(_) => (index < place).then_some(encoding),
            None => Some(quote!(&#p::Encoding::Object(&[#p::Field::req(#name, #encoding)]))),
        }
    })
}

/// `const _: () = rules::<rule>(..);`, with the error shown at `place`.
pub(super) fn check(p: &TokenStream, place: Span, rule: &str, arguments: &TokenStream) -> TokenStream {
    let (call, span) = (called(p, place, rule, arguments), Span::call_site().located_at(place));
    quote_spanned!(span=> const _: () = #call;)
}

/// `rules::<rule>(..)`, with the error shown at `place`.
fn called(p: &TokenStream, place: Span, rule: &str, arguments: &TokenStream) -> TokenStream {
    let (p, span) = (located(p, place), Span::call_site().located_at(place));
    let rule = Ident::new(rule, span);
    quote_spanned!(span=> #p::rules::#rule(#arguments))
}
