//! Optional values.

use core::marker::PhantomData;

use tezos_encoding::schema::{Case, Encoding, RlpHeader, RlpTag, TagSize};
use tezos_encoding::view::Views;
use tezos_encoding::wire::{Prefix, Reads, Schema, Writes};
use tezos_encoding::{EncodeError, Facts, Fault, Reader, Sink};

use crate::Rlp;
use crate::header::{ListHeader, list};

/// An optional value: `MARK` if it is absent, which is `80`, the empty string, or `c0`, the empty list; otherwise the value, with the
/// encoding `W`.
///
/// # Errors
/// Those of `W`. Where a value may start with `MARK`, as a number does that may be zero, the schema does not compile, unless `CHECKED`: the derive
/// shows the error at the field.
#[derive(Debug)]
pub struct Absent<const MARK: u8, W, const CHECKED: bool = false>(PhantomData<W>);

/// An optional value: an empty list, or a list of one item, the value with the encoding `W` (`append_option_canonical` of the kernels).
///
/// # Errors
/// Those of `W`; `Extra_bytes` for more items.
#[derive(Debug)]
pub struct Wrapped<W>(PhantomData<W>);

impl<const MARK: u8, T, W: Schema<T>, const CHECKED: bool> Schema<Option<T>> for Absent<MARK, W, CHECKED> {
    const ENCODING: &'static Encoding = {
        if !CHECKED {
            none_differs(W::ENCODING, MARK);
        }
        &Encoding::Union {
            tag: TagSize::Rlp(RlpTag::Absent(MARK)),
            cases: &[Case::new(1, "Some", W::ENCODING), Case::new(0, "None", &Encoding::Null)],
            ignore_unknown: false,
        }
    };
}

/// Checks that an absent value, the byte `mark`, is not a value of an encoding too.
#[track_caller]
pub const fn none_differs(encoding: &Encoding, mark: u8) {
    assert!(
        !starts_with(encoding, mark) || mark != 0x80,
        "`None` is the empty string, `80`, and so are zero, empty bytes and empty text of this type: write `#[rlp(option = \"list\")]` if `None` is the \
         empty list, or `#[rlp(option = \"wrapped\")]`"
    );
    assert!(
        !starts_with(encoding, mark),
        "`None` is the empty list, `c0`, and so may be a value of this type: write `#[rlp(option = \"string\")]` if `None` is the empty string, or \
         `#[rlp(option = \"wrapped\")]`"
    );
}

/// Returns true if a value of an encoding may start with a byte that is the header of an empty item.
pub(crate) const fn starts_with(encoding: &Encoding, mark: u8) -> bool {
    match encoding {
        Encoding::Dynamic { prefix: Prefix::Rlp(header), inner } => {
            inner.size().least == 0 && header.is_list() == (mark == 0xc0)
        }
        Encoding::Split(split) => starts_with(split.inner, mark),
        Encoding::Checked { inner, .. } | Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => {
            starts_with(inner, mark)
        }
        Encoding::Union { tag: TagSize::Rlp(RlpTag::Kind), cases, .. } => {
            let mut rest: &[Case] = cases;
            while let [case, others @ ..] = rest {
                if starts_with(case.payload, mark) {
                    return true;
                }
                rest = others;
            }
            false
        }
        // Whatever cannot be seen at compile time may.
        _ => true,
    }
}

impl<'a, const MARK: u8, T, W: Reads<'a, T>, const CHECKED: bool> Reads<'a, Option<T>> for Absent<MARK, W, CHECKED> {
    const FACTS: Facts = W::FACTS.of_any_size().of_at_least(1);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<Option<T>, Fault> {
        match input.remaining() {
            [mark, ..] if *mark == MARK => input.take(1).map(|_| None),
            _ => W::read(input).map(Some),
        }
    }
}

impl<const MARK: u8, T, W: Writes<T>, const CHECKED: bool> Writes<Option<T>> for Absent<MARK, W, CHECKED> {
    const FACTS: Facts = W::FACTS.of_any_size().of_at_least(1);

