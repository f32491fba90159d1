//! Measured times, by kind of work.

use serde::{Deserialize, Serialize};

/// A kind of work that takes time, in the order in which a message goes through them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Work {
    /// Splitting the stream into chunks by their length.
    Framing,
    /// Searching for the next chunk after lost packets, including the decryption of those found.
    Search,
    /// Checking the MAC of chunks and decrypting them.
    Decryption,
    /// Joining plaintexts into messages.
    Joining,
    /// Decoding messages and dropping their values.
    Decoding,
    /// Hashing the contents of messages.
    Hashing,
    /// Checking proofs: Merkle paths, proof of work.
    Verification,
}

impl Work {
    /// All kinds of work, in order.
    pub(super) const ALL: [Self; 7] = [
        Self::Framing,
        Self::Search,
        Self::Decryption,
        Self::Joining,
        Self::Decoding,
        Self::Hashing,
        Self::Verification,
    ];

    /// The stages of reading, before messages are decoded.
    pub(super) const STAGES: [Self; 4] = [Self::Framing, Self::Search, Self::Decryption, Self::Joining];
    /// The work that makes up the total: all except the search, which only incomplete recordings need. A node does not search, and it takes so
    /// long that nothing else would be seen.
    pub(super) const ALONG: [Self; 6] =
        [Self::Framing, Self::Decryption, Self::Joining, Self::Decoding, Self::Hashing, Self::Verification];

    /// The work on messages themselves, which does not depend on how they were recorded.
    pub(super) const ON_MESSAGES: [Self; 3] = [Self::Decoding, Self::Hashing, Self::Verification];

    /// Returns the name in tables, plots and JSON.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Framing => "framing",
            Self::Search => "search",
            Self::Decryption => "decryption",
            Self::Joining => "joining",
            Self::Decoding => "decoding",
            Self::Hashing => "hashing",
            Self::Verification => "verification",
        }
    }
}

/// Nanoseconds of each kind of work, in the order of [`Work::ALL`].
pub(super) type Times = [f64; Work::ALL.len()];

/// Adds `nanoseconds` to the time of a kind of work.
pub(super) fn add(times: &mut Times, work: Work, nanoseconds: f64) {
    let time = Work::ALL.iter().zip(times).find(|(one, _)| **one == work);
    time.into_iter().for_each(|(_, time)| *time += nanoseconds);
}

/// A measured time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Figure {
    /// Nanoseconds.
    pub(super) nanoseconds: f64,
    /// The standard deviation from one run to the next, in nanoseconds.
    pub(super) spread: f64,
}

impl Figure {
    /// Scales the figure and its spread by a factor.
    pub(super) fn times(self, factor: f64) -> Self {
        Self { nanoseconds: self.nanoseconds * factor, spread: self.spread * factor }
    }

    /// Returns the share of `whole`, in percent.
    pub(super) fn percent_of(self, whole: f64) -> f64 {
        if whole > 0.0 { self.nanoseconds * 100.0 / whole } else { 0.0 }
    }
}
