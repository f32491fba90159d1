//! Views of encodings that wrap another encoding or replace a value.

use super::Views;
use crate::fault::Fault;
use crate::reader::Reader;
use crate::traits::NomReader;
use crate::wire::{
    Auto, Bounded, Bytes, Constant, DefaultValue, Dft, Dynamic, Either, Elided, Guard, Guarded, Length, Magic,
    MagicBytes, Maybe, Narrow, Opt, Padded, Prefix, Reads, Reserve, Sized, Suffixed, U8, U16, U30, Varopt, Verbatim,
};

/// Implements the items of [`Views`] that an encoding takes over from the one that it wraps.
macro_rules! delegate_view {
    ($value:ty, $form:ty) => {
        type View = <$form as Views<'a, $value>>::View;

        #[inline]
        fn own(view: &Self::View) -> Result<$value, Fault> {
            <$form>::own(view)
        }
    };
}

/// Implements them for a value that may be absent.
macro_rules! option_view {
    ($value:ty, $form:ty) => {
        type View = Option<<$form as Views<'a, $value>>::View>;

        #[inline]
        fn own(view: &Self::View) -> Result<Option<$value>, Fault> {
            view.as_ref().map(<$form>::own).transpose()
        }
    };
}

impl<'a, T, W: Views<'a, T>> Views<'a, Option<T>> for Opt<W> {
    option_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        match input.array()? {
            [0] => Ok(None),
            _ => W::view(input).map(Some),
        }
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, Option<T>> for Maybe<W> {
    option_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        match input.array()? {
            [0] => Ok(None),
            [1] => W::view(input).map(Some),
            [tag] => Err(Fault::unexpected_tag(start, (*tag).into(), false)),
        }
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, Option<T>> for Varopt<W> {
    option_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        if input.is_empty() { Ok(None) } else { W::view(input).map(Some) }
    }
}

impl<'a, T, E, A: Views<'a, T>, B: Views<'a, E>> Views<'a, Result<T, E>> for Either<A, B> {
    type View = Result<A::View, B::View>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let start = input.remaining();
        match input.array()? {
            [0] => B::view(input).map(Err),
            [1] => A::view(input).map(Ok),
            [tag] => Err(Fault::unexpected_tag(start, (*tag).into(), false)),
        }
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Result<T, E>, Fault> {
        match view {
            Ok(value) => A::own(value).map(Ok),
            Err(error) => B::own(error).map(Err),
        }
    }
}

impl<'a, T, W: Views<'a, T>, const BYTES: usize> Views<'a, T> for Padded<W, BYTES> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let value = W::view(input)?;
        input.take(BYTES)?;
        Ok(value)
    }
}

impl<'a, T, W: Views<'a, T>, const MAX: usize> Views<'a, T> for Narrow<W, MAX> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        match const { Prefix::for_count(MAX) } {
            Prefix::U8 => <Dynamic<U8, Bounded<W, MAX>> as Views<'a, T>>::view(input),
            Prefix::U16 => <Dynamic<U16, Bounded<W, MAX>> as Views<'a, T>>::view(input),
            _ => <Dynamic<U30, Bounded<W, MAX>> as Views<'a, T>>::view(input),
        }
    }
}

impl<'a, T, L: Length, W: Views<'a, T>> Views<'a, T> for Dynamic<L, W> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let len = L::read(input)?;
        input.block(len)?.view_whole::<T, W>()
    }
}

impl<'a, T, L: Length, W: Views<'a, T>> Views<'a, T> for Suffixed<L, W> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let (mut block, before) = Self::open(input)?;
        let value = W::view(&mut block)?;
        block.finish()?;
        before.finish()?;
        Ok(value)
    }
}

impl<'a, T, W: Views<'a, T>, const LIMIT: usize> Views<'a, T> for Bounded<W, LIMIT> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let mut inner = input.bounded(LIMIT);
        let value = W::view(&mut inner)?;
        input.resume(LIMIT, &inner);
        Ok(value)
    }
}

impl<'a, T, W: Views<'a, T>, const BYTES: usize> Views<'a, T> for Sized<W, BYTES> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        input.block(BYTES)?.view_whole::<T, W>()
    }
}

impl<'a, T, W: Views<'a, T>, const TAIL: usize> Views<'a, T> for Reserve<W, TAIL> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        input.reserving(TAIL)?.view_whole::<T, W>()
    }
}

impl<'a, T, W: Views<'a, T>, U> Views<'a, T> for Dft<W, U> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        W::view(input)
    }
}

/// `None` stands for the default value.
impl<'a, T, W: Views<'a, T>, U: DefaultValue<T>> Views<'a, T> for Elided<W, U> {
    type View = Option<W::View>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Opt<W> as Views<'a, Option<T>>>::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<T, Fault> {
        view.as_ref().map_or_else(|| Ok(U::default_value()), W::own)
    }
}

impl<'a, K> Views<'a, ()> for Constant<K> {
    type View = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(_: &mut Reader<'a>) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    fn own((): &()) -> Result<(), Fault> {
        Ok(())
    }
}

impl<'a, T, M: MagicBytes, W: Views<'a, T>> Views<'a, T> for Magic<M, W> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Magic<M, Auto> as Reads<'a, ()>>::read(input)?;
        W::view(input)
    }
}

/// A guard needs the owned value. It is decoded to check its guards, including nested ones, and dropped.
impl<'a, T, W: Views<'a, T> + Reads<'a, T>, G: Guard<T>> Views<'a, T> for Guarded<W, G> {
    delegate_view!(T, W);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        if input.are_guards_checked() {
            return W::view(input);
        }
        <Self as Reads<'a, T>>::read(&mut input.clone())?;
        let mut checked = input.clone().with_guards_checked(true);
        let view = W::view(&mut checked)?;
        *input = checked.with_guards_checked(false);
        Ok(view)
    }
}

impl<'a, B, T: NomReader<'a>> Views<'a, B> for Verbatim<T>
where
    Bytes: Views<'a, B, View = &'a [u8]>,
{
    type View = &'a [u8];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        <Self as Reads<'a, &'a [u8]>>::read(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<B, Fault> {
        Bytes::own(view)
    }
}
