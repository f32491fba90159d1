//! Tickets.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, Encode, EncodeError, Facts, Fault, FaultKind, HasEncoding, NomReader, Reader};
use tezos_hashes::{hash::blake2b_256_of, protocol::ScriptExprHash};

use super::application::{NODE, read_prim};
use super::leaf::bytes_or_text;
use super::{Address, Arg, Michelson, Nat, Pair, Type};
use crate::contract::ContractId;
use crate::micheline::{MichelineRef, Prim};
use crate::receipt::AnyDestination;

/// A ticket: the type `ticket a`.
///
/// | bytes | field      | encoding                                                         |
/// |------:|------------|------------------------------------------------------------------|
/// | 2     |            | 07 07, a pair                                                    |
/// | 27    | `ticketer` | tag 10, 4 bytes of size, [`ContractId`]                          |
/// | 2     |            | 07 07, a pair                                                    |
/// | n     | `contents` | a value of the type `a`                                          |
/// | n     | `amount`   | [`Nat`]                                                          |
///
/// This is what contracts pass and what the writer writes: `Pair ticketer (Pair contents amount)`. The reader also accepts the newer form,
/// `Ticket ticketer type contents amount` (tag 9, primitive 157), if the type is that of `T`.
///
/// ```
/// use tezos_protocols::micheline::{Alignment, parse};
/// use tezos_protocols::michelson::{Michelson, Nat, Text, Ticket};
/// let text = r#"Ticket "KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc" string "red" 5"#;
/// let ticket = Ticket::<Text>::from_micheline(&parse(text, Alignment::Checked).unwrap()).unwrap();
/// assert_eq!((ticket.contents.0.as_str(), ticket.amount), ("red", Nat::from(5u32)));
/// ```
///
/// # Errors
/// `No_case_matched` for the newer form with another type; `User_invariant_guard` for a negative amount; those of a [`Pair`] and of the
/// fields.
///
/// Rule: [`ticket.rs`, `Ticket`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson/ticket.rs).
#[derive(HasEncoding, BinWriter, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ticket<T> {
    /// The contract that created the ticket.
    #[encoding(magic = "[7, 7, 10]", dynamic)]
    pub ticketer: ContractId,
    /// What the ticket stands for.
    #[encoding(magic = "[7, 7]")]
    pub contents: T,
    /// How many of them the ticket is worth.
    pub amount: Nat,
}

/// The node of a sequence, its items encoded.
#[derive(HasEncoding, BinWriter)]
#[encoding(magic = "[2]")]
struct Sequence(#[encoding(dynamic, bytes)] Vec<u8>);

/// The node of a ticketer.
#[derive(HasEncoding, BinWriter)]
#[encoding(magic = "[10]")]
struct Ticketer(#[encoding(dynamic)] ContractId);

impl<'a> NomReader<'a> for Ticketer {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        bytes_or_text(input).map(Self)
    }
}

impl Michelson for Ticketer {
    const TYPE: &'static Type = &Type::new(Prim::address, &[]);
}

impl<T: Michelson> Ticket<T> {
    /// Returns the hash that identifies tickets of this ticketer with these contents: BLAKE2b of the expressions of both.
    ///
    /// # Errors
    /// If the contents cannot be encoded.
    ///
    /// Rule: [`ticket.rs`, `Ticket::hash`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson/ticket.rs).
    pub fn ticket_hash(&self) -> Result<[u8; 32], EncodeError> {
        Ok(blake2b_256_of(&[&Ticketer(self.ticketer).to_bytes()?, &self.contents.to_bytes()?]))
    }

    /// Returns the key of the ledger's table of tickets under which it has the number of these tickets that `owner` has: BLAKE2b-256 of a list
    /// of the ticketer, the type and the value of the contents, and the owner.
    ///
    /// | bytes | field      | encoding                                                    |
    /// |------:|------------|-------------------------------------------------------------|
    /// | 5     |            | tag 2, 4 bytes of size                                      |
    /// | 27    | `ticketer` | tag 10, 4 bytes of size, [`ContractId`]                     |
    /// | n     | `type`     | the type `a`, without annotations, `pair a (pair b c)` as `pair a b c` |
    /// | n     | `contents` | a value of the type `a`                                     |
    /// | 27    | `owner`    | tag 10, 4 bytes of size, [`AnyDestination`]                 |
    ///
    /// Up to protocol 012, the key of a pair whose second component is a pair depends on its annotations. This is the key without them, which
    /// is that of all protocols from 013 on.
    ///
    /// # Errors
    /// If the contents cannot be encoded.
    ///
    /// Rule: [`ticket_balance_key.ml`, `of_ex_token`][key], and [`ticket_hash_builder.ml`, `make`][hash].
    ///
    /// [key]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/ticket_balance_key.ml
    /// [hash]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/ticket_hash_builder.ml
    pub fn balance_key(&self, owner: AnyDestination) -> Result<ScriptExprHash, EncodeError> {
        let items = [
            Ticketer(self.ticketer).to_bytes()?,
            T::TYPE.folded().to_bytes()?,
            self.contents.to_bytes()?,
            Address::new(owner).to_bytes()?,
        ];
        let list = Sequence(items.concat()).to_bytes()?;
        Ok(ScriptExprHash(blake2b_256_of(&[&list])))
    }
}

impl<'a, T: Michelson> NomReader<'a> for Ticket<T> {
    const FACTS: Facts = NODE;

    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let (Ticketer(ticketer), contents, amount) = match input.remaining() {
            [9, prim, ..] if *prim == Prim::Ticket.number() => read_prim(input, Prim::Ticket, 4, |args, _| {
                let ticketer = Ticketer::read(args)?;
                let start = args.remaining();
                if !T::TYPE.matches(MichelineRef::read(args)?) {
                    return Err(Fault::new(FaultKind::NoCaseMatched, start));
                }
                Ok((ticketer, T::read(args)?, Nat::read(args)?))
            })?,
            _ => {
                let Pair(ticketer, Pair(contents, amount)) = <Pair<Ticketer, Pair<T, Nat>>>::read(input)?;
                (ticketer, contents, amount)
            }
        };
        Ok(Self { ticketer, contents, amount })
    }
}

impl<T: Michelson> Michelson for Ticket<T> {
    const TYPE: &'static Type = &Type::new(Prim::ticket, &[Arg::new(T::TYPE)]);
}
