//! Keys, hashes of keys, signatures and chain ids.

use tezos_encoding::{BinWriter, Fault, HasEncoding, NomReader, Reader};

use super::leaf::bytes_or_text;
use super::{Michelson, Type};
use crate::keys;
use crate::micheline::Prim;

macro_rules! leaves {
    ($($(#[$doc:meta])* $name:ident($value:ty): $prim:ident, $title:literal, $parse:literal;)+) => {
        $(
            #[doc = concat!($title, ": the type `", stringify!($prim), "`.")]
            ///
            /// | bytes | field | encoding                                |
            /// |------:|-------|-----------------------------------------|
            /// | 1     | tag   | 10                                      |
            /// | 4 + n |       | the value, with a 4-byte size prefix    |
            ///
            /// This is the optimized form, in which contracts pass values to rollups. The reader also accepts the readable form: the base58check
            /// text of the value, as a string (tag 1).
            ///
            /// # Errors
            /// `Invalid_magic` for a node that is neither bytes nor a string; `Exception_raised_in_user_function` for a string that is not such
            /// a text; `Extra_bytes`; those of the value.
            ///
            #[doc = concat!("Rule: [`script_ir_translator.ml`, `", $parse, "`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml).")]
            #[derive(HasEncoding, BinWriter, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[encoding(magic = "[10]")]
            pub struct $name(#[encoding(dynamic)] pub $value);

            impl<'a> NomReader<'a> for $name {
                fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
                    bytes_or_text(input).map(Self)
                }
            }

            impl From<$value> for $name {
                fn from(value: $value) -> Self {
                    Self(value)
                }
            }

            impl Michelson for $name {
                const TYPE: &'static Type = &Type::new(Prim::$prim, &[]);
            }
        )+
    };
}

leaves! {
    KeyHash(keys::PublicKeyHash): key_hash, "The hash of a public key, which is the address of its account", "parse_key_hash";
    Key(keys::PublicKey): key, "A public key", "parse_key";
    Signature(keys::Signature): signature, "A signature", "parse_signature";
    ChainId(tezos_hashes::hash::ChainId): chain_id, "The id of a chain", "parse_chain_id";
}
