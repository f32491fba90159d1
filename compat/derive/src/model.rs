//! What the attributes say, by the rules of `tezos_data_encoding_derive` 0.6.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Error, Fields, GenericArgument, Ident, PathArguments, Result, Type};

use crate::items::Items;

pub(crate) struct Input<'a> {
    pub(crate) of: &'a DeriveInput,
    pub(crate) body: Body<'a>,
    /// The items on the type, from the inside to the outside.
    pub(crate) around: Vec<Around>,
}

pub(crate) enum Body<'a> {
    Struct(Vec<Field<'a>>),
    Enum { tag: Ident, ignores_unknown: bool, variants: Vec<Variant<'a>> },
}

pub(crate) struct Field<'a> {
    pub(crate) name: &'a Ident,
    pub(crate) ty: &'a Type,
    pub(crate) role: Role<'a>,
}

pub(crate) enum Role<'a> {
    /// On the wire; the number of bytes that are reserved for what follows.
    Wire(Shape<'a>, Option<TokenStream>),
    /// Not on the wire: the default of the type.
    Skip,
    /// Not on the wire: the hash of the other fields.
    Hash,
}

pub(crate) struct Variant<'a> {
    pub(crate) name: &'a Ident,
    pub(crate) tag: u16,
    pub(crate) payload: Option<(&'a Type, Shape<'a>)>,
}

