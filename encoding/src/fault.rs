//! What the hot path returns when it refuses bytes.

use core::fmt;

/// Why bytes were refused, as a bare name.
///
/// The names of the reference (`Data_encoding.Binary.read_error`) are given by [`FaultKind::name`]; the last ones have no
/// counterpart there because OCaml strings hold any bytes and OCaml numbers any width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum FaultKind {
    /// The enclosing block ends before the value does.
    NotEnoughData,
    /// The value ends before its block does.
    ExtraBytes,
    /// An index or a value for which the encoding has no case.
    NoCaseMatched,
    /// A tag that no case of the union carries.
    UnexpectedTag,
    /// The same in a type marked `ignore_unknown`: the caller may skip the message.
    UnknownTag,
    /// An integer outside its range.
    InvalidInt,
    /// A float outside its range.
    InvalidFloat,
    /// A `n` or `z` whose last byte is zero.
    TrailingZero,
    /// More bytes than a `bounded` allows.
    SizeLimitExceeded,
    /// More elements than a list allows.
    ListTooLong,
    /// Fewer elements than a list must have.
    ListTooShort,
    /// More elements than an array allows.
    ArrayTooLong,
    /// A guard of the user said no.
    UserGuard,
    /// A conversion of the user said no.
    UserFunction,
    /// Text that is not UTF-8, read into a Rust string.
    InvalidUtf8,
    /// A key that a map has already.
    DuplicateKey,
    /// Other bytes than the fixed ones.
    Magic,
    /// A number that the Rust type cannot hold.
    Overflow,
    /// A recursive value nested deeper than its limit.
    TooDeep,
    /// More heap than the caller's budget has left.
    HeapExceeded,
    /// A hand-written nom parser refused, with a nom error of its own.
    Foreign,
    /// A hand-written reader took no byte for an element of a list, which would never end.
    EmptyItem,
}

impl FaultKind {
    /// The name that the reference gives to this refusal, or ours where it has none.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotEnoughData => "Not_enough_data",
            Self::ExtraBytes => "Extra_bytes",
            Self::NoCaseMatched => "No_case_matched",
            Self::UnexpectedTag | Self::UnknownTag => "Unexpected_tag",
            Self::InvalidInt => "Invalid_int",
            Self::InvalidFloat => "Invalid_float",
            Self::TrailingZero => "Trailing_zero",
            Self::SizeLimitExceeded => "Size_limit_exceeded",
            Self::ListTooLong => "List_too_long",
            Self::ListTooShort => "List_too_short",
            Self::ArrayTooLong => "Array_too_long",
            Self::UserGuard => "User_invariant_guard",
            Self::UserFunction => "Exception_raised_in_user_function",
            Self::InvalidUtf8 => "Invalid_utf8",
            Self::DuplicateKey => "Duplicate_key",
            Self::Magic => "Invalid_magic",
            Self::Overflow => "Overflow",
            Self::TooDeep => "Too_deep",
            Self::HeapExceeded => "Heap_exceeded",
            Self::Foreign => "Foreign_parser",
            Self::EmptyItem => "Empty_item",
        }
    }
}

/// A refusal on the hot path: 16 bytes, `Copy`, nothing allocated.
///
/// It says what happened and where (the address of the byte, so that it stays right inside nested blocks); the
/// sentence for people is made by walking the schema, once, when a whole-message entry point fails.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    at: usize,
    detail: u32,
    kind: FaultKind,
}

impl Fault {
    /// A refusal at the first byte of `rest`.
    #[inline]
    pub fn new(kind: FaultKind, rest: &[u8]) -> Self {
        Self::with_detail(kind, rest, 0)
    }

    /// A refusal with a number: the tag, the bytes wanted, the limit; cut to 32 bits.
    #[inline]
    pub fn with_detail(kind: FaultKind, rest: &[u8], detail: usize) -> Self {
        Self { at: rest.as_ptr().addr(), detail: u32::try_from(detail).unwrap_or(u32::MAX), kind }
    }

    /// An unknown tag at the first byte of `start`.
    #[cold]
    #[inline(never)]
    pub fn unexpected_tag(start: &[u8], tag: u32, ignorable: bool) -> Self {
        let kind = if ignorable { FaultKind::UnknownTag } else { FaultKind::UnexpectedTag };
        Self { detail: tag, ..Self::new(kind, start) }
    }

    /// Why.
    #[inline]
    pub const fn kind(&self) -> FaultKind {
        self.kind
    }

    /// The number that goes with the kind: the tag, the bytes wanted, the limit; zero where there is none.
    pub const fn detail(&self) -> u32 {
        self.detail
    }

    /// How many bytes of `message` come before the refused byte; `message` must be what was being read.
    pub fn offset_in(&self, message: &[u8]) -> usize {
        self.at.saturating_sub(message.as_ptr().addr()).min(message.len())
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fault").field("kind", &self.kind).field("detail", &self.detail).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_two_words() {
        assert_eq!(size_of::<Fault>(), 16);
        assert_eq!(size_of::<Result<(), Fault>>(), 16);
    }

    #[test]
    fn the_offset_is_absolute_inside_nested_blocks() {
        let message = [1u8, 2, 3, 4];
        let inner = &message[1..3];
        assert_eq!(Fault::new(FaultKind::ExtraBytes, &inner[1..]).offset_in(&message), 2);
    }
}
