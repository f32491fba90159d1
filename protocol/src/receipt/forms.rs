//! Fields of receipts whose JSON depends on the protocol.

use tezos_encoding::schema::{Encoding, Field};
use tezos_encoding::view::Views;
use tezos_encoding::wire::{Auto, DefaultValue, Dft, Reads, Schema, Writes};
use tezos_encoding::{
    BinWriter, EncodeError, Facts, Fault, HasEncoding, NomReader, Reader, Revision, Revisions, Sink, View,
};

use super::BalanceUpdates;
use crate::chain::{EarlyBalanceUpdates, OldBalanceUpdates};

/// `balance_updates` in the metadata of an operation: JSON omits an empty list from protocol 013 on.
pub struct Updates;

/// `balance_updates` in the effects of an operation: JSON omits an empty list in all protocols.
pub struct EffectUpdates;

/// No balance updates, which is the default of the field.
struct NoUpdates;

impl<T: Default> DefaultValue<T> for NoUpdates {
    fn default_value() -> T {
        T::default()
    }
}

const fn until(last: u16) -> Revisions {
    Revisions::new(0, last)
}

const fn since(first: u16) -> Revisions {
    Revisions { since: Revision(first), until: Revision::NEWEST }
}

const NAME: &str = "balance_updates";
/// The balance updates of the protocols from 009 on, omitted from JSON if there are none.
const OMITTED: Field = Field::req(NAME, <Dft<Auto, NoUpdates> as Schema<BalanceUpdates>>::ENCODING);
const OMITTED_EARLY: Field = Field::req(NAME, <Dft<Auto, NoUpdates> as Schema<EarlyBalanceUpdates>>::ENCODING);
const OMITTED_OLD: Field = Field::req(NAME, <Dft<Auto, NoUpdates> as Schema<OldBalanceUpdates>>::ENCODING);

impl Schema<BalanceUpdates> for Updates {
    const ENCODING: &'static Encoding = &Encoding::Object(&[
        Field::req(NAME, EarlyBalanceUpdates::ENCODING).during(until(3)),
        Field::req(NAME, OldBalanceUpdates::ENCODING).during(Revisions::new(4, 8)),
        Field::req(NAME, BalanceUpdates::ENCODING).during(Revisions::new(9, 12)),
        OMITTED.during(since(13)),
    ]);
}

impl Schema<BalanceUpdates> for EffectUpdates {
    const ENCODING: &'static Encoding = &Encoding::Object(&[
        OMITTED_EARLY.during(until(3)),
        OMITTED_OLD.during(Revisions::new(4, 8)),
        OMITTED.during(since(9)),
    ]);
}

/// Implements reading and writing for forms whose bytes are those of [`BalanceUpdates`].
macro_rules! same_bytes {
    ($($form:ident),+) => { $(
        impl<'a> Reads<'a, BalanceUpdates> for $form {
            const FACTS: Facts = <BalanceUpdates as NomReader<'a>>::FACTS;

            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<BalanceUpdates, Fault> {
                BalanceUpdates::read(input)
            }
        }

        impl Writes<BalanceUpdates> for $form {
            const FACTS: Facts = <BalanceUpdates as BinWriter>::FACTS;

            #[inline]
            fn write<S: Sink>(value: &BalanceUpdates, sink: &mut S) -> Result<(), EncodeError> {
                value.write(sink)
            }
        }

        impl<'a> Views<'a, BalanceUpdates> for $form {
            type View = <BalanceUpdates as View>::View<'a>;

            #[inline]
            fn view(input: &mut Reader<'a>) -> Result<Self::View, Fault> {
                BalanceUpdates::view(input)
            }

            #[inline]
            fn own(view: &Self::View) -> Result<BalanceUpdates, Fault> {
                BalanceUpdates::from_view(view)
            }
        }
    )+ };
}
same_bytes!(Updates, EffectUpdates);
