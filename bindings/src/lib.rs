//! What the packages of other languages call: one JSON text or one byte string in, one JSON text or one byte string out.
//!
//! The functions have no format of their own. The JSON is that of the tool `tezos-codec`: of `decode`, `slice --json`, `explain --json`,
//! `describe .. json schema`. An id is one of `list encodings`, with or without a protocol (`seoul.operation`, `023-PtSeouLo.operation`), or a
//! description such as `list(uint16)`.
//!
//! | functions                                                                  | file        |
//! |----------------------------------------------------------------------------|-------------|
//! | [`decode`], [`encode`], [`slice()`], [`explain`], [`parts`], [`shown`]       | `values`    |
//! | [`identify`], [`identify_text`]                                            | `identify`  |
//! | [`encodings`], [`protocols`], [`describe`], [`json_schema`], [`generate`]  | `catalogue` |
//! | [`hash`]                                                                   | `hash`      |
//! | [`forge_operation`], [`unforge_operation`], [`mainnet_protocol`]           | `operation` |
//! | [`forge_unsigned`], [`parse_unsigned`]                                     | `unsigned`  |
//! | [`read_block`]                                                             | `block`     |
//! | [`Values`]: values that follow one another                                 | `stream`    |
//! | [`forge_micheline`], [`parse_michelson`], [`pack`], [`script_expr_hash`], .. | `micheline` |

#![forbid(unsafe_code)]

mod block;
mod catalogue;
mod error;
mod hash;
mod identify;
mod micheline;
mod operation;
mod stream;
mod unsigned;
mod values;

pub use block::read_block;
pub use catalogue::{describe, encodings, generate, json_schema, protocols};
pub use error::Error;
pub use hash::hash;
pub use identify::{identify, identify_text};
pub use micheline::{
    forge_micheline, pack, parse_michelson, print_michelson, script_expr_hash, unforge_micheline, unpack,
};
pub use operation::{forge_operation, mainnet_protocol, unforge_operation};
pub use stream::Values;
pub use unsigned::{forge_unsigned, parse_unsigned};
pub use values::{Parts, decode, encode, explain, parts, shown, slice};
