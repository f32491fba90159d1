//! The primitives of Michelson.

use core::fmt;
use core::str::FromStr;

use tezos_encoding::{BinWriter, EncodeError, ErrorKind, Facts, Fault, FaultKind, NomReader, Reader, Revision, Sink};

use crate::Protocol;

/// Defines the primitives: `protocol: names of the primitives that it introduces;`, in the order of their numbers.
macro_rules! prims {
    ($($since:literal: $($name:ident)+;)+) => {
        /// The numbers of the primitives, by name.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names are those of Michelson")]
        #[derive(Clone, Copy)]
        #[repr(u8)]
        enum Number {
            $($($name,)+)+
        }

        /// One constant per primitive, with its name in Michelson. The constants can be used as patterns.
        #[allow(non_upper_case_globals, missing_docs, reason = "the names are those of Michelson")]
        impl Prim {
            $($(pub const $name: Self = Self(Number::$name as u8);)+)+
        }

        /// The current names, by number.
        const NAMES: [&str; COUNT] = [$($(stringify!($name),)+)+];

        /// The first protocol that supports each primitive, by number.
        const SINCE: [u16; COUNT] = [$($({ let _ = Number::$name; $since },)+)+];

        const COUNT: usize = 0 $($(+ { let _ = Number::$name; 1 })+)+;

        /// Returns the primitive with this current name.
        fn by_name(name: &str) -> Option<Prim> {
            match name {
                $($(stringify!($name) => Some(Prim::$name),)+)+
                _ => None,
            }
        }
    };
}

/// A primitive of Michelson: a keyword, an instruction, a data constructor or a type.
///
/// | bytes | contents |
/// |------:|---|
/// | 1     | its number |
///
/// Numbers are stable: a protocol only appends primitives. Two names changed: 132 was `sapling_transaction` before protocol 013 (Jakarta),
/// and 136 was `TICKET` before 015 (Lima); the newer primitives of these names are 150 and 154.
///
/// ```
/// use tezos_protocols::{Protocol, micheline::Prim};
/// assert_eq!((Prim::Pair.number(), Prim::PAIR.number(), Prim::pair.number()), (7, 66, 101));
/// assert_eq!("LAMBDA_REC".parse(), Ok(Prim::LAMBDA_REC));
/// assert!(Prim::LAMBDA_REC.exists_in(Protocol::Lima) && !Prim::LAMBDA_REC.exists_in(Protocol::Kathmandu));
/// assert_eq!(Prim::from(200).name(), None);
/// ```
///
/// # Errors
/// Reading and writing: `No_case_matched` for a number that the protocol does not define. Reading: `Not_enough_data`,
/// `Size_limit_exceeded`.
///
/// Rule: [`michelson_v1_primitives.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/proto_alpha/lib_protocol/michelson_v1_primitives.ml), `prim_encoding`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prim(u8);

prims! {
    0: parameter storage code False Elt Left None Pair Right Some True Unit PACK UNPACK BLAKE2B SHA256 SHA512 ABS ADD
        AMOUNT AND BALANCE CAR CDR CHECK_SIGNATURE COMPARE CONCAT CONS CREATE_ACCOUNT CREATE_CONTRACT
        IMPLICIT_ACCOUNT DIP DROP DUP EDIV EMPTY_MAP EMPTY_SET EQ EXEC FAILWITH GE GET GT HASH_KEY IF IF_CONS IF_LEFT
        IF_NONE INT LAMBDA LE LEFT LOOP LSL LSR LT MAP MEM MUL NEG NEQ NIL NONE NOT NOW OR PAIR PUSH RIGHT SIZE SOME
        SOURCE SENDER SELF STEPS_TO_QUOTA SUB SWAP TRANSFER_TOKENS SET_DELEGATE UNIT UPDATE XOR ITER LOOP_LEFT
        ADDRESS CONTRACT ISNAT CAST RENAME bool contract int key key_hash lambda list map big_map nat option or pair
        set signature string bytes mutez timestamp unit operation address;
    2: SLICE;
    5: DIG DUG EMPTY_BIG_MAP APPLY chain_id CHAIN_ID;
    8: LEVEL SELF_ADDRESS never NEVER UNPAIR VOTING_POWER TOTAL_VOTING_POWER KECCAK SHA3 PAIRING_CHECK bls12_381_g1
        bls12_381_g2 bls12_381_fr sapling_state sapling_transaction_deprecated SAPLING_EMPTY_STATE
        SAPLING_VERIFY_UPDATE ticket TICKET_DEPRECATED READ_TICKET SPLIT_TICKET JOIN_TICKETS GET_AND_UPDATE;
    11: chest chest_key OPEN_CHEST VIEW view constant;
    12: SUB_MUTEZ;
    13: tx_rollup_l2_address MIN_BLOCK_TIME sapling_transaction;
    14: EMIT;
    15: Lambda_rec LAMBDA_REC TICKET;
    16: BYTES NAT;
    19: Ticket;
    23: IS_IMPLICIT_ACCOUNT;
    24: INDEX_ADDRESS GET_ADDRESS_INDEX;
}

/// A primitive, its old name, and the first protocol without that name.
const RENAMED: [(Prim, &str, u16); 2] =
    [(Prim::sapling_transaction_deprecated, "sapling_transaction", 13), (Prim::TICKET_DEPRECATED, "TICKET", 15)];

/// The names before 013, in 013 and 014, and since 015.
static NAMES_BY_AGE: [[&str; COUNT]; 3] = [with_old_names(0), with_old_names(1), NAMES];

