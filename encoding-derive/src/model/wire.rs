//! Encodings of values on the wire.

use proc_macro2::Span;
use syn::{Expr, LitStr, Path, Type};

use crate::primitives::Row;
use crate::types;

/// The encoding of a value, from the outermost layer inwards. Spans are those of the attribute items that select the
/// layers.
pub(crate) enum Wire {
    /// The type's default encoding.
    Auto,
    /// The fields or cases of the derived type, inside the layers that its attributes add.
    Body,
    /// A `Box`, which adds no bytes.
    Boxed(Box<Wire>),
    /// An encoding that contains no other.
    Leaf(Leaf, Span),
    /// A layer around another encoding.
    Around(Layer, Box<Wire>, Span),
}

/// An innermost encoding.
pub(crate) enum Leaf {
    Primitive(&'static Row),
    Bytes,
    Text,
    /// A little-endian integer.
    Little,
    Ranged {
        bounds: Box<(Expr, Expr)>,
        of: Range,
        ty: Box<Type>,
    },
    /// A `Result`.
    Either,
    /// Text with the narrowest size prefix that can represent this limit.
    Narrow(Expr),
    /// The bytes of a value of this type.
    Verbatim(Box<Type>),
    /// No bytes; this text in JSON.
    Constant(LitStr),
    /// A user-defined encoding.
    With(Box<Type>),
    /// An untagged union whose case is selected by this expression over the preceding fields.
    Select(Expr),
}

/// An encoding around another.
pub(crate) enum Layer {
    /// Elements to the end of the block.
    List {
        min: Option<Expr>,
        max: Option<Expr>,
    },
    /// A fixed number of elements.
    Exactly(Expr),
    /// A count, which has this limit, then the elements.
    Counted(Prefix, Option<Expr>),
    /// A list whose length is in this number of bits of the tag of a compact type.
    Short(Expr),
    /// Keys and values; the encoding inside is that of the values.
    Assoc,
    /// A presence flag, then the value if it is present.
    Opt,
    /// A tag, then the value if it is present.
    Maybe,
    /// An optional value without a flag, at the end of its block.
    Varopt,
    /// A size prefix, then the block.
    Dynamic(Prefix),
    /// A block, then its size.
    Suffixed(Prefix),
    /// At most this number of bytes.
    Bounded(Expr),
    /// Exactly this number of bytes.
    Sized(Expr),
    /// Followed by this number of zero bytes.
    Padded(Expr),
    /// Reserves the last bytes of its block for the following fields; their size is computed from the schemas if no
    /// number is given.
    Reserve(Option<Expr>),
    /// A value that is present in some revisions of the format.
    During(During),
    /// An optional value of some revisions of the format; the encoding inside is that of the option.
    DuringOption(During),
    /// Follows the tag of a compact type, without any bits in it.
    Payload,
    /// Omitted from JSON if the value is `default`.
    Dft {
        default: Expr,
        ty: Box<Type>,
    },
    /// A presence flag; the value is omitted if it is `default`.
    Elided {
        default: Expr,
        ty: Box<Type>,
    },
    /// Constant bytes, then the value.
    Magic(Expr),
    Guarded {
        guard: Box<Guard>,
        ty: Box<Type>,
    },
    /// Read and written as the value that a function returns instead.
    Canonical {
        function: Path,
        ty: Box<Type>,
    },
    /// Converted from and to `repr`, by traits or by functions.
    Via {
        repr: Box<Type>,
        ty: Box<Type>,
        functions: Option<Box<Functions>>,
    },
    /// Read as this older type if the encoding inside refuses the bytes.
    Legacy(Box<Type>),
    /// A value with different JSON; `whole` if it wraps a whole type.
    Shown {
        hook: Hook,
        whole: bool,
    },
}

/// A function of the user's that accepts or refuses a value.
pub(crate) struct Guard {
    pub(crate) function: Path,
    /// The revisions in which it is called.
    pub(crate) during: Option<During>,
    /// Whether its error is that of a function that raises.
    pub(crate) is_exception: bool,
    pub(crate) span: Span,
}

/// The revisions of the format in which a field or a variant exists or a guard is called, both ends included.
#[derive(Clone, Copy)]
pub(crate) struct During {
    pub(crate) since: u16,
    pub(crate) until: u16,
    pub(crate) span: Span,
}

impl During {
    /// Checks that the range is not empty.
    pub(crate) fn check_order(self) -> syn::Result<()> {
        let Self { since, until, span } = self;
        if since > until {
            let message = format!("there are no revisions from {since} to {until}: swap the numbers");
            return Err(syn::Error::new(span, message));
        }
        Ok(())
    }

    /// Returns true if some revision has both; something without a `During` is in all revisions.
    pub(crate) fn overlap(one: Option<Self>, other: Option<Self>) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => one.since <= other.until && other.since <= one.until,
            _ => true,
        }
    }
}

/// Functions that convert a value.
pub(crate) struct Functions {
    /// `fn(Repr) -> Type`, or `fn(Repr) -> Result<Type, E>` if it is fallible.
    pub(crate) from: Path,
    /// `fn(&Type) -> Repr`
    pub(crate) into: Path,
    pub(crate) is_fallible: bool,
}

/// The JSON of a value.
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
    /// Defined by a user's type.
    With(Box<Type>),
}

impl Wire {
    /// Returns `self` wrapped in `layer`.
    pub(crate) fn within(self, layer: Layer, span: Span) -> Self {
        Self::Around(layer, Box::new(self), span)
    }

