//! Handwritten readers and writers of Ethereum transactions.
//!
//! A number of up to eight bytes is read as one word, and one of up to ten bytes is written as two words, of which the excess is removed.

#![allow(clippy::arithmetic_side_effects, reason = "lengths of slices")]

use tezos_codec_benches::by_hand::{Body, Read, Refused};
use tezos_codec_users::{array, block};
use tezos_encoding::{N, Z};

/// A number, as the groups of seven bits of its encoding.
trait Number: Sized {
    /// Returns the groups, if they fit.
    fn groups(&self) -> Option<u64>;

    /// Converts from groups of at most 63 bits.
    fn of_groups(groups: u64) -> Self;

    /// Converts from the bytes of any number, if it has this type.
    fn of_bytes(bytes: &[u8]) -> Option<Self>;

    /// Calls `take` with the bytes of a number whose groups do not fit.
    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T;
}

impl Number for u64 {
    #[inline]
    fn groups(&self) -> Option<u64> {
        Some(*self)
    }

    #[inline]
    fn of_groups(groups: u64) -> Self {
        groups
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        N::from_wire(bytes).try_into().ok()
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        N::from(*self).with_wire(take)
    }
}

impl Number for N {
    #[inline]
    fn groups(&self) -> Option<u64> {
        self.try_into().ok()
    }

    #[inline]
    fn of_groups(groups: u64) -> Self {
        groups.into()
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Self::from_wire(bytes))
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        self.with_wire(take)
    }
}

impl Number for i64 {
    #[inline]
    fn groups(&self) -> Option<u64> {
        let magnitude = self.checked_abs()?.cast_unsigned();
        Some(magnitude >> 6 << 7 | magnitude & 0x3f | u64::from(*self < 0) << 6)
    }

    #[inline]
    fn of_groups(groups: u64) -> Self {
        let magnitude = (groups >> 7 << 6 | groups & 0x3f).cast_signed();
        if groups & 0x40 == 0 { magnitude } else { magnitude.wrapping_neg() }
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        Z::from_wire(bytes).try_into().ok()
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        Z::from(*self).with_wire(take)
    }
}

impl Number for Z {
    #[inline]
    fn groups(&self) -> Option<u64> {
        i64::try_from(self).ok()?.groups()
    }

    #[inline]
    fn of_groups(groups: u64) -> Self {
        i64::of_groups(groups).into()
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Self::from_wire(bytes))
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        self.with_wire(take)
    }
}

/// The continuation bits of eight bytes.
const MORE: u64 = 0x8080_8080_8080_8080;

/// Reads a number.
#[inline]
fn number<T: Number>(input: &mut &[u8]) -> Read<T> {
    if let [byte @ 0..0x80, rest @ ..] = *input {
        *input = rest;
        return Ok(T::of_groups((*byte).into()));
    }
    let Some(word) = input.first_chunk() else { return long_number(input) };
    let word = u64::from_le_bytes(*word);
    let ends = !word & MORE;
    if ends == 0 {
        return long_number(input);
    }
    // All bits up to the one that is set in the last byte.
    let word = word & (ends ^ ends.wrapping_sub(1)) & !MORE;
    let len = usize::try_from(ends.trailing_zeros() >> 3).unwrap_or_default().saturating_add(1);
    let pairs = (word & 0x7f00_7f00_7f00_7f00) >> 1 | word & 0x007f_007f_007f_007f;
    let fours = (pairs & 0x3fff_0000_3fff_0000) >> 2 | pairs & 0x0000_3fff_0000_3fff;
    let groups = (fours & 0x0fff_ffff_0000_0000) >> 4 | fours & 0x0fff_ffff;
    let (bytes, rest) = input.split_at_checked(len).ok_or(Refused)?;
    if bytes.last() == Some(&0) {
        return Err(Refused);
    }
    *input = rest;
    Ok(T::of_groups(groups))
}

/// Reads a number of more than eight bytes, or one near the end of the input.
#[inline(never)]
fn long_number<T: Number>(input: &mut &[u8]) -> Read<T> {
    let last = input.iter().position(|byte| *byte < 0x80).ok_or(Refused)?;
    let (bytes, rest) = input.split_at_checked(last + 1).ok_or(Refused)?;
    *input = rest;
    if bytes.last() == Some(&0) { Err(Refused) } else { T::of_bytes(bytes).ok_or(Refused) }
}

/// Returns the length of groups in bytes, of which there is at least one.
#[inline]
fn groups_len(groups: u64) -> usize {
    // The number of bits, divided by seven and rounded up, without a division.
    let zeros = (groups | 1).leading_zeros();
    usize::try_from(640u32.wrapping_sub(zeros.wrapping_mul(9)) >> 6).unwrap_or_default()
}

