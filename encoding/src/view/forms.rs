//! The borrowed side of each wire form.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Raw, Seq, View, Views};
use crate::fault::{Fault, FaultKind};
use crate::number::{N, Z};
use crate::reader::Reader;
use crate::traits::NomReader;
use crate::wire::{
    Auto, Bool, Bounded, Boxed, Bytes, Dynamic, Float, Guard, Guarded, Int8, Int16, Int31, Int32, Int64, Length, List,
    Narith, Opt, Reads, Reserve, Sized, Text, Uint8, Uint16, Uint30, Uint32, Uint64, Verbatim, Via, Zarith,
};

impl<'a, T: View> Views<'a, T> for Auto {
    type View = T::View<'a>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        T::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        T::from_view(view)
    }
}

/// Types that are their own view: copied, or without a borrowed form.
macro_rules! own_view {
    ($($type:ty),*) => {$(
        impl View for $type {
            type View<'a> = Self;

            #[inline]
            fn view<'a>(input: &mut Reader<'a>) -> Result<Self, Fault> {
                Self::read(input)
            }

            #[inline]
            fn from_view(view: &Self) -> Result<Self, Fault> {
                Ok(view.clone())
            }
        }
    )*};
}

own_view!((), bool, f64, i8, u8, i16, u16, i32, u32, i64, u64, N, Z);

impl<const LEN: usize> View for [u8; LEN] {
    type View<'a> = &'a Self;

    #[inline]
    fn view<'a>(input: &mut Reader<'a>) -> Result<&'a Self, Fault> {
        input.array()
    }

    #[inline]
    fn from_view(view: &&Self) -> Result<Self, Fault> {
        Ok(**view)
    }
}

/// Views of standard types through the form that they have by themselves.
macro_rules! through {
    ($({$($generic:ident)*} $type:ty => $form:ty;)*) => {$(
        impl<$($generic: View),*> View for $type {
            type View<'a> = <$form as Views<'a, Self>>::View;

            #[inline]
            fn view<'a>(input: &mut Reader<'a>) -> Result<Self::View<'a>, Fault> {
                <$form as Views<'a, Self>>::view(input)
            }

            #[inline]
            fn from_view(view: &Self::View<'_>) -> Result<Self, Fault> {
                <$form as Views<'_, Self>>::own(view)
            }
        }
    )*};
}

through! {
    {T} Option<T> => Opt<Auto>;
    {T} Box<T> => Boxed<Auto>;
    {} String => Dynamic<crate::wire::U30, Text>;
}

impl<T: View> View for Vec<T>
where
    for<'a> T: NomReader<'a>,
{
    type View<'a> = Seq<'a, T, Auto>;

    #[inline]
    fn view<'a>(input: &mut Reader<'a>) -> Result<Self::View<'a>, Fault> {
        <List<Auto> as Views<'a, Self>>::view(input)
    }

    #[inline]
    fn from_view(view: &Self::View<'_>) -> Result<Self, Fault> {
        <List<Auto> as Views<'_, Self>>::own(view)
    }
}

/// Tuples: the views of their elements.
macro_rules! tuples {
    ($($($type:ident $value:ident)*;)*) => {$(
        impl<$($type: View),*> View for ($($type,)*) {
            type View<'a> = ($($type::View<'a>,)*);

            #[inline]
            fn view<'a>(input: &mut Reader<'a>) -> Result<Self::View<'a>, Fault> {
                Ok(($($type::view(input)?,)*))
            }

            #[inline]
            fn from_view(($($value,)*): &Self::View<'_>) -> Result<Self, Fault> {
                Ok(($($type::from_view($value)?,)*))
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
}

/// Scalar forms: read as they are.
macro_rules! scalars {
    ($($form:ty: $($type:ty),*;)*) => {$($(
        impl<'a> Views<'a, $type> for $form {
            type View = $type;

            #[inline]
            fn view(input: &mut Reader<'a>) -> Result<$type, Fault> {
                <Self as Reads<'a, $type>>::read(input)
            }

            #[inline]
            fn own(view: &$type) -> Result<$type, Fault> {
                Ok(view.clone())
            }
        }
    )*)*};
}

scalars! {
    Bool: bool;
    Float: f64;
    Int8: i8;
    Uint8: u8;
    Int16: i16;
    Uint16: u16;
    Int31: i32, i64;
    Uint30: u32, u64;
    Int32: i32;
    Uint32: u32;
    Int64: i64;
    Uint64: u64;
    Narith: N, u64;
    Zarith: Z, i64;
}

