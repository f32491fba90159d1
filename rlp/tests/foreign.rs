//! The types of other crates have the bytes of ours.

use alloy_primitives::{Address, B256, Uint};
use primitive_types::{H160, H256, U512};
use tezos_encoding::wire::{Reads, Schema, Writes};
use tezos_rlp::{FromRlp, Quantity, Rlp, ToRlp, U256};

use crate::common::{agree, item};

#[test]
fn integers_of_other_crates() {
    for bits in 0..=256usize {
        let mut bytes = [0; 32];
        if bits > 0 {
            let bit = bits - 1;
            bytes[31 - bit / 8] = 1 << (bit % 8);
            bytes[31] |= 1;
        }
        let own = U256::from_be_bytes(bytes).to_rlp().unwrap();
        assert_eq!(item::<ruint::aliases::U256>(&own).unwrap(), ruint::aliases::U256::from_be_bytes(bytes));
        assert_eq!(item::<primitive_types::U256>(&own).unwrap(), primitive_types::U256::from_big_endian(&bytes));
        assert_eq!(item::<U512>(&own).unwrap(), U512::from_big_endian(&bytes));
        assert_eq!(item::<Quantity>(&own).unwrap().to_u256(), Some(U256::from_be_bytes(bytes)));
        assert_eq!(item::<Uint<128, 2>>(&own).is_ok(), bits <= 128);
        assert_eq!(item::<primitive_types::U128>(&own).is_ok(), bits <= 128);
        assert_eq!(item::<u128>(&own).is_ok(), bits <= 128);
    }
    let odd = Uint::<12, 1>::from(0xfff);
    assert_eq!(odd.to_rlp().unwrap(), [0x82, 0x0f, 0xff]);
    assert!(Uint::<12, 1>::from_rlp(&[0x82, 0x1f, 0xff]).is_err());
}

#[test]
fn little_endian_integers() {
    use tezos_rlp::form::Little;
    fn little<T>(bytes: &[u8]) -> T
    where
        Little: for<'a> Reads<'a, T> + Writes<T> + Schema<T>,
    {
        agree::<T, Little>(bytes).unwrap()
    }
    let bytes = [&[0xa0, 1, 2][..], &[0; 30]].concat();
    assert_eq!(little::<U256>(&bytes), U256::from(0x0201u16));
    assert_eq!(little::<ruint::aliases::U256>(&bytes), ruint::aliases::U256::from(0x0201));
    assert_eq!(little::<primitive_types::U256>(&bytes), primitive_types::U256::from(0x0201));
    assert_eq!(little::<u32>(&[0x84, 1, 2, 0, 0]), 0x0201);
    let greatest = [&[0x88][..], &[255; 8]].concat();
    assert_eq!(little::<u64>(&greatest), u64::MAX);
    let json = tezos_encoding::schema::to_json(<Little as Schema<u64>>::ENCODING, &greatest);
    assert_eq!(json.unwrap(), format!("\"{}\"", u64::MAX));
    assert_eq!(little::<i64>(&[0x88, 255, 255, 255, 255, 255, 255, 255, 255]), -1);
}

#[test]
fn hashes_and_addresses_of_other_crates() {
    let (address, hash) = ([7u8; 20].to_rlp().unwrap(), [9u8; 32].to_rlp().unwrap());
    assert_eq!((item::<Address>(&address).unwrap(), item::<B256>(&hash).unwrap()), ([7; 20].into(), [9; 32].into()));
    assert_eq!((item::<H160>(&address).unwrap(), item::<H256>(&hash).unwrap()), (H160([7; 20]), H256([9; 32])));
    assert_eq!(<Rlp as Schema<H160>>::ENCODING.size(), <Rlp as Schema<[u8; 20]>>::ENCODING.size());
}
