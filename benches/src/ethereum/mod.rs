//! Blocks of Ethereum, for the measurements of RLP. They are made up: as many items as since the fork Prague, numbers as large as those of
//! mainnet, transactions with and without a type.

mod by_hand;

use tezos_encoding::{DecodeError, EncodeError};
use tezos_rlp::{
    FromEnvelope, FromRlp, Keccak256, ToEnvelope, ToRlp, Value,
    ethereum::{Block, Hash, Header, Transaction},
};

pub use by_hand::ByHand;

/// The derived code that is measured. A transaction is an envelope, as it is hashed and sent; a header and a block are items.
pub trait Derived: ByHand {
    /// Decodes a value from all of `bytes`.
    ///
    /// # Errors
    /// Those of the encoding.
    fn decode(bytes: &[u8]) -> Result<Self, DecodeError>;

    /// Returns the bytes.
    ///
    /// # Errors
    /// None for a value that was decoded.
    fn encode(&self) -> Result<Vec<u8>, EncodeError>;

    /// Returns the hash of the bytes.
    ///
    /// # Errors
    /// None for a value that was decoded.
    fn keccak(&self) -> Result<Hash, EncodeError>;
}

/// Implements [`Derived`] by the methods of types.
macro_rules! derived {
    ($($type:ty: $from:ident $to:ident $hash:ident;)*) => {$(
        impl Derived for $type {
            #[inline]
            fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
                Self::$from(bytes)
            }

            #[inline]
            fn encode(&self) -> Result<Vec<u8>, EncodeError> {
                self.$to()
            }

            #[inline]
            fn keccak(&self) -> Result<Hash, EncodeError> {
                self.$hash::<Keccak256>()
            }
        }
    )*};
}

derived! {
    Transaction: from_envelope to_envelope envelope_hash;
    Header: from_rlp to_rlp rlp_hash;
    Block: from_rlp to_rlp rlp_hash;
}

/// Returns the bytes of a transaction of type 2 that calls a contract and lists what it accesses.
///
/// # Errors
/// None.
pub fn transaction() -> Result<Vec<u8>, EncodeError> {
    typed(&mut Random(46), 68)
}

/// Returns the bytes of a header.
///
/// # Errors
/// None.
pub fn header() -> Result<Vec<u8>, EncodeError> {
    header_value(&mut Random(46)).to_rlp()
}

/// Returns the bytes of a block with 16 withdrawals and this number of transactions.
///
/// # Errors
/// If the block were too long.
pub fn block(transactions: usize) -> Result<Vec<u8>, EncodeError> {
    let mut random = Random(46);
    let header = header_value(&mut random);
    let transactions = (0..transactions).map(|_| transaction_value(&mut random)).collect::<Result<_, EncodeError>>()?;
    let withdrawals = (0..16).map(|_| strings(&mut random, &[4, 3, 20, 3])).collect();
    Value::List(vec![header, Value::List(transactions), Value::List(Vec::new()), Value::List(withdrawals)]).to_rlp()
}

/// Returns a header: all hashes, addresses and numbers are random.
fn header_value(random: &mut Random) -> Value {
    strings(random, &[32, 32, 20, 32, 32, 32, 256, 0, 4, 4, 4, 4, 22, 32, 8, 5, 32, 3, 4, 32, 32])
}

/// Returns a transaction of a block: payments, transfers of tokens with 68 bytes of data, and longer calls. Of five, three have type 2.
fn transaction_value(random: &mut Random) -> Result<Value, EncodeError> {
    let data = match random.below(100) {
        0..30 => 0,
        30..85 => 68,
        _ => random.below(8).wrapping_add(4).wrapping_mul(32).wrapping_add(4),
    };
    let data = usize::try_from(data).unwrap_or_default();
    if random.below(5) < 3 { Ok(Value::Bytes(typed(random, data)?)) } else { Ok(legacy(random, data)) }
}

/// Returns a transaction without a type, with this length of data.
fn legacy(random: &mut Random, data: usize) -> Value {
    let value = value_bytes(data);
    strings(random, &[2, 5, 3, 20, value, data, 1, 32, 32])
}

/// Returns a transaction of type 2, with this length of data. With data, it lists an account and two places that it accesses.
fn typed(random: &mut Random, data: usize) -> Result<Vec<u8>, EncodeError> {
    let Value::List(mut items) = strings(random, &[1, 2, 4, 5, 3, 20, value_bytes(data), data, 1, 32, 32]) else {
        return Ok(Vec::new());
    };
    let keys = strings(random, &[32, 32]);
    let access = Value::List(vec![Value::Bytes(random.bytes(20)), keys]);
    items.insert(8, Value::List(if data > 0 { vec![access] } else { Vec::new() }));
    let mut bytes = vec![2];
    Value::List(items).rlp_into(&mut bytes)?;
    Ok(bytes)
}

/// Returns the length of the number of wei: transactions without data pay.
fn value_bytes(data: usize) -> usize {
    if data == 0 { 8 } else { 0 }
}

/// Returns a list of random strings with these lengths. The first byte of each is not zero, so that it may be a number.
fn strings(random: &mut Random, lengths: &[usize]) -> Value {
    Value::List(lengths.iter().map(|length| Value::Bytes(random.bytes(*length))).collect())
}

/// The generator SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns a number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31).checked_rem(bound).unwrap_or_default()
    }

    /// Returns a byte.
    pub fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).unwrap_or_default()
    }

    /// Returns `N` bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// Returns bytes, the first of which is not zero.
    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|index| if index == 0 { self.byte() | 1 } else { self.byte() }).collect()
    }
}
