//! Rules that depend on the sizes of other types, which the compiler evaluates.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::GenericParam;
use syn::spanned::Spanned;

use super::context::Context;
use super::encodings::{encoding_of, fields, kind_alone};
use super::group::{Access, Group, Slot, case_tag, reserved};
use super::tagged::tagged_case;
use super::tokens::located;
use crate::model::{Body, CaseForm, During, JsonCases, Layer, Shape, Tag, Variant, Wire};
use crate::{fits, types};

/// The rules of a type, which do not compile if they are broken. They are constants next to the type, with the error at
/// the attribute. For a type with parameters, they are statements in the constant of its schema, which is evaluated for
/// each use of the type; if all parameters are lifetimes, also next to the type.
pub(super) struct Checks {
    of_schema: bool,
    beside: TokenStream,
    inside: TokenStream,
}

impl Checks {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let of_schema = !context.input.generics.params.is_empty();
        Self { of_schema, beside: TokenStream::new(), inside: TokenStream::new() }
    }

    /// Adds a rule that may mention the type's parameters.
    pub(super) fn add(&mut self, rule: Rule) {
        if self.of_schema {
            let Rule { call, .. } = rule;
            self.inside.extend(quote!(#call;));
        } else {
            self.add_beside(rule);
        }
    }

    /// Adds the rule, if there is one.
    pub(super) fn extend(&mut self, rule: Option<Rule>) {
        rule.into_iter().for_each(|rule| self.add(rule));
    }

    /// Adds a rule that mentions no parameters.
    fn add_beside(&mut self, Rule { call, span }: Rule) {
        self.beside.extend(quote_spanned!(span=> const _: () = #call;));
    }

    /// Returns the constants; `schema` is the trait and the constant that contain [`Self::inside`].
    pub(super) fn beside(self, context: &Context<'_>, schema: (&str, &str)) -> TokenStream {
        let (p, ident, params) = (&context.p, &context.input.ident, &context.input.generics.params);
        let mut beside = self.beside;
        if !self.inside.is_empty() && params.iter().all(|it| matches!(it, GenericParam::Lifetime(_))) {
            let lifetimes = params.iter().map(|_| quote!('static));
            let (of, schema) = (format_ident!("{}", schema.0), format_ident!("{}", schema.1));
            beside.extend(quote!(const _: () = { let _ = <#ident<#(#lifetimes),*> as #p::#of>::#schema; };));
        }
        beside
    }

    /// `{ rule(..); encoding }`, as the value of a constant.
    pub(super) fn inside(&self, encoding: TokenStream) -> TokenStream {
        let rules = &self.inside;
        if rules.is_empty() { encoding } else { quote!({ #rules #encoding }) }
    }
}

/// `rules::<rule>(..)`, and the span at which an error is shown.
pub(super) struct Rule {
    call: TokenStream,
    span: Span,
}

/// Returns the rules that depend on the sizes of other types.
pub(super) fn checks(context: &Context<'_>) -> Checks {
    let p = &context.p;
    let mut checks = Checks::new(context);
    if let Body::Enum(data) = &context.input.body {
        for (variant, group) in context.cases() {
            if let (Some(JsonCases::Tagged), None, Some((slot, form))) =
                (&data.json, &variant.label, group.wired().next())
            {
                checks.add(rule(p, slot.field.span, "contained", &encoding_of(p, slot, form)));
            }
            if let Some(kind) = variant.kind.as_ref().filter(|_| group.wired().next().is_some()) {
                let (payload, span) = (fields(context, group), kind.value.span());
                checks.add(rule(p, span, "object", &payload));
                if group.shape != Shape::Object || group.slots.iter().any(|slot| slot.field.flatten.is_some()) {
                    let beside = kind_alone(p, kind);
                    checks.add(rule(p, span, "merged_names", &quote!(#payload, &[#beside])));
                }
            }
        }
        if data.json.as_ref().is_some_and(|json| !matches!(json, JsonCases::FirstMatch)) {
            let (ty, span) = (&context.ty, context.input.ident.span());
            checks.add(rule(p, span, "cases", &quote!(<#ty as #p::Tagged>::CASES)));
            // Cases without fields do not depend on the parameters of a type, so that their error need not wait for a use of it.
            let unit = |(variant, group): &(&Variant, &Group<'_>)| {
                matches!(variant.case, CaseForm::Tagged(_)) && group.wired().next().is_none()
            };
            if context.input.generics.params.iter().any(|it| !matches!(it, GenericParam::Lifetime(_))) {
                let cases = context.cases().filter(unit).map(|(variant, group)| tagged_case(context, variant, group));
                checks.add_beside(rule(p, span, "cases", &quote!(&[#(#cases),*])));
            }
        }
        let tags = data.tags();
        let known = tags.iter().take_while(|(_, _, _, tag)| matches!(tag, Tag::Known(..))).count();
        for (place, (index, variant, form, tag)) in tags.iter().enumerate().skip(known) {
            let (name, span) = (case_tag(variant, *index, *form), tag.span());
            let before = tags.iter().take(place).map(|(index, variant, form, _)| case_tag(variant, *index, *form));
            let arguments = quote!(#name as #p::u32, &[#(#before as #p::u32),*]);
            checks.add_beside(rule(p, span, "tag_is_new", &arguments));
            if !data.reserved.is_empty() {
                let reserved = reserved(data);
                let arguments = quote!(#name as #p::u32, &[#(#reserved),*]);
                checks.add_beside(rule(p, span, "tag_is_free", &arguments));
            }
        }
    }
    for group in &context.groups {
        let wired: Vec<_> = group.wired().collect();
        for (index, (slot, form)) in wired.iter().enumerate() {
            let following = wired.get(index.saturating_add(1)..).unwrap_or_default().iter();
            let following: Vec<_> = following
                .filter(|(other, _)| During::overlap(slot.field.during, other.field.during))
                .copied()
                .collect();
            let is_named = group.shape == Shape::Object || group.shape == Shape::Transparent && group.variant.is_none();
            if let Some(rule) = field_rules(p, slot, form, &following, is_named) {
                checks.add(rule);
            }
            checks.extend(innermost(context, slot, &Access::Schema.to(p, slot, form)));
            checks.extend(byte_order(context, slot));
            let Some(span) = slot.field.flatten else { continue };
            let encoding = encoding_of(p, slot, form);
            let name = if group.shape == Shape::Object { "merged_object" } else { "merged_tuple" };
            checks.add(rule(p, span, name, &encoding));
            if group.shape == Shape::Object {
                let beside = beside(p, &wired, index);
                checks.add(rule(p, span, "merged_names", &quote!(#encoding, &[#(#beside),*])));
            }
        }
    }
    if let (Some(mu), Some(depth)) = (&context.input.mu, context.depth()) {
        let span = mu.depth.as_ref().map_or_else(|| context.input.ident.span(), Spanned::span);
        let fields: Vec<_> = context.groups.iter().flat_map(|group| &group.slots).map(|slot| slot.field).collect();
        // The number of calls that read a field: one for each layer of its encoding, and one for each type that its
        // type is composed of.
        let layers = |wire: Option<&Wire>| wire.map_or(0, |wire| wire.steps().len());
        let calls = fields.iter().map(|field| types::count(&field.ty).saturating_add(layers(field.wire()))).max();
        let (ty, calls, count) = (&context.ty, calls.unwrap_or_default(), fields.len());
        let types = fields.iter().map(|field| &field.ty);
        let sizes = quote!(#p::size_of::<(#ty, #(#types),*)>());
        checks.add(rule(p, span, "depth", &quote!(#depth, #calls, #count, #sizes)));
    }
    let (ty, form, around) = (&context.ty, &context.form, context.around);
    let mut rules = Rules::of(p, around);
    if let Wire::Around(Layer::Reserve(_), _, span) = around {
        rules.call(*span, "field", &[quote!(&[])]);
    }
    if let Some(rule) = rules.finish(&context.at_attribute(&quote!(<#form as #p::Schema<#ty>>::ENCODING))) {
        checks.add(rule);
    }
    checks
}

/// Returns the rules of one field. `is_named` is true if JSON can omit an absent value.
fn field_rules(
    p: &TokenStream,
    slot: &Slot<'_>,
    form: &TokenStream,
    following: &[(&Slot<'_>, &TokenStream)],
    is_named: bool,
) -> Option<Rule> {
    let wire = slot.field.wire()?;
    let mut rules = Rules::of(p, wire);
    if let Some((depth, last)) = wire.ruled_inside(&slot.field.ty) {
        rules.call(last.unwrap_or(slot.field.span), "rest", &[quote!(#depth)]);
    }
    if matches!(wire, Wire::Around(Layer::Reserve(_), ..)) {
        let following = following.iter().map(|(slot, form)| encoding_of(p, slot, form));
        rules.call(slot.field.span, "field", &[quote!(&[#(#following),*])]);
    } else if !following.is_empty() && !fits::ends(wire, &slot.field.ty) {
        rules.call(slot.field.span, "closed", &[]);
    }
    if !is_named && fits::may_be_absent(wire, &slot.field.ty) {
        rules.call(slot.field.span, "absent", &[]);
    }
    rules.finish(&encoding_of(p, slot, form))
}

/// `rules::innermost(<Form as Schema<Field>>::INNERMOST, [..])`, where `schema` is the form as a trait, if items wrap a type that the derive knows only by a
/// name. A type parameter stands for itself, whatever its argument.
pub(super) fn innermost(context: &Context<'_>, slot: &Slot<'_>, schema: &TokenStream) -> Option<Rule> {
    let wire = slot.field.wire().filter(|wire| wire.wraps_innermost())?;
    let (ty, is_element) = types::innermost_unknown(wire.repr().unwrap_or(&slot.field.ty))?;
    if context.input.generics.type_params().any(|param| types::starts_with(ty, &param.ident)) {
        return None;
    }
    let name = ty.to_token_stream().to_string().replace(' ', "");
    let hidden = |what, marker| {
        format!(
            "`{name}` hides {what}: write `{marker}`, with the items for the whole before it and those for what is inside \
             behind it"
        )
    };
    let option = hidden("an `Option`", "option");
    let list = hidden("a list", "list");
    let byte = if is_element {
        format!("`{name}` hides `u8`, so that the `Vec` is bytes: write `Vec<u8>`")
    } else {
        String::new()
    };
    Some(rule(&context.p, ty.span(), "innermost", &quote!(#schema::INNERMOST, [#option, #list, #byte])))
}

/// `rules::byte_order(<Inner as HasEncoding>::HAS_BYTE_ORDER, ..)`, if integers are little-endian and the derive knows the innermost type
/// only by a name.
fn byte_order(context: &Context<'_>, slot: &Slot<'_>) -> Option<Rule> {
    let wire = slot.field.wire().filter(|wire| slot.field.little && wire.is_auto_inside())?;
    let (ty, _) = types::innermost(wire.repr().unwrap_or(&slot.field.ty));
    let is_parameter = context.input.generics.type_params().any(|param| types::mentions(ty, &param.ident));
    if is_parameter || !types::is_unknown(ty) && !types::contains_unknown(ty) {
        return None;
    }
    let name = ty.to_token_stream().to_string().replace(' ', "");
    let message = format!(
        "`{name}` hides integers, whose byte order `endian` cannot set: write the type that it stands for, or `le` or `be` on the field"
    );
    let p = &context.p;
    Some(rule(p, ty.span(), "byte_order", &quote!(<#ty as #p::HasEncoding>::HAS_BYTE_ORDER, #message)))
}

/// The rules of one form, in one constant: `{ let encoding = ..; rules::step(encoding, 0); rules::closed(encoding); }`
///
/// Rules that are satisfied whatever the types are omitted: the compiler takes longer for the constant of a field than
/// for its reader.
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

    fn finish(self, value: &TokenStream) -> Option<Rule> {
        let Self { encoding, calls, .. } = self;
        let call = quote!({ let #encoding = #value; #(#calls;)* });
        (!calls.is_empty()).then(|| Rule { call, span: Span::call_site() })
    }
}

/// Returns the encodings whose names must differ from those of the merged field at `place`: the sibling fields, and
/// fields merged before.
fn beside<'s>(
    p: &'s TokenStream,
    wired: &'s [(&Slot<'_>, &TokenStream)],
    place: usize,
) -> impl Iterator<Item = TokenStream> + 's {
    wired.iter().enumerate().filter_map(move |(index, (slot, form))| {
        let (name, encoding) = (&slot.field.name, encoding_of(p, slot, form));
        match slot.field.flatten {
            Some(_) => (index < place).then_some(encoding),
            None => Some(quote!(&#p::Encoding::Object(&[#p::Field::req(#name, #encoding)]))),
        }
    })
}

/// Returns a rule whose error is shown at `place`.
pub(super) fn rule(p: &TokenStream, place: Span, name: &str, arguments: &TokenStream) -> Rule {
    Rule { call: called(p, place, name, arguments), span: Span::call_site().located_at(place) }
}

/// `rules::<rule>(..)`, with errors shown at `place`.
fn called(p: &TokenStream, place: Span, rule: &str, arguments: &TokenStream) -> TokenStream {
    let (p, span) = (located(p, place), Span::call_site().located_at(place));
    let rule = Ident::new(rule, span);
    quote_spanned!(span=> #p::rules::#rule(#arguments))
}
