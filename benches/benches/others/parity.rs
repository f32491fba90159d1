//! The values in the crate rlp of Parity, as the kernels of Etherlink and others write them: into a stream, item by item. A transaction with
//! a type has a stream of its own.

use rlp::RlpStream;
use tezos_rlp::{
    ethereum::{Access, Block, DynamicFeeTransaction, Header, LegacyTransaction, Transaction, Withdrawal},
    form::Number,
};

/// Returns a transaction, as it is hashed and sent.
pub(crate) fn envelope(transaction: &Transaction) -> Vec<u8> {
    let mut stream = RlpStream::new();
    match transaction {
        Transaction::Legacy(transaction) => {
            legacy(&mut stream, transaction);
            stream.out().into()
        }
        Transaction::DynamicFee(transaction) => {
            dynamic_fee(&mut stream, transaction);
            [&[2], stream.as_raw()].concat()
        }
        _ => unreachable!("not written with rlp"),
    }
}

pub(crate) fn block(stream: &mut RlpStream, block: &Block) {
    stream.begin_list(if block.withdrawals.is_some() { 4 } else { 3 });
    header(stream, &block.header);
    stream.begin_list(block.transactions.len());
    for transaction in &block.transactions {
        match transaction {
            Transaction::Legacy(transaction) => legacy(stream, transaction),
            typed => _ = stream.append(&envelope(typed)),
        }
    }
    stream.begin_list(block.uncles.len());
    block.uncles.iter().for_each(|uncle| header(stream, uncle));
    if let Some(withdrawals) = &block.withdrawals {
        stream.begin_list(withdrawals.len());
        withdrawals.iter().for_each(|one| withdrawal(stream, one));
    }
}

pub(crate) fn header(stream: &mut RlpStream, header: &Header) {
    stream.begin_unbounded_list();
    stream.append(&header.parent_hash.as_slice());
    stream.append(&header.uncles_hash.as_slice());
    stream.append(&header.beneficiary.as_slice());
    stream.append(&header.state_root.as_slice());
    stream.append(&header.transactions_root.as_slice());
    stream.append(&header.receipts_root.as_slice());
    stream.append(&header.logs_bloom.as_slice());
    number(stream, &header.difficulty);
    stream.append(&header.number);
    stream.append(&header.gas_limit);
    stream.append(&header.gas_used);
    stream.append(&header.timestamp);
    stream.append(&header.extra_data);
    stream.append(&header.mix_hash.as_slice());
    stream.append(&header.nonce.as_slice());
    header.base_fee_per_gas.iter().for_each(|fee| number(stream, fee));
    header.withdrawals_root.iter().for_each(|root| _ = stream.append(&root.as_slice()));
    header.blob_gas_used.iter().for_each(|gas| _ = stream.append(gas));
    header.excess_blob_gas.iter().for_each(|gas| _ = stream.append(gas));
    header.parent_beacon_block_root.iter().for_each(|root| _ = stream.append(&root.as_slice()));
    header.requests_hash.iter().for_each(|hash| _ = stream.append(&hash.as_slice()));
    stream.finalize_unbounded_list();
}

fn legacy(stream: &mut RlpStream, transaction: &LegacyTransaction) {
    stream.begin_list(9);
    number(stream, &transaction.nonce);
    number(stream, &transaction.gas_price);
    number(stream, &transaction.gas_limit);
    stream.append(&transaction.to.as_ref().map_or(&[][..], |to| to));
    number(stream, &transaction.value);
    stream.append(&transaction.data);
    number(stream, &transaction.v);
    number(stream, &transaction.r);
    number(stream, &transaction.s);
}

fn dynamic_fee(stream: &mut RlpStream, transaction: &DynamicFeeTransaction) {
    stream.begin_list(12);
    number(stream, &transaction.chain_id);
    number(stream, &transaction.nonce);
    number(stream, &transaction.max_priority_fee_per_gas);
    number(stream, &transaction.max_fee_per_gas);
    number(stream, &transaction.gas_limit);
    stream.append(&transaction.to.as_ref().map_or(&[][..], |to| to));
    number(stream, &transaction.value);
    stream.append(&transaction.data);
    stream.begin_list(transaction.access_list.len());
    for Access { address, storage_keys } in &transaction.access_list {
        stream.begin_list(2).append(&address.as_slice()).begin_list(storage_keys.len());
        storage_keys.iter().for_each(|key| _ = stream.append(&key.as_slice()));
    }
    number(stream, &transaction.y_parity);
    number(stream, &transaction.r);
    number(stream, &transaction.s);
}

fn withdrawal(stream: &mut RlpStream, withdrawal: &Withdrawal) {
    stream.begin_list(4).append(&withdrawal.index).append(&withdrawal.validator_index);
    stream.append(&withdrawal.address.as_slice()).append(&withdrawal.amount);
}

/// Appends a number without leading zeros, as the crates of Parity do for theirs.
fn number(stream: &mut RlpStream, number: &impl Number) {
    number.with_bytes(|bytes| _ = stream.append(&bytes));
}
