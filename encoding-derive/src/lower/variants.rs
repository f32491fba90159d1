//! Lowers variants: their tags, names and fields.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, LitStr, UnOp};

use super::chain::chain;
use super::fields::fields;
use crate::attrs::{Chain, VariantAttrs, Versions, span_of};
use crate::errors::Errors;
use crate::model::{
    Case, CaseForm, Enum, Field, Fields, JsonCases, KindField, Layer, Leaf, Role, Shape, Tag, TagSize, Variant, Wire,
    WireCase,
};
use crate::types;

const NO_TAG: &str = "a tag is a number from 0 to 255, or to 65535 with `#[encoding(tags = \"u16\")]` on the enum";

/// The items of an enum that apply to all its variants.
pub(super) struct EnumItems<'a> {
    pub(super) json: &'a JsonCases,
    pub(super) string_enum: bool,
    pub(super) compact: bool,
    /// Whether integers are little-endian.
    pub(super) little: bool,
    /// For an enum without a tag: whether it can only be written.
    pub(super) untagged: Option<bool>,
    pub(super) rename_all: Option<Case>,
}

/// Lowers the variants of an enum, in order.
pub(super) fn lower<'a>(
    sources: impl Iterator<Item = &'a syn::Variant>,
    kind: &EnumItems<'_>,
    errors: &mut Errors,
) -> Vec<Variant> {
    let EnumItems { json, string_enum, compact, little, untagged, rename_all } = *kind;
    let mut next = Tag::Known(0, Span::call_site());
    let mut variants = Vec::new();
    for source in sources {
        let mut attrs = VariantAttrs::read(&source.attrs, errors);
        if compact {
            let case = attrs.cases.first().map(|case| case.span);
            let message = "the variants of a `compact` enum share the bits of its tag: remove this";
            errors.at_each([attrs.other, attrs.json_only, case], message);
        }
        if string_enum {
            name_only(source, &attrs, errors);
        }
        let mut fields = fields(&source.fields, compact, little && !attrs.encodes_fields(), rename_all, errors);
        let mut items = std::mem::take(&mut attrs.chain);
        let constant = match (json, fields.fields.is_empty() && !string_enum && !compact && untagged.is_none()) {
            (JsonCases::Distinct | JsonCases::FirstMatch, true) => items.take_constant(),
            _ => None,
        };
        let is_tagged = matches!(json, JsonCases::Tagged);
        let is_label = (fields.fields.is_empty() || is_tagged) && !string_enum;
        let (label, name) = if is_label { (attrs.name.take(), None) } else { (None, attrs.name.take()) };
        payload(&mut fields, items, name, little, &source.ident, errors);
        let constructor = constructor(&source.ident.unraw());
        let in_json = constructor.to_lowercase();
        let name = if string_enum { in_json.clone() } else { constructor };
        let title = attrs.notes.title.as_ref().map_or(name, LitStr::value);
        if string_enum && variants.iter().any(|other: &Variant| other.title == title) {
            let span = attrs.notes.title.as_ref().map_or_else(|| source.ident.span(), LitStr::span);
            errors.at(
                span,
                format!("two variants of this `string_enum` are named {title:?}: give one of them a different `title`"),
            );
        }
        let description = attrs.notes.description.take();
        let json_name = || {
            let name = rename_all.map_or(in_json.clone(), |case| case.apply(&in_json));
            attrs.notes.title.clone().unwrap_or_else(|| LitStr::new(&name, source.ident.span()))
        };
        let label = match json {
            JsonCases::Tagged => contain(&mut fields, label.unwrap_or_else(json_name)),
            _ => label,
        };
        let kind = match (json, attrs.kind.take()) {
            (JsonCases::Tag(field), value) => {
                Some(KindField { field: field.clone(), value: value.unwrap_or_else(json_name), is_first: true })
            }
            (_, value) => value.map(|value| KindField {
                field: LitStr::new("kind", Span::call_site()),
                value,
                is_first: attrs.kind_first,
            }),
        };
        let words = [kind.as_ref().map(|kind| &kind.value), description.as_ref(), label.as_ref()];
        let words = words.map(|word| word.map(LitStr::span));
        if !attrs.cases.is_empty() {
            errors.at_each(words, "with `case`, the types after `as` determine the JSON: remove this");
        }
        if let Some(text) = &constant {
            let with_case = attrs.cases.first().map(|case| case.span);
            let message = format!("the JSON of this variant is the text {:?}: remove this or `constant`", text.value());
            errors.at_each([words[0], words[2], with_case], &message);
        }
        if untagged.is_some() {
            errors.at_each(
                words,
                "for a variant of an `untagged` enum, the schema contains only the fields: remove this",
            );
        }
        let during = attrs.during.during();
        let case = match untagged {
            Some(write_only) => on(attrs, &source.ident, write_only, errors),
            None => {
                let is_counted = attrs.tag.is_none() && !string_enum && !compact;
                let case = case(attrs, &source.ident, &mut next, &mut fields, errors);
                if let (Some((_, number)), CaseForm::Tagged(tag), true) = (&source.discriminant, &case, is_counted) {
                    discriminant(number, tag, errors);
                }
                case
            }
        };
        variants.push(Variant {
            ident: source.ident.clone(),
            case,
            during,
            title,
            description,
            label,
            kind,
            constant,
            fields,
        });
    }
    variants
}

