//! What RLP adds to the model of a type.

use proc_macro2::{Ident, Span};
use syn::{Expr, Path, Type};

use super::Predicates;

/// A type in RLP.
pub(crate) struct Rlp {
    /// The crate `tezos-rlp`.
    pub(crate) krate: Path,
    /// Bounds that replace the generated ones.
    pub(crate) bounds: Option<Predicates>,
    pub(crate) shape: Shape,
    /// The name of the view, if the type has one.
    pub(crate) view: Option<Ident>,
    /// Whether the type is its own view, because it has no fields in RLP.
    pub(crate) is_own_view: bool,
    /// Those of a struct or of each variant.
    pub(crate) groups: Vec<Group>,
}

/// How the value is told from others.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// A list of the fields.
    List,
    /// The encoding of the only field.
    Transparent,
    /// A list: a tag, then the fields of the variant.
    Tagged,
    /// The tag of the variant, without fields.
    Number,
    /// The only field of a variant, or a list of its fields: by the kind of item, and the number of items.
    Untagged,
    /// Envelopes (EIP-2718).
    Typed,
}

/// The fields of a struct or of a variant.
pub(crate) struct Group {
    pub(crate) fields: Vec<Field>,
    /// The tag of a variant, if it differs from that in `data-encoding`.
    pub(crate) tag: Option<Expr>,
    /// Whether a variant is a list and not an envelope or a string.
    pub(crate) list: Option<Span>,
}

pub(crate) struct Field {
    pub(crate) form: Option<(Form, Span)>,
    pub(crate) presence: Presence,
    /// Not in RLP; when reading, set to the expression or to the type's default.
    pub(crate) skip: Option<Option<Expr>>,
}

/// Whether a field may be absent.
pub(crate) enum Presence {
    Always,
    Option(OptionForm, Option<Span>),
    /// Present if `left` items are left, which is so in lists of at least `items`, or at the end of any list.
    Least {
        left: usize,
        items: usize,
        span: Span,
    },
}

/// What stands for `None`.
#[derive(Clone, Copy)]
pub(crate) enum OptionForm {
    /// The empty string.
    String,
    /// The empty list.
    List,
    /// The empty list; a value is in a list of one item.
    Wrapped,
}

/// The form of a field.
pub(crate) enum Form {
    Bytes(Option<Expr>),
    Text(Option<Expr>),
    List {
        min: Option<Expr>,
        max: Option<Expr>,
    },
    /// An integer of fixed width.
    Little,
    /// A string that contains the encoding of the field.
    Encoding,
    /// A string that contains RLP.
    Nested,
    /// A string that contains an envelope.
    Envelope,
    /// The text of a value.
    Shown,
    /// A user-defined form.
    With(Box<Type>),
}
