//! Hashes, signatures, timestamps, fitness, Merkle paths (`sdk/rust/crypto`, `rust_tezos_context`, TezEdge's messages).

use crate::common::*;

macro_rules! hashes {
    ($($name:ident, $bytes:literal;)*) => {$(
        #[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub(crate) struct $name(pub(crate) [u8; $bytes]);
    )*};
}

hashes! { BlockHash, 32; ContractHash, 20; Ed25519Hash, 20; P256Hash, 20; Secp256k1Hash, 20; BlsHash, 20; RollupHash, 20; }

/// A size in front says which curve the bytes are of.
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

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Timestamp(#[encoding(timestamp)] i64);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Fitness(#[encoding(dynamic = 64, list, dynamic, bytes)] Vec<Vec<u8>>);

/// From the root to the leaf; the reference mirrors left and right.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "operation_path", depth = 4)]
enum Path {
    #[encoding(tag = 0x00)]
    Op,
    #[encoding(tag = 0x0f)]
    Right { left: BlockHash, path: Box<Path> },
    #[encoding(tag = 0xf0)]
    Left { path: Box<Path>, right: BlockHash },
}

#[test]
fn a_hash_is_its_bytes() {
    both(&BlockHash([0x0e; 32]), &"0e".repeat(32));
    both(&ContractHash([1; 20]), &"01".repeat(20));
}

#[test]
fn the_size_says_which_signature() {
    both(&Signature::Other([7; 64]), &format!("00000040 {}", "07".repeat(64)));
    both(&Signature::Bls([8; 96]), &format!("00000060 {}", "08".repeat(96)));
    refused::<Signature>(&format!("00000041 {}", "07".repeat(65)), "Exception_raised_in_user_function", "", 0);
    refused::<Signature>(&format!("00000061 {}", "08".repeat(97)), "Size_limit_exceeded", "", 4);
}

/// Samples.
#[test]
fn timestamp_and_fitness() {
    both(&Timestamp(1_587_399_599), "00000000 5e9dcbaf");
    let fitness = Fitness(vec![vec![1], vec![0, 0, 0, 0, 0, 0, 0, 10]]);
    both(&fitness, "00000011 00000001 01 00000008 000000000000000a");
    refused::<Fitness>("00000005 00000002 01", "Not_enough_data", "[0]", 8);
    unwritable(&Fitness(vec![vec![0; 61]]), "Size_limit_exceeded", "");
}

#[test]
fn path() {
    let hash = |byte| BlockHash([byte; 32]);
    let inside = Path::Right { left: hash(1), path: Box::new(Path::Op) };
    let path = Path::Left { path: Box::new(inside), right: hash(2) };
    both(&path, &format!("f0 0f {} 00 {}", "01".repeat(32), "02".repeat(32)));
    refused::<Path>("f0 f0 f0 f0 00", "Too_deep", "path.path.path.path", 4);
    refused::<Path>("01", "Unexpected_tag", "", 0);
}
