//! How values are written.

use serde::{Deserialize, Serialize};

/// How values are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// The form of hashes, addresses, keys and signatures.
    pub hashes: Hashes,
    /// The form of Micheline.
    pub micheline: MichelineForm,
}

/// The form of hashes, addresses, keys and signatures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hashes {
    /// Text in Base58Check, as in JSON.
    #[default]
    Base58,
    /// The bytes that the node stores, with the tag of the kind where there is one.
    Binary,
}

/// The form of Micheline.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MichelineForm {
    /// Bytes, in a column with the name of the field.
    #[default]
    Bytes,
    /// JSON, in a column whose name ends in `_json`.
    Json,
    /// Both.
    Both,
}