/// Lowers a struct with a tag to a union of one case, named after the struct.
pub(super) fn tagged(ident: &Ident, tag: Expr, tag_size: TagSize, fields: Fields, errors: &mut Errors) -> Enum {
    let case = CaseForm::Tagged(written(tag, errors));
    struct_of(tag_size, vec![plain(ident, case, constructor(&ident.unraw()), fields)])
}

/// Lowers a struct whose only field is the newest of several versions, each with its number as tag.
pub(super) fn versioned(ident: &Ident, versions: Versions, mut fields: Fields, errors: &mut Errors) -> Enum {
    let [Field { role: Role::Wire(_), ty, name, .. }] = fields.fields.as_mut_slice() else {
        errors.at(versions.span, "`versioned` is for a struct of one field, the newest version");
        return struct_of(versions.size, Vec::new());
    };
    let title = |number| format!("{}.v{number}", versions.name.value());
    let mut all = versions.all;
    let Some((newest, newest_ty, span)) = all.pop() else { return struct_of(versions.size, Vec::new()) };
    if !types::same_type(&newest_ty, ty) {
        errors.at(span, "the newest version must have the type of the field: write that type here");
    }
    *name = title(newest);
    fields.shape = Shape::Object;
    let older = all.into_iter().map(|(number, ty, span)| {
        let case = CaseForm::Older(Tag::Known(number, span), Box::new(ty));
        let fields = Fields { shape: Shape::Tuple, fields: Vec::new() };
        plain(ident, case, title(number), fields)
    });
    let case = CaseForm::Tagged(Tag::Known(newest, span));
    let newest = plain(ident, case, title(newest), fields);
    struct_of(versions.size, older.chain([newest]).collect())
}

fn plain(ident: &Ident, case: CaseForm, title: String, fields: Fields) -> Variant {
    Variant {
        ident: ident.clone(),
        case,
        during: None,
        title,
        description: None,
        label: None,
        kind: None,
        constant: None,
        fields,
    }
}

/// Returns a struct with a tag as an enum.
fn struct_of(tag_size: TagSize, variants: Vec<Variant>) -> Enum {
    let (ignore_unknown, string_enum, untagged, reserved) = (false, false, None, Vec::new());
    let json = Some(JsonCases::Distinct);
    Enum { tag_size, ignore_unknown, untagged, string_enum, is_struct: true, reserved, json, variants }
}

