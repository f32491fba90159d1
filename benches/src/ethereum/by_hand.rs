//! RLP of transactions, headers and blocks, written by hand in safe code: lengths first, then the bytes, to a vector or to the hash
//! function. Transactions are those that are measured: legacy ones and those of type 2.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "as people write it, with sizes that cannot overflow; a benchmark may panic"
)]

use tezos_encoding::Digest as _;
use tezos_rlp::{
    Keccak256,
    ethereum::{Access, Block, DynamicFeeTransaction, Hash, Header, LegacyTransaction, Transaction, Withdrawal},
    form::Number,
};

/// What bytes are written to.
pub trait Out {
    /// Appends bytes.
    fn put(&mut self, bytes: &[u8]);

    /// Reserves memory for all bytes, where bytes take memory.
    fn reserve(&mut self, _bytes: usize) {}
}

impl Out for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn reserve(&mut self, bytes: usize) {
        self.reserve_exact(bytes);
    }
}

impl Out for Keccak256 {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }
}

/// A writer by hand.
pub trait ByHand: Sized {
    /// Writes the value.
    fn put(&self, out: &mut impl Out);

    /// Returns the bytes.
    #[inline]
    fn encode_by_hand(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.put(&mut bytes);
        bytes
    }

    /// Returns the hash of the bytes.
    #[inline]
    fn keccak_by_hand(&self) -> Hash {
        let mut hash = Keccak256::new();
        self.put(&mut hash);
        hash.finish()
    }
}

impl ByHand for Transaction {
    fn put(&self, out: &mut impl Out) {
        match self {
            Self::Legacy(transaction) => {
                let len = legacy_len(transaction);
                out.reserve(whole(len));
                put_legacy(out, transaction, len);
            }
            Self::DynamicFee(transaction) => {
                let len = typed_len(transaction);
                out.reserve(1 + whole(len));
                put_typed(out, transaction, len);
            }
            _ => panic!("not written by hand"),
        }
    }
}

impl ByHand for Header {
    fn put(&self, out: &mut impl Out) {
        let len = header_len(self);
        out.reserve(whole(len));
        put_header(out, self, len);
    }
}

impl ByHand for Block {
    fn put(&self, out: &mut impl Out) {
        let header = header_len(&self.header);
        let transactions = self.transactions.iter().map(item_len).sum();
        let uncles = self.uncles.iter().map(|uncle| whole(header_len(uncle))).sum();
        let withdrawals = self.withdrawals.as_ref().map(|all| all.iter().map(|one| whole(withdrawal_len(one))).sum());
        let len = whole(header) + whole(transactions) + whole(uncles) + withdrawals.map_or(0, whole);
        out.reserve(whole(len));
        put_list(out, len);
        put_header(out, &self.header, header);
        put_list(out, transactions);
        self.transactions.iter().for_each(|transaction| put_item(out, transaction));
        put_list(out, uncles);
        self.uncles.iter().for_each(|uncle| put_header(out, uncle, header_len(uncle)));
        if let (Some(all), Some(len)) = (&self.withdrawals, withdrawals) {
            put_list(out, len);
            all.iter().for_each(|one| put_withdrawal(out, one));
        }
    }
}

/// Returns the length of a transaction in a list.
fn item_len(transaction: &Transaction) -> usize {
    match transaction {
        Transaction::Legacy(transaction) => whole(legacy_len(transaction)),
        Transaction::DynamicFee(transaction) => whole(1 + whole(typed_len(transaction))),
        _ => panic!("not written by hand"),
    }
}

/// Writes a transaction in a list.
fn put_item(out: &mut impl Out, transaction: &Transaction) {
    match transaction {
        Transaction::Legacy(transaction) => put_legacy(out, transaction, legacy_len(transaction)),
        Transaction::DynamicFee(transaction) => {
            let len = typed_len(transaction);
            put_size(out, 0x80, 1 + whole(len));
            put_typed(out, transaction, len);
        }
        _ => panic!("not written by hand"),
    }
}

fn legacy_len(transaction: &LegacyTransaction) -> usize {
    let LegacyTransaction { nonce, gas_price, gas_limit, to, value, data, v, r, s } = transaction;
    let numbers: usize = [nonce, gas_price, gas_limit, v, r, s].into_iter().map(number_len).sum();
    numbers + to.map_or(1, |to| 1 + to.len()) + number_len(value) + string_len(data)
}

fn put_legacy(out: &mut impl Out, transaction: &LegacyTransaction, len: usize) {
    put_list(out, len);
    put_number(out, &transaction.nonce);
    put_number(out, &transaction.gas_price);
    put_number(out, &transaction.gas_limit);
    put_string(out, transaction.to.as_ref().map_or(&[], |to| to));
    put_number(out, &transaction.value);
    put_string(out, &transaction.data);
    put_number(out, &transaction.v);
    put_number(out, &transaction.r);
    put_number(out, &transaction.s);
}

fn typed_len(transaction: &DynamicFeeTransaction) -> usize {
    let DynamicFeeTransaction {
        chain_id,
        nonce,
        max_priority_fee_per_gas,
        max_fee_per_gas,
        gas_limit,
        to,
        value,
        data,
        access_list,
        y_parity,
        r,
        s,
    } = transaction;
    let numbers = [nonce, max_priority_fee_per_gas, max_fee_per_gas, gas_limit, y_parity, r, s];
    let numbers = numbers.into_iter().map(number_len).sum::<usize>() + number_len(chain_id) + number_len(value);
    numbers + to.map_or(1, |to| 1 + to.len()) + string_len(data) + whole(access_list_len(access_list))
}

