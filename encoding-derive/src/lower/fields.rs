//! Lowers fields: their encodings, names and notes.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, LitStr, Member, Type};

use super::chain::chain;
use crate::attrs::{FieldAttrs, NotesAttrs, doc, span_of};
use crate::errors::Errors;
use crate::model::{Case, During, Field, Fields, Layer, Leaf, Notes, Role, Shape, Wire};
use crate::{fits, types};

pub(super) const NEEDS_OWNED: &str =
    "only types that own their data can have different JSON, because the schema decodes the value from temporary bytes";

/// Lowers the fields of a struct or of a variant.
pub(super) fn fields(
    fields: &syn::Fields,
    compact: bool,
    little: bool,
    case: Option<Case>,
    errors: &mut Errors,
) -> Fields {
    let mut lowered: Vec<(Field, Option<Span>)> =
        fields.members().zip(fields).map(|(member, source)| field(member, source, little, case, errors)).collect();
    let named = matches!(fields, syn::Fields::Named(_));
    let on_wire = lowered.iter().filter(|(field, _)| field.wire().is_some()).count();
    let wired = lowered.iter_mut().map(|(field, _)| field).filter(|field| field.wire().is_some());
    if !compact {
        wired.take(on_wire.saturating_sub(1)).for_each(reserve_tail);
    }
    let shape = match (named, on_wire) {
        (true, _) => Shape::Object,
        (false, 1) if lowered.iter().all(|(_, named)| named.is_none()) => Shape::Transparent,
        (false, 1) => Shape::Object,
        (false, _) => {
            let message = "the fields of a tuple have no names: remove this, or give all of them names in braces";
            errors.at_each(lowered.iter().map(|(_, named)| *named), message);
            Shape::Tuple
        }
    };
    Fields { shape, fields: lowered.into_iter().map(|(field, _)| field).collect() }
}

/// Makes a field that would extend to the end of its block reserve the bytes of the following fields.
fn reserve_tail(field: &mut Field) {
    let Role::Wire(wire) = &mut field.role else { return };
    if !matches!(wire, Wire::Around(Layer::Reserve(_), ..)) && fits::goes_to_end(wire, &field.ty) {
        *wire = std::mem::replace(wire, Wire::Auto).within(Layer::Reserve(None), field.span);
    }
}

/// Lowers a field. The second result is the span of its `name`.
fn field(
    member: Member,
    source: &syn::Field,
    little: bool,
    case: Option<Case>,
    errors: &mut Errors,
) -> (Field, Option<Span>) {
    let attrs = FieldAttrs::read(&source.attrs, errors);
    let named = attrs.name.as_ref().map(LitStr::span);
    let name = match (&attrs.name, &member) {
        (Some(name), _) => name.value(),
        (None, Member::Named(ident)) => {
            let name = ident.unraw().to_string();
            case.map_or(name.clone(), |case| case.apply(&name))
        }
        (None, Member::Unnamed(index)) => index.index.to_string(),
    };
    let span = attrs.wire_item().unwrap_or_else(|| source.ty.span());
    let (flatten, is_little) = (attrs.flatten, little && !attrs.chain.is_big());
    let message = "a field with `flatten` has no name in the schema: remove this or `flatten`";
    errors.at_each([named.filter(|_| flatten.is_some())], message);
    let notes = notes(&attrs.notes, &source.attrs);
    let during = attrs.during.during();
    let role = match during {
        None => role(attrs, &source.ty, little, errors),
        Some(during) => in_revisions(attrs, &source.ty, during, little, errors),
    };
    (
        Field {
            member,
            vis: source.vis.clone(),
            name,
            ty: source.ty.clone(),
            role,
            notes,
            flatten,
            during,
            little: is_little,
            span,
        },
        named,
    )
}