/// Checks that a variant of a `string_enum` has no fields and no case items.
fn name_only(source: &syn::Variant, attrs: &VariantAttrs, errors: &mut Errors) {
    errors.at_each([span_of(&attrs.tag)], "`string_enum` numbers its names in order: remove this tag");
    let case = attrs.cases.first().map(|case| case.span);
    let message = "a variant of a `string_enum` cannot have this: remove it, or remove `string_enum` to get a union";
    errors.at_each([attrs.other, attrs.json_only, case, attrs.kind.as_ref().map(LitStr::span)], message);
    let fields = Some(source.fields.span()).filter(|_| !source.fields.is_empty());
    errors.at_each([fields], "a variant of a `string_enum` cannot have fields: remove `string_enum` to get a union");
}

/// Refuses a discriminant that differs from the tag.
fn discriminant(number: &Expr, tag: &Tag, errors: &mut Errors) {
    let literal = match number {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    };
    let message = match (number, tag) {
        (_, Tag::Known(tag, _)) if literal == Some(*tag) => return,
        (Expr::Unary(_), _) => {
            "a discriminant does not set the tag: add `#[encoding(tag = N)]`, or remove it".to_owned()
        }
        (number, Tag::Const(..)) => {
            format!("a discriminant does not set the tag: add `#[encoding(tag = {})]`", number.to_token_stream())
        }
        (number, Tag::Known(tag, _)) => format!(
            "a discriminant does not set the tag, which is {tag} here: add `#[encoding(tag = {})]`, or `tag = {tag}` if that is intended",
            number.to_token_stream()
        ),
    };
    errors.at(number.span(), message);
}

/// Returns the case of a variant of an untagged enum.
fn on(attrs: VariantAttrs, ident: &Ident, write_only: bool, errors: &mut Errors) -> CaseForm {
    let (tag, case) = (span_of(&attrs.tag), attrs.cases.first().map(|case| case.span));
    let message = "a variant of an `untagged` enum has no tag: remove this";
    errors.at_each([tag, case, attrs.other, attrs.json_only], message);
    match (&attrs.on, write_only) {
        (None, false) => errors.at(
            ident.span(),
            "write `#[encoding(on = \"pattern\")]` with a pattern that the selectors of this variant match",
        ),
        (Some((_, span)), true) => errors.at(*span, "an enum with `untagged(write)` is never read: remove this"),
        _ => {}
    }
    CaseForm::On(attrs.on.map(|(pattern, _)| pattern))
}

/// Returns the case of a variant; `next` is the tag for the next variant without one.
fn case(attrs: VariantAttrs, ident: &Ident, next: &mut Tag, fields: &mut Fields, errors: &mut Errors) -> CaseForm {
    let message = "`on` is for enums with `untagged`: write `#[encoding(untagged)]` on the enum, or remove this";
    errors.at_each([span_of(&attrs.on)], message);
    let tag = span_of(&attrs.tag).map(|span| (span, "tag"));
    let several = attrs.cases.first().map(|case| (case.span, "case"));
    let json_only = attrs.json_only.map(|span| (span, "json_only"));
    let other = attrs.other.map(|span| (span, "other"));
    let mut kinds = [tag, several, json_only, other].into_iter().flatten();
    if let (Some((_, first)), Some((span, second))) = (kinds.next(), kinds.next()) {
        errors.at(span, format!("a variant cannot have both `{first}` and `{second}`: remove one"));
    }
    if let Some(span) = attrs.other {
        catch_all(fields, span, errors);
        return CaseForm::Other(span);
    }
    if attrs.json_only.is_some() {
        return CaseForm::JsonOnly;
    }
    let mut tag = |expr: Option<Expr>, errors: &mut Errors| {
        let tag = expr.map_or_else(|| next.at(ident.span()), |expr| written(expr, errors));
        *next = tag.following();
        tag
    };
    if attrs.cases.is_empty() {
        return CaseForm::Tagged(tag(attrs.tag.map(|(expr, _)| expr), errors));
    }
    for field in &mut fields.fields {
        // That a field reserves the bytes of the following ones is no item of the user.
        let items = |wire: &Wire| match wire {
            Wire::Around(Layer::Reserve(None), inner, _) => inner.span(),
            wire => wire.span(),
        };
        if field.wire().and_then(items).is_some() {
            errors.at(
                field.span,
                "with `case`, the types after `as` determine the encoding, not the fields: remove this",
            );
        }
        field.role = Role::Skip(None);
    }
    let cases = attrs.cases.into_iter();
    let cases = cases.map(|case| {
        let tag = tag(Some(case.tag), errors);
        WireCase { tag, when: case.when, repr: case.repr, span: case.span }
    });
    CaseForm::Several(cases.collect())
}