/// An encoding.
pub(crate) enum Shape<'a> {
    Unit(Span),
    Number(&'static Number, Span),
    Bytes(Span),
    Text(Option<TokenStream>, Span),
    /// A type with the old traits.
    Type(&'a Type),
    /// A type with the new traits only.
    Moved(&'a Type),
    Optional(Box<Shape<'a>>),
    List(Option<TokenStream>, Box<Shape<'a>>),
    Around(Around, Box<Shape<'a>>),
}

/// What wraps an encoding.
#[derive(Clone)]
pub(crate) enum Around {
    Sized(TokenStream),
    Bounded(TokenStream),
    Dynamic(Option<TokenStream>),
    ShortDynamic,
}

/// A scalar: its name in `builtin` and in the old encoding, its Rust type, its reader of nom and its new form.
pub(crate) struct Number {
    pub(crate) name: &'static str,
    pub(crate) ty: &'static str,
    pub(crate) form: &'static str,
}

const fn number(name: &'static str, ty: &'static str, form: &'static str) -> Number {
    Number { name, ty, form }
}

/// The scalars. The first with a Rust type is its default.
const NUMBERS: [Number; 11] = [
    number("Int8", "i8", "Int8"),
    number("Uint8", "u8", "Uint8"),
    number("Int16", "i16", "Int16"),
    number("Uint16", "u16", "Uint16"),
    number("Int32", "i32", "Int32"),
    number("Int31", "i32", "Int31"),
    number("Uint32", "u32", "Uint32"),
    number("Int64", "i64", "Int64"),
    number("Timestamp", "i64", "Int64"),
    number("Float", "f64", "Float"),
    number("Bool", "bool", "Bool"),
];

impl<'a> Input<'a> {
    pub(crate) fn new(of: &'a DeriveInput) -> Result<Self> {
        let mut items = Items::new(&of.attrs)?;
        let body = match &of.data {
            Data::Struct(data) => Body::Struct(fields(&data.fields)?),
            Data::Enum(data) => {
                let ignores_unknown = items.anywhere("ignore_unknown")?.map(|item| item.flag()).transpose()?.is_some();
                let tag = match items.anywhere("tags")? {
                    Some(item) => syn::parse2(item.required()?)?,
                    None => Ident::new("u8", data.enum_token.span),
                };
                Body::Enum { tag, ignores_unknown, variants: variants(&data.variants)? }
            }
            Data::Union(data) => return Err(Error::new(data.union_token.span, "a union has no encoding")),
        };
        let around = around(&mut items)?;
        items.finish()?;
        Ok(Self { of, body, around })
    }
}

fn fields(fields: &Fields) -> Result<Vec<Field<'_>>> {
    let Fields::Named(named) = fields else {
        return Err(Error::new(
            fields.span(),
            "the fields of a struct must have names: derive the traits of `tezos_encoding` for this type",
        ));
    };
    let named = named.named.iter().filter_map(|field| Some((field.ident.as_ref()?, field)));
    named.map(|(name, field)| Ok(Field { name, ty: &field.ty, role: role(field)? })).collect()
}

fn role(field: &syn::Field) -> Result<Role<'_>> {
    let mut items = Items::new(&field.attrs)?;
    if items.anywhere("skip")?.is_some() {
        return Ok(Role::Skip);
    }
    if items.anywhere("hash")?.is_some() {
        return Ok(Role::Hash);
    }
    let mut shape = shape(&field.ty, &mut items)?;
    for around in around(&mut items)? {
        shape = Shape::Around(around, Box::new(shape));
    }
    let reserve = items.innermost("reserve")?.map(|item| item.required()).transpose()?;
    items.finish()?;
    Ok(Role::Wire(shape, reserve))
}

fn variants<'a>(variants: impl IntoIterator<Item = &'a syn::Variant>) -> Result<Vec<Variant<'a>>> {
    let mut next = 0_u16;
    let variants = variants.into_iter().map(|variant| {
        let mut items = Items::new(&variant.attrs)?;
        let tag = match items.anywhere("tag")? {
            Some(item) => syn::parse2::<syn::LitInt>(item.required()?)?.base10_parse()?,
            None => next,
        };
        next = tag.wrapping_add(1);
        let payload = payload(variant, &mut items)?;
        items.finish()?;
        Ok(Variant { name: &variant.ident, tag, payload })
    });
    variants.collect()
}

fn payload<'a>(variant: &'a syn::Variant, items: &mut Items) -> Result<Option<(&'a Type, Shape<'a>)>> {
    let fields = match &variant.fields {
        Fields::Unit => return Ok(None),
        Fields::Named(fields) => {
            return Err(Error::new(
                fields.span(),
                "a variant with named fields has no encoding here: derive the traits of `tezos_encoding` for this type",
            ));
        }
        Fields::Unnamed(fields) => &fields.unnamed,
    };
    let mut fields = fields.iter();
    let (Some(field), None) = (fields.next(), fields.next()) else {
        return Err(Error::new(
            variant.span(),
            "a variant has one field here: derive the traits of `tezos_encoding` for this type",
        ));
    };
    // The derive of 0.6 never looked at these, and `A(#[encoding(dynamic, bytes)] Vec<u8>)` was read as a list to the end.
    let mut ignored = Items::new(&field.attrs)?;
    let moved = ignored.anywhere("moved")?.is_some();
    if let Some(place) = ignored.left() {
        return Err(Error::new(
            place,
            "`tezos_data_encoding` ignores the items of a variant's field: remove them for its bytes, or derive the traits of `tezos_encoding` for the bytes that they describe",
        ));
    }
    let mut shape = if moved { Shape::Moved(&field.ty) } else { shape(&field.ty, items)? };
    for around in around(items)? {
        shape = Shape::Around(around, Box::new(shape));
    }
    Ok(Some((&field.ty, shape)))
}

/// Returns the encoding of a type.
fn shape<'a>(ty: &'a Type, items: &mut Items) -> Result<Shape<'a>> {
    let path = match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => return Ok(Shape::Unit(ty.span())),
        Type::Path(path) => path,
        _ => {
            return Err(Error::new(
                ty.span(),
                "this type has no encoding here: derive the traits of `tezos_encoding` for the type around it",
            ));
        }
    };
    let Some(last) = path.path.segments.last() else { return Ok(Shape::Type(ty)) };
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    };
    let mut shape = match (last.ident.to_string().as_str(), inner) {
        ("Vec", Some(GenericArgument::Type(item))) => {
            let item = shape(item, items)?;
            list(item, items)?
        }
        ("Option", Some(GenericArgument::Type(inner))) => {
            let inner = shape(inner, items)?;
            if let Some(item) = items.innermost("option")? {
                item.flag()?;
            }
            Shape::Optional(Box::new(inner))
        }
        (name, _) => return single(name, ty, items),
    };
    for around in around(items)? {
        shape = Shape::Around(around, Box::new(shape));
    }
    Ok(shape)
}