fn put_typed(out: &mut impl Out, transaction: &DynamicFeeTransaction, len: usize) {
    out.put(&[2]);
    put_list(out, len);
    put_number(out, &transaction.chain_id);
    put_number(out, &transaction.nonce);
    put_number(out, &transaction.max_priority_fee_per_gas);
    put_number(out, &transaction.max_fee_per_gas);
    put_number(out, &transaction.gas_limit);
    put_string(out, transaction.to.as_ref().map_or(&[], |to| to));
    put_number(out, &transaction.value);
    put_string(out, &transaction.data);
    put_list(out, access_list_len(&transaction.access_list));
    for access in &transaction.access_list {
        put_list(out, access_len(access));
        put_string(out, &access.address);
        put_list(out, keys_len(access));
        access.storage_keys.iter().for_each(|key| put_string(out, key));
    }
    put_number(out, &transaction.y_parity);
    put_number(out, &transaction.r);
    put_number(out, &transaction.s);
}

fn access_list_len(list: &[Access]) -> usize {
    list.iter().map(|access| whole(access_len(access))).sum()
}

fn access_len(access: &Access) -> usize {
    1 + access.address.len() + whole(keys_len(access))
}

fn keys_len(access: &Access) -> usize {
    access.storage_keys.len() * 33
}

fn withdrawal_len(withdrawal: &Withdrawal) -> usize {
    let Withdrawal { index, validator_index, address, amount } = withdrawal;
    number_len(index) + number_len(validator_index) + 1 + address.len() + number_len(amount)
}

fn put_withdrawal(out: &mut impl Out, withdrawal: &Withdrawal) {
    put_list(out, withdrawal_len(withdrawal));
    put_number(out, &withdrawal.index);
    put_number(out, &withdrawal.validator_index);
    put_string(out, &withdrawal.address);
    put_number(out, &withdrawal.amount);
}

fn header_len(header: &Header) -> usize {
    let hashes = [header.withdrawals_root, header.parent_beacon_block_root, header.requests_hash];
    let gas = [header.blob_gas_used, header.excess_blob_gas];
    let numbers = [header.number, header.gas_limit, header.gas_used, header.timestamp];
    6 * 33
        + 21
        + 3
        + 256
        + 9
        + number_len(&header.difficulty)
        + numbers.iter().map(number_len).sum::<usize>()
        + string_len(&header.extra_data)
        + header.base_fee_per_gas.as_ref().map_or(0, number_len)
        + gas.iter().flatten().map(number_len).sum::<usize>()
        + hashes.iter().flatten().count() * 33
}

fn put_header(out: &mut impl Out, header: &Header, len: usize) {
    put_list(out, len);
    put_string(out, &header.parent_hash);
    put_string(out, &header.uncles_hash);
    put_string(out, &header.beneficiary);
    put_string(out, &header.state_root);
    put_string(out, &header.transactions_root);
    put_string(out, &header.receipts_root);
    put_string(out, &header.logs_bloom);
    put_number(out, &header.difficulty);
    put_number(out, &header.number);
    put_number(out, &header.gas_limit);
    put_number(out, &header.gas_used);
    put_number(out, &header.timestamp);
    put_string(out, &header.extra_data);
    put_string(out, &header.mix_hash);
    put_string(out, &header.nonce);
    header.base_fee_per_gas.iter().for_each(|fee| put_number(out, fee));
    header.withdrawals_root.iter().for_each(|root| put_string(out, root));
    header.blob_gas_used.iter().for_each(|gas| put_number(out, gas));
    header.excess_blob_gas.iter().for_each(|gas| put_number(out, gas));
    header.parent_beacon_block_root.iter().for_each(|root| put_string(out, root));
    header.requests_hash.iter().for_each(|hash| put_string(out, hash));
}

/// Returns the length of an item with this length of content.
#[inline]
fn whole(len: usize) -> usize {
    len + match len {
        0..=55 => 1,
        56..=0xff => 2,
        0x100..=0xffff => 3,
        0x1_0000..=0xff_ffff => 4,
        _ => 5,
    }
}

#[inline]
fn string_len(content: &[u8]) -> usize {
    if matches!(content, [..0x80]) { 1 } else { whole(content.len()) }
}

#[inline]
fn number_len(number: &impl Number) -> usize {
    number.with_bytes(string_len)
}

#[inline]
fn put_size(out: &mut impl Out, base: u8, len: usize) {
    if len <= 55 {
        return out.put(&[base + len as u8]);
    }
    let (bytes, zeros) = ((len as u32).to_be_bytes(), (len as u32).leading_zeros() as usize / 8);
    out.put(&[base + 59 - zeros as u8]);
    out.put(&bytes[zeros..]);
}

#[inline]
fn put_list(out: &mut impl Out, len: usize) {
    put_size(out, 0xc0, len);
}

#[inline]
fn put_string(out: &mut impl Out, content: &[u8]) {
    if !matches!(content, [..0x80]) {
        put_size(out, 0x80, content.len());
    }
    out.put(content);
}

#[inline]
fn put_number(out: &mut impl Out, number: &impl Number) {
    number.with_bytes(|bytes| put_string(out, bytes));
}
