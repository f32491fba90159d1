//! Blocks followed by their size.

use alloc::boxed::Box;
use core::marker::PhantomData;

use super::{Boxed, Length, Prefix, Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::{Container, Sink};
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::view::{Views, delegate_view};

/// A block, which `W` must fill, followed by its size in bytes, encoded as `L`, which has a fixed width. It is read
/// from the end of the enclosing block, all of which it takes.
///
/// The reference has no such encoding, but the configuration of a kernel's installer does.
///
/// # Errors
/// Reading: those of the size and of `W`; `Not_enough_data` if the size exceeds the bytes before it; `Extra_bytes` if
/// the size is smaller than that, or if `W` does not consume the whole block. Writing: `Size_limit_exceeded` above the
/// maximum of `L`.
#[derive(Debug)]
pub struct Suffixed<L, W>(PhantomData<(L, W)>);

impl<T: ?Sized, L: Length, W: Schema<T>> Schema<T> for Suffixed<L, W> {
    const ENCODING: &'static Encoding = {
        assert!(
            !matches!(L::PREFIX, Prefix::N),
            "the size that follows a block must have a fixed width, which `n` does not have"
        );
        &Encoding::Suffixed { size: L::PREFIX, inner: W::ENCODING }
    };
    const INNERMOST: Container = W::INNERMOST;
}

impl<L: Length, W> Suffixed<L, W> {
    /// Opens the block. Also returns the reader of all bytes before the size, which must be consumed as well.
    #[inline]
    pub(crate) fn open<'a>(input: &mut Reader<'a>) -> Result<(Reader<'a>, Reader<'a>), Fault> {
        let mut size = tri!(input.to_end());
        let mut before = tri!(size.reserving(L::PREFIX.bytes()));
        let len = tri!(L::read(&mut size));
        Ok((tri!(before.block(len)), before))
    }
}

impl<'a, T, L: Length, W: Reads<'a, T>> Reads<'a, T> for Suffixed<L, W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let (mut block, before) = tri!(Self::open(input));
        let value = tri!(W::read(&mut block));
        tri!(block.finish());
        tri!(before.finish());
        Ok(value)
    }

    #[inline]
    fn read_boxed(input: &mut Reader<'a>) -> Result<Box<T>, Fault> {
        <Suffixed<L, Boxed<W>> as Reads<'a, Box<T>>>::read(input)
    }
}

impl<T, L: Length, W: Writes<T>> Writes<T> for Suffixed<L, W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        let start = sink.written();
        tri!(W::write(value, sink));
        let len = sink.written().saturating_sub(start);
        tri!(sink.check(|_| L::check(len)));
        L::put(len, sink);
        Ok(())
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