/// Returns the names by number, where the first `newer` renamed primitives have their new name.
const fn with_old_names(newer: usize) -> [&'static str; COUNT] {
    let mut names = NAMES;
    let [(sapling, old_sapling, _), (ticket, old_ticket, _)] = RENAMED;
    let mut rest: &mut [&'static str] = &mut names;
    let mut number = 0u8;
    while let Some((name, others)) = rest.split_first_mut() {
        if number == sapling.0 && newer == 0 {
            *name = old_sapling;
        }
        if number == ticket.0 {
            *name = old_ticket;
        }
        rest = others;
        number = number.wrapping_add(1);
    }
    names
}

impl Prim {
    /// Returns the number of the primitive.
    ///
    /// ```
    /// use tezos_protocols::micheline::{Micheline, Prim};
    /// assert_eq!(Prim::Unit.number(), 11);
    /// assert_eq!(Micheline::unit().as_bytes(), [3, 11]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the current name, or `None` if no protocol defines this number.
    ///
    /// ```
    /// use tezos_protocols::micheline::Prim;
    /// assert_eq!((Prim::from(11).name(), Prim::from(255).name()), (Some("Unit"), None));
    /// ```
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        NAMES.get(usize::from(self.0)).copied()
    }

    /// Returns the name in a protocol, or `None` if the protocol does not define the primitive.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, micheline::Prim};
    /// assert_eq!(Prim::TICKET_DEPRECATED.name_in(Protocol::Kathmandu), Some("TICKET"));
    /// assert_eq!(Prim::TICKET_DEPRECATED.name_in(Protocol::Lima), Some("TICKET_DEPRECATED"));
    /// ```
    #[must_use]
    pub fn name_in(self, protocol: Protocol) -> Option<&'static str> {
        names_in(protocol.revision().0).get(usize::from(self.0)).copied()
    }

    /// Returns the primitive with this name in a protocol.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, micheline::Prim};
    /// assert_eq!(Prim::named_in("TICKET", Protocol::Kathmandu), Some(Prim::TICKET_DEPRECATED));
    /// assert_eq!(Prim::named_in("TICKET", Protocol::Lima), Some(Prim::TICKET));
    /// assert_eq!(Prim::named_in("TICKET", Protocol::Delphi), None);
    /// ```
    #[must_use]
    pub fn named_in(name: &str, protocol: Protocol) -> Option<Self> {
        let renamed = RENAMED.iter().find(|(_, old, until)| *old == name && protocol.revision() < Revision(*until));
        let prim = renamed.map_or_else(|| by_name(name), |(prim, ..)| Some(*prim))?;
        (prim.name_in(protocol) == Some(name)).then_some(prim)
    }

    /// Returns whether a protocol defines the primitive.
    ///
    /// ```
    /// use tezos_protocols::{Protocol, micheline::Prim};
    /// assert!(Prim::TICKET.exists_in(Protocol::Lima) && !Prim::TICKET.exists_in(Protocol::Kathmandu));
    /// ```
    #[inline]
    #[must_use]
    pub const fn exists_in(self, protocol: Protocol) -> bool {
        self.is_in(protocol.revision())
    }

    /// Returns whether a revision defines the primitive; one after the last protocol has those of the last.
    const fn is_in(self, revision: Revision) -> bool {
        (self.0 as u16) < count_in(revision.0)
    }
}

/// Returns the number of primitives that a protocol defines.
pub(super) const fn count_in(version: u16) -> u16 {
    // From the end, because most versions are recent.
    let (mut rest, mut count) = (SINCE.as_slice(), COUNT as u16);
    while let [others @ .., since] = rest {
        if *since <= version {
            break;
        }
        count = count.saturating_sub(1);
        rest = others;
    }
    count
}

/// Returns the names of the primitives of a protocol, by number.
pub(super) const fn names_in(version: u16) -> &'static [&'static str] {
    let [oldest, middle, newest] = &NAMES_BY_AGE;
    let names = if version < 13 {
        oldest
    } else if version < 15 {
        middle
    } else {
        newest
    };
    names.split_at(count_in(version) as usize).0
}

impl<'a> NomReader<'a> for Prim {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = input.remaining();
        let prim = Self(u8::read(input)?);
        if prim.is_in(input.revision()) { Ok(prim) } else { Err(Fault::new(FaultKind::NoCaseMatched, start)) }
    }
}

impl BinWriter for Prim {
    const FACTS: Facts = Facts::FLAT;

    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.check(|measure| match measure.to_check().is_none_or(|revision| self.is_in(revision)) {
            true => Ok(()),
            false => Err(EncodeError::new(ErrorKind::NoCaseMatched)),
        })?;
        sink.put(&[self.0]);
        Ok(())
    }
}

impl From<u8> for Prim {
    /// Creates the primitive with this number, which need not be defined by any protocol.
    fn from(number: u8) -> Self {
        Self(number)
    }
}

/// The error for a name that is not a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownPrim;

impl fmt::Display for UnknownPrim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no primitive has this name")
    }
}

impl core::error::Error for UnknownPrim {}

impl FromStr for Prim {
    type Err = UnknownPrim;

    /// Parses the current name of a primitive.
    fn from_str(name: &str) -> Result<Self, UnknownPrim> {
        by_name(name).ok_or(UnknownPrim)
    }
}

impl fmt::Display for Prim {
    /// Writes the current name, or the number if no protocol defines the primitive.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "{}", self.0),
        }
    }
}

impl fmt::Debug for Prim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
