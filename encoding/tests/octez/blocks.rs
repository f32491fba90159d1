//! Hashes and signatures (`sdk/rust/crypto`); for blocks, see `tezos-messages`.

use crate::common::*;

macro_rules! hashes {
    ($($name:ident, $bytes:literal;)*) => {$(
        #[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub(crate) struct $name(pub(crate) [u8; $bytes]);
    )*};
}

hashes! { BlockHash, 32; ContractHash, 20; Ed25519Hash, 20; P256Hash, 20; Secp256k1Hash, 20; BlsHash, 20; RollupHash, 20; }

/// The size prefix determines the curve of the bytes.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(try_from = "Sized96")]
enum Signature {
    Bls([u8; 96]),
    Other([u8; 64]),
}

#[derive(Debug, HasEncoding, NomReader, BinWriter)]
struct Sized96(#[encoding(dynamic = 96, bytes)] Vec<u8>);

impl TryFrom<Sized96> for Signature {
    type Error = String;

    fn try_from(Sized96(bytes): Sized96) -> Result<Self, String> {
        let other = || <[u8; 64]>::try_from(&bytes[..]).map(Self::Other);
        let signature = <[u8; 96]>::try_from(&bytes[..]).map(Self::Bls).or_else(|_| other());
        signature.map_err(|_| format!("no signature has {} bytes", bytes.len()))
    }
}

impl From<&Signature> for Sized96 {
    fn from(signature: &Signature) -> Self {
        match signature {
            Signature::Bls(bytes) => Self(bytes.to_vec()),
            Signature::Other(bytes) => Self(bytes.to_vec()),
        }
    }
}

#[test]
fn hashes_are_bytes() {
    both(&BlockHash([0x0e; 32]), &"0e".repeat(32));
    both(&ContractHash([1; 20]), &"01".repeat(20));
}

#[test]
fn the_size_determines_the_signature() {
    both(&Signature::Other([7; 64]), &format!("00000040 {}", "07".repeat(64)));
    both(&Signature::Bls([8; 96]), &format!("00000060 {}", "08".repeat(96)));
    refused::<Signature>(&format!("00000041 {}", "07".repeat(65)), "Exception_raised_in_user_function", "", 0);
    refused::<Signature>(&format!("00000061 {}", "08".repeat(97)), "Size_limit_exceeded", "", 4);
}
