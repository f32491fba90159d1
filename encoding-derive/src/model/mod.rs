//! The model of a type: the meaning of its attributes. It neither parses nor generates code.

mod branch;
mod letters;
pub(crate) mod rlp;
mod wire;

use proc_macro2::{Ident, Span, TokenStream};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Generics, LitStr, Member, Path, Type, Visibility, WherePredicate};

pub(crate) use branch::Branch;
pub(crate) use letters::Case;
pub(crate) use wire::*;

use crate::types;

pub(crate) struct Input {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// The runtime crate.
    pub(crate) krate: Path,
    pub(crate) notes: Notes,
    /// The attributes that its companions have too: `non_exhaustive`, and those of lints.
    pub(crate) carried: Vec<Attribute>,
    /// Whether the fields may lie at any address: `repr(packed)`.
    pub(crate) is_packed: bool,
    /// The name of the field that encloses the value in the reference.
    pub(crate) field: Option<LitStr>,
    pub(crate) mu: Option<Mu>,
    /// The tag whose bits the fields share.
    pub(crate) compact: Option<CompactTag>,
    pub(crate) vis: Visibility,
    /// The name of the view type; `Self` for a type that is its own view.
    pub(crate) view: Option<Ident>,
    /// The span of `plain`: the memory layout of the type equals its encoding.
    pub(crate) plain: Option<Span>,
    /// The name of the nodes in an arena.
    pub(crate) arena: Option<Ident>,
    /// Bounds that replace the generated ones.
    pub(crate) bounds: Bounds,
    pub(crate) body: Body,
    /// The layers around the body.
    pub(crate) form: Wire,
}

impl Input {
    /// Returns true if only fields with `skip` mention this parameter, so that it needs no bounds.
    pub(crate) fn skips(&self, parameter: &Ident) -> bool {
        let fields = self.body.fields();
        let mut mentioned = fields.iter().filter(|field| types::mentions(&field.ty, parameter)).peekable();
        mentioned.peek().is_some() && mentioned.all(|field| matches!(field.role, Role::Skip(_)))
    }
}

/// Predicates on the parameters of a type, for each trait. By default, each parameter is bounded by the trait itself.
#[derive(Default)]
pub(crate) struct Bounds {
    pub(crate) schema: Option<Predicates>,
    pub(crate) read: Option<Predicates>,
    pub(crate) write: Option<Predicates>,
    pub(crate) view: Option<Predicates>,
}

pub(crate) type Predicates = Vec<WherePredicate>;

/// The shared tag of a compact type.
pub(crate) struct CompactTag {
    /// Its width in bytes: 0, 1 or 2.
    pub(crate) tag_bytes: usize,
    /// The number of bits of a variant's number.
    pub(crate) union_tag_bits: Option<Expr>,
    /// The number of bits reserved for each variant.
    pub(crate) cases_tag_bits: Option<Expr>,
    pub(crate) span: Span,
}

/// A recursive type.
pub(crate) struct Mu {
    pub(crate) name: Option<LitStr>,
    pub(crate) depth: Option<Expr>,
    pub(crate) variable: bool,
}

pub(crate) enum Body {
    Struct(Fields),
    Enum(Enum),
    /// The type is encoded as another type.
    Via,
}

impl Body {
    /// Returns the fields of the struct, or of each variant.
    pub(crate) fn groups(&self) -> Vec<&Fields> {
        match self {
            Self::Struct(fields) => vec![fields],
            Self::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
            Self::Via => Vec::new(),
        }
    }

    /// Returns the fields of all groups.
    pub(crate) fn fields(&self) -> Vec<&Field> {
        self.groups().into_iter().flat_map(|group| &group.fields).collect()
    }
}

/// The fields of a struct or of a variant, in the order of the wire.
pub(crate) struct Fields {
    pub(crate) shape: Shape,
    pub(crate) fields: Vec<Field>,
}

/// How fields appear in the schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Under their names.
    Object,
    /// Without names, in a tuple.
    Tuple,
    /// The only field stands for the whole.
    Transparent,
}

pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) vis: Visibility,
    /// The name in the schema, in JSON and in errors.
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) role: Role,
    /// The span of `flatten`: the fields of the field's type become fields of this type.
    pub(crate) flatten: Option<Span>,
    pub(crate) during: Option<During>,
    /// Whether integers are little-endian unless an item of the field sets their byte order.
    pub(crate) little: bool,
    pub(crate) notes: Notes,
    pub(crate) span: Span,
}

/// Notes about a value in the schema.
#[derive(Default)]
pub(crate) struct Notes {
    /// The name of the definition (`def`).
    pub(crate) id: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<String>,
    /// Whether the value is not shown.
    pub(crate) secret: bool,
}

pub(crate) enum Role {
    /// On the wire.
    Wire(Wire),
    /// Not on the wire; when reading, set to the expression or to the type's default.
    Skip(Option<Expr>),
    /// Not on the wire; when reading, set to the digest of the bytes of the fields, by the hash function if there is one.
    Hash(Option<Type>),
}

impl Field {
    /// Returns the encoding, if the field is on the wire.
    pub(crate) fn wire(&self) -> Option<&Wire> {
        match &self.role {
            Role::Wire(wire) => Some(wire),
            Role::Skip(_) | Role::Hash(_) => None,
        }
    }
}