/// Returns the encoding of a `Vec`: bytes, or a list of items.
fn list<'a>(item: Shape<'a>, items: &mut Items) -> Result<Shape<'a>> {
    if let Some(bytes) = items.innermost("bytes")? {
        let span = bytes.flag()?;
        return match item {
            Shape::Number(Number { name: "Uint8", .. }, _) => Ok(Shape::Bytes(span)),
            _ => Err(Error::new(
                span,
                "`bytes` is for a `Vec<u8>`, and the last item: items wrap from the right to the left",
            )),
        };
    }
    let max = items.innermost("list")?.and_then(|item| item.argument);
    Ok(Shape::List(max, Box::new(item)))
}

/// Returns the encoding of a type without parameters, or with others than those of `Vec` and `Option`.
fn single<'a>(name: &str, ty: &'a Type, items: &mut Items) -> Result<Shape<'a>> {
    let span = ty.span();
    let default = NUMBERS.iter().find(|number| number.ty == name);
    let mut shape = if name == "String" {
        Shape::Text(items.innermost("string")?.and_then(|item| item.argument), span)
    } else if let Some(default) = default {
        Shape::Number(builtin(items)?.or(timestamp(name, items)?).unwrap_or(default), span)
    } else if let Some(number) = builtin(items)? {
        Shape::Number(number, span)
    } else if let Some(inner) = items.innermost_list("composite")? {
        return composite(ty, inner);
    } else if let Some(item) = items.innermost("moved")? {
        item.flag()?;
        Shape::Moved(ty)
    } else {
        Shape::Type(ty)
    };
    for around in around(items)? {
        shape = Shape::Around(around, Box::new(shape));
    }
    Ok(shape)
}

fn timestamp(name: &str, items: &mut Items) -> Result<Option<&'static Number>> {
    if name != "i64" {
        return Ok(None);
    }
    let found = items.innermost("timestamp")?.map(|item| item.flag()).transpose()?;
    Ok(found.and_then(|_| NUMBERS.iter().find(|number| number.name == "Timestamp")))
}

/// Returns the scalar that `builtin = ".."` names.
fn builtin(items: &mut Items) -> Result<Option<&'static Number>> {
    let Some(item) = items.innermost("builtin")? else { return Ok(None) };
    let span = item.span;
    let name = item.required()?.to_string();
    let found = NUMBERS.iter().find(|number| number.name == name);
    let known = || NUMBERS.map(|number| number.name).join(", ");
    found.map(Some).ok_or_else(|| Error::new(span, format!("`{name}` is no scalar: write one of {}", known())))
}

/// Returns the encoding in `composite(..)`: the innermost item is a type, the others wrap it.
fn composite(ty: &Type, mut items: Items) -> Result<Shape<'_>> {
    let mut shape = if let Some(item) = items.innermost("string")? {
        // Without a limit it was bytes to the end, with one it was text behind a size.
        if item.argument.is_some() { Shape::Text(item.argument, item.span) } else { Shape::Bytes(item.span) }
    } else if let Some(item) = items.innermost("bytes")? {
        Shape::Bytes(item.flag()?)
    } else if let Some(number) = builtin(&mut items)? {
        Shape::Number(number, ty.span())
    } else {
        return Err(Error::new(
            ty.span(),
            "the last item in `composite` must be `bytes`, `string` or `builtin = \"..\"`",
        ));
    };
    loop {
        let before = items.len();
        for around in around(&mut items)? {
            shape = Shape::Around(around, Box::new(shape));
        }
        if let Some(item) = items.innermost("list")? {
            shape = Shape::List(item.argument, Box::new(shape));
        }
        if let Some(item) = items.innermost("option")? {
            item.flag()?;
            shape = Shape::Optional(Box::new(shape));
        }
        if items.len() == before {
            items.finish()?;
            return Ok(shape);
        }
    }
}

/// Takes the items that wrap any encoding, from the inside to the outside.
fn around(items: &mut Items) -> Result<Vec<Around>> {
    let mut found = Vec::new();
    loop {
        found.push(if let Some(item) = items.innermost("sized")? {
            Around::Sized(item.required()?)
        } else if let Some(item) = items.innermost("bounded")? {
            Around::Bounded(item.required()?)
        } else if let Some(item) = items.innermost("dynamic")? {
            Around::Dynamic(item.argument)
        } else if let Some(item) = items.innermost("short_dynamic")? {
            item.flag()?;
            Around::ShortDynamic
        } else {
            return Ok(found);
        });
    }
}

