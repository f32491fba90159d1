//! Addresses, and contracts of a known parameter type.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use tezos_encoding::schema::Encoding;
use tezos_encoding::wire::{Auto, Dynamic, Prefix, U30, Writes};
use tezos_encoding::{BinWriter, EncodeError, Facts, Fault, HasEncoding, NomReader, Reader, Sink};
use tezos_hashes::{base58::recognise, keys::KeyTextError};

use super::leaf::bytes_or_text;
use super::{Arg, Michelson, Type};
use crate::contract::NEWEST;
use crate::micheline::Prim;
use crate::operation::{EntrypointError, check_entrypoint};
use crate::receipt::AnyDestination;

/// The address of an account, a contract or a rollup, with the name of an entrypoint: the type `address`.
///
/// | bytes  | field         | encoding                                   |
/// |-------:|---------------|--------------------------------------------|
/// | 1      | tag           | 10                                         |
/// | 4      | size          | the size prefix of the next two            |
/// | 22     | `destination` | [`AnyDestination`]                         |
/// | 0 to 31 | `entrypoint` | the name; nothing for `default`            |
///
/// This is the optimized form, in which contracts pass addresses to rollups. The reader also accepts the readable form, a string (tag 1)
/// such as `KT1…%transfer`.
///
/// ```
/// use tezos_protocols::micheline::Micheline;
/// use tezos_protocols::michelson::{Address, Michelson};
/// let text = "KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc%transfer";
/// let address: Address = text.parse().unwrap();
/// assert_eq!((address.entrypoint(), address.to_string().as_str()), (&b"transfer"[..], text));
/// assert_eq!(Address::from_micheline(&Micheline::string(text)).unwrap(), address);
/// ```
///
/// # Errors
/// `User_invariant_guard` for an entrypoint that is written as `default`; `Size_limit_exceeded` for a name of more than 31 bytes;
/// `Unexpected_tag` for an unknown kind of destination; `Exception_raised_in_user_function` for a string that is not an address;
/// `Invalid_magic` for a node that is neither bytes nor a string.
///
/// Rule: [`script_ir_translator.ml`, `parse_address`][parse], and [`entrypoint_repr.ml`, `value_encoding`][entrypoint].
///
/// [parse]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml
/// [entrypoint]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/entrypoint_repr.ml
#[derive(HasEncoding, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(magic = "[10]")]
pub struct Address(#[encoding(dynamic)] Parts);

/// The bytes of an address.
#[derive(HasEncoding, NomReader, BinWriter, Clone, PartialEq, Eq, Hash)]
struct Parts {
    destination: AnyDestination,
    /// Empty for `default`.
    #[encoding(bytes = ENTRYPOINT_MAX_BYTES, guard = "is_entrypoint", json(plain))]
    entrypoint: Vec<u8>,
}

/// Maximum length of the name of an entrypoint.
const ENTRYPOINT_MAX_BYTES: usize = 31;

const DEFAULT: &[u8] = b"default";

fn is_entrypoint(name: &[u8]) -> Result<(), &'static str> {
    if name == DEFAULT { Err("the entrypoint `default` is written as the empty name") } else { Ok(()) }
}

impl Address {
    /// Creates the address of a destination with its default entrypoint.
    #[must_use]
    pub const fn new(destination: AnyDestination) -> Self {
        Self(Parts { destination, entrypoint: Vec::new() })
    }

    /// Sets the name of the entrypoint, such as an [`Entrypoint`](crate::operation::Entrypoint); empty or `default` for the default
    /// entrypoint. The characters of a text are not checked, and names of more than 31 bytes cannot be encoded.
    #[must_use]
    pub fn with_entrypoint(self, name: impl AsRef<[u8]>) -> Self {
        let name = name.as_ref();
        let entrypoint = if name == DEFAULT { Vec::new() } else { name.into() };
        Self(Parts { entrypoint, ..self.0 })
    }

    /// Returns the account, contract or rollup.
    #[must_use]
    pub const fn destination(&self) -> AnyDestination {
        self.0.destination
    }

    /// Returns the name of the entrypoint.
    #[must_use]
    pub fn entrypoint(&self) -> &[u8] {
        self.0.entrypoint()
    }

    /// Returns true if the address has an entrypoint other than `default`.
    #[must_use]
    pub const fn has_entrypoint(&self) -> bool {
        !self.0.entrypoint.is_empty()
    }
}

impl Parts {
    fn entrypoint(&self) -> &[u8] {
        if self.entrypoint.is_empty() { DEFAULT } else { &self.entrypoint }
    }
}

/// Michelson compares the names of entrypoints, and the name of the default entrypoint is `default`.
impl Ord for Parts {
    fn cmp(&self, other: &Self) -> Ordering {
        let entrypoints = || self.entrypoint().cmp(other.entrypoint());
        self.destination.cmp(&other.destination).then_with(entrypoints)
    }
}