/// How JSON tells the variants of an enum apart.
#[derive(Default)]
pub(crate) enum JsonCases {
    /// By their contents, which the compiler checks: JSON of one is never read as another.
    #[default]
    Distinct,
    /// By their contents: the first that matches.
    FirstMatch,
    /// Each is in an object, in a field with its name.
    Tagged,
    /// Each is an object with this field, which is its name.
    Tag(LitStr),
}

pub(crate) struct Enum {
    pub(crate) tag_size: TagSize,
    pub(crate) ignore_unknown: bool,
    pub(crate) untagged: Option<Untagged>,
    /// Whether it is a list of names, numbered in order, and not a union.
    pub(crate) string_enum: bool,
    /// Whether it is a struct with a tag or with versions: each variant is the struct.
    pub(crate) is_struct: bool,
    /// Tags that no variant may have, with their spans.
    pub(crate) reserved: Vec<(u64, Span)>,
    /// `None` if its JSON is not that of its variants.
    pub(crate) json: Option<JsonCases>,
    pub(crate) variants: Vec<Variant>,
}

impl Enum {
    /// Returns the tags in order: the index of the variant, the variant, the index of its encoding, the tag.
    pub(crate) fn tags(&self) -> Vec<(usize, &Variant, usize, &Tag)> {
        let mut tags = Vec::new();
        for (index, variant) in self.variants.iter().enumerate() {
            match &variant.case {
                CaseForm::Tagged(tag) | CaseForm::Older(tag, _) => tags.push((index, variant, 0, tag)),
                CaseForm::Several(cases) => {
                    tags.extend(cases.iter().enumerate().map(|(form, case)| (index, variant, form, &case.tag)));
                }
                CaseForm::Other(_) | CaseForm::JsonOnly | CaseForm::On(_) => {}
            }
        }
        tags
    }
}

/// The width of a tag.
#[derive(Clone, Copy)]
pub(crate) struct TagSize {
    /// The Rust type of a tag.
    pub(crate) name: &'static str,
    pub(crate) bytes: usize,
    pub(crate) max: u64,
}

impl TagSize {
    pub(crate) const U8: Self = Self { name: "u8", bytes: 1, max: 0xff };
    pub(crate) const U16: Self = Self { name: "u16", bytes: 2, max: 0xffff };
    pub(crate) const U32: Self = Self { name: "u32", bytes: 4, max: 0xffff_ffff };
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) case: CaseForm,
    pub(crate) during: Option<During>,
    /// The name in the schema and in errors.
    pub(crate) title: String,
    pub(crate) description: Option<LitStr>,
    /// The name of a field of JSON that contains the variant.
    pub(crate) label: Option<LitStr>,
    pub(crate) kind: Option<KindField>,
    /// The JSON of a variant without fields.
    pub(crate) constant: Option<LitStr>,
    pub(crate) fields: Fields,
}

/// A field of JSON that names the variant.
pub(crate) struct KindField {
    /// The name of the field.
    pub(crate) field: LitStr,
    /// The name of the variant.
    pub(crate) value: LitStr,
    /// Whether it precedes the other fields.
    pub(crate) is_first: bool,
}

/// An enum whose case is determined by preceding fields.
pub(crate) struct Untagged {
    /// The type of the selector, if it cannot be inferred from the patterns.
    pub(crate) selector: Option<Box<Type>>,
    pub(crate) write_only: bool,
    pub(crate) span: Span,
}

/// The encoding of a variant.
pub(crate) enum CaseForm {
    /// A tag, then the fields.
    Tagged(Tag),
    /// A tag, then a value of an older version, which is converted to this type when read and never written.
    Older(Tag, Box<Type>),
    /// One of several types, each with its tag: the first whose condition holds.
    Several(Vec<WireCase>),
    /// Any tag that no other variant has, and the rest of the block.
    Other(Span),
    /// Only in JSON.
    JsonOnly,
    /// Only the fields, if the selector matches the pattern.
    On(Option<TokenStream>),
}

/// One of several encodings of a variant.
pub(crate) struct WireCase {
    pub(crate) tag: Tag,
    pub(crate) when: Path,
    pub(crate) repr: Type,
    pub(crate) span: Span,
}

/// A tag, written or counted from the preceding one.
pub(crate) enum Tag {
    /// A number, and the span of its source.
    Known(u64, Span),
    /// An expression, which the compiler evaluates, and a number to add to it.
    Const(Expr, u64),
}

impl Tag {
    /// Returns this tag with the span of the variant that takes it by counting.
    pub(crate) fn at(&self, span: Span) -> Self {
        match self {
            Self::Known(tag, _) => Self::Known(*tag, span),
            Self::Const(expr, after) => Self::Const(expr.clone(), *after),
        }
    }

    /// Returns the next tag.
    pub(crate) fn following(&self) -> Self {
        match self {
            Self::Known(tag, span) => Self::Known(tag.saturating_add(1), *span),
            Self::Const(expr, after) => Self::Const(expr.clone(), after.saturating_add(1)),
        }
    }

    /// Returns the span of the number or expression, or of the variant that takes the tag by counting.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Known(_, span) => *span,
            Self::Const(expr, _) => expr.span(),
        }
    }
}
