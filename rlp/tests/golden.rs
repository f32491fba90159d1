//! Compiles and uses the golden expansions of the derive `Rlp` in `encoding-derive/tests/golden/rlp`.

#![allow(missing_docs, unreachable_pub, reason = "the types stand for those of users")]

use tezos_encoding::wire::{Reads, Schema, Writes};
use tezos_rlp::{Envelope, FromRlp, Rlp};

use crate::common::agree;

mod fields {
    include!("../../encoding-derive/tests/golden/rlp/fields.rs");
}

mod tagged {
    include!("../../encoding-derive/tests/golden/rlp/tagged.rs");

    const FIRST: u16 = 0x100;
}

mod typed {
    include!("../../encoding-derive/tests/golden/rlp/typed.rs");
}

mod untagged {
    include!("../../encoding-derive/tests/golden/rlp/untagged.rs");
}

/// Checks that the bytes are those of the value.
#[track_caller]
fn both<W, T: PartialEq + std::fmt::Debug>(value: &T, bytes: &[u8])
where
    W: for<'a> Reads<'a, T> + Writes<T> + Schema<T>,
{
    assert_eq!(&agree::<T, W>(bytes).unwrap(), value);
}

#[test]
fn fields_and_the_view() {
    let mut deposit = fields::Deposit {
        version: 0,
        data: vec![7, 8],
        level: 1,
        amount: Some(9),
        cache: 0,
        first: None,
        second: None,
    };
    let old = [0xc9, 0x82, 7, 8, 0x84, 1, 0, 0, 0, 9];
    assert_eq!(fields::Deposit::from_rlp(&old).unwrap(), deposit);
    both::<Rlp, _>(&deposit, &[0xca, 0x80, 0x82, 7, 8, 0x84, 1, 0, 0, 0, 9]);
    deposit.first = Some(3);
    let bytes = [0xcb, 0x80, 0x82, 7, 8, 0x84, 1, 0, 0, 0, 9, 3];
    both::<Rlp, _>(&deposit, &bytes);
    let view = fields::DepositRlpView::from_rlp(&bytes).unwrap();
    assert_eq!((view.data, view.to_owned().unwrap()), (&[7, 8][..], deposit));
}

#[test]
fn enums() {
    both::<Rlp, _>(&tagged::Call::<u16>::Unit, &[0xc1, 1]);
    both::<Rlp, _>(&tagged::Call::One(vec![5u16]), &[0xc5, 0x82, 1, 0, 0xc1, 5]);
    both::<Rlp, _>(&tagged::Call::<u16>::Named { number: 7 }, &[0xc2, 3, 7]);
    both::<Rlp, _>(&untagged::Receiver::Address([1, 2, 3]), &[0x83, 1, 2, 3]);
    both::<Rlp, _>(&untagged::Receiver::Pair { tag: 1, contract: vec![2] }, &[0xc2, 1, 2]);
    both::<Rlp, _>(&untagged::Receiver::Triple(1, 2, 3), &[0xc3, 1, 2, 3]);
    both::<Envelope, _>(&typed::Sent::Old(vec![5]), &[0xc1, 5]);
    both::<Envelope, _>(&typed::Sent::New("a".into()), &[2, b'a']);
    both::<Rlp, _>(&typed::Sent::New("a".into()), &[0x82, 2, b'a']);
}
