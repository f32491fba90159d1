//! `mutez`: an amount, as `narith`.

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader};

use crate::common::{both, refused, shape};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Amounts {
    #[encoding(mutez)]
    big: N,
    #[encoding(mutez)]
    machine: u64,
    #[encoding(option, mutez)]
    fee: Option<u64>,
}

#[test]
fn schema_and_bytes() {
    assert_eq!(shape::<Amounts>(), "{big: n; machine: n; fee: opt(n)}");
    both(&Amounts { big: N::from(1_000_000u64), machine: 1, fee: Some(300) }, "c0843d 01 ff ac02");
    refused::<Amounts>("00 8000 00", "Trailing_zero", "machine", 2);
}
