//! Scripts and the names of their entrypoints.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Revision, View};

use crate::micheline::LazyExpr;

/// A script: its code and its storage.
///
/// | bytes | field     | encoding                                |
/// |------:|-----------|-----------------------------------------|
/// |       | `code`    | an expression with a 4-byte size prefix |
/// |       | `storage` | an expression with a 4-byte size prefix |
///
/// Rule: [`script_repr.ml`, `encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The program.
    pub code: LazyExpr,
    /// The initial storage.
    pub storage: LazyExpr,
}

/// A script with its initial storage, from protocol 025 on: a script in Michelson, or a native one, which is part of the protocol.
///
/// | bytes | field     | encoding                                             |
/// |------:|-----------|------------------------------------------------------|
/// | 1     | tag       | 0 (Michelson) or 1 (native)                          |
/// | n     |           | [`Script`]; Michelson only                           |
/// | 1     | `kind`    | [`NativeKind`]; native only                          |
/// | 4 + n | `storage` | an expression with a 4-byte size prefix; native only |
///
/// # Errors
/// `Unexpected_tag`.
///
/// Rule: [`script_native_repr.ml`, `with_storage_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_native_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub enum AnyScript {
    /// A script in Michelson.
    #[encoding(tag = 0)]
    Michelson(Script),
    /// A native script, which is part of the protocol.
    #[encoding(tag = 1)]
    Native {
        /// The native script.
        kind: NativeKind,
        /// The initial storage.
        storage: LazyExpr,
    },
}

/// A native script, which is part of the protocol.
///
/// | bytes | field | encoding               |
/// |------:|-------|------------------------|
/// | 1     | tag   | 0 (liquid staking)     |
///
/// In JSON it is an empty object.
///
/// # Errors
/// `Unexpected_tag`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq)]
pub enum NativeKind {
    /// The contract of liquid staking.
    #[encoding(tag = 0, title = "CLST")]
    LiquidStaking,
}

