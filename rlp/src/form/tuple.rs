//! Values in other values: tuples, boxes, references.

use alloc::boxed::Box;

use tezos_encoding::schema::{Encoding, RlpHeader};
use tezos_encoding::view::{Raw, Views};
use tezos_encoding::wire::{Boxed, Prefix, Reads, Schema, Writes};
use tezos_encoding::{EncodeError, Facts, Fault, Reader, Sink};

use crate::Rlp;
use crate::header::{ListHeader, list};

/// The items of a tuple, without the header.
struct Items;

/// Implements a tuple as a list of its elements.
macro_rules! tuples {
    ($($($type:ident $value:ident)*;)*) => {$(
        impl<$($type),*> Schema<($($type,)*)> for Rlp
        where
            $(Self: Schema<$type>,)*
        {
            const ENCODING: &'static Encoding = &Encoding::Dynamic {
                prefix: Prefix::Rlp(RlpHeader::List),
                inner: &Encoding::Tuple(&[$(<Self as Schema<$type>>::ENCODING),*]),
            };
        }

        impl<'a, $($type),*> Reads<'a, ($($type,)*)> for Rlp
        where
            $(Self: Reads<'a, $type>,)*
        {
            const FACTS: Facts =
                Facts::sequence(&[$(<Self as Reads<'a, $type>>::FACTS),*]).block(Prefix::Rlp(RlpHeader::List));

            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<($($type,)*), Fault> {
                let mut block = list(input)?;
                $(let $value = <Self as Reads<'a, $type>>::read(&mut block)?;)*
                block.finish()?;
                Ok(($($value,)*))
            }
        }

        impl<$($type),*> Writes<($($type,)*)> for Items
        where
            $(Rlp: Writes<$type>,)*
        {
            const FACTS: Facts = Facts::sequence(&[$(<Rlp as Writes<$type>>::FACTS),*]);

            #[inline]
            fn write<S: Sink>(($($value,)*): &($($type,)*), sink: &mut S) -> Result<(), EncodeError> {
                $(<Rlp as Writes<$type>>::write($value, sink)?;)*
                Ok(())
            }
        }

        impl<$($type),*> Writes<($($type,)*)> for Rlp
        where
            $(Self: Writes<$type>,)*
        {
            const FACTS: Facts = <Items as Writes<($($type,)*)>>::FACTS.block(Prefix::Rlp(RlpHeader::List));

            #[inline]
            fn write<S: Sink>(value: &($($type,)*), sink: &mut S) -> Result<(), EncodeError> {
                sink.block::<_, ListHeader, Items>(value)
            }
        }

        impl<'a, $($type),*> Views<'a, ($($type,)*)> for Rlp
        where
            $(Self: Views<'a, $type>,)*
        {
            type View = ($(<Self as Views<'a, $type>>::View,)*);

            #[inline]
            fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
                let mut block = list(input)?;
                $(let $value = <Self as Views<'a, $type>>::view(&mut block)?;)*
                block.finish()?;
                Ok(($($value,)*))
            }

            #[inline]
            fn own(($($value,)*): &Self::View) -> Result<($($type,)*), Fault> {
                Ok(($(<Self as Views<'a, $type>>::own($value)?,)*))
            }
        }
    )*};
}

tuples! {
    A a;
    A a B b;
    A a B b C c;
    A a B b C c D d;
    A a B b C c D d E e;
    A a B b C c D d E e F f;
    A a B b C c D d E e F f G g;
    A a B b C c D d E e F f G g H h;
}

impl<T> Schema<Box<T>> for Rlp
where
    Self: Schema<T>,
{
    const ENCODING: &'static Encoding = <Self as Schema<T>>::ENCODING;
}

impl<'a, T> Reads<'a, Box<T>> for Rlp
where
    Self: Reads<'a, T>,
{
    const FACTS: Facts = <Self as Reads<'a, T>>::FACTS;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        <Self as Reads<'a, T>>::read_boxed(input)
    }
}

impl<T> Writes<Box<T>> for Rlp
where
    Self: Writes<T>,
{
    const FACTS: Facts = <Self as Writes<T>>::FACTS;

    #[inline]
    fn write<S: Sink>(value: &Box<T>, sink: &mut S) -> Result<(), EncodeError> {
        <Self as Writes<T>>::write(value, sink)
    }
}

impl<'a, T> Views<'a, Box<T>> for Rlp
where
    Self: Views<'a, T>,
{
    type View = Raw<'a, T, Self>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Boxed<Self> as Views<'a, Box<T>>>::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Box<T>, Fault> {
        <Boxed<Self> as Views<'a, Box<T>>>::own(view)
    }
}

/// A reference is written as the value that it points to.
impl<T> Writes<&T> for Rlp
where
    Self: Writes<T>,
{
    const FACTS: Facts = <Self as Writes<T>>::FACTS;

    #[inline]
    fn write<S: Sink>(value: &&T, sink: &mut S) -> Result<(), EncodeError> {
        <Self as Writes<T>>::write(value, sink)
    }
}
