//! The error of readers of whole messages.

use serde::{Deserialize, Serialize};

/// Why a message cannot be read.
#[derive(Serialize, Deserialize, Debug, Clone, thiserror::Error)]
pub enum BinaryReaderError {
    /// The bytes are refused.
    #[error("{0}")]
    Error(String),
    /// A tag is unknown, and the message may be skipped.
    #[error("Unknown tag: {0}")]
    UnknownTag(String),
}
