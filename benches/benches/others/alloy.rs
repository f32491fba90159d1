//! The values for alloy-rlp, as its users define them: `alloy-consensus` has the same fields.

use alloy_rlp::{BufMut, Bytes, Decodable, Encodable, RlpDecodable, RlpEncodable};
use ruint::aliases::U256;
use tezos_rlp::ethereum::{self, Address, Hash};

use super::{Others, parity};

/// The type of [`DynamicFee`].
const DYNAMIC_FEE: u8 = 2;

#[derive(RlpEncodable, RlpDecodable)]
pub(crate) struct Legacy {
    nonce: u64,
    gas_price: u128,
    gas_limit: u64,
    to: Bytes,
    value: U256,
    input: Bytes,
    v: u64,
    r: U256,
    s: U256,
}

#[derive(RlpEncodable, RlpDecodable)]
pub(crate) struct DynamicFee {
    chain_id: u64,
    nonce: u64,
    max_priority_fee_per_gas: u128,
    max_fee_per_gas: u128,
    gas_limit: u64,
    to: Bytes,
    value: U256,
    input: Bytes,
    access_list: Vec<Access>,
    y_parity: u8,
    r: U256,
    s: U256,
}

#[derive(RlpEncodable, RlpDecodable)]
struct Access {
    address: Address,
    storage_keys: Vec<Hash>,
}

/// A transaction; in a list, one with a type is a string.
pub(crate) enum Transaction {
    Legacy(Legacy),
    DynamicFee(DynamicFee),
}

impl Transaction {
    fn envelope_len(&self) -> usize {
        match self {
            Self::Legacy(transaction) => transaction.length(),
            Self::DynamicFee(transaction) => transaction.length().saturating_add(1),
        }
    }

    fn put_envelope(&self, out: &mut dyn BufMut) {
        match self {
            Self::Legacy(transaction) => transaction.encode(out),
            Self::DynamicFee(transaction) => {
                out.put_u8(DYNAMIC_FEE);
                transaction.encode(out);
            }
        }
    }

    fn of_envelope(bytes: &mut &[u8]) -> alloy_rlp::Result<Self> {
        match bytes.split_first() {
            Some((&DYNAMIC_FEE, rest)) => {
                *bytes = rest;
                DynamicFee::decode(bytes).map(Self::DynamicFee)
            }
            _ => Legacy::decode(bytes).map(Self::Legacy),
        }
    }
}

impl Encodable for Transaction {
    fn encode(&self, out: &mut dyn BufMut) {
        if let Self::DynamicFee(_) = self {
            alloy_rlp::Header { list: false, payload_length: self.envelope_len() }.encode(out);
        }
        self.put_envelope(out);
    }

    fn length(&self) -> usize {
        match self {
            Self::Legacy(transaction) => transaction.length(),
            Self::DynamicFee(_) => {
                alloy_rlp::Header { list: false, payload_length: self.envelope_len() }.length_with_payload()
            }
        }
    }
}

impl Decodable for Transaction {
    fn decode(bytes: &mut &[u8]) -> alloy_rlp::Result<Self> {
        match bytes.first() {
            Some(0xc0..) => Self::of_envelope(bytes),
            _ => Self::of_envelope(&mut alloy_rlp::Header::decode_bytes(bytes, false)?),
        }
    }
}

#[derive(RlpEncodable, RlpDecodable)]
#[rlp(trailing)]
pub(crate) struct Header {
    parent_hash: Hash,
    ommers_hash: Hash,
    beneficiary: Address,
    state_root: Hash,
    transactions_root: Hash,
    receipts_root: Hash,
    logs_bloom: [u8; 256],
    difficulty: U256,
    number: u64,
    gas_limit: u64,
    gas_used: u64,
    timestamp: u64,
    extra_data: Bytes,
    mix_hash: Hash,
    nonce: [u8; 8],
    base_fee_per_gas: Option<u64>,
    withdrawals_root: Option<Hash>,
    blob_gas_used: Option<u64>,
    excess_blob_gas: Option<u64>,
    parent_beacon_block_root: Option<Hash>,
    requests_hash: Option<Hash>,
}

#[derive(RlpEncodable, RlpDecodable)]
#[rlp(trailing)]
pub(crate) struct Block {
    header: Header,
    transactions: Vec<Transaction>,
    ommers: Vec<Header>,
    withdrawals: Option<Vec<Withdrawal>>,
}

#[derive(RlpEncodable, RlpDecodable)]
struct Withdrawal {
    index: u64,
    validator_index: u64,
    address: Address,
    amount: u64,
}

impl Others for ethereum::Transaction {
    type OfAlloy = Transaction;

    fn for_alloy(mut bytes: &[u8]) -> Transaction {
        Transaction::of_envelope(&mut bytes).unwrap()
    }

    fn by_alloy(value: &Transaction) -> Vec<u8> {
        let mut out = Vec::with_capacity(value.envelope_len());
        value.put_envelope(&mut out);
        out
    }

    fn by_parity(&self) -> impl AsRef<[u8]> {
        parity::envelope(self)
    }
}

/// Implements [`Others`] for items.
macro_rules! items {
    ($($name:ident: $by_parity:ident;)*) => {$(
        impl Others for ethereum::$name {
            type OfAlloy = $name;

            fn for_alloy(mut bytes: &[u8]) -> $name {
                $name::decode(&mut bytes).unwrap()
            }

            fn by_alloy(value: &$name) -> Vec<u8> {
                alloy_rlp::encode(value)
            }

            fn by_parity(&self) -> impl AsRef<[u8]> {
                let mut stream = rlp::RlpStream::new();
                parity::$by_parity(&mut stream, self);
                stream.out()
            }
        }
    )*};
}

items! {
    Header: header;
    Block: block;
}
