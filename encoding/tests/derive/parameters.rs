//! Types with parameters whose items name some of them, or none.

#![warn(unused_lifetimes)]

use std::marker::PhantomData;

// Not the parameter `N` of the types below.
#[allow(unused_imports, reason = "generated code must not use it instead of the parameter")]
use tezos_encoding::N;

use crate::common::*;

fn small(number: &u32) -> Result<(), String> {
    if *number < 100 { Ok(()) } else { Err(format!("{number} is not small")) }
}

fn at_most<T: Clone + Into<U>, U: Into<u64>>(value: &T) -> Result<(), &'static str> {
    if value.clone().into().into() < 100 { Ok(()) } else { Err("not small") }
}

fn below<const MAX: u16>(number: &u16) -> Result<(), &'static str> {
    if *number < MAX { Ok(()) } else { Err("not below") }
}

/// Only fields without a guard and without a default use its lifetime.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Message<'a> {
    #[encoding(guard = small)]
    level: u32,
    #[encoding(option(default = 3))]
    fee: u16,
    #[encoding(guard = "longest::<5>", string)]
    text: &'a str,
    #[encoding(bytes)]
    data: &'a [u8],
}

fn longest<const MAX: usize>(text: &&str) -> Result<(), &'static str> {
    if text.len() <= MAX { Ok(()) } else { Err("too long") }
}

/// Its `where` clause concerns the type of another field.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Clause<T>
where
    T: Clone,
{
    #[encoding(option(default = 3))]
    fee: u16,
    #[encoding(guard = small)]
    level: u32,
    value: T,
}

/// A bound that the guard needs for one parameter comes from another parameter.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Through<T: Into<U>, U>
where
    T: Clone,
    U: Into<u64>,
{
    #[encoding(guard = "at_most::<T, U>")]
    value: T,
    #[encoding(skip)]
    number: PhantomData<U>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct WithDefault<const N: u16> {
    #[encoding(option(default = N))]
    fee: u16,
    #[encoding(guard = "below::<{ N }>", le)]
    other: u16,
}

trait Marked {
    const MARK: u8;
}

impl Marked for u16 {
    const MARK: u8 = 7;
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Mark<T: Marked> {
    #[encoding(magic = "[T::MARK]")]
    value: T,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "usize"))]
enum Number {
    #[encoding(on = "0..=2")]
    Short(u8),
    #[encoding(on = "_")]
    Long(u16),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Chosen<const N: usize> {
    #[encoding(guard = "many::<{ N }>")]
    before: [u8; N],
    #[encoding(select = "before.len() + N + usize::from(before.contains(&9))")]
    number: Number,
}

fn many<const N: usize>(_: &[u8; N]) -> Result<(), &'static str> {
    if N < 4 { Ok(()) } else { Err("too many") }
}

#[test]
fn lifetimes_and_clauses_of_other_fields() {
    both(&Message { level: 1, fee: 3, text: "", data: &[1] }, "00000001 00 00000000 01");
    refused::<Message<'_>>("000000ff 00 00000000", "User_invariant_guard", "level", 0);
    both(&Clause { fee: 4, level: 1, value: 5_u8 }, "ff 0004 00000001 05");
    refused::<Clause<u8>>("00 000000ff 05", "User_invariant_guard", "level", 1);
    both(&Through::<u8, u16> { value: 9, number: PhantomData }, "09");
    refused::<Through<u8, u16>>("ff", "User_invariant_guard", "value", 0);
}

#[test]
fn constants() {
    both(&WithDefault::<7> { fee: 7, other: 6 }, "00 0600");
    both(&WithDefault::<8> { fee: 7, other: 7 }, "ff 0007 0700");
    refused::<WithDefault<7>>("00 0700", "User_invariant_guard", "other", 1);
    both(&Mark::<u16> { value: 5 }, "07 0005");
    both(&Chosen { before: [9], number: Number::Long(1) }, "09 0001");
    both(&Chosen { before: [8], number: Number::Short(1) }, "08 01");
    refused::<Chosen<4>>("01020304 0000", "User_invariant_guard", "before", 0);
}
