//! What a derive knows of a type once its attributes have a meaning. No parsing here, and no output.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, Generics, LitInt, LitStr, Member, Pat, Path, Type, Visibility, WherePredicate};

use crate::primitives::Row;

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
    /// Tags that no variant may have.
    pub(crate) reserved: Vec<u64>,
    pub(crate) variants: Vec<Variant>,
}

impl Enum {
    /// The tags of all variants, each with the variant and its place, in order.
    pub(crate) fn tags(&self) -> impl Iterator<Item = (usize, &Variant, usize, &Tag)> {
        self.variants.iter().enumerate().flat_map(|(index, variant)| {
            let tags: Vec<&Tag> = match &variant.case {
                CaseForm::Tagged(tag) | CaseForm::Older(tag, _) => vec![tag],
                CaseForm::Several(cases) => cases.iter().map(|case| &case.tag).collect(),
                CaseForm::Other(_) | CaseForm::JsonOnly | CaseForm::On(_) => Vec::new(),
            };
            tags.into_iter().enumerate().map(move |(form, tag)| (index, variant, form, tag))
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TagSize {
    U8,
    U16,
    U32,
}

impl TagSize {
    /// The Rust type of a tag.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
        }
    }

    pub(crate) const fn max(self) -> u64 {
        match self {
            Self::U8 => 0xff,
            Self::U16 => 0xffff,
            Self::U32 => 0xffff_ffff,
        }
    }
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
    On(Option<Box<Pat>>),
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

/// A form on the wire, from the outside in.
pub(crate) enum Wire {
    /// The type's own.
    Auto,
    /// The body of the type being derived.
    Body,
    Primitive(&'static Row, Span),
    Bytes(Span),
    Text(Span),
    List {
        min: Option<Expr>,
        max: Option<Expr>,
        item: Box<Wire>,
        span: Span,
    },
    Opt {
        inner: Box<Wire>,
        span: Span,
    },
    Boxed(Box<Wire>),
    Dynamic {
        prefix: Prefix,
        inner: Box<Wire>,
        span: Span,
    },
    Suffixed {
        prefix: Prefix,
        inner: Box<Wire>,
        span: Span,
    },
    Bounded {
        limit: Expr,
        inner: Box<Wire>,
        span: Span,
    },
    Sized {
        bytes: Expr,
        inner: Box<Wire>,
        span: Span,
    },
    Reserve {
        /// Bytes of the fields behind; counted where nothing is said.
        bytes: Option<Expr>,
        inner: Box<Wire>,
        span: Span,
    },
    Little(Span),
    Ranged {
        min: Expr,
        max: Expr,
        of: Range,
        ty: Box<Type>,
        span: Span,
    },
    Maybe {
        inner: Box<Wire>,
        span: Span,
    },
    Varopt {
        inner: Box<Wire>,
        span: Span,
    },
    Either(Span),
    Exactly {
        len: Expr,
        item: Box<Wire>,
        span: Span,
    },
    Counted {
        prefix: Prefix,
        max: Option<Expr>,
        item: Box<Wire>,
        span: Span,
    },
    Padded {
        bytes: Expr,
        inner: Box<Wire>,
        span: Span,
    },
    /// Behind the tag that the other fields share.
    Payload {
        inner: Box<Wire>,
        span: Span,
    },
    /// A list with its length in bits of the shared tag.
    Short {
        bits: Expr,
        item: Box<Wire>,
        span: Span,
    },
    /// Text with the narrowest size in front that can say `max`.
    Narrow {
        max: Expr,
        span: Span,
    },
    /// The bytes of a value of another type.
    Verbatim {
        of: Box<Type>,
        span: Span,
    },
    /// In JSON left out where it is `usual`.
    Dft {
        usual: Expr,
        ty: Box<Type>,
        inner: Box<Wire>,
        span: Span,
    },
    /// A flag instead where it is `usual`.
    Elided {
        usual: Expr,
        ty: Box<Type>,
        inner: Box<Wire>,
        span: Span,
    },
    /// Keys and values; the form is that of the values.
    Assoc {
        item: Box<Wire>,
        span: Span,
    },
    /// Fixed bytes in front.
    Magic {
        bytes: Expr,
        inner: Box<Wire>,
        span: Span,
    },
    /// Nothing but a text in JSON.
    Constant(LitStr, Span),
    /// A form that the user names.
    With(Box<Type>, Span),
    /// As the fields before say.
    Select {
        selector: Expr,
        span: Span,
    },
    Guarded {
        guard: Path,
        ty: Box<Type>,
        inner: Box<Wire>,
        span: Span,
    },
    Via {
        repr: Box<Type>,
        ty: Box<Type>,
        inner: Box<Wire>,
        span: Span,
    },
    /// Read as another type where this form is refused.
    Legacy {
        older: Box<Type>,
        inner: Box<Wire>,
        span: Span,
    },
    /// A value that has another form in JSON; around a whole type, `whole`.
    Shown {
        hook: Hook,
        inner: Box<Wire>,
        whole: bool,
        span: Span,
    },
}

/// Who makes the JSON of a value.
pub(crate) enum Hook {
    /// The bytes in hexadecimal digits.
    Hex,
    /// The bytes as text.
    Plain,
    /// An integer in decimal digits.
    Decimal,
    /// Text, by `Display` and `FromStr`.
    Display,
    /// Text, by those of another type.
    Base58(Box<Type>),
    /// A type of the user.
    With(Box<Type>),
}

/// How names are written.
#[derive(Clone, Copy)]
pub(crate) enum Case {
    Camel,
    Pascal,
    Kebab,
    Shouted,
}

impl Case {
    const ALL: [(Self, &str); 4] = [
        (Self::Camel, "camelCase"),
        (Self::Pascal, "PascalCase"),
        (Self::Kebab, "kebab-case"),
        (Self::Shouted, "SCREAMING_SNAKE_CASE"),
    ];

    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(case, _)| *case)
    }

    pub(crate) fn names() -> String {
        Self::ALL.map(|(_, name)| format!("\"{name}\"")).join(", ")
    }

    /// A name in snake case, as Rust has them, in this one.
    pub(crate) fn apply(self, name: &str) -> String {
        let mut words = name.split('_').filter(|word| !word.is_empty());
        let capital = |word: &str| {
            let mut letters = word.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
        };
        match self {
            Self::Camel => {
                let first = words.next().unwrap_or_default().to_owned();
                words.fold(first, |name, word| name + &capital(word))
            }
            Self::Pascal => words.map(capital).collect(),
            Self::Kebab => words.collect::<Vec<_>>().join("-"),
            Self::Shouted => name.to_uppercase(),
        }
    }
}

impl Wire {
    /// The attribute that asks for it; a type's own form has none.
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            Self::Auto | Self::Body => None,
            Self::Boxed(inner) => inner.span(),
            Self::Primitive(_, span)
            | Self::Bytes(span)
            | Self::Text(span)
            | Self::Little(span)
            | Self::Either(span)
            | Self::Constant(_, span)
            | Self::With(_, span)
            | Self::Dft { span, .. }
            | Self::Assoc { span, .. }
            | Self::Magic { span, .. }
            | Self::Elided { span, .. }
            | Self::Ranged { span, .. }
            | Self::Maybe { span, .. }
            | Self::Varopt { span, .. }
            | Self::Exactly { span, .. }
            | Self::Counted { span, .. }
            | Self::Padded { span, .. }
            | Self::Narrow { span, .. }
            | Self::Payload { span, .. }
            | Self::Short { span, .. }
            | Self::Verbatim { span, .. }
            | Self::List { span, .. }
            | Self::Opt { span, .. }
            | Self::Dynamic { span, .. }
            | Self::Suffixed { span, .. }
            | Self::Bounded { span, .. }
            | Self::Sized { span, .. }
            | Self::Reserve { span, .. }
            | Self::Select { span, .. }
            | Self::Guarded { span, .. }
            | Self::Via { span, .. }
            | Self::Legacy { span, .. }
            | Self::Shown { span, .. } => Some(*span),
        }
    }

