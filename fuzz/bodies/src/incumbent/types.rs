//! The same types for both crates, with attributes that both accept.

#![expect(unused_qualifications, reason = "the code that their derives generate has them")]

/// Declares structs for both crates. For each field, the first brackets have the type for their crate, the second the type for ours.
macro_rules! twice {
    ($($(#[$on:meta])* struct $name:ident { $($(#[$item:meta])* $field:ident: [$($theirs:tt)*] [$($ours:tt)*],)* })*) => {
        pub(crate) mod theirs {
            use tezos_data_encoding::{enc::BinWriter, nom::NomReader, types::{Mutez, SizedBytes, Zarith}};
            pub(crate) use super::their_choice::Choice;
            $(#[derive(Clone, Debug, NomReader, BinWriter)]
            $(#[$on])*
            pub(crate) struct $name { $($(#[$item])* pub(crate) $field: $($theirs)*,)* })*
        }
        pub(crate) mod ours {
            use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, Z};
            pub(crate) use super::our_choice::Choice;
            $(#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
            $(#[$on])*
            pub(crate) struct $name { $($(#[$item])* pub(crate) $field: $($ours)*,)* })*
        }
    };
}

twice! {
    struct Leaf {
        text: [String] [String],
        number: [u16] [u16],
    }

    struct Numbers {
        i8: [i8] [i8],
        u8: [u8] [u8],
        i16: [i16] [i16],
        u16: [u16] [u16],
        i32: [i32] [i32],
        u32: [u32] [u32],
        i64: [i64] [i64],
        #[encoding(timestamp)]
        time: [i64] [i64],
        flag: [bool] [bool],
        hash: [SizedBytes<5>] [[u8; 5]],
    }

    struct Natural {
        n: [Mutez] [N],
        last: [u8] [u8],
    }

    struct Whole {
        z: [Zarith] [Z],
        last: [u8] [u8],
    }

    struct Blocks {
        #[encoding(dynamic, list = "3")]
        few: [Vec<u16>] [Vec<u16>],
        #[encoding(dynamic = "9", bytes)]
        bytes: [Vec<u8>] [Vec<u8>],
        #[encoding(short_dynamic, list)]
        short: [Vec<u8>] [Vec<u8>],
        #[encoding(dynamic, list, dynamic, bytes)]
        each: [Vec<Vec<u8>>] [Vec<Vec<u8>>],
        #[encoding(dynamic, dynamic, list)]
        twice: [Vec<SizedBytes<2>>] [Vec<[u8; 2]>],
        #[encoding(sized = "4", bytes)]
        sized: [Vec<u8>] [Vec<u8>],
        #[encoding(list = "4", string = "6")]
        rest: [Vec<String>] [Vec<String>],
    }

    struct Texts {
        text: [String] [String],
        #[encoding(string = "5")]
        short: [String] [String],
        option: [Option<u16>] [Option<u16>],
        #[encoding(option, dynamic, list)]
        list: [Option<Vec<u16>>] [Option<Vec<u16>>],
        #[encoding(bounded = "7", list)]
        rest: [Vec<u8>] [Vec<u8>],
    }

    struct Cases {
        #[encoding(dynamic, list)]
        all: [Vec<Choice>] [Vec<Choice>],
        last: [Choice] [Choice],
    }
}

macro_rules! choice {
    ($path:ident, $types:ident $([$json:meta])?: $($derive:path),*) => {
        mod $path {
            use super::$types::Leaf;
            #[derive(Clone, Debug, $($derive),*)]
            #[encoding(tags = "u8")]
            $(#[$json])?
            pub(crate) enum Choice {
                #[encoding(tag = 0x00)]
                None,
                #[encoding(tag = 0x0f)]
                One(Leaf),
                #[encoding(tag = 0xf0)]
                Other(Leaf),
            }
        }
    };
}
choice!(their_choice, theirs: tezos_data_encoding::nom::NomReader, tezos_data_encoding::enc::BinWriter);
choice!(our_choice, ours [encoding(json(first_match))]: PartialEq, tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter);
