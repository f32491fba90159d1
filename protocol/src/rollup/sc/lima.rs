//! Moves of a refutation game in protocol 015 (Lima).
//!
//! Rule: `sc_rollup_game_repr.ml`, `sc_rollup_proof_repr.ml` and `sc_rollups.ml` of
//! [015](https://github.com/tezos/tezos-mirror/tree/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_015_PtLimaPt/lib_protocol).

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, View};
use tezos_hashes::protocol::ScRollupStateHash;

use crate::{chain::RawLevel, rollup::merkle::v2_32::TreeProof};

/// A move of a player in a refutation game.
///
/// | bytes | field    | encoding     |
/// |------:|----------|--------------|
/// |       | `choice` | `n`          |
/// |       | `step`   | [`LimaStep`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct LimaRefutation {
    /// The tick at which the players disagree.
    pub choice: N,
    /// The player's claim about this tick.
    pub step: LimaStep,
}

/// A step of a refutation game.
///
/// | tag | case       | payload                                             |
/// |----:|------------|-----------------------------------------------------|
/// | 0   | Dissection | [`LimaDissectionChunk`]s, with a 4-byte size prefix |
/// | 1   | Proof      | [`LimaProof`]                                       |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum LimaStep {
    /// States between two ticks.
    #[encoding(tag = 0, dynamic, list)]
    Dissection(Vec<LimaDissectionChunk>),
    /// The proof of one tick.
    #[encoding(tag = 1)]
    Proof(LimaProof),
}

/// The state at a tick.
///
/// | bytes   | field   | encoding                       |
/// |--------:|---------|--------------------------------|
/// | 1 or 33 | `state` | presence flag and 32 bytes     |
/// |         | `tick`  | `n`                            |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct LimaDissectionChunk {
    /// Hash of the state; `None` if the machine has stopped.
    pub state: Option<ScRollupStateHash>,
    /// The number of the tick.
    pub tick: N,
}

/// The proof of one tick.
///
/// | bytes | field         | encoding                               |
/// |------:|---------------|----------------------------------------|
/// |       | `pvm_step`    | [`LimaMachineStep`], at most 30,000 bytes |
/// | 1 + n | `input_proof` | presence flag and [`LimaInputProof`]   |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct LimaProof {
    /// The step of the machine.
    #[encoding(check_size = 30_000, guard(function = "LimaMachineStep::is_encodable", exception))]
    pub pvm_step: LimaMachineStep,
    /// The proof of the input that the step reads.
    pub input_proof: Option<LimaInputProof>,
}

/// The step of a machine in one tick.
///
/// | tag | case  | payload       |
/// |----:|-------|---------------|
/// | 0   | Arith | [`TreeProof`] |
/// | 1   | Wasm  | [`TreeProof`] |
///
/// Octez has a case for other machines, with the tag 255, but neither reads nor writes it.
///
/// # Errors
/// `User_invariant_guard` for the tag 255 in a proof.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum LimaMachineStep {
    /// A step of the machine for tests.
    #[encoding(tag = 0, json(kind_first = "arith_pvm_kind"), title = "Arithmetic PVM with proof")]
    Arith {
        /// The parts of the state that the step reads and writes.
        proof: TreeProof,
    },
    /// A step of WebAssembly.
    #[encoding(tag = 1, json(kind_first = "wasm_2_0_0_pvm_kind"), title = "Wasm 2.0.0 PVM with proof")]
    Wasm {
        /// The parts of the state that the step reads and writes.
        proof: TreeProof,
    },
    /// A step of any other machine; always refused.
    #[encoding(tag = 255)]
    Unencodable,
}

impl LimaMachineStep {
    fn is_encodable(&self) -> Result<(), &'static str> {
        if matches!(self, Self::Unencodable) { Err("cannot decode Unencodable") } else { Ok(()) }
    }
}

/// The proof of the input that a machine reads.
///
/// | tag | case        | payload                                                 |
/// |----:|-------------|---------------------------------------------------------|
/// | 0   | InboxProof  | 4 of [`RawLevel`], `n`, bytes with a 4-byte size prefix |
/// | 1   | RevealProof | [`LimaRevealProof`]                                     |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "input_proof_kind"))]
pub enum LimaInputProof {
    /// A message of the inbox.
    #[encoding(tag = 0, json(kind_first = "inbox_proof"), title = "inbox proof")]
    InboxProof {
        /// The level of the inbox.
        level: RawLevel,
        /// The number of the message.
        message_counter: N,
        /// The proof, in a separate encoding that is not decoded here.
        #[encoding(dynamic, bytes)]
        serialized_proof: Vec<u8>,
    },
    /// Revealed data.
    #[encoding(tag = 1, json(kind_first = "reveal_proof"), title = "reveal proof")]
    RevealProof {
        /// The proof.
        reveal_proof: LimaRevealProof,
    },
}

/// The proof of revealed data.
///
/// | tag | case    | payload |
/// |----:|---------|---------|
/// | 0   | RawData | bytes with a 4-byte size prefix, at most 4,096 including the size prefix |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "reveal_proof_kind"))]
pub enum LimaRevealProof {
    /// The data itself.
    #[encoding(tag = 0, json(kind_first = "raw_data_proof"), title = "raw data proof")]
    RawData {
        /// The data.
        #[encoding(check_size = 4096, dynamic, bytes)]
        raw_data: Vec<u8>,
    },
}