    #[inline]
    fn write<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        match value {
            Some(value) => W::write(value, sink),
            None => {
                sink.put(&[MARK]);
                Ok(())
            }
        }
    }
}

impl<'a, const MARK: u8, T, W: Views<'a, T>, const CHECKED: bool> Views<'a, Option<T>> for Absent<MARK, W, CHECKED> {
    type View = Option<W::View>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        match input.remaining() {
            [mark, ..] if *mark == MARK => input.take(1).map(|_| None),
            _ => W::view(input).map(Some),
        }
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Option<T>, Fault> {
        view.as_ref().map(W::own).transpose()
    }
}

/// The empty string stands for an absent value.
impl<T> Schema<Option<T>> for Rlp
where
    Self: Schema<T>,
{
    const ENCODING: &'static Encoding = <Absent<0x80, Self> as Schema<Option<T>>>::ENCODING;
}

impl<'a, T> Reads<'a, Option<T>> for Rlp
where
    Self: Reads<'a, T> + Schema<T>,
{
    const FACTS: Facts = <Absent<0x80, Self> as Reads<'a, Option<T>>>::FACTS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<Option<T>, Fault> {
        const { <Self as Schema<Option<T>>>::ENCODING };
        Absent::<0x80, Self>::read(input)
    }
}

impl<T> Writes<Option<T>> for Rlp
where
    Self: Writes<T> + Schema<T>,
{
    const FACTS: Facts = <Absent<0x80, Self> as Writes<Option<T>>>::FACTS;

    #[inline]
    fn write<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        const { <Self as Schema<Option<T>>>::ENCODING };
        Absent::<0x80, Self>::write(value, sink)
    }
}

impl<'a, T> Views<'a, Option<T>> for Rlp
where
    Self: Views<'a, T>,
{
    type View = Option<<Self as Views<'a, T>>::View>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        Absent::<0x80, Self>::view(input)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Option<T>, Fault> {
        Absent::<0x80, Self>::own(view)
    }
}

impl<T, W: Schema<T>> Schema<Option<T>> for Wrapped<W> {
    const ENCODING: &'static Encoding =
        &Encoding::Dynamic { prefix: Prefix::Rlp(RlpHeader::List), inner: &Encoding::Varopt(W::ENCODING) };
}

impl<'a, T, W: Reads<'a, T>> Reads<'a, Option<T>> for Wrapped<W> {
    const FACTS: Facts = W::FACTS.of_any_size().block(Prefix::Rlp(RlpHeader::List));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<Option<T>, Fault> {
        let block = list(input)?;
        match block.is_empty() {
            true => Ok(None),
            false => block.read_block::<T, W>().map(Some),
        }
    }
}

/// What a list of at most one item contains.
struct Inside<W>(PhantomData<W>);

impl<T, W: Writes<T>> Writes<Option<T>> for Inside<W> {
    const FACTS: Facts = W::FACTS.of_any_size();

    #[inline]
    fn write<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        value.as_ref().map_or(Ok(()), |value| W::write(value, sink))
    }
}

impl<T, W: Writes<T>> Writes<Option<T>> for Wrapped<W> {
    const FACTS: Facts = W::FACTS.of_any_size().block(Prefix::Rlp(RlpHeader::List));

    #[inline]
    fn write<S: Sink>(value: &Option<T>, sink: &mut S) -> Result<(), EncodeError> {
        sink.block::<_, ListHeader, Inside<W>>(value)
    }
}

impl<'a, T, W: Views<'a, T>> Views<'a, Option<T>> for Wrapped<W> {
    type View = Option<W::View>;

    #[inline]
    fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
        let mut block = list(input)?;
        let view = if block.is_empty() { None } else { Some(W::view(&mut block)?) };
        block.finish()?;
        Ok(view)
    }

    #[inline]
    fn own(view: &Self::View) -> Result<Option<T>, Fault> {
        view.as_ref().map(W::own).transpose()
    }
}
