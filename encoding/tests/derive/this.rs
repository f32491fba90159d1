//! `Self` in items refers to the type, even in helper types that the derive generates.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic(max = "Self::MAX"), guard = "Self::check", title = "Self::MAX and more")]
struct Named {
    #[encoding(dynamic, list = Self::ITEMS)]
    items: Vec<u8>,
    #[encoding(range = "0 ..= Self::ITEMS as i64")]
    number: i64,
    #[encoding(option(default = Self::DEFAULT), guard = Self::is_small)]
    fee: u16,
    #[encoding(skip = Self::DEFAULT)]
    seen: u16,
    #[encoding(name = "Self", option)]
    inner: Option<Half>,
}

impl Named {
    const MAX: usize = 30;
    const ITEMS: usize = 3;
    const DEFAULT: u16 = 7;

    fn check(&self) -> Result<(), &'static str> {
        if self.items.len() as i64 != self.number { Ok(()) } else { Err("as many as the number") }
    }

    fn is_small(fee: &u16) -> Result<(), &'static str> {
        if *fee < 10 { Ok(()) } else { Err("not small") }
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tag = Self::TAG)]
struct Half {
    half: u8,
}

impl Half {
    const TAG: u8 = 5;
}

/// With parameters, which must also appear where the generated code names the type.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic)]
struct Generic<'a, T: Copy + From<u8> + PartialOrd, const TOP: usize> {
    #[encoding(option(default = "Self::default_value()"), guard = Self::is_small)]
    value: T,
    #[encoding(skip = "Self::COUNT")]
    count: usize,
    #[encoding(bytes)]
    rest: &'a [u8],
}

impl<T: Copy + From<u8> + PartialOrd, const TOP: usize> Generic<'_, T, TOP> {
    const COUNT: usize = TOP;

    fn default_value() -> T {
        T::from(TOP as u8)
    }

    fn is_small(value: &T) -> Result<(), &'static str> {
        if *value <= T::from(TOP as u8) { Ok(()) } else { Err("too large") }
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
struct Chain {
    level: u8,
    #[encoding(guard = Self::is_lower)]
    next: Option<Box<Self>>,
}

impl Chain {
    fn is_lower(next: &Option<Box<Self>>) -> Result<(), &'static str> {
        if next.as_ref().is_none_or(|next| next.level < 9) { Ok(()) } else { Err("too high") }
    }
}

fn named(items: Vec<u8>, fee: u16, inner: Option<Half>) -> Named {
    Named { items, number: 2, fee, seen: 7, inner }
}

#[test]
fn of_a_type() {
    both(&named(vec![1], 7, None), "00000008 00000001 01 02 00 00");
    both(&named(vec![], 8, Some(Half { half: 1 })), "0000000b 00000000 02 ff0008 ff 05 01");
    refused::<Named>("00000009 00000002 0101 02 00 00", "User_invariant_guard", "", 4);
    refused::<Named>("0000000a 00000001 01 02 ff000a 00", "User_invariant_guard", "fee", 10);
    // Text that is not Rust code stays unchanged.
    schema_contains::<Named>(&["Self::MAX and more", "name: \"Self\"", "function: \"Named::check\""]);
}

#[test]
fn of_a_type_with_parameters() {
    both(&Generic::<u16, 3> { value: 3, count: 3, rest: &[1] }, "00000002 00 01");
    both(&Generic::<u16, 3> { value: 2, count: 3, rest: &[] }, "00000003 ff0002");
    refused::<Generic<'_, u16, 3>>("00000003 ff0004", "User_invariant_guard", "value", 4);
}

#[test]
fn of_a_recursive_type() {
    let next = Some(Box::new(Chain { level: 1, next: None }));
    both(&Chain { level: 9, next }, "09 ff 01 00");
    refused::<Chain>("01 ff 09 00", "User_invariant_guard", "next", 1);
}
