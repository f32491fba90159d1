//! Sums and differences of numbers of any size, in linear time.

use alloc::vec::Vec;
use core::ops::{Add, AddAssign, Neg, Sub};

use super::{N, Z};

impl N {
    /// Returns the difference, or `None` if `other` is larger.
    ///
    /// ```
    /// use tezos_encoding::N;
    /// let (balance, amount) = (N::new(1_u128 << 100), N::from(1));
    /// assert_eq!(balance.checked_sub(&amount), Some(N::new((1_u128 << 100) - 1)));
    /// assert_eq!(amount.checked_sub(&balance), None);
    /// ```
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        if let (Ok(a), Ok(b)) = (u128::try_from(self), u128::try_from(other)) {
            return a.checked_sub(b).map(Self::new);
        }
        let difference = || self.with_wire(|a| other.with_wire(|b| subtract(a, b)));
        (*self >= *other).then(|| Self::from_wire(&difference()))
    }

    fn plus(&self, other: &Self) -> Self {
        if let (Ok(a), Ok(b)) = (u128::try_from(self), u128::try_from(other))
            && let Some(sum) = a.checked_add(b)
        {
            return Self::new(sum);
        }
        Self::from_wire(&self.with_wire(|a| other.with_wire(|b| sum(a, b))))
    }
}

impl Z {
    fn plus(&self, other: &Self) -> Self {
        if let (Ok(a), Ok(b)) = (i128::try_from(self), i128::try_from(other))
            && let Some(sum) = a.checked_add(b)
        {
            return Self::from(sum);
        }
        let (a, b) = (self.unsigned_abs(), other.unsigned_abs());
        if self.is_negative() == other.is_negative() {
            return Self::new(self.is_negative(), &a.plus(&b));
        }
        match a.checked_sub(&b) {
            Some(difference) => Self::new(self.is_negative(), &difference),
            None => Self::new(other.is_negative(), &b.checked_sub(&a).unwrap_or_default()),
        }
    }
}

impl Add for N {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.plus(&other)
    }
}

impl Add<u64> for N {
    type Output = Self;

    fn add(self, other: u64) -> Self {
        self.plus(&other.into())
    }
}

impl AddAssign<u64> for N {
    fn add_assign(&mut self, other: u64) {
        *self = self.plus(&other.into());
    }
}

impl Add for Z {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.plus(&other)
    }
}

impl Sub for Z {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.plus(&other.neg())
    }
}

impl Neg for Z {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(!self.is_negative(), &self.unsigned_abs())
    }
}

/// Returns the sum of two numbers by their groups, least significant first.
fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    let len = a.len().max(b.len());
    let (a, b) = (digits(a), digits(b));
    let mut carry = 0_u8;
    // A group of zero follows the last one, for the last carry.
    let groups = a.zip(b).take(len.saturating_add(1)).map(|(a, b)| {
        let sum = a.saturating_add(b).saturating_add(carry);
        carry = sum >> 7;
        sum & 0x7f
    });
    shortest(groups.collect())
}

/// Returns the difference of two numbers by their groups; the first is not the smaller one.
fn subtract(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut borrow = 0_u8;
    let groups = digits(a).zip(digits(b)).take(a.len()).map(|(a, b)| {
        let difference = a.wrapping_sub(b).wrapping_sub(borrow);
        borrow = difference >> 7;
        difference & 0x7f
    });
    shortest(groups.collect())
}

/// Returns the groups of a number, least significant first, then zeros.
fn digits(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.iter().map(|byte| byte & 0x7f).chain(core::iter::repeat(0))
}

/// Removes groups of zero at the end, but for the first group, and marks all but the last as followed by another.
pub(super) fn shortest(mut groups: Vec<u8>) -> Vec<u8> {
    while groups.len() > 1 && groups.last() == Some(&0) {
        groups.pop();
    }
    let before_last = groups.len().saturating_sub(1);
    groups.iter_mut().take(before_last).for_each(|group| *group |= 0x80);
    groups
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::super::{Negative, TooLarge};
    use super::*;

    #[test]
    fn sums_and_differences_are_those_of_integers() {
        // Around each group boundary, with both signs.
        let near = |bits: u32| [-1, 0, 1].map(|delta| (1_i128 << bits) + delta);
        let bits = (0..126).step_by(3).chain([6, 7, 62, 63, 125]);
        let positive: Vec<i128> = bits.flat_map(near).collect();
        let numbers = || positive.iter().flat_map(|number| [*number, -number]);
        for (a, b) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
            let (x, y) = (Z::from(a), Z::from(b));
            assert_eq!(
                (x.clone() + y.clone(), x.clone() - y.clone(), -x),
                ((a + b).into(), (a - b).into(), (-a).into())
            );
            let (a, b) = (a.unsigned_abs(), b.unsigned_abs());
            let (x, y) = (N::new(a), N::new(b));
            assert_eq!((x.checked_sub(&y), x + y), (a.checked_sub(b).map(N::new), N::new(a + b)));
        }
    }

    /// The sum and the difference of numbers beyond 128 bits, group by group.
    #[test]
    fn large_numbers_carry_and_borrow() {
        let ones = N::from_wire(&[&[0xff; 40][..], &[0x7f]].concat());
        let power = N::from_wire(&[&[0x80; 41][..], &[1]].concat());
        assert_eq!(ones.clone() + 1, power);
        assert_eq!((power.checked_sub(&1.into()), power.checked_sub(&ones)), (Some(ones.clone()), Some(1.into())));
        assert_eq!((ones.checked_sub(&power), ones.checked_sub(&ones)), (None, Some(N::ZERO)));
        let (plus, minus) = (Z::from(&power), -Z::from(&power));
        assert_eq!((plus.unsigned_abs(), N::try_from(&plus)), (power.clone(), Ok(power.clone())));
        assert_eq!((plus.clone() + minus.clone(), N::try_from(minus.clone())), (Z::ZERO, Err(Negative)));
        assert_eq!(plus.clone() - minus.clone(), Z::from(power.clone() + power.clone()));
        assert_eq!(minus + Z::from(ones), Z::from(-1));
        let mut counter = N::from(u64::MAX);
        counter += 1;
        assert_eq!(
            (counter.to_string(), [counter, 1.into()].into_iter().sum()),
            ("18446744073709551616".into(), N::new((1_u128 << 64) + 1))
        );
        assert_eq!((N::default(), Z::default(), -Z::ZERO), (N::ZERO, Z::ZERO, Z::ZERO));
    }

    #[test]
    fn all_integer_types_convert() {
        assert_eq!(Z::from(u128::MAX).to_string(), u128::MAX.to_string());
        assert_eq!((u128::try_from(Z::from(u128::MAX)), u128::try_from(Z::from(-1))), (Ok(u128::MAX), Err(TooLarge)));
        assert_eq!(
            (Z::from(usize::MAX).to_string(), Z::from(isize::MIN).to_string()),
            (usize::MAX.to_string(), isize::MIN.to_string())
        );
        assert_eq!((N::try_from(i128::MAX), N::try_from(-1_i8)), (Ok(N::new(i128::MAX.unsigned_abs())), Err(Negative)));
        assert_eq!((usize::try_from(N::from(5)), i8::try_from(N::from(200))), (Ok(5), Err(TooLarge)));
    }
}
