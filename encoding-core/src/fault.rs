//! The compact error that readers return on the hot path.

use alloc::string::String;
use core::fmt;

/// The kinds, each with the name that the reference uses, or ours if it has none.
macro_rules! kinds {
    ($($(#[$meta:meta])* $kind:ident = $name:literal,)+) => {
        /// Why bytes were refused, without details.
        ///
        /// [`FaultKind::name`] gives the name in the reference (`Data_encoding.Binary.read_error`). The last kinds have
        /// no counterpart there, because OCaml strings hold any bytes and OCaml numbers have any width.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum FaultKind {
            $($(#[$meta])* $kind,)+
        }

        impl FaultKind {
            /// Returns the name in the reference, or ours if it has none.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// Returns the kind whose discriminant is `byte`. Faults are never built from other bytes.
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
    /// An index or a value that no case of the encoding matches.
    NoCaseMatched = "No_case_matched",
    /// A tag that no case of the union has.
    UnexpectedTag = "Unexpected_tag",
    /// A tag that no case has, in a type marked `ignore_unknown`: the caller may skip the message.
    UnknownTag = "Unexpected_tag",
    /// An integer outside its range.
    InvalidInt = "Invalid_int",
    /// A float outside its range.
    InvalidFloat = "Invalid_float",
    /// An `n` or `z` whose last byte is zero.
    TrailingZero = "Trailing_zero",
    /// More bytes than a size limit (`bounded`) allows.
    SizeLimitExceeded = "Size_limit_exceeded",
    /// More elements than the limit of a list.
    ListTooLong = "List_too_long",
    /// Fewer elements than the minimum of a list.
    ListTooShort = "List_too_short",
    /// More elements than the limit of an array.
    ArrayTooLong = "Array_too_long",
    /// A user-supplied guard returned false.
    UserGuard = "User_invariant_guard",
    /// A user-supplied conversion failed.
    UserFunction = "Exception_raised_in_user_function",
    /// Text that is not UTF-8, for a Rust string.
    InvalidUtf8 = "Invalid_utf8",
    /// A map key that occurs twice.
    DuplicateKey = "Duplicate_key",
    /// Bytes that differ from the expected constant.
    Magic = "Invalid_magic",
    /// A number that does not fit the Rust type.
    Overflow = "Overflow",
    /// A recursive value nested deeper than its limit.
    TooDeep = "Too_deep",
    /// More heap than is left of the caller's budget.
    HeapExceeded = "Heap_exceeded",
    /// An error of a hand-written nom parser.
    Foreign = "Foreign_parser",
    /// A hand-written reader consumed no bytes for a list element; the list would never end.
    EmptyItem = "Empty_item",
    /// An RLP item that is not what is expected here, or not in its shortest form.
    InvalidItem = "Invalid_item",
}

/// An error on the hot path: 16 bytes, `Copy`, no allocation.
///
/// It holds the kind and the address of the refused byte, which identifies the offset even inside nested blocks. When a
/// whole-message entry point fails, the schema is walked once to turn it into a [`DecodeError`](crate::DecodeError)
/// with path and details.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    at: usize,
    /// The kind in the upper half, the detail in the lower. They are not two fields because two words are returned in
    /// registers, and because a word without invalid bit patterns leaves no niche for the tag of a `Result`. The
    /// compiler then sets that tag where a fault is created and knows on which path bytes are refused; with the tag
    /// inside a fault returned by a call, it would keep the reader's registers alive across the error path.
    what: u64,
}

impl Fault {
    /// Returns the reason in words, for functions whose errors are texts, such as those of [`Split`](crate::schema::Split).
    ///
    /// ```
    /// use tezos_encoding_core::{Fault, FaultKind};
    /// assert_eq!(Fault::new(FaultKind::ExtraBytes, &[1]).reason(), "these bytes are not a valid value: Extra_bytes");
    /// ```
    #[cold]
    pub fn reason(self) -> String {
        ["these bytes are not a valid value: ", self.kind().name()].concat()
    }

    /// Creates a fault at the first byte of `rest`.
    #[inline]
    pub fn new(kind: FaultKind, rest: &[u8]) -> Self {
        Self::with_detail(kind, rest, 0)
    }

    /// Creates a fault with a detail: the tag, the number of bytes needed, or the limit; truncated to 32 bits.
    #[inline]
    pub fn with_detail(kind: FaultKind, rest: &[u8], detail: usize) -> Self {
        Self::packed(kind, rest, u32::try_from(detail).unwrap_or(u32::MAX))
    }

    #[inline]
    fn packed(kind: FaultKind, rest: &[u8], detail: u32) -> Self {
        Self { at: rest.as_ptr().addr(), what: u64::from(kind as u8) << u32::BITS | u64::from(detail) }
    }

    /// Creates a fault for an unknown tag at the first byte of `start`.
    #[cold]
    #[inline(never)]
    pub fn unexpected_tag(start: &[u8], tag: u32, ignorable: bool) -> Self {
        let kind = if ignorable { FaultKind::UnknownTag } else { FaultKind::UnexpectedTag };
        Self::packed(kind, start, tag)
    }

    /// Returns the kind.
    #[inline]
    pub const fn kind(&self) -> FaultKind {
        let [_, _, _, kind, ..] = self.what.to_be_bytes();
        FaultKind::of(kind)
    }

    /// Returns the detail: the tag, the number of bytes needed, or the limit; zero if the kind has none.
    pub const fn detail(&self) -> u32 {
        let [.., a, b, c, d] = self.what.to_be_bytes();
        u32::from_be_bytes([a, b, c, d])
    }

    /// Returns the same fault at the first byte of `rest`.
    pub(crate) fn moved_to(self, rest: &[u8]) -> Self {
        Self { at: rest.as_ptr().addr(), ..self }
    }

    /// Returns the offset of the refused byte in `message`, which must be the input that was being read.
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
    fn a_fault_keeps_its_kind_and_detail() {
        for kind in KINDS {
            for detail in [0, 7, u32::MAX] {
                let fault = Fault::with_detail(*kind, &[], usize::try_from(detail).unwrap());
                assert_eq!((fault.kind(), fault.detail()), (*kind, detail));
            }
        }
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn a_detail_that_is_too_large_is_the_greatest() {
        for (detail, kept) in [((1 << 32) - 1, u32::MAX), (1 << 32, u32::MAX), (usize::MAX, u32::MAX)] {
            assert_eq!(Fault::with_detail(FaultKind::ListTooLong, &[], detail).detail(), kept);
        }
    }

    #[test]
    fn the_offset_is_inside_the_message() {
        let bytes = [0; 6];
        let offset = |at: usize| Fault::new(FaultKind::ExtraBytes, &bytes[at..]).offset_in(&bytes[2..4]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(offset), [0, 0, 0, 1, 2, 2, 2]);
    }

    #[test]
    fn the_offset_is_absolute_inside_nested_blocks() {
        let message = [1u8, 2, 3, 4];
        let inner = &message[1..3];
        assert_eq!(Fault::new(FaultKind::ExtraBytes, &inner[1..]).offset_in(&message), 2);
    }
}
