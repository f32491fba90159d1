//! Scripts.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::micheline::{Alignment, LazyExpr, Micheline, SyntaxError, parse_script};

/// A script: its code and its storage.
///
/// | bytes | field     | encoding                                |
/// |------:|-----------|-----------------------------------------|
/// |       | `code`    | an expression with a 4-byte size prefix |
/// |       | `storage` | an expression with a 4-byte size prefix |
///
/// Rule: [`script_repr.ml`, `encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Script {
    /// The program.
    pub code: LazyExpr,
    /// The initial storage.
    pub storage: LazyExpr,
}

impl Script {
    /// Parses a script and its initial storage in Michelson. Primitives may be indented in any way.
    ///
    /// ```
    /// use tezos_protocols::operation::Script;
    /// let script = Script::parse("parameter unit; storage int; code { CDR; NIL operation; PAIR }", "5").unwrap();
    /// assert_eq!(script.storage.force().unwrap().to_string(), "5");
    /// assert_eq!(Script::parse("parameter unit;", "Pear 1 2").unwrap_err().to_string(), "line 1, character 0: no primitive has this name");
    /// ```
    ///
    /// # Errors
    /// Those of [`parse_script`]; of both texts, that of the code is first.
    pub fn parse(code: &str, storage: &str) -> Result<Self, SyntaxError> {
        let code = parse_script(code, Alignment::Free)?;
        Ok(Self::new(code.into(), storage.parse::<Micheline>()?.into()))
    }
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "of protocols that have ended")]
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NativeKind {
    /// The contract of liquid staking.
    #[encoding(tag = 0, title = "CLST")]
    LiquidStaking,
}
