//! A kernel that keeps accounts of tickets: it reads the shared inbox, keeps balances in durable storage, and pays out by messages of the
//! outbox.
//!
//! - A contract deposits tickets: it calls the rollup with a [`Deposit`], the type `pair (key_hash %account) (ticket %ticket unit)`.
//! - Anyone asks to pay out an account: by an external message with a [`Request`], in the frame that names this rollup. It needs no
//!   signature, because the tickets go to the owner of the account.
//! - The kernel pays out through the outbox: it calls the entrypoint `redeem` of the contract that created the tickets, with a [`Payment`].
//!
//! A message to this rollup is refused if it is malformed, if an account and not a contract created the tickets, if the amount is 2^63 or more,
//! if the balance would exceed 64 bits, or if the outbox is full. Refused messages are counted; the tickets of a refused deposit are lost, which
//! a kernel for production would avoid by sending them back. Everything else in the inbox is ignored: messages to other rollups, and messages
//! of kinds that the codec does not know.
//!
//! | path in durable storage          | value                                                                     |
//! |----------------------------------|---------------------------------------------------------------------------|
//! | `/balances/<ticketer>/<account>` | number of tickets, 8 bytes; the path contains the bytes of both as hex    |
//! | `/refused`                       | number of refused messages, 8 bytes                                       |
//!
//! Every type is decoded by [`Reader::read_whole`], whose error is not explained, so that the kernel links no schemas and no floats, which the
//! PVM refuses. No bytes of a message make it panic.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

use alloc::{string::String, vec};
use core::fmt::Debug;

use tezos_encoding::{BinWriter, Encode, HasEncoding, NomReader, Reader};
use tezos_hashes::{
    keys::PublicKeyHash,
    protocol::{ContractHash, SmartRollupAddress},
};
use tezos_protocols::{
    contract::ContractId,
    michelson::{KeyHash, Michelson, Nat, Ticket, Unit},
    rollup::smart::{ExternalFrame, InboxMessageView, InternalMessageView, OutboxMessage, OutboxTransaction},
};
use tezos_smart_rollup_host::{
    path::{OwnedPath, Path, RefPath},
    runtime::Runtime,
};

tezos_protocols::michelson! {
    /// The parameter of the rollup: tickets for an account.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Deposit {
        /// The account that owns the tickets from now on.
        pub account: KeyHash,
        /// The tickets.
        pub ticket: Ticket<Unit>,
    }

    /// The parameter of the entrypoint `redeem` of the contract that created the tickets.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Payment {
        /// The account that owns the tickets.
        pub receiver: KeyHash,
        /// The tickets.
        pub ticket: Ticket<Unit>,
    }
}

/// The contents of an external message.
///
/// | tag | case   | payload                              |
/// |----:|--------|--------------------------------------|
/// | 0   | PayOut | [`ContractHash`], [`PublicKeyHash`]  |
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request {
    /// Pays out all tickets of an account.
    #[encoding(tag = 0)]
    PayOut {
        /// The contract that created the tickets.
        ticketer: ContractHash,
        /// The account.
        account: PublicKeyHash,
    },
}

/// The number of refused messages.
const REFUSED: RefPath<'_> = RefPath::assert_from(b"/refused");

/// The entrypoint that receives a [`Payment`].
const REDEEM: &str = "redeem";

/// Reads the messages of a level.
pub fn run(host: &mut impl Runtime) {
    let rollup = SmartRollupAddress(host.reveal_metadata().raw_rollup_address);
    while let Ok(Some(message)) = host.read_input() {
        if receive(host, rollup, message.as_ref()).is_err() {
            // If even this is refused, nothing is left to do.
            let _ = add(host, &REFUSED, 1);
        }
    }
}

/// Why a message to this rollup is refused. A kernel that reports the reason would keep the error. It has no `Debug`, so
/// that it can be made of every error that has.
struct Refused;

impl<E: Debug> From<E> for Refused {
    fn from(_: E) -> Self {
        Self
    }
}

/// Reads one message of the inbox.
fn receive(host: &mut impl Runtime, rollup: SmartRollupAddress, message: &[u8]) -> Result<(), Refused> {
    match Reader::new(message).read_whole() {
        Ok(InboxMessageView::Internal(InternalMessageView::Transfer { payload, destination, .. }))
            if *destination == rollup =>
        {
            deposit(host, Reader::new(payload.as_bytes()).read_whole()?)
        }
        Ok(InboxMessageView::External(bytes)) => match Reader::new(bytes).read_whole() {
            Ok(ExternalFrame::Targeted { address, contents }) if address == rollup => {
                let Request::PayOut { ticketer, account } = Reader::new(contents).read_whole()?;
                pay_out(host, ticketer, account)
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Adds tickets to a balance.
fn deposit(host: &mut impl Runtime, Deposit { account, ticket }: Deposit) -> Result<(), Refused> {
    let ContractId::Originated(ticketer) = ticket.ticketer else { return Err(Refused) };
    let amount = i64::try_from(ticket.amount.as_z())?;
    add(host, &balance_path(ticketer, account.0)?, amount.unsigned_abs())
}

/// Sends all tickets of an account to the contract that created them. The balance is kept if the outbox is full.
fn pay_out(host: &mut impl Runtime, ticketer: ContractHash, account: PublicKeyHash) -> Result<(), Refused> {
    let path = balance_path(ticketer, account)?;
    let amount = read(host, &path)?;
    if amount == 0 {
        return Ok(());
    }
    let ticket = Ticket { ticketer: ContractId::Originated(ticketer), contents: Unit, amount: Nat::from(amount) };
    let payment = Payment { receiver: KeyHash(account), ticket }.to_micheline()?;
    let transaction = OutboxTransaction::new(payment, ticketer.into(), REDEEM.parse()?);
    let message = OutboxMessage::AtomicTransactionBatch { transactions: vec![transaction] };
    host.write_output(&message.to_bytes()?)?;
    Ok(host.store_delete(&path)?)
}

/// Returns the path of a balance.
fn balance_path(ticketer: ContractHash, account: PublicKeyHash) -> Result<OwnedPath, Refused> {
    let mut path = String::from("/balances/");
    push_hex(&mut path, &ticketer.0);
    path.push('/');
    push_hex(&mut path, &account.to_bytes()?);
    Ok(OwnedPath::try_from(path)?)
}

/// Appends bytes as hexadecimal digits.
fn push_hex(text: &mut String, bytes: &[u8]) {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    text.extend(digits.filter_map(|digit| char::from_digit(digit.into(), 16)));
}

/// Adds to the number at a path.
fn add(host: &mut impl Runtime, path: &impl Path, amount: u64) -> Result<(), Refused> {
    let sum = read(host, path)?.checked_add(amount).ok_or(Refused)?;
    Ok(host.store_write(path, &sum.to_be_bytes(), 0)?)
}

/// Returns the number at a path, 0 if nothing is there.
fn read(host: &impl Runtime, path: &impl Path) -> Result<u64, Refused> {
    let mut bytes = [0; 8];
    match host.store_has(path)? {
        None => Ok(0),
        Some(_) => {
            host.store_read_slice(path, 0, &mut bytes)?;
            Ok(u64::from_be_bytes(bytes))
        }
    }
}
