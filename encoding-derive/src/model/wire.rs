//! Encodings on the wire.

use proc_macro2::Span;
use syn::{Expr, LitStr, Path, Type};

use super::During;
use crate::fits;
use crate::primitives::Row;

/// The encoding of a value, from the outermost layer inwards. A span is that of the attribute item that asks for the layer.
pub(crate) enum Wire {
    /// The type's own encoding.
    Auto,
    /// The fields or cases of the type being derived, inside the layers that its attributes put around them.
    Body,
    /// A `Box`, which adds no bytes.
    Boxed(Box<Wire>),
    /// An encoding with no other inside.
    Leaf(Leaf, Span),
    /// A layer around another encoding.
    Around(Layer, Box<Wire>, Span),
}

/// An innermost encoding.
pub(crate) enum Leaf {
    Primitive(&'static Row),
    Bytes,
    Text,
    /// An integer with its least significant byte first.
    Little,
    Ranged {
        bounds: Box<(Expr, Expr)>,
        of: Range,
        ty: Box<Type>,
    },
    /// A `Result`.
    Either,
    /// Text behind the narrowest size prefix that holds this limit.
    Narrow(Expr),
    /// The bytes of a value of this type.
    Verbatim(Box<Type>),
    /// No bytes, and this text in JSON.
    Constant(LitStr),
    /// A form that the user implements.
    With(Box<Type>),
    /// An untagged union, whose case this expression over the preceding fields selects.
    Select(Expr),
}

/// An encoding around another.
pub(crate) enum Layer {
    /// Elements up to the end of the block.
    List {
        min: Option<Expr>,
        max: Option<Expr>,
    },
    /// A fixed number of elements.
    Exactly(Expr),
    /// Elements behind their number, which has this limit.
    Counted(Prefix, Option<Expr>),
    /// A list with its length in this number of bits of the tag of a compact type.
    Short(Expr),
    /// Keys and values; the encoding inside is that of the values.
    Assoc,
    /// An option behind a presence flag.
    Opt,
    /// An option behind a tag.
    Maybe,
    /// An option without a flag, at the end of its block.
    Varopt,
    /// A block behind its size prefix.
    Dynamic(Prefix),
    /// A block in front of its size.
    Suffixed(Prefix),
    /// At most this number of bytes.
    Bounded(Expr),
    /// Exactly this number of bytes.
    Sized(Expr),
    /// Followed by this number of zero bytes.
    Padded(Expr),
    /// Leaves the last bytes of its block to the fields behind; computed from their schemas where no number is given.
    Reserve(Option<Expr>),
    /// An option that is present in some revisions of the format.
    During(During),
    /// Behind the tag of a compact type, with no bits in it.
    Payload,
    /// Left out of JSON where the value is `default`.
    Dft {
        default: Expr,
        ty: Box<Type>,
    },
    /// An absence flag where the value is `default`.
    Elided {
        default: Expr,
        ty: Box<Type>,
    },
    /// Behind these fixed bytes.
    Magic(Expr),
    Guarded {
        guard: Path,
        ty: Box<Type>,
    },
    /// Converted from and to `repr`.
    Via {
        repr: Box<Type>,
        ty: Box<Type>,
    },
    /// Read as this older type where the encoding inside refuses the bytes.
    Legacy(Box<Type>),
    /// Shown otherwise in JSON; `whole` where it is around a whole type.
    Shown {
        hook: Hook,
        whole: bool,
    },
}

/// What a value is in JSON.
pub(crate) enum Hook {
    /// Its bytes in hexadecimal digits.
    Hex,
    /// Its bytes as text.
    Plain,
    /// An integer in decimal digits.
    Decimal,
    /// Text, by `Display` and `FromStr`.
    Display,
    /// Text, by the `Display` and `FromStr` of another type.
    Base58(Box<Type>),
    /// What a type of the user makes.
    With(Box<Type>),
}

impl Wire {
    /// `self` inside `layer`.
    pub(crate) fn within(self, layer: Layer, span: Span) -> Self {
        Self::Around(layer, Box::new(self), span)
    }

    /// `self` in at most `max` bytes, if there is a limit.
    pub(crate) fn limited(self, max: Option<Expr>, span: Span) -> Self {
        match max {
            Some(max) => self.within(Layer::Bounded(max), span),
            None => self,
        }
    }

