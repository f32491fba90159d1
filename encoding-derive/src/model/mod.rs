//! What a derive knows of a type once its attributes have a meaning. No parsing here, and no output.

mod branch;
mod letters;
mod wire;

use proc_macro2::{Ident, Span, TokenStream};
use syn::spanned::Spanned;
use syn::{Expr, Generics, LitStr, Member, Path, Type, Visibility, WherePredicate};

pub(crate) use branch::Branch;
pub(crate) use letters::Case;
pub(crate) use wire::*;

pub(crate) struct Input {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// The runtime crate.
    pub(crate) krate: Path,
    pub(crate) notes: Notes,
    /// The name of the one field that the reference has around the value.
    pub(crate) field: Option<LitStr>,
    pub(crate) mu: Option<Mu>,
    /// Whether the fields share the bits of a tag.
    pub(crate) compact: Option<Compact>,
    pub(crate) vis: Visibility,
    /// The borrowed twin's name; `Self` for a type that is its own.
    pub(crate) view: Option<Ident>,
    /// Where it says that its memory is its bytes on the wire.
    pub(crate) plain: Option<Span>,
    /// The name of the nodes in an arena.
    pub(crate) arena: Option<Ident>,
    /// Bounds of the user's, in the place of ours.
    pub(crate) bounds: Bounds,
    pub(crate) body: Body,
    /// What stands around the body.
    pub(crate) form: Wire,
}

/// Predicates on the parameters of a type, for each trait; where there are none, each parameter has the trait itself.
#[derive(Default)]
pub(crate) struct Bounds {
    pub(crate) schema: Option<Predicates>,
    pub(crate) read: Option<Predicates>,
    pub(crate) write: Option<Predicates>,
    pub(crate) view: Option<Predicates>,
}

pub(crate) type Predicates = Vec<WherePredicate>;

/// A tag whose bits are shared.
pub(crate) struct Compact {
    /// 0, 1 or 2.
    pub(crate) tag_bytes: usize,
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
    /// The type goes over the wire as another.
    Via,
}

impl Body {
    /// The fields of the struct or of each variant.
    pub(crate) fn groups(&self) -> Vec<&Fields> {
        match self {
            Self::Struct(fields) => vec![fields],
            Self::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
            Self::Via => Vec::new(),
        }
    }

    /// The same in a row.
    pub(crate) fn fields(&self) -> Vec<&Field> {
        self.groups().into_iter().flat_map(|group| &group.fields).collect()
    }
}

/// The fields of a struct or of a variant, in the order of the wire.
pub(crate) struct Fields {
    pub(crate) shape: Shape,
    pub(crate) fields: Vec<Field>,
}

/// How fields are shown in the schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Under their names.
    Object,
    /// In a row.
    Tuple,
    /// The one field stands for the whole.
    Transparent,
}

pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) vis: Visibility,
    /// In the schema, in JSON and in errors.
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) role: Role,
    /// Where its own fields are made those of the type.
    pub(crate) flatten: Option<Span>,
    pub(crate) notes: Notes,
    pub(crate) span: Span,
}

/// What the schema says around a value: nothing on the wire.
#[derive(Default)]
pub(crate) struct Notes {
    /// The name of the definition (`def`).
    pub(crate) id: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<String>,
}

pub(crate) enum Role {
    /// On the wire.
    Wire(Wire),
    /// Not on the wire; the expression or the type's default when read.
    Skip(Option<Expr>),
    /// Not on the wire; when read, the digest of the bytes of the fields.
    Hash,
}

impl Field {
    /// The form on the wire, if it is there.
    pub(crate) fn wire(&self) -> Option<&Wire> {
        match &self.role {
            Role::Wire(wire) => Some(wire),
            Role::Skip(_) | Role::Hash => None,
        }
    }
}

pub(crate) struct Enum {
    pub(crate) tag_size: TagSize,
    pub(crate) ignore_unknown: bool,
    pub(crate) untagged: Option<Untagged>,
    /// Names numbered in order, not a union.
    pub(crate) string_enum: bool,
    /// Whether it is a struct with a tag or with versions: its variants are all the struct.
    pub(crate) is_struct: bool,
    /// Tags that no variant may have, and where they are written.
    pub(crate) reserved: Vec<(u64, Span)>,
    pub(crate) variants: Vec<Variant>,
}

impl Enum {
    /// The tags of all variants, each with the variant and its place, in order.
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
    /// In the schema and in errors.
    pub(crate) title: String,
    pub(crate) description: Option<LitStr>,
    /// The name of a field without bytes that stands for a case without fields.
    pub(crate) label: Option<LitStr>,
    /// What the field `kind` of the JSON says.
    pub(crate) kind: Option<LitStr>,
    pub(crate) fields: Fields,
}

/// An enum whose case the fields before it say.
pub(crate) struct Untagged {
    /// The type of what says it; that of the patterns where nothing is said.
    pub(crate) selector: Option<Box<Type>>,
    pub(crate) write_only: bool,
    pub(crate) span: Span,
}

/// How a variant stands on the wire.
pub(crate) enum CaseForm {
    /// Its fields behind its tag.
    Tagged(Tag),
    /// An older version behind its tag, which is read as this type and never written.
    Older(Tag, Box<Type>),
    /// As one of some types, each behind its tag: the first whose condition holds.
    Several(Vec<WireCase>),
    /// With any tag that no other variant has.
    Other(Span),
    /// Not at all: in JSON only.
    JsonOnly,
    /// Its fields alone, where the selector fits the pattern.
    On(Option<TokenStream>),
}

/// One of several forms of a variant.
pub(crate) struct WireCase {
    pub(crate) tag: Tag,
    pub(crate) when: Path,
    pub(crate) repr: Type,
    pub(crate) span: Span,
}

/// A tag, written or counted on.
pub(crate) enum Tag {
    /// A number, and where it comes from.
    Known(u64, Span),
    /// An expression, known when the user's crate is compiled, and how many after it.
    Const(Expr, u64),
}

impl Tag {
    /// This one, counted on at `place`.
    pub(crate) fn at(&self, place: Span) -> Self {
        match self {
            Self::Known(tag, _) => Self::Known(*tag, place),
            Self::Const(expr, after) => Self::Const(expr.clone(), *after),
        }
    }

    /// The next one.
    pub(crate) fn following(&self) -> Self {
        match self {
            Self::Known(tag, span) => Self::Known(tag.saturating_add(1), *span),
            Self::Const(expr, after) => Self::Const(expr.clone(), after.saturating_add(1)),
        }
    }

    /// Where it is written, or the variant that counts on.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Known(_, span) => *span,
            Self::Const(expr, _) => expr.span(),
        }
    }
}