/// The name of an entrypoint.
///
/// | bytes   | field | encoding                                              |
/// |--------:|-------|-------------------------------------------------------|
/// | 1       | tag   | 0 to 9, or 255 for all other names                    |
/// | 1 to 32 |       | after the tag 255, the name with a 1-byte size prefix |
///
/// In JSON an entrypoint is its name.
///
/// As in Octez, a name has one value and one encoding in a protocol. Readers also accept a name with a tag after the tag 255, and from
/// protocol 013 on the empty name for `default`: they return the case of the name.
///
/// # Errors
/// `Unexpected_tag`; `Size_limit_exceeded` for a name of more than 31 bytes. Writing: `User_invariant_guard` for a [`Named`](Self::Named)
/// entrypoint that is another case in this protocol, but not in all.
///
/// Rule: [`entrypoint_repr.ml`, `smart_encoding`][rule]; up to protocol 012, [`operation_repr.ml`, `entrypoint_encoding`][early].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/entrypoint_repr.ml
/// [early]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_012_Psithaca/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(json(first_match), canonical = "Entrypoint::canonical")]
pub enum Entrypoint {
    /// `default`.
    #[encoding(tag = 0)]
    Default(#[encoding(constant = "default")] ()),
    /// `root`.
    #[encoding(tag = 1)]
    Root(#[encoding(constant = "root")] ()),
    /// `do`.
    #[encoding(tag = 2)]
    Do(#[encoding(constant = "do")] ()),
    /// `set_delegate`.
    #[encoding(tag = 3)]
    SetDelegate(#[encoding(constant = "set_delegate")] ()),
    /// `remove_delegate`.
    #[encoding(tag = 4)]
    RemoveDelegate(#[encoding(constant = "remove_delegate")] ()),
    /// `deposit`.
    #[encoding(tag = 5, since = 15)]
    Deposit(#[encoding(constant = "deposit")] ()),
    /// `stake`.
    #[encoding(tag = 6, since = 18)]
    Stake(#[encoding(constant = "stake")] ()),
    /// `unstake`.
    #[encoding(tag = 7, since = 18)]
    Unstake(#[encoding(constant = "unstake")] ()),
    /// `finalize_unstake`.
    #[encoding(tag = 8, since = 18)]
    FinalizeUnstake(#[encoding(constant = "finalize_unstake")] ()),
    /// `set_delegate_parameters`.
    #[encoding(tag = 9, since = 18)]
    SetDelegateParameters(#[encoding(constant = "set_delegate_parameters")] ()),
    /// Any other name.
    #[encoding(tag = 255)]
    Named(#[encoding(string(kind = "u8", max = 31))] Vec<u8>),
}

/// The names that have a case, with the first protocol that has it.
static CASES: [(&[u8], Revision, Entrypoint); 10] = [
    (b"default", Revision(0), Entrypoint::Default(())),
    (b"root", Revision(0), Entrypoint::Root(())),
    (b"do", Revision(0), Entrypoint::Do(())),
    (b"set_delegate", Revision(0), Entrypoint::SetDelegate(())),
    (b"remove_delegate", Revision(0), Entrypoint::RemoveDelegate(())),
    (b"deposit", Revision(15), Entrypoint::Deposit(())),
    (b"stake", Revision(18), Entrypoint::Stake(())),
    (b"unstake", Revision(18), Entrypoint::Unstake(())),
    (b"finalize_unstake", Revision(18), Entrypoint::FinalizeUnstake(())),
    (b"set_delegate_parameters", Revision(18), Entrypoint::SetDelegateParameters(())),
];

/// The first protocol in which an empty name is the default one.
const FIRST_WITHOUT_EMPTY: Revision = Revision(13);

impl Entrypoint {
    /// Returns the name.
    ///
    /// ```
    /// use tezos_protocols::operation::Entrypoint;
    /// assert_eq!((Entrypoint::Root(()).name(), Entrypoint::Named(b"mint".to_vec()).name()), (&b"root"[..], &b"mint"[..]));
    /// ```
    #[must_use]
    pub fn name(&self) -> &[u8] {
        match self {
            Self::Named(name) => name,
            _ => CASES.iter().find(|(.., case)| case == self).map_or(&[], |(name, ..)| name),
        }
    }

    /// Returns the case of a name in a protocol.
    pub(crate) fn canonical(&self, protocol: Revision) -> Option<Self> {
        let Self::Named(name) = self else { return None };
        if name.is_empty() && protocol >= FIRST_WITHOUT_EMPTY {
            return Some(Self::Default(()));
        }
        let case = CASES.iter().find(|(known, since, _)| known == name && *since <= protocol);
        case.map(|(.., case)| case.clone())
    }
}

/// The name of an entrypoint, written as text.
///
/// | bytes | field | encoding                                           |
/// |------:|-------|----------------------------------------------------|
/// | 4 + n |       | at most 31 bytes of text with a 4-byte size prefix |
///
/// The empty name is read and written as `default`.
///
/// # Errors
/// `User_invariant_guard` for a name of more than 31 bytes.
///
/// Rule: [`entrypoint_repr.ml`, `simple_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/entrypoint_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(guard = "EntrypointName::is_short", canonical = "EntrypointName::canonical")]
pub struct EntrypointName(#[encoding(string)] pub Vec<u8>);

impl EntrypointName {
    /// The name that is read for an empty one.
    const DEFAULT: &[u8] = b"default";

    fn is_short(&self) -> Result<(), &'static str> {
        if self.0.len() <= 31 { Ok(()) } else { Err("Entrypoint name too long") }
    }

    fn canonical(&self, _: Revision) -> Option<Self> {
        self.0.is_empty().then(Self::default)
    }
}

/// The default entrypoint.
impl Default for EntrypointName {
    fn default() -> Self {
        Self(Self::DEFAULT.to_vec())
    }
}
