//! The rules of [`super::rules`] on limits of numbers.

#![allow(clippy::panic, reason = "a panic in a constant is a compile error, which is what these are for")]

use super::Scalar;
use super::scalar::{INT31_MAX, INT31_MIN};
use crate::number::{n_bytes, z_bytes};
use crate::wire::Whole;
use crate::wire::like::LIKE_BYTES;

/// Checks the limits of a scalar that is named in `with`: those of a `range`, or those of a number of variable length,
/// of which readers accept at most eight bytes.
#[track_caller]
pub(super) const fn scalar(scalar: &Scalar) {
    match scalar {
        Scalar::Int(int) if int.is_ranged() => int31(int.min, int.max),
        Scalar::UintLikeN { max } if n_bytes(*max) > LIKE_BYTES => {
            panic!("the maximum of `UintLikeN` is at most 2^56 - 1: use `N` for larger numbers");
        }
        Scalar::IntLikeZ { min, max } => {
            in_order(*min as i128, *max as i128);
            if z_bytes(*min, *max) > LIKE_BYTES {
                panic!("the limits of `IntLikeZ` are at most -(2^55 - 1) and 2^55 - 1: use `Z` for larger numbers");
            }
        }
        Scalar::RangedFloat { min, max } => float_range(f64::from_bits(*min), f64::from_bits(*max)),
        _ => {}
    }
}

#[track_caller]
const fn in_order(min: i128, max: i128) {
    if min > max {
        panic!("the minimum of this range is greater than its maximum");
    }
}

/// Checks that the limits are in order and within those of the reference.
#[track_caller]
const fn int31(min: i128, max: i128) {
    in_order(min, max);
    if min < INT31_MIN as i128 || max > INT31_MAX as i128 {
        panic!("the limits of a range are at most -2^30 and 2^30 - 1");
    }
}

/// Checks that the limits of a `range` are in order, and within those of the reference and of the Rust type.
#[track_caller]
pub const fn range<T: Whole>(min: i64, max: i64) {
    int31(min as i128, max as i128);
    if (min as i128) < T::MIN_VALUE || (max as i128) > T::MAX_VALUE {
        panic!("the limits of this range do not fit the Rust type");
    }
}

/// Checks the limits of a `range` with `UintLikeN`.
#[track_caller]
pub const fn uint_like_n<T: Whole>(min: i64, max: i64) {
    if min != 0 {
        panic!("the minimum of `UintLikeN` is 0: write `range = \"0 ..= MAX\"`, or `IntLikeZ`");
    }
    range::<T>(min, max);
}

/// Checks that the limits of a `range` of floats are in order.
#[track_caller]
pub const fn float_range(min: f64, max: f64) {
    if min.is_nan() || max.is_nan() || min > max {
        panic!("the minimum of this range is greater than its maximum");
    }
}
