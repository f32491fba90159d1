//! Numbers in a range.

use alloc::format;
use core::fmt::Display;
use core::marker::PhantomData;

use tezos_encoding::schema::Check;
use tezos_encoding::wire::{Conversion, Guard, Reads, Whole};

use crate::__private::run_guard;

/// The guard of a `T` with the encoding `W` that is a number from `MIN` to `MAX`. Derived code uses it for `range`, `Uint30` and `Int31` of
/// `#[encoding(..)]`, which decide the width in `data-encoding` and only the limits here.
///
/// # Errors
/// `User_invariant_guard` for a number outside the range.
#[derive(Debug)]
pub struct InRange<T, W, const MIN: i64, const MAX: i64>(PhantomData<(T, W)>);

impl<T: Whole, W: for<'a> Reads<'a, T>, const MIN: i64, const MAX: i64> Conversion for InRange<T, W, MIN, MAX> {
    const CHECK: Check = Check::guard("range", Some(run_guard::<T, W, Self>));
}

impl<T: Whole, W: for<'a> Reads<'a, T>, const MIN: i64, const MAX: i64> Guard<T> for InRange<T, W, MIN, MAX> {
    #[inline]
    fn check(value: &T) -> Result<(), impl Display> {
        let value = value.to_wide();
        match (i128::from(MIN)..=i128::from(MAX)).contains(&value) {
            true => Ok(()),
            false => Err(format!("expected a number from {MIN} to {MAX}, found {value}")),
        }
    }
}
