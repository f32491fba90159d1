//! RLP of the transactions, written by hand in safe code.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "as people write it, with sizes that cannot overflow"
)]

use crate::ethereum::n_in_u64::{Transaction, Transactions};

/// Returns the length of a header for `len` bytes of content.
fn header_len(len: usize) -> usize {
    match len {
        0..=55 => 1,
        56..=0xff => 2,
        0x100..=0xffff => 3,
        _ => 4,
    }
}

fn number_len(number: u64) -> usize {
    if number < 0x80 { 1 } else { 9 - number.leading_zeros() as usize / 8 }
}

fn string_len(content: &[u8]) -> usize {
    if matches!(content, [..0x80]) { 1 } else { header_len(content.len()) + content.len() }
}

fn put_header(out: &mut Vec<u8>, base: u8, len: usize) {
    if len <= 55 {
        return out.push(base + len as u8);
    }
    let (bytes, zeros) = ((len as u32).to_be_bytes(), (len as u32).leading_zeros() as usize / 8);
    out.push(base + 59 - zeros as u8);
    out.extend_from_slice(&bytes[zeros..]);
}

fn put_number(out: &mut Vec<u8>, number: u64) {
    match number {
        0 => out.push(0x80),
        1..0x80 => out.push(number as u8),
        _ => {
            let zeros = number.leading_zeros() as usize / 8;
            out.push(0x88 - zeros as u8);
            out.extend_from_slice(&number.to_be_bytes()[zeros..]);
        }
    }
}

fn put_string(out: &mut Vec<u8>, content: &[u8]) {
    if !matches!(content, [..0x80]) {
        put_header(out, 0x80, content.len());
    }
    out.extend_from_slice(content);
}

/// Returns the length of a transaction without its header.
fn len(transaction: &Transaction) -> usize {
    let Transaction { nonce, gas_price, gas_limit, to, value, data, v, r, s } = transaction;
    let numbers: usize = [nonce, gas_price, gas_limit, value, v].into_iter().map(|number| number_len(*number)).sum();
    numbers + to.map_or(1, |to| 1 + to.len()) + string_len(data) + 2 + r.len() + s.len()
}

/// Writes the transactions.
pub(crate) fn write(transactions: &Transactions) -> Vec<u8> {
    let whole = |len| header_len(len) + len;
    let all: usize = transactions.0.iter().map(|transaction| whole(len(transaction))).sum();
    let mut out = Vec::with_capacity(whole(all));
    put_header(&mut out, 0xc0, all);
    for transaction in &transactions.0 {
        put_header(&mut out, 0xc0, len(transaction));
        put_number(&mut out, transaction.nonce);
        put_number(&mut out, transaction.gas_price);
        put_number(&mut out, transaction.gas_limit);
        put_string(&mut out, transaction.to.as_ref().map_or(&[], |to| to));
        put_number(&mut out, transaction.value);
        put_string(&mut out, &transaction.data);
        put_number(&mut out, transaction.v);
        put_string(&mut out, &transaction.r);
        put_string(&mut out, &transaction.s);
    }
    out
}

/// Reads an item: whether it is a list, and its content.
fn item<'a>(input: &mut &'a [u8]) -> Option<(bool, &'a [u8])> {
    let (first, rest) = input.split_first()?;
    let (is_list, len, rest) = match first {
        0..0x80 => {
            let (byte, rest) = input.split_at(1);
            *input = rest;
            return Some((false, byte));
        }
        0x80..=0xb7 => (false, usize::from(first - 0x80), rest),
        0xc0..=0xf7 => (true, usize::from(first - 0xc0), rest),
        _ => {
            let (size, rest) = rest.split_at_checked(usize::from(first & 7) + 1)?;
            let len = size.iter().fold(0usize, |len, byte| len << 8 | usize::from(*byte));
            if size[0] == 0 || len <= 55 {
                return None;
            }
            (*first >= 0xc0, len, rest)
        }
    };
    let (content, rest) = rest.split_at_checked(len)?;
    if !is_list && matches!(content, [..0x80]) {
        return None;
    }
    *input = rest;
    Some((is_list, content))
}

fn list<'a>(input: &mut &'a [u8]) -> Option<&'a [u8]> {
    item(input).filter(|(is_list, _)| *is_list).map(|(_, content)| content)
}

fn string<'a>(input: &mut &'a [u8]) -> Option<&'a [u8]> {
    item(input).filter(|(is_list, _)| !is_list).map(|(_, content)| content)
}

fn number(input: &mut &[u8]) -> Option<u64> {
    let content = string(input).filter(|content| content.len() <= 8 && content.first() != Some(&0))?;
    let mut bytes = [0; 8];
    bytes[8 - content.len()..].copy_from_slice(content);
    Some(u64::from_be_bytes(bytes))
}

fn array<const N: usize>(input: &mut &[u8]) -> Option<[u8; N]> {
    string(input)?.try_into().ok()
}

/// Reads the transactions.
pub(crate) fn read(mut bytes: &[u8]) -> Option<Transactions> {
    let mut all = list(&mut bytes).filter(|_| bytes.is_empty())?;
    let mut transactions = Vec::new();
    while !all.is_empty() {
        let mut input = list(&mut all)?;
        if transactions.is_empty() {
            transactions.reserve(all.len() / input.len().max(1) + 1);
        }
        let input = &mut input;
        let transaction = Transaction {
            nonce: number(input)?,
            gas_price: number(input)?,
            gas_limit: number(input)?,
            to: match string(input)? {
                [] => None,
                to => Some(to.try_into().ok()?),
            },
            value: number(input)?,
            data: string(input)?.to_vec(),
            v: number(input)?,
            r: array(input)?,
            s: array(input)?,
        };
        if !input.is_empty() {
            return None;
        }
        transactions.push(transaction);
    }
    Some(Transactions(transactions))
}
