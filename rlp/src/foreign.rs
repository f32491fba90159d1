//! The integers, hashes and addresses of other crates.

#[cfg(any(feature = "primitive-types", feature = "ruint"))]
use crate::__private::Encoding;
#[cfg(any(feature = "primitive-types", feature = "alloy-primitives"))]
use crate::__private::{EncodeError, Facts, Fault, Reader, Reads, Schema, Sink, Views, Writes};
#[cfg(any(feature = "primitive-types", feature = "ruint"))]
use crate::form::{LittleEndian, Number, little, number::number};

/// The most bytes of a number: 512 bits.
#[cfg(feature = "ruint")]
const MAX_BYTES: usize = 64;

/// An integer of at most 512 bits.
#[cfg(feature = "ruint")]
impl<const BITS: usize, const LIMBS: usize> Number for ruint::Uint<BITS, LIMBS> {
    const BYTES: usize = {
        assert!(BITS <= MAX_BYTES << 3, "RLP has numbers of at most 512 bits here");
        BITS.div_ceil(8)
    };

    #[inline]
    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        Self::try_from_be_slice(bytes)
    }

    #[inline]
    fn with_bytes<R>(&self, take: impl FnOnce(&[u8]) -> R) -> R {
        let mut bytes = [0; MAX_BYTES];
        for (limb, place) in self.as_limbs().iter().zip(bytes.rchunks_exact_mut(size_of::<u64>())) {
            place.copy_from_slice(&limb.to_be_bytes());
        }
        take(crate::form::number::significant(&bytes))
    }
}

#[cfg(feature = "ruint")]
number!({const BITS: usize, const LIMBS: usize} ruint::Uint<BITS, LIMBS>);

#[cfg(feature = "ruint")]
impl LittleEndian<32> for ruint::aliases::U256 {
    const CONTENT: &'static Encoding = little::CONTENT_256;

    fn of_little(bytes: &[u8; 32]) -> Self {
        Self::from_le_bytes(*bytes)
    }

    fn to_little(&self) -> [u8; 32] {
        self.to_le_bytes()
    }
}

#[cfg(feature = "ruint")]
little::little!(@ {} ruint::aliases::U256, 32);

#[cfg(feature = "primitive-types")]
macro_rules! big_integer {
    ($($int:ident $bytes:literal)*) => {$(
        impl Number for primitive_types::$int {
            const BYTES: usize = $bytes;

            #[inline]
            fn read_short(input: &mut Reader<'_>) -> Option<Self> {
                crate::form::number::read_word(input, size_of::<u64>()).map(Self::from)
            }

            /// By words of eight bytes: `from_big_endian` copies a number of bytes that the compiler does not know.
            #[inline]
            fn of_bytes(bytes: &[u8]) -> Option<Self> {
                if bytes.len() > Self::BYTES {
                    return None;
                }
                let mut words = [0; $bytes / size_of::<u64>()];
                for (word, bytes) in words.iter_mut().zip(bytes.rchunks(size_of::<u64>())) {
                    *word = match bytes.try_into() {
                        Ok(all) => u64::from_be_bytes(all),
                        Err(_) => bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)),
                    };
                }
                Some(Self(words))
            }

            #[inline]
            fn with_bytes<R>(&self, take: impl FnOnce(&[u8]) -> R) -> R {
                let mut bytes = [0; $bytes];
                self.to_big_endian(&mut bytes);
                take(crate::form::number::significant(&bytes))
            }
        }

        number!({} primitive_types::$int);
    )*};
}

#[cfg(feature = "primitive-types")]
big_integer!(U128 16 U256 32 U512 64);

#[cfg(feature = "primitive-types")]
impl LittleEndian<32> for primitive_types::U256 {
    const CONTENT: &'static Encoding = little::CONTENT_256;

    fn of_little(bytes: &[u8; 32]) -> Self {
        Self::from_little_endian(bytes)
    }

    fn to_little(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.to_little_endian(&mut bytes);
        bytes
    }
}

#[cfg(feature = "primitive-types")]
little::little!(@ {} primitive_types::U256, 32);

/// Implements the encoding of an array of bytes for a type that is one.
#[cfg(any(feature = "primitive-types", feature = "alloy-primitives"))]
macro_rules! bytes {
    ({$($parameters:tt)*} $type:ty, $len:tt, $of:expr, $array:expr) => {
        impl<$($parameters)*> Schema<$type> for crate::Rlp {
            const ENCODING: &'static Encoding = <Self as Schema<[u8; $len]>>::ENCODING;
        }

        impl<'__input, $($parameters)*> Reads<'__input, $type> for crate::Rlp {
            const FACTS: Facts = <Self as Reads<'__input, [u8; $len]>>::FACTS;

            #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
            #[cfg_attr(target_family = "wasm", inline)]
            fn read(input: &mut Reader<'__input>) -> Result<$type, Fault> {
                <Self as Reads<'__input, [u8; $len]>>::read(input).map($of)
            }
        }

        impl<$($parameters)*> Writes<$type> for crate::Rlp {
            const FACTS: Facts = <Self as Writes<[u8; $len]>>::FACTS;

            #[inline]
            fn write<S: Sink>(value: &$type, sink: &mut S) -> Result<(), EncodeError> {
                <Self as Writes<[u8; $len]>>::write({ let array: fn(&$type) -> &[u8; $len] = $array; array(value) }, sink)
            }
        }

        impl<'__input, $($parameters)*> Views<'__input, $type> for crate::Rlp {
            type View = &'__input [u8; $len];

            #[inline]
            fn view(input: &mut Reader<'__input>) -> Result<Self::View, Fault> {
                <Self as Views<'__input, [u8; $len]>>::view(input)
            }

            #[inline]
            fn own(view: &Self::View) -> Result<$type, Fault> {
                Ok($of(**view))
            }
        }
    };
}

#[cfg(feature = "primitive-types")]
mod hashes {
    use primitive_types::{H128, H160, H256, H512};

    use super::*;

    bytes!({} H128, 16, H128, H128::as_fixed_bytes);
    bytes!({} H160, 20, H160, H160::as_fixed_bytes);
    bytes!({} H256, 32, H256, H256::as_fixed_bytes);
    bytes!({} H512, 64, H512, H512::as_fixed_bytes);
}

#[cfg(feature = "alloy-primitives")]
mod alloy {
    use alloy_primitives::{Address, FixedBytes};

    use super::*;

    bytes!({const N: usize} FixedBytes<N>, N, FixedBytes, |bytes: &'_ FixedBytes<N>| &bytes.0);
    bytes!({} Address, 20, |bytes| Address(FixedBytes(bytes)), |address: &'_ Address| &address.0.0);
}