impl PartialOrd for Parts {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Values of Michelson are decoded and encoded without a protocol, although the tag 3 of a destination was that of another kind of rollup in
/// protocols 014 and 015: mainnet had none.
impl BinWriter for Address {
    const FACTS: Facts = Facts::sequence(&[Facts::fixed(1), Facts::FLAT.block(Prefix::U30)]);

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(&[10]);
        <Dynamic<U30, Auto>>::write(&self.0, sink)
    }
}

impl<'a> NomReader<'a> for Address {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        bytes_or_text(input).map(Self)
    }
}

impl<D: Into<AnyDestination>> From<D> for Address {
    fn from(destination: D) -> Self {
        Self::new(destination.into())
    }
}

/// Why a text is not an address.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AddressError {
    /// The text up to `%` is not that of an account, a contract or a rollup.
    Destination(KeyTextError),
    /// The text after `%` is not the name of an entrypoint.
    Entrypoint(EntrypointError),
    /// The entrypoint is written as `default`.
    Default,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Destination(error) => error.fmt(f),
            Self::Entrypoint(error) => write!(f, "after `%`: {error}"),
            Self::Default => f.write_str("the entrypoint `default` is not written: leave out `%default`"),
        }
    }
}

impl core::error::Error for AddressError {}

impl Parts {
    /// Parses an address of the newest protocol, with an entrypoint of any characters, as Octez does.
    fn of_text(text: &str) -> Result<Self, AddressError> {
        let (destination, name) = text.split_once('%').unwrap_or((text, ""));
        let destination = destination.parse().map_err(AddressError::Destination)?;
        if let AnyDestination::TxRollup(_) | AnyDestination::ScRollup(_) = destination {
            let found = recognise(text.split('%').next().unwrap_or_default());
            return Err(AddressError::Destination(KeyTextError::Kind {
                expected: "destination",
                kinds: NEWEST,
                found,
            }));
        }
        if name.as_bytes() == DEFAULT {
            return Err(AddressError::Default);
        }
        if name.len() > ENTRYPOINT_MAX_BYTES {
            return Err(AddressError::Entrypoint(EntrypointError::TooLong { bytes: name.len() }));
        }
        Ok(Self { destination, entrypoint: name.into() })
    }
}

/// Parses an address as scripts have it, for the readable form: the name of the entrypoint has any characters.
impl FromStr for Parts {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        Self::of_text(text)
    }
}

/// Parses an address, then nothing or `%` and the name of an entrypoint, which is checked as that of an
/// [`Entrypoint`](crate::operation::Entrypoint).
impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let parts = Parts::of_text(text)?;
        if let Some((_, name)) = text.split_once('%') {
            check_entrypoint(name).map_err(AddressError::Entrypoint)?;
        }
        Ok(Self(parts))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.destination, f)?;
        match self.0.entrypoint.as_slice() {
            [] => Ok(()),
            name => write!(f, "%{}", name.escape_ascii()),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Michelson for Address {
    const TYPE: &'static Type = &Type::new(Prim::address, &[]);
}

/// The address of a contract whose parameter has the type `P`: the type `contract p`.
///
/// | bytes | field | encoding     |
/// |------:|-------|--------------|
/// | 27 to 58 |    | [`Address`]  |
///
/// Only the protocol can check that the contract has this type of parameter.
///
/// # Errors
/// Those of [`Address`].
///
/// Rule: [`script_ir_unparser.ml`, `unparse_contract`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_unparser.ml).
pub struct Contract<P> {
    /// The address.
    pub address: Address,
    parameter: PhantomData<fn() -> P>,
}

impl<P> From<Address> for Contract<P> {
    fn from(address: Address) -> Self {
        Self { address, parameter: PhantomData }
    }
}

impl<P> HasEncoding for Contract<P> {
    const ENCODING: &'static Encoding = Address::ENCODING;
}

impl<'a, P> NomReader<'a> for Contract<P> {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        Address::read(input).map(Self::from)
    }
}

impl<P> BinWriter for Contract<P> {
    const FACTS: Facts = <Address as BinWriter>::FACTS;

    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        self.address.write(sink)
    }
}

impl<P: Michelson> Michelson for Contract<P> {
    const TYPE: &'static Type = &Type::new(Prim::contract, &[Arg::new(P::TYPE)]);
}

impl<P> Clone for Contract<P> {
    fn clone(&self) -> Self {
        self.address.clone().into()
    }
}

impl<P> PartialEq for Contract<P> {
    fn eq(&self, other: &Self) -> bool {
        self.address == other.address
    }
}

impl<P> Eq for Contract<P> {}

impl<P> fmt::Debug for Contract<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.address, f)
    }
}