/// Returns the tag that an expression denotes.
fn written(expr: Expr, errors: &mut Errors) -> Tag {
    let tag = match &expr {
        Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) => literal.base10_parse().ok(),
        Expr::Unary(negative) if matches!(negative.op, UnOp::Neg(_)) => None,
        _ => return Tag::Const(expr, 0),
    };
    errors.at_each([Some(expr.span()).filter(|_| tag.is_none())], NO_TAG);
    Tag::Known(tag.unwrap_or_default(), expr.span())
}

/// Sets the encoding of the fields of a variant for all other tags: the tag, then the bytes to the end of the block.
fn catch_all(fields: &mut Fields, span: Span, errors: &mut Errors) {
    const SHAPE: &str = "`other` is for a variant with two fields without items, the tag and the rest of the block: write \
                         `Unknown { tag: u8, raw: Vec<u8> }` or `Unknown(u8, Vec<u8>)`";
    let [Field { role: Role::Wire(Wire::Auto), .. }, Field { role: Role::Wire(rest), span: span_of_rest, .. }] =
        fields.fields.as_mut_slice()
    else {
        return errors.at(span, SHAPE);
    };
    match rest {
        Wire::Auto => *rest = Wire::Leaf(Leaf::Bytes, *span_of_rest),
        Wire::Leaf(Leaf::Bytes, _) => {}
        _ => errors.at(span, SHAPE),
    }
}

/// Puts a variant into a field of this name in JSON: its only field, if that has none, or one around its fields, whose name is returned.
fn contain(fields: &mut Fields, name: LitStr) -> Option<LitStr> {
    match (fields.shape, fields.fields.iter_mut().find(|field| field.wire().is_some())) {
        (Shape::Transparent, Some(field)) => {
            field.name = name.value();
            fields.shape = Shape::Object;
            None
        }
        _ => Some(name),
    }
}

/// Applies the items of a variant to its only field.
fn payload(
    fields: &mut Fields,
    items: Chain,
    name: Option<LitStr>,
    little: bool,
    variant: &Ident,
    errors: &mut Errors,
) {
    let Some(span) = items.span().or_else(|| name.as_ref().map(LitStr::span)) else { return };
    let [Field { ty, role: Role::Wire(wire @ Wire::Auto), name: field_name, little: field_little, .. }] =
        fields.fields.as_mut_slice()
    else {
        let message = match fields.fields.is_empty() {
            true => {
                format!("`{variant}` has no field that this could describe: remove it, or use `tag` for other bytes")
            }
            false => format!(
                "the items of `{variant}` apply to a single field without items: write them on its fields instead"
            ),
        };
        return errors.at(span, message);
    };
    *field_little = little && !items.is_big();
    *wire = chain(items, ty, little, errors);
    if let Some(name) = name {
        *field_name = name.value();
        fields.shape = Shape::Object;
    }
}

/// Converts `GetCurrentBranch` to the spelling of the reference, `Get_current_branch`.
fn constructor(ident: &Ident) -> String {
    let mut title = String::new();
    let mut after_lower = false;
    for letter in ident.to_string().chars() {
        match after_lower && letter.is_uppercase() {
            true => {
                title.push('_');
                title.extend(letter.to_lowercase());
            }
            false => title.push(letter),
        }
        after_lower = letter.is_lowercase() || letter.is_numeric();
    }
    title
}
