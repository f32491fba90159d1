//! Types with every attribute of the lineage, each defined twice: with the derives of this crate and with those of
//! `tezos_data_encoding` 0.6.

/// Defines the types in two modules, and a list of their names.
macro_rules! twice {
    ($($(#[$attribute:meta])* $kind:ident $name:ident $body:tt)*) => {
        #[allow(unused_qualifications, reason = "generated code")]
        pub(crate) mod ours {
            use super::aliases::Alias;
            use tezos_data_encoding::{enc::BinWriter, encoding::HasEncoding, nom::NomReader, types::*};
            $(
                #[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
                $(#[$attribute])*
                pub(crate) $kind $name $body
            )*
        }

        #[allow(unused_qualifications, reason = "generated code")]
        pub(crate) mod theirs {
            use super::aliases::Alias;
            use original::{self as tezos_data_encoding, enc::BinWriter, encoding::HasEncoding, nom::NomReader, types::*};
            $(
                #[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
                $(#[$attribute])*
                pub(crate) $kind $name $body
            )*
        }

        /// Calls a macro with the names.
        macro_rules! each {
            ($callback:ident) => { $($callback!($name);)* };
        }
        pub(crate) use each;
    };
}

const LIMIT: usize = 5;

twice! {
    struct Signed8 { a: i8 }
    struct Unsigned8 { a: u8 }
    struct Signed16 { a: i16 }
    struct Unsigned16 { a: u16 }
    struct Signed32 { a: i32 }
    struct Unsigned32 { a: u32 }
    struct Signed64 { a: i64 }
    struct Truth { a: bool }
    struct AllNumbers { a: i8, b: u8, c: i16, d: u16, e: i32, f: u32, g: i64, i: bool }
    struct Builtin { #[encoding(builtin = "Int16")] a: i16, #[encoding(builtin = "Uint8")] b: u8 }
    struct Time { #[encoding(timestamp)] a: i64, b: i64 }
    struct Integer { a: Zarith, b: u8 }
    struct Text { a: String }
    struct ShortText { #[encoding(string = "5")] a: String }
    struct TextByConstant { #[encoding(string = "crate::types::LIMIT")] a: String, b: u8 }
    struct TextTwice { a: String, b: String }
    struct RestOfBytes { #[encoding(bytes)] a: Vec<u8> }
    struct BytesOfSize { #[encoding(sized = "4", bytes)] a: Vec<u8> }
    struct BytesWithin { #[encoding(bounded = "4", bytes)] a: Vec<u8> }
    struct BytesInBlock { #[encoding(dynamic, bytes)] a: Vec<u8>, b: u8 }
    struct BytesInSmallBlock { #[encoding(dynamic = "4", bytes)] a: Vec<u8>, b: u8 }
    struct BytesInShortBlock { #[encoding(short_dynamic, bytes)] a: Vec<u8>, b: u8 }
    struct ListToTheEnd { a: Vec<u16> }
    struct ListByName { #[encoding(list)] a: Vec<u16> }
    struct ListOfFew { #[encoding(list = "3")] a: Vec<u16> }
    struct ListInBlock { #[encoding(dynamic, list)] a: Vec<u16>, b: u8 }
    struct ListInBlockByDefault { #[encoding(dynamic)] a: Vec<u16>, b: u8 }
    struct ListOfFewInBlock { #[encoding(dynamic, list = "3")] a: Vec<u16>, b: u8 }
    struct ListInSmallBlock { #[encoding(dynamic = "6", list)] a: Vec<u16>, b: u8 }
    struct ListInShortBlock { #[encoding(short_dynamic, list)] a: Vec<u16>, b: u8 }
    struct ListOfText { #[encoding(dynamic, list)] a: Vec<String> }
    struct ListOfShortText { #[encoding(dynamic, list, string = "3")] a: Vec<String> }
    struct ListOfBlocks { #[encoding(dynamic, list, dynamic, bytes)] a: Vec<Vec<u8>> }
    struct ListOfLists { #[encoding(dynamic, list, dynamic, list)] a: Vec<Vec<u16>> }
    struct ListOfSized { #[encoding(dynamic, list, sized = "3", bytes)] a: Vec<Vec<u8>> }
    struct ListOfShortBlocks { #[encoding(short_dynamic, list, short_dynamic, bytes)] a: Vec<Vec<u8>> }
    struct ListOfTypes { #[encoding(dynamic, list)] a: Vec<Inner> }
    struct Inner { a: u16, b: bool }
    struct Outer { a: Inner, b: Inner }
    struct Maybe { a: Option<u16>, b: u8 }
    struct MaybeByName { #[encoding(option)] a: Option<u16>, b: u8 }
    struct MaybeText { a: Option<String> }
    struct MaybeType { a: Option<Inner>, b: Option<Inner> }
    struct MaybeBlock { #[encoding(option, dynamic, bytes)] a: Option<Vec<u8>>, b: u8 }
    struct MaybeList { #[encoding(dynamic, list)] a: Option<Vec<u16>>, b: u8 }
    struct MaybeWithin { #[encoding(bounded = "3")] a: Option<u16> }
    struct WithinBlock { #[encoding(dynamic)] a: Inner, b: u8 }
    struct WithinShortBlock { #[encoding(short_dynamic)] a: Inner, b: u8 }
    struct WithinSmallBlock { #[encoding(dynamic = "3")] a: Inner, b: u8 }
    struct WithinSize { #[encoding(sized = "3")] a: Inner, b: u8 }
    struct WithinLimit { #[encoding(bounded = "3")] a: Inner, b: u8 }
    struct BlockInBlock { #[encoding(dynamic, dynamic)] a: Inner, b: u8 }
    struct LimitInBlock { #[encoding(dynamic, bounded = "4", bytes)] a: Vec<u8>, b: u8 }
    struct Skipped { a: u8, #[encoding(skip)] b: u16, c: u8 }
    struct Reserved { #[encoding(reserve = "2", bytes)] a: Vec<u8>, b: u16 }
    struct ReservedList { #[encoding(reserve = "3", list)] a: Vec<u16>, b: Inner }
    struct OfFixedSize { a: SizedBytes<3>, b: u8 }
    struct OfAnySize { a: u8, b: Bytes }
    #[encoding(dynamic)]
    struct TypeInBlock { a: u8, b: Vec<u16> }
    #[encoding(short_dynamic)]
    struct TypeInShortBlock { a: u8, b: Vec<u16> }
    #[encoding(dynamic = "5")]
    struct TypeInSmallBlock { a: u8, b: Vec<u16> }
    #[encoding(bounded = "5")]
    struct TypeWithin { a: u8, b: Vec<u16> }
    #[encoding(sized = "5")]
    struct TypeOfSize { a: u8, b: Vec<u16> }
    #[encoding(short_dynamic, dynamic)]
    struct TypeInTwoBlocks { a: u8 }
    enum Choice { A(Inner), B(TypeInBlock), C }
    enum ChoiceOfOne { A(Inner) }
    #[encoding(tags = "u16")]
    enum ChoiceOfWideTags { #[encoding(tag = 0x100)] A(Inner), B, #[encoding(tag = 5)] C(TypeInBlock) }
    #[encoding(tags = "u8", ignore_unknown)]
    enum ChoiceToIgnore { #[encoding(tag = 3)] A(Inner), B }
    struct OfChoices { #[encoding(dynamic, list)] a: Vec<Choice>, b: Choice }
    struct Composite { #[encoding(composite(dynamic, string))] a: Alias, b: u8 }
}

/// What an alias hides: the type `Vec<u8>` behind another name.
mod aliases {
    pub(crate) type Alias = Vec<u8>;
}
