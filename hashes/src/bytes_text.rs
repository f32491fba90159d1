//! What all newtypes over bytes that print as text have in common.

/// Implements the conversions of a newtype over `$size` bytes, given the functions that print and parse its text.
#[doc(hidden)]
#[macro_export]
macro_rules! bytes_with_text {
    ($name:ident, $size:literal, $bytes:ident, $f:ident => $print:expr, $text:ident => $parse:expr, $error:ty) => {
        impl From<[u8; $size]> for $name {
            fn from(bytes: [u8; $size]) -> Self {
                Self(bytes)
            }
        }

        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, $f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let $bytes = &self.0;
                $print
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }

        impl core::str::FromStr for $name {
            type Err = $error;

            fn from_str($text: &str) -> Result<Self, Self::Err> {
                $parse.map(Self)
            }
        }
    };
}