    /// Returns `self` limited to `max` bytes, if there is a limit.
    pub(crate) fn limited(self, max: Option<Expr>, span: Span) -> Self {
        match max {
            Some(max) => self.within(Layer::Bounded(max), span),
            None => self,
        }
    }

    /// Returns the span of the attribute item that selects the encoding; a type's default encoding has none.
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            Self::Auto | Self::Body => None,
            Self::Boxed(inner) => inner.span(),
            Self::Leaf(_, span) | Self::Around(_, _, span) => Some(*span),
        }
    }

    /// Returns the encoding for readers and writers, which ignore JSON.
    pub(crate) fn without_json(&self) -> &Self {
        match self {
            Self::Around(Layer::Shown { .. }, inner, _) => inner,
            other => other,
        }
    }

    /// Returns true if values vary in size, whatever their type. For other encodings, that depends on the type.
    pub(crate) fn is_open(&self) -> bool {
        use Layer::{Assoc, Counted, During, DuringOption, Dynamic, List, Opt, Reserve, Suffixed, Varopt};
        match self {
            Self::Leaf(leaf, _) => matches!(leaf, Leaf::Text | Leaf::Select(_)),
            Self::Around(layer, ..) => matches!(
                layer,
                During(_)
                    | DuringOption(_)
                    | Dynamic(_)
                    | Suffixed(_)
                    | Reserve(_)
                    | List { .. }
                    | Counted(..)
                    | Opt
                    | Varopt
                    | Assoc
            ),
            Self::Auto | Self::Body | Self::Boxed(_) => false,
        }
    }

    /// Returns the layers that a rule may refuse once the sizes of other types are known: the number of layers around
    /// each, and its span, from the outside in.
    pub(crate) fn ruled(&self) -> Vec<(usize, Span)> {
        let steps = self.steps().into_iter().enumerate();
        steps.filter(|(_, (wire, _))| wire.may_break_rules()).map(|(depth, (_, span))| (depth, span)).collect()
    }

    /// If rules apply to the innermost encoding, returns the number of layers around it, and the span of the last of
    /// these.
    pub(crate) fn ruled_inside(&self, ty: &Type) -> Option<(usize, Option<Span>)> {
        let mut end = self;
        while let Some(inner) = end.inner() {
            end = inner;
        }
        let is_known = match end {
            Self::Auto => matches!(self, Self::Auto) && types::has_no_parts(ty),
            end => !end.may_break_rules(),
        };
        let steps = self.steps();
        (!is_known).then(|| (steps.len(), steps.last().map(|(_, span)| *span)))
    }

    /// Returns true if a rule of [`Self::ruled`] applies to this layer itself and not to its contents.
    fn may_break_rules(&self) -> bool {
        match self {
            Self::Leaf(leaf, _) => {
                matches!(leaf, Leaf::Either | Leaf::Verbatim(_) | Leaf::With(_) | Leaf::Select(_))
            }
            // It matters only whether the block has a maximum size.
            Self::Around(Layer::Dynamic(_), inner, _) => {
                !matches!(**inner, Self::Leaf(Leaf::Bytes | Leaf::Text, _) | Self::Around(Layer::List { .. }, ..))
            }
            _ => true,
        }
    }

    /// Returns the type that a value is converted from and to.
    pub(crate) fn repr(&self) -> Option<&Type> {
        match self {
            Self::Around(Layer::Via { repr, .. }, ..) => Some(repr),
            wire => wire.inner().and_then(Self::repr),
        }
    }

    /// Returns true if items wrap the default encoding of the innermost type, so that the derive has to know whether it is
    /// an option or a list.
    pub(crate) fn wraps_innermost(&self) -> bool {
        use Layer::{Bounded, Dynamic, Padded, Sized, Suffixed};
        let Some(inner) = self.inner() else { return false };
        let inside = if let Self::Boxed(inner) = inner { inner } else { inner };
        match self {
            Self::Around(Dynamic(_) | Suffixed(_) | Bounded(_) | Sized(_) | Padded(_), ..)
                if matches!(inside, Self::Auto) =>
            {
                true
            }
            _ => inner.wraps_innermost(),
        }
    }

    /// Returns true if the innermost type has its default encoding.
    pub(crate) fn is_auto_inside(&self) -> bool {
        match self {
            Self::Auto => true,
            Self::Boxed(inner) | Self::Around(_, inner, _) => inner.is_auto_inside(),
            Self::Body | Self::Leaf(..) => false,
        }
    }

    /// Returns the encodings that appear in the schema, with their spans, from the outside in.
    pub(crate) fn steps(&self) -> Vec<(&Self, Span)> {
        let own = self
            .span()
            .filter(|_| !matches!(self, Self::Boxed(_) | Self::Around(Layer::During(_) | Layer::DuringOption(_), ..)))
            .map(|span| (self, span));
        own.into_iter().chain(self.inner().map(Self::steps).unwrap_or_default()).collect()
    }

    /// Returns the encoding inside, unless rules do not apply to it: they stop at a tagged option.
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
    /// Integers in the narrowest width; little-endian if `little`.
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
    /// Returns the minimum width of the prefix in bytes.
    pub(crate) const fn bytes(self) -> usize {
        match self {
            Self::U8 | Self::N => 1,
            Self::U16 | Self::U16Le => 2,
            Self::U30 | Self::U30Le => 4,
        }
    }

    /// Returns the name of the prefix in `tezos_encoding::wire`.
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
