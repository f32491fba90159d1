//! Forms on the wire.

use proc_macro2::Span;
use syn::{Expr, LitStr, Path, Type};

use crate::fits;
use crate::primitives::Row;

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

    /// Whether values differ in size, whatever their type is. Of the others nobody knows before the types are known.
    pub(crate) fn is_open(&self) -> bool {
        matches!(
            self,
            Self::Dynamic { .. }
                | Self::Suffixed { .. }
                | Self::Reserve { .. }
                | Self::List { .. }
                | Self::Counted { .. }
                | Self::Opt { .. }
                | Self::Varopt { .. }
                | Self::Select { .. }
                | Self::Assoc { .. }
                | Self::Text(_)
        )
    }

    /// The forms that a rule may refuse once the sizes of other types are known: how many stand around each, and where it is asked for,
    /// from the outside in.
    pub(crate) fn ruled(&self) -> Vec<(usize, Span)> {
        let steps = self.steps().into_iter().enumerate();
        steps.filter(|(_, (form, _))| form.may_break_rules()).map(|(depth, (_, place))| (depth, place)).collect()
    }

    /// Where the forms end in one whose parts have rules of their own: how many stand around it, and where the last of those is asked for.
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
        (!is_known).then(|| (steps.len(), steps.last().map(|(_, place)| *place)))
    }

    /// Whether a rule of [`Self::ruled`] is about this form and not about what is inside it.
    fn may_break_rules(&self) -> bool {
        match self {
            Self::Primitive(..)
            | Self::Bytes(_)
            | Self::Text(_)
            | Self::Little(_)
            | Self::Ranged { .. }
            | Self::Narrow { .. }
            | Self::Constant(..) => false,
            // What matters is whether the block has a maximum.
            Self::Dynamic { inner, .. } => !matches!(**inner, Self::Bytes(_) | Self::Text(_) | Self::List { .. }),
            _ => true,
        }
    }

    /// The forms that leave a trace in the schema and where they are asked for, from the outside in.
    fn steps(&self) -> Vec<(&Self, Span)> {
        let own = self.span().filter(|_| !matches!(self, Self::Boxed(_))).map(|place| (self, place));
        own.into_iter().chain(self.inner().map(Self::steps).unwrap_or_default()).collect()
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

impl Prefix {
    /// Bytes of the shortest.
    pub(crate) const fn bytes(self) -> usize {
        match self {
            Self::U8 | Self::N => 1,
            Self::U16 | Self::U16Le => 2,
            Self::U30 | Self::U30Le => 4,
        }
    }
}
