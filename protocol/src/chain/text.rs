//! The texts of names and numbers.

use core::fmt;

/// The error for text that does not name a value of the type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownName {
    /// The names of the type.
    pub expected: &'static [&'static str],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected one of {:?}", self.expected)
    }
}

impl core::error::Error for UnknownName {}

/// Implements the conversion of an enum without fields to and from text: `Enum { Variant => "name", .. }`.
macro_rules! named {
    ($type:ident { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(match self { $(Self::$variant => $name,)+ })
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::chain::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err($crate::chain::UnknownName { expected: &[$($name),+] }),
                }
            }
        }
    };
}
pub(crate) use named;

/// Implements the conversions of a type around a number to and from that number and its text: `Type(i32); ..`. The limits of the type are
/// checked when a value is written.
macro_rules! numeric {
    ($($type:ident($number:ty);)+) => {$(
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(&self.0, f)
            }
        }

        impl core::str::FromStr for $type {
            type Err = <$number as core::str::FromStr>::Err;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl From<$number> for $type {
            fn from(number: $number) -> Self {
                Self(number)
            }
        }

        impl From<$type> for $number {
            fn from(value: $type) -> Self {
                value.0
            }
        }
    )+};
}
pub(crate) use numeric;