    /// The attribute item that asks for the encoding; a type's own has none.
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            Self::Auto | Self::Body => None,
            Self::Boxed(inner) => inner.span(),
            Self::Leaf(_, span) | Self::Around(_, _, span) => Some(*span),
        }
    }

    /// The encoding of readers and writers, which know no JSON.
    pub(crate) fn without_json(&self) -> &Self {
        match self {
            Self::Around(Layer::Shown { .. }, inner, _) => inner,
            other => other,
        }
    }

    /// Whether values differ in size whatever their type is. Of other encodings it depends on the type.
    pub(crate) fn is_open(&self) -> bool {
        use Layer::{Assoc, Counted, During, Dynamic, List, Opt, Reserve, Suffixed, Varopt};
        match self {
            Self::Leaf(leaf, _) => matches!(leaf, Leaf::Text | Leaf::Select(_)),
            Self::Around(layer, ..) => matches!(
                layer,
                During(_) | Dynamic(_) | Suffixed(_) | Reserve(_) | List { .. } | Counted(..) | Opt | Varopt | Assoc
            ),
            Self::Auto | Self::Body | Self::Boxed(_) => false,
        }
    }

    /// The layers that a rule may refuse once the sizes of other types are known: the number of layers around each, and its span, from
    /// the outside in.
    pub(crate) fn ruled(&self) -> Vec<(usize, Span)> {
        let steps = self.steps().into_iter().enumerate();
        steps.filter(|(_, (wire, _))| wire.may_break_rules()).map(|(depth, (_, span))| (depth, span)).collect()
    }

    /// If the innermost encoding has rules of its own: the number of layers around it, and the span of the last of these.
    pub(crate) fn ruled_inside(&self, ty: &Type) -> Option<(usize, Option<Span>)> {
        let mut end = self;
        while let Some(inner) = end.inner() {
            end = inner;
        }
        let is_known = match end {
            Self::Auto => matches!(self, Self::Auto) && fits::has_no_parts(ty),
            end => !end.may_break_rules(),
        };
        let steps = self.steps();
        (!is_known).then(|| (steps.len(), steps.last().map(|(_, span)| *span)))
    }

    /// Whether a rule of [`Self::ruled`] is about this layer and not about what is inside it.
    fn may_break_rules(&self) -> bool {
        match self {
            Self::Leaf(leaf, _) => {
                matches!(leaf, Leaf::Either | Leaf::Verbatim(_) | Leaf::With(_) | Leaf::Select(_))
            }
            // What matters is whether the block has a maximum.
            Self::Around(Layer::Dynamic(_), inner, _) => {
                !matches!(**inner, Self::Leaf(Leaf::Bytes | Leaf::Text, _) | Self::Around(Layer::List { .. }, ..))
            }
            _ => true,
        }
    }

    /// The encodings that leave a trace in the schema, with their spans, from the outside in.
    pub(crate) fn steps(&self) -> Vec<(&Self, Span)> {
        let own = self
            .span()
            .filter(|_| !matches!(self, Self::Boxed(_) | Self::Around(Layer::During(_), ..)))
            .map(|span| (self, span));
        own.into_iter().chain(self.inner().map(Self::steps).unwrap_or_default()).collect()
    }

    /// The encoding inside, if rules look into it: they stop at a tagged option.
    pub(crate) fn inner(&self) -> Option<&Self> {
        match self {
            Self::Around(Layer::Maybe, ..) | Self::Auto | Self::Body | Self::Leaf(..) => None,
            Self::Boxed(inner) | Self::Around(_, inner, _) => Some(inner),
        }
    }
}

/// The numbers of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Range {
    /// Integers in the narrowest width, with the least significant byte first if `little`.
    Integer {
        little: bool,
    },
    UintLikeN,
    IntLikeZ,
    Float,
}

/// A size prefix.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefix {
    U8,
    U16,
    U30,
    N,
    U16Le,
    U30Le,
}

impl Prefix {
    /// Bytes of the shortest prefix.
    pub(crate) const fn bytes(self) -> usize {
        match self {
            Self::U8 | Self::N => 1,
            Self::U16 | Self::U16Le => 2,
            Self::U30 | Self::U30Le => 4,
        }
    }

    /// The form of the prefix in `tezos_encoding::wire`.
    pub(crate) const fn form(self) -> &'static str {
        match self {
            Self::U8 => "U8",
            Self::U16 => "U16",
            Self::U30 => "U30",
            Self::N => "LenN",
            Self::U16Le => "U16Le",
            Self::U30Le => "U30Le",
        }
    }
}