/// Returns the length of a number in bytes.
#[inline]
fn len<T: Number>(number: &T) -> usize {
    number.groups().map_or_else(|| number.with_bytes(<[u8]>::len), groups_len)
}

/// Writes a number.
#[inline]
fn put<T: Number>(number: &T, out: &mut Vec<u8>) {
    let Some(groups) = number.groups() else { return put_long(number, out) };
    if groups < 0x80 {
        let [byte, ..] = groups.to_le_bytes();
        return out.push(byte);
    }
    let len = groups_len(groups);
    let fours = (groups & 0x00ff_ffff_f000_0000) << 4 | groups & 0x0fff_ffff;
    let pairs = (fours & 0x0fff_c000_0fff_c000) << 2 | fours & 0x0000_3fff_0000_3fff;
    let low = (pairs & 0x3f80_3f80_3f80_3f80) << 1 | pairs & 0x007f_007f_007f_007f;
    let more = MORE & !u64::MAX.unbounded_shl(u32::try_from(len.wrapping_sub(1) << 3).unwrap_or_default());
    let high = groups >> 56 | if groups >> 63 == 0 { 0 } else { 0x180 };
    let bytes = u128::from(low | more) | u128::from(high) << 64;
    let end = out.len().wrapping_add(len);
    out.extend_from_slice(&bytes.to_le_bytes());
    out.truncate(end);
}

/// Writes a number whose groups do not fit.
#[cold]
#[inline(never)]
fn put_long<T: Number>(number: &T, out: &mut Vec<u8>) {
    number.with_bytes(|bytes| out.extend_from_slice(bytes));
}

/// Implements reading and writing for transactions with numbers of one type.
macro_rules! transactions {
    ($($module:ident)*) => {$(
        mod $module {
            use super::super::$module::{Transaction, Transactions};
            use super::*;

            impl Body for Transactions {
                #[inline]
                fn read_by_hand(bytes: &[u8]) -> Read<Self> {
                    read(bytes)
                }

                #[inline]
                fn write_by_hand(&self) -> Read<Vec<u8>> {
                    write(self)
                }
            }

            /// Reads the transactions of a block.
            #[inline]
            fn read(mut input: &[u8]) -> Read<Transactions> {
                let mut list = block(&mut input)?;
                let mut transactions = Vec::new();
                while !list.is_empty() {
                    transactions.push(transaction(&mut list)?);
                }
                if input.is_empty() { Ok(Transactions(transactions)) } else { Err(Refused) }
            }

            #[inline]
            fn transaction(input: &mut &[u8]) -> Read<Transaction> {
                Ok(Transaction {
                    nonce: number(input)?,
                    gas_price: number(input)?,
                    gas_limit: number(input)?,
                    to: match array(input)? {
                        [0] => None,
                        _ => Some(*array(input)?),
                    },
                    value: number(input)?,
                    data: block(input)?.to_vec(),
                    v: number(input)?,
                    r: *array(input)?,
                    s: *array(input)?,
                })
            }

            /// Writes the transactions of a block.
            #[inline]
            fn write(transactions: &Transactions) -> Read<Vec<u8>> {
                let list = transactions.0.iter().map(bytes).fold(0, usize::saturating_add);
                let mut out = Vec::with_capacity(list.saturating_add(4));
                size(&mut out, list)?;
                for transaction in &transactions.0 {
                    put(&transaction.nonce, &mut out);
                    put(&transaction.gas_price, &mut out);
                    put(&transaction.gas_limit, &mut out);
                    match &transaction.to {
                        None => out.push(0x00),
                        Some(to) => {
                            out.push(0xff);
                            out.extend_from_slice(to);
                        }
                    }
                    put(&transaction.value, &mut out);
                    size(&mut out, transaction.data.len())?;
                    out.extend_from_slice(&transaction.data);
                    put(&transaction.v, &mut out);
                    out.extend_from_slice(&transaction.r);
                    out.extend_from_slice(&transaction.s);
                }
                Ok(out)
            }

            /// Returns the length of a transaction in bytes.
            #[inline]
            fn bytes(transaction: &Transaction) -> usize {
                let Transaction { nonce, gas_price, gas_limit, to, value, data, v, r, s } = transaction;
                let numbers = len(nonce) + len(gas_price) + len(gas_limit) + len(value) + len(v);
                let to = to.as_ref().map_or(1, |to| to.len() + 1);
                numbers + to + 4 + data.len() + r.len() + s.len()
            }
        }
    )*};
}

transactions! { n_in_u64 n z_in_i64 z }

/// Writes a size prefix of four bytes.
#[inline]
fn size(out: &mut Vec<u8>, bytes: usize) -> Read<()> {
    let size = u32::try_from(bytes).ok().filter(|size| *size < 1 << 30).ok_or(Refused)?;
    out.extend_from_slice(&size.to_be_bytes());
    Ok(())
}