impl Shape<'_> {
    /// Calls `visit` with each type that has the old traits.
    fn types(&self, visit: &mut dyn FnMut(&Type)) {
        match self {
            Shape::Type(ty) => visit(ty),
            Shape::Optional(inner) | Shape::List(_, inner) | Shape::Around(_, inner) => inner.types(visit),
            Shape::Unit(_) | Shape::Number(..) | Shape::Bytes(_) | Shape::Text(..) | Shape::Moved(_) => {}
        }
    }
}

impl Input<'_> {
    /// Returns the parameters with `bound` on each type that mentions one of them.
    pub(crate) fn generics(&self, bound: &TokenStream) -> syn::Generics {
        let mut generics = self.of.generics.clone();
        let parameters: Vec<Ident> = generics.type_params().map(|parameter| parameter.ident.clone()).collect();
        let mut bounded: Vec<String> = Vec::new();
        let mut visit = |ty: &Type| {
            let tokens = quote!(#ty);
            let text = tokens.to_string();
            if mentions(&tokens, &parameters) && !bounded.contains(&text) {
                bounded.push(text);
                generics.make_where_clause().predicates.push(syn::parse_quote!(#ty: #bound));
            }
        };
        match &self.body {
            Body::Struct(fields) => fields.iter().for_each(|field| {
                if let Role::Wire(shape, _) = &field.role {
                    shape.types(&mut visit);
                }
            }),
            Body::Enum { variants, .. } => variants.iter().for_each(|variant| {
                if let Some((_, shape)) = &variant.payload {
                    shape.types(&mut visit);
                }
            }),
        }
        generics
    }
}

/// Returns true if one of the names is among the tokens.
fn mentions(tokens: &TokenStream, names: &[Ident]) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(name) => names.contains(&name),
        proc_macro2::TokenTree::Group(group) => mentions(&group.stream(), names),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(clippy::unwrap_used, reason = "a failing test panics")]
    fn refused(code: &str) -> String {
        let input: DeriveInput = syn::parse_str(code).unwrap();
        Input::new(&input).map(|_| "it is accepted").unwrap_err().to_string()
    }

    #[test]
    fn mistakes_are_named() {
        for (code, message) in [
            (
                "enum E { A(#[encoding(dynamic, bytes)] Vec<u8>) }",
                "`tezos_data_encoding` ignores the items of a variant's field: remove them for its bytes, or derive the traits of `tezos_encoding` for the bytes that they describe",
            ),
            (
                "struct S { #[encoding(option)] a: u8 }",
                "`option` does not fit the type or stands at the wrong place: items wrap from the right to the left",
            ),
            (
                "struct S { #[encoding(bytes)] a: Vec<u16> }",
                "`bytes` is for a `Vec<u8>`, and the last item: items wrap from the right to the left",
            ),
            ("struct S { #[encoding(sized, bytes)] a: Vec<u8> }", "an argument is missing: write it behind `=`"),
            ("struct S { #[encoding(short_dynamic = \"4\")] a: u8 }", "remove the argument"),
            (
                "struct S { #[encoding(builtin = \"Int\")] a: Alias }",
                "`Int` is no scalar: write one of Int8, Uint8, Int16, Uint16, Int32, Int31, Uint32, Int64, Timestamp, Float, Bool",
            ),
            (
                "struct S(u8);",
                "the fields of a struct must have names: derive the traits of `tezos_encoding` for this type",
            ),
            (
                "enum E { A { a: u8 } }",
                "a variant with named fields has no encoding here: derive the traits of `tezos_encoding` for this type",
            ),
            (
                "enum E { A(u8, u8) }",
                "a variant has one field here: derive the traits of `tezos_encoding` for this type",
            ),
            (
                "struct S { a: [u8; 4] }",
                "this type has no encoding here: derive the traits of `tezos_encoding` for the type around it",
            ),
        ] {
            assert_eq!(refused(code), message, "{code}");
        }
    }
}
