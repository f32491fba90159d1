//! The encoding that a type has by default.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::{Encoding, Scalar};
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::view::{View, Views};

/// The default encoding of the Rust type, defined by its own traits.
#[derive(Debug)]
pub struct Auto;

impl<T: HasEncoding + ?Sized> Schema<T> for Auto {
    const ENCODING: &'static Encoding = T::ENCODING;
    const IS_BYTE: bool = T::IS_BYTE;
    const INNERMOST: Container = T::CONTAINER;
}

impl<'a, T: NomReader<'a>> Reads<'a, T> for Auto {
    const FACTS: Facts = T::FACTS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        T::read(input)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(input: &mut Reader<'a>) -> Option<T> {
        T::get(input)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_as<R>(input: &mut Reader<'a>, make: impl FnOnce(T) -> R) -> Result<R, Fault> {
        T::read_as(input, make)
    }

    #[inline]
    fn read_list(input: &mut Reader<'a>, max: usize) -> Result<Vec<T>, Fault> {
        T::read_list(input, max)
    }

    #[inline]
    fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[T; N], Fault> {
        T::read_array(input)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        T::read_boxed(input)
    }
}

impl<T: BinWriter> Writes<T> for Auto {
    const FACTS: Facts = T::FACTS;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        value.write(sink)
    }

    #[inline]
    fn write_list<S: Sink>(values: &[T], sink: &mut S) -> Result<(), EncodeError> {
        T::write_list(values, sink)
    }
}

impl<'a, T: View> Views<'a, T> for Auto {
    type View = T::View<'a>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        T::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        T::from_view(view)
    }
}

/// Returns true if a scalar is an integer of several bytes.
pub(crate) const fn has_byte_order(encoding: &Encoding) -> bool {
    matches!(encoding, Encoding::Scalar(Scalar::Int(int)) if int.bytes > 1)
}

/// Implements the three traits for a type whose default encoding is `$form`. After `@borrowed`, the type may use
/// `'input`, the lifetime of the input. `part` is the encoding as part of a compact encoding, for types that are not
/// payloads there. `arrays` is for bytes, whose arrays are copied: it reads arrays of them.
macro_rules! default_encoding {
    ($type:ty => $form:ty $(, part $part:ty)? $(, arrays $arrays:path)?) => {
        $crate::wire::auto::default_encoding!(@borrowed $type => $form $(, part $part)? $(, arrays $arrays)?);
    };
    (@borrowed $type:ty => $form:ty $(, part $part:ty)? $(, arrays $arrays:path)?) => {
        impl<'input> $crate::traits::HasEncoding for $type {
            const ENCODING: &'static $crate::schema::Encoding =
                <$form as $crate::wire::Schema<$type>>::ENCODING;
            const IS_BYTE: bool = <$form as $crate::wire::Schema<$type>>::IS_BYTE;
            const CONTAINER: $crate::form::Container =
                if Self::IS_BYTE { $crate::form::Container::Byte } else { $crate::form::Container::None };
            const HAS_BYTE_ORDER: bool = $crate::wire::auto::has_byte_order(Self::ENCODING);
            $(const PART: &'static $crate::schema::Part = <$part as $crate::wire::PartSchema<$type>>::PART;)?
        }

        impl<'input> $crate::traits::NomReader<'input> for $type {
            const FACTS: $crate::facts::Facts = <$form as $crate::wire::Reads<'input, $type>>::FACTS;
            $(const PART: Option<$crate::wire::PartReader<'input, Self>> =
                Some($crate::wire::PartReader::of::<$part>());)?

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read(input: &mut $crate::reader::Reader<'input>) -> Result<Self, $crate::fault::Fault> {
                <$form as $crate::wire::Reads<'input, $type>>::read(input)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn get(input: &mut $crate::reader::Reader<'input>) -> Option<Self> {
                <$form as $crate::wire::Reads<'input, $type>>::get(input)
            }

            #[inline]
            fn read_list(
                input: &mut $crate::reader::Reader<'input>,
                max: usize,
            ) -> Result<alloc::vec::Vec<Self>, $crate::fault::Fault> {
                <$form as $crate::wire::Reads<'input, $type>>::read_list(input, max)
            }

            #[inline]
            fn read_array<const N: usize>(
                input: &mut $crate::reader::Reader<'input>,
            ) -> Result<[Self; N], $crate::fault::Fault> {
                <$form as $crate::wire::Reads<'input, $type>>::read_array(input)
            }

            $(#[inline]
            fn read_arrays<const LEN: usize, const N: usize>(
                input: &mut $crate::reader::Reader<'input>,
            ) -> Result<[[Self; LEN]; N], $crate::fault::Fault> {
                $arrays(input)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn get_array<const N: usize>(input: &mut $crate::reader::Reader<'input>) -> Option<[Self; N]> {
                <$crate::wire::Bytes as $crate::wire::Reads<'input, [$type; N]>>::get(input)
            }

            #[inline]
            fn read_list_of_arrays<const N: usize>(
                input: &mut $crate::reader::Reader<'input>,
                max: usize,
            ) -> Result<alloc::vec::Vec<[Self; N]>, $crate::fault::Fault> {
                <$crate::wire::Bytes as $crate::wire::Reads<'input, [$type; N]>>::read_list(input, max)
            })?
        }

        impl<'input> $crate::traits::BinWriter for $type {
            const FACTS: $crate::facts::Facts = <$form as $crate::wire::Writes<$type>>::FACTS;
            $(const PART: Option<$crate::wire::PartWriter<Self>> = Some($crate::wire::PartWriter::of::<$part>());)?

            #[inline]
            fn write<S: $crate::form::Sink>(&self, sink: &mut S) -> Result<(), $crate::error::EncodeError> {
                <$form as $crate::wire::Writes<$type>>::write(self, sink)
            }

            #[inline]
            fn write_list<S: $crate::form::Sink>(values: &[Self], sink: &mut S) -> Result<(), $crate::error::EncodeError> {
                <$form as $crate::wire::Writes<$type>>::write_list(values, sink)
            }

            $(#[inline]
            fn write_part<S: $crate::form::Sink>(&self, sink: &mut S) -> Result<(), $crate::error::EncodeError> {
                <$part as $crate::wire::WritesPart<$type>>::write_part(self, sink)
            })?
        }
    };
}

pub(crate) use default_encoding;
