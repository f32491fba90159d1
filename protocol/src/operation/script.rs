//! Scripts and the names of their entrypoints.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

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
/// # Errors
/// `Unexpected_tag`; `Size_limit_exceeded` for a name of more than 31 bytes.
///
/// Rule: [`entrypoint_repr.ml`, `smart_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/entrypoint_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(json(first_match))]
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