/// Forms of bytes and text: a slice of the input.
macro_rules! slices {
    ($form:ty, $view:ty: $($type:ty, $own:expr;)*) => {$(
        impl<'a> Views<'a, $type> for $form {
            type View = &'a $view;

            #[inline]
            fn view(input: &mut Reader<'a>) -> Result<&'a $view, Fault> {
                <Self as Reads<'a, &'a $view>>::read(input)
            }

            #[inline]
            fn own(view: &&'a $view) -> Result<$type, Fault> {
                Ok($own(*view))
            }
        }
    )*};
}

slices! { Bytes, [u8]:
    Vec<u8>, <[u8]>::to_vec;
    Box<[u8]>, Box::from;
    Cow<'a, [u8]>, Cow::Borrowed;
    &'a [u8], core::convert::identity;
}

slices! { Text, str:
    String, String::from;
    Box<str>, Box::from;
    Cow<'a, str>, Cow::Borrowed;
    &'a str, core::convert::identity;
}

slices! { Text, [u8]:
    Vec<u8>, <[u8]>::to_vec;
    Box<[u8]>, Box::from;
    Cow<'a, [u8]>, Cow::Borrowed;
    &'a [u8], core::convert::identity;
}

impl<'a, const LEN: usize> Views<'a, [u8; LEN]> for Bytes {
    type View = &'a [u8; LEN];

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        input.array()
    }

    #[inline]
    fn own(view: &Self::View) -> Result<[u8; LEN], Fault> {
        Ok(**view)
    }
}

impl<'a, T, W: Views<'a, T> + Reads<'a, T>, const MAX: usize> Views<'a, Vec<T>> for List<W, MAX> {
    type View = Seq<'a, T, W>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        let mut len = 0usize;
        while !input.is_empty() {
            let before = input.remaining();
            if len == MAX {
                return Err(Fault::with_detail(FaultKind::ListTooLong, before, MAX));
            }
            W::view(input)?;
            if input.remaining().len() == before.len() {
                return Err(Fault::new(FaultKind::EmptyItem, before));
            }
            len = len.saturating_add(1);
        }
        Ok(Seq::new(start, len, W::FIXED.unwrap_or_default()))
    }

    fn own(view: &Self::View) -> Result<Vec<T>, Fault> {
        W::read_all(&mut super::again(view.bytes()), MAX)
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, Option<T>> for Opt<W> {
    type View = Option<W::View>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        match input.array()? {
            [0] => Ok(None),
            _ => W::view(input).map(Some),
        }
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Option<T>, Fault> {
        view.as_ref().map(W::own).transpose()
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, Box<T>> for Boxed<W> {
    type View = Raw<'a, T, W>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        W::view(input)?;
        Ok(Raw::new(crate::__private::consumed(start, input)))
    }

    fn own(view: &Self::View) -> Result<Box<T>, Fault> {
        W::own(&view.get()?).map(Box::new)
    }
}

impl<'a, T, L: Length, W: Views<'a, T>> Views<'a, T> for Dynamic<L, W> {
    type View = W::View;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let len = L::read(input)?;
        let mut block = input.block(len)?;
        let value = W::view(&mut block)?;
        block.finish()?;
        Ok(value)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        W::own(view)
    }
}

impl<'a, T, W: Views<'a, T>, const LIMIT: usize> Views<'a, T> for Bounded<W, LIMIT> {
    type View = W::View;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let mut inner = input.bounded(LIMIT);
        let value = W::view(&mut inner)?;
        input.resume(&inner);
        Ok(value)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        W::own(view)
    }
}

impl<'a, T, W: Views<'a, T>, const BYTES: usize> Views<'a, T> for Sized<W, BYTES> {
    type View = W::View;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let mut block = input.block(BYTES)?;
        let value = W::view(&mut block)?;
        block.finish()?;
        Ok(value)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        W::own(view)
    }
}

impl<'a, T, W: Views<'a, T>, const TAIL: usize> Views<'a, T> for Reserve<W, TAIL> {
    type View = W::View;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let mut head = input.reserving(TAIL)?;
        let value = W::view(&mut head)?;
        head.finish()?;
        Ok(value)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        W::own(view)
    }
}

/// A guard looks at the owned value: it is read for the guard alone, and dropped.
impl<'a, T, W: Views<'a, T> + Reads<'a, T>, G: Guard<T>> Views<'a, T> for Guarded<W, G> {
    type View = W::View;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Self as Reads<'a, T>>::read(&mut input.clone())?;
        W::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        W::own(view)
    }
}

impl<'a, B, T: NomReader<'a>> Views<'a, B> for Verbatim<T>
where
    Bytes: Views<'a, B, View = &'a [u8]>,
{
    type View = &'a [u8];

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Self as Reads<'a, &'a [u8]>>::read(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<B, Fault> {
        Bytes::own(view)
    }
}

/// A converted value is its own view.
impl<'a, T: Clone, R, W, C> Views<'a, T> for Via<R, W, C>
where
    Self: Reads<'a, T>,
{
    type View = T;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<T, Fault> {
        <Self as Reads<'a, T>>::read(input)
    }

    #[inline]
    fn own(view: &T) -> Result<T, Fault> {
        Ok(view.clone())
    }
}