    /// The same for readers and writers, for which JSON is nothing.
    pub(crate) fn without_json(&self) -> &Self {
        match self {
            Self::Shown { inner, .. } => inner,
            other => other,
        }
    }

    /// Where the forms are asked for, from the outside in; those that leave no trace in the schema are left out.
    pub(crate) fn steps(&self) -> Vec<Span> {
        let inside = self.inner().map(Self::steps).unwrap_or_default();
        self.span().into_iter().filter(|_| !matches!(self, Self::Boxed(_))).chain(inside).collect()
    }

    /// What stands inside a form whose parts are checked with it.
    pub(crate) fn inner(&self) -> Option<&Self> {
        match self {
            Self::Auto
            | Self::Body
            | Self::Primitive(..)
            | Self::Bytes(_)
            | Self::Text(_)
            | Self::Little(_)
            | Self::Ranged { .. }
            | Self::Either(_)
            | Self::Maybe { .. }
            | Self::Verbatim { .. }
            | Self::Constant(..)
            | Self::With(..)
            | Self::Select { .. }
            | Self::Narrow { .. } => None,
            Self::Boxed(inner)
            | Self::List { item: inner, .. }
            | Self::Exactly { item: inner, .. }
            | Self::Counted { item: inner, .. }
            | Self::Varopt { inner, .. }
            | Self::Dft { inner, .. }
            | Self::Assoc { item: inner, .. }
            | Self::Magic { inner, .. }
            | Self::Elided { inner, .. }
            | Self::Padded { inner, .. }
            | Self::Payload { inner, .. }
            | Self::Short { item: inner, .. }
            | Self::Opt { inner, .. }
            | Self::Dynamic { inner, .. }
            | Self::Suffixed { inner, .. }
            | Self::Bounded { inner, .. }
            | Self::Sized { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Guarded { inner, .. }
            | Self::Via { inner, .. }
            | Self::Legacy { inner, .. }
            | Self::Shown { inner, .. } => Some(inner),
        }
    }
}

/// Numbers in a range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Range {
    /// In the narrowest width, perhaps with the low byte first.
    Integer {
        little: bool,
    },
    UintLikeN,
    IntLikeZ,
    Float,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefix {
    U8,
    U16,
    U30,
    N,
    U16Le,
    U30Le,
}

/// The number that a literal is.
pub(crate) fn int_value(literal: &LitInt) -> Option<u64> {
    literal.base10_parse().ok()
}
