//! What the hot path returns when it refuses bytes.

use core::fmt;

/// The kinds, each with the name that the reference gives to it, or ours where it has none.
macro_rules! kinds {
    ($($(#[$meta:meta])* $kind:ident = $name:literal,)+) => {
        /// Why bytes were refused, as a bare name.
        ///
        /// The names of the reference (`Data_encoding.Binary.read_error`) are given by [`FaultKind::name`]; the last ones have no
        /// counterpart there because OCaml strings hold any bytes and OCaml numbers any width.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum FaultKind {
            $($(#[$meta])* $kind,)+
        }

        impl FaultKind {
            /// The name that the reference gives to this refusal, or ours where it has none.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// The kind that is this byte; of no other byte is a fault made.
            const fn of(byte: u8) -> Self {
                $(if byte == Self::$kind as u8 {
                    return Self::$kind;
                })+
                Self::Foreign
            }
        }

        #[cfg(test)]
        const KINDS: &[FaultKind] = &[$(FaultKind::$kind),+];
    };
}

kinds! {
    /// The enclosing block ends before the value does.
    NotEnoughData = "Not_enough_data",
    /// The value ends before its block does.
    ExtraBytes = "Extra_bytes",
    /// An index or a value for which the encoding has no case.
    NoCaseMatched = "No_case_matched",
    /// A tag that no case of the union carries.
    UnexpectedTag = "Unexpected_tag",
    /// The same in a type marked `ignore_unknown`: the caller may skip the message.
    UnknownTag = "Unexpected_tag",
    /// An integer outside its range.
    InvalidInt = "Invalid_int",
    /// A float outside its range.
    InvalidFloat = "Invalid_float",
    /// A `n` or `z` whose last byte is zero.
    TrailingZero = "Trailing_zero",
    /// More bytes than a `bounded` allows.
    SizeLimitExceeded = "Size_limit_exceeded",
    /// More elements than a list allows.
    ListTooLong = "List_too_long",
    /// Fewer elements than a list must have.
    ListTooShort = "List_too_short",
    /// More elements than an array allows.
    ArrayTooLong = "Array_too_long",
    /// A guard of the user said no.
    UserGuard = "User_invariant_guard",
    /// A conversion of the user said no.
    UserFunction = "Exception_raised_in_user_function",
    /// Text that is not UTF-8, read into a Rust string.
    InvalidUtf8 = "Invalid_utf8",
    /// A key that a map has already.
    DuplicateKey = "Duplicate_key",
    /// Other bytes than the fixed ones.
    Magic = "Invalid_magic",
    /// A number that the Rust type cannot hold.
    Overflow = "Overflow",
    /// A recursive value nested deeper than its limit.
    TooDeep = "Too_deep",
    /// More heap than the caller's budget has left.
    HeapExceeded = "Heap_exceeded",
    /// A hand-written nom parser refused, with a nom error of its own.
    Foreign = "Foreign_parser",
    /// A hand-written reader took no byte for an element of a list, which would never end.
    EmptyItem = "Empty_item",
}

/// A refusal on the hot path: 16 bytes, `Copy`, nothing allocated.
///
/// It says what happened and where (the address of the byte, so that it stays right inside nested blocks); the
/// sentence for people is made by walking the schema, once, when a whole-message entry point fails.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    at: usize,
    /// The kind above the detail. Not a field each: two words are returned in registers, and a word of which every value is one leaves
    /// no room for the tag of a `Result`. So the compiler sets that tag itself where a fault is made, and knows that bytes are refused; with
    /// the tag inside a fault that a call has returned, readers go on behind it, with all their registers.
    what: u64,
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
        Self::packed(kind, rest, u32::try_from(detail).unwrap_or(u32::MAX))
    }

    #[inline]
    fn packed(kind: FaultKind, rest: &[u8], detail: u32) -> Self {
        Self { at: rest.as_ptr().addr(), what: u64::from(kind as u8) << u32::BITS | u64::from(detail) }
    }

    /// An unknown tag at the first byte of `start`.
    #[cold]
    #[inline(never)]
    pub fn unexpected_tag(start: &[u8], tag: u32, ignorable: bool) -> Self {
        let kind = if ignorable { FaultKind::UnknownTag } else { FaultKind::UnexpectedTag };
        Self::packed(kind, start, tag)
    }

    /// Why.
    #[inline]
    pub const fn kind(&self) -> FaultKind {
        let [_, _, _, kind, ..] = self.what.to_be_bytes();
        FaultKind::of(kind)
    }

    /// The number that goes with the kind: the tag, the bytes wanted, the limit; zero where there is none.
    pub const fn detail(&self) -> u32 {
        let [.., a, b, c, d] = self.what.to_be_bytes();
        u32::from_be_bytes([a, b, c, d])
    }

    /// How many bytes of `message` come before the refused byte; `message` must be what was being read.
    pub fn offset_in(&self, message: &[u8]) -> usize {
        self.at.saturating_sub(message.as_ptr().addr()).min(message.len())
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fault").field("kind", &self.kind()).field("detail", &self.detail()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_two_words() {
        assert_eq!(size_of::<Fault>(), 16);
    }

    #[test]
    fn what_goes_into_a_fault_comes_out() {
        for kind in KINDS {
            for detail in [0, 7, u32::MAX] {
                let fault = Fault::with_detail(*kind, &[], usize::try_from(detail).unwrap());
                assert_eq!((fault.kind(), fault.detail()), (*kind, detail));
            }
        }
    }

    #[test]
    fn the_offset_is_absolute_inside_nested_blocks() {
        let message = [1u8, 2, 3, 4];
        let inner = &message[1..3];
        assert_eq!(Fault::new(FaultKind::ExtraBytes, &inner[1..]).offset_in(&message), 2);
    }
}
