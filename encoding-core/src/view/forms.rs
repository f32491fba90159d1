//! Views of single values.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Seq, View, Views};
use crate::blob::Blob;
use crate::fault::Fault;
use crate::number::{N, Z};
use crate::reader::Reader;
use crate::traits::NomReader;
use crate::wire::{
    Auto, Bool, Boxed, Bytes, Dynamic, Float, Int8, Int16, Int32, Int64, IntLikeZ, Le, List, Narith, Null, Opt, Ranged,
    RangedFloat, Reads, Text, Through, Uint8, Uint16, Uint32, Uint64, UintLikeN, Via, Zarith,
};

/// Implements [`View`] for types that are copied or cannot be borrowed: each is its own view.
macro_rules! own_view {
    ($({$($parameter:tt)*} $type:ty),*) => {$(
        impl<$($parameter)*> View for $type {
            type View<'a> = Self;

            #[cfg_attr(not(debug_assertions), inline(always))]
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

own_view!({} (), {} bool, {} f64, {} i8, {} u8, {} i16, {} u16, {} i32, {} u32, {} i64, {} u64, {} N, {} Z);

// Not generic over all element types, because that would include bytes, whose view is a slice of the input. Derived
// code uses `Arrays` for other elements.
own_view!(
    {const LEN: usize} [bool; LEN],
    {const LEN: usize} [f64; LEN],
    {const LEN: usize} [i8; LEN],
    {const LEN: usize} [i16; LEN],
    {const LEN: usize} [u16; LEN],
    {const LEN: usize} [i32; LEN],
    {const LEN: usize} [u32; LEN],
    {const LEN: usize} [i64; LEN],
    {const LEN: usize} [u64; LEN]
);

impl<const LEN: usize> View for [u8; LEN] {
    type View<'a> = &'a Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a>(input: &mut Reader<'a>) -> Result<&'a Self, Fault> {
        input.array()
    }

    #[inline]
    fn from_view(view: &&Self) -> Result<Self, Fault> {
        Ok(**view)
    }
}

/// Implements [`View`] for standard types, with the encoding that they have by default.
macro_rules! default_view {
    ($({$($generic:ident)*} $type:ty => $form:ty;)*) => {$(
        impl<$($generic: View),*> View for $type {
            type View<'a> = <$form as Views<'a, Self>>::View;

            #[cfg_attr(not(debug_assertions), inline(always))]
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

default_view! {
    {T} Option<T> => Opt<Auto>;
    {T} Box<T> => Boxed<Auto>;
    {} String => Dynamic<crate::wire::U30, Text>;
    {} Box<str> => Dynamic<crate::wire::U30, Text>;
    {} Blob => Bytes;
}

#[cfg(feature = "bytes")]
default_view! {
    {} bytes::Bytes => Bytes;
}

impl<T: View> View for Vec<T>
where
    for<'a> T: NomReader<'a>,
{
    type View<'a> = Seq<'a, T, Auto>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a>(input: &mut Reader<'a>) -> Result<Self::View<'a>, Fault> {
        <List<Auto> as Views<'a, Self>>::view(input)
    }

    #[inline]
    fn from_view(view: &Self::View<'_>) -> Result<Self, Fault> {
        <List<Auto> as Views<'_, Self>>::own(view)
    }
}

/// Implements [`View`] for tuples: the view is a tuple of the elements' views.
macro_rules! tuples {
    ($($($type:ident $value:ident)*;)*) => {$(
        impl<$($type: View),*> View for ($($type,)*) {
            type View<'a> = ($($type::View<'a>,)*);

            #[cfg_attr(not(debug_assertions), inline(always))]
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

/// Implements [`Views`] for scalar encodings: the view is the value.
macro_rules! scalars {
    ($($form:ty: $($type:ty),*;)*) => {$($(
        impl<'a> Views<'a, $type> for $form {
            type View = $type;

            #[cfg_attr(not(debug_assertions), inline(always))]
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
    Null: ();
    Bool: bool;
    Float: f64;
    Int8: i8;
    Uint8: u8;
    Int16: i16;
    Uint16: u16;
    Int32: i32;
    Uint32: u32;
    Int64: i64;
    Uint64: u64;
    Narith: N, u64;
    Zarith: Z, i64;
}

/// Implements [`Views`] for scalar encodings of several types and for converted values: the view is the value.
macro_rules! generic_scalars {
    ($({$($parameter:tt)*} $form:ty;)*) => {$(
        impl<'a, T: Clone, $($parameter)*> Views<'a, T> for $form
        where
            Self: Reads<'a, T>,
        {
            type View = T;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view(input: &mut Reader<'a>) -> Result<T, Fault> {
                <Self as Reads<'a, T>>::read(input)
            }

            #[inline]
            fn own(view: &T) -> Result<T, Fault> {
                Ok(view.clone())
            }
        }
    )*};
}

generic_scalars! {
    {} Le;
    {const MIN: i64, const MAX: i64, const LITTLE: bool} Ranged<MIN, MAX, LITTLE>;
    {const MAX: u64} UintLikeN<MAX>;
    {const MIN: i64, const MAX: i64} IntLikeZ<MIN, MAX>;
    {R} RangedFloat<R>;
    {R, W, C} Via<R, W, C>;
    {R, W, F} Through<R, W, F>;
}

/// Implements [`Views`] for bytes and text: the view is a slice of the input.
macro_rules! slices {
    ($form:ty, $view:ty: $($type:ty, $own:expr;)*) => {$(
        impl<'a> Views<'a, $type> for $form {
            type View = &'a $view;

            #[cfg_attr(not(debug_assertions), inline(always))]
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
    Blob, Blob::from;
}

#[cfg(feature = "bytes")]
slices! { Bytes, [u8]:
    bytes::Bytes, bytes::Bytes::copy_from_slice;
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
