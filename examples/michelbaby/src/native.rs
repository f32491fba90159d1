//! The factorial without an interpreter.

use num_bigint::BigInt;

/// Returns `n!` for `n` above 0, with the same effects as the program of [`factorial`](crate::program::factorial).
pub fn factorial(n: i64, io: &mut impl FnMut(&BigInt)) -> BigInt {
    let (mut n, mut product) = (BigInt::from(n), BigInt::from(1));
    while n.bits() != 0 {
        product *= &n;
        io(&product);
        n -= 1;
    }
    product
}