/// Returns the role of a field that only some revisions have; in the others, it is `None`.
fn in_revisions(attrs: FieldAttrs, ty: &Type, during: During, little: bool, errors: &mut Errors) -> Role {
    let span = during.span;
    let Some(inner) = types::generic(ty, "Option") else {
        errors.at(span, "a field that some revisions lack must be an `Option`: write `Option<T>` as its type");
        return Role::Skip(None);
    };
    let flatten = attrs.flatten.or(attrs.select.as_ref().map(|(_, span)| *span));
    errors.at_each([flatten], "a field that some revisions lack cannot have this: remove it, or `since` and `until`");
    // The absent option and the field that a revision lacks are the same `None`, unless the type has an `Option` for each.
    let is_option = attrs.chain.is_option() && types::generic(inner, "Option").is_none();
    let (ty, layer) = if is_option { (ty, Layer::DuringOption(during)) } else { (inner, Layer::During(during)) };
    match role(attrs, ty, little, errors) {
        Role::Wire(wire) => Role::Wire(wire.within(layer, span)),
        other => {
            errors.at(span, "a field that is not on the wire has no revisions: remove this");
            other
        }
    }
}

fn role(mut attrs: FieldAttrs, ty: &Type, little: bool, errors: &mut Errors) -> Role {
    let (schema_item, encoding_item) = (attrs.schema_item(), attrs.encoding_item());
    match (attrs.skip, attrs.hash) {
        (Some((_, span)), Some(_)) => {
            errors.at(span, "a field is either `skip` or `hash`: remove one");
            return Role::Skip(None);
        }
        (Some((value, _)), None) => {
            errors.at_each([schema_item], "a field with `skip` is not on the wire: remove this or `skip`");
            return Role::Skip(value);
        }
        (None, Some((digest, _))) => {
            errors.at_each([schema_item], "a field with `hash` is not on the wire: remove this or `hash`");
            return Role::Hash(digest);
        }
        (None, None) => {}
    }
    if let Some((selector, span)) = attrs.select {
        let message =
            "a field with `select` has the encoding of its case: remove this, or write it in the `untagged` enum";
        errors.at_each([encoding_item], message);
        let hook = span_of(&attrs.notes.hook);
        errors.at_each([hook], "a field with `select` has the JSON of its case: remove this");
        return Role::Wire(Wire::Leaf(Leaf::Select(selector), span));
    }
    let own = || Box::new(ty.clone());
    let functions = attrs.via.functions(errors).map(Box::new);
    let mut wire = match attrs.via.wire {
        Some((repr, span)) => {
            let inner = chain(attrs.chain, &repr, little, errors);
            inner.within(Layer::Via { repr: Box::new(repr), ty: own(), functions }, span)
        }
        None => chain(attrs.chain, ty, little, errors),
    };
    for guard in attrs.guards {
        let span = guard.span;
        wire = wire.within(Layer::Guarded { guard: Box::new(guard), ty: own() }, span);
    }
    if let Some((hook, span)) = attrs.notes.hook {
        if let Some(message) = fits::hook(&hook, ty) {
            errors.at(span, message);
        }
        errors.at_each([Some(span).filter(|_| types::borrows(ty))], NEEDS_OWNED);
        wire = wire.within(Layer::Shown { hook, whole: false }, span);
    }
    if let Some((default, span)) = attrs.dft {
        wire = wire.within(Layer::Dft { default, ty: own() }, span);
    }
    if let Some((bytes, span)) = attrs.reserve {
        wire = wire.within(Layer::Reserve(bytes), span);
    }
    Role::Wire(wire)
}

/// Returns the notes about a value; a definition without a description takes it from the doc comment.
pub(super) fn notes(items: &NotesAttrs, attrs: &[Attribute]) -> Notes {
    let written = items.description.as_ref().map(LitStr::value);
    let description = written.or_else(|| items.id.as_ref().and_then(|_| doc(attrs)));
    Notes { id: items.id.clone(), title: items.title.clone(), description, secret: items.secret.is_some() }
}
