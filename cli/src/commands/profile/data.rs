//! A profile as data: what `--json` prints and `--compare` reads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{compare::Comparison, timeline::Timeline, trend::Trend};

/// The number of this format, which goes up when a reader of the last one would misunderstand it.
pub(super) const FORMAT: u32 = 1;

/// What time is spent on. The order is that of a message's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Work {
    /// Cutting the stream into chunks by their length.
    Framing,
    /// Looking for the chunks behind lost packets, with what is opened on the way.
    Search,
    /// Checking the MAC of chunks and decrypting them.
    Decryption,
    /// Joining plaintexts into messages.
    Joining,
    /// Decoding messages and dropping their values.
    Decoding,
    /// The hashes of what is in messages.
    Hashing,
    /// Proofs: Merkle paths, proof of work.
    Verification,
}

impl Work {
    /// All, in order.
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
    /// What is looked at along the stream: all but the search, which is for the sake of the recording. A node does none, and where
    /// packets were lost says nothing of messages.
    pub(super) const ALONG: [Self; 6] =
        [Self::Framing, Self::Decryption, Self::Joining, Self::Decoding, Self::Hashing, Self::Verification];

    /// Its name in tables and plots, and in JSON.
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

/// Times of all that is told apart.
pub(super) type Times = [f64; Work::ALL.len()];

/// Adds a time to that of some work.
pub(super) fn add(times: &mut Times, work: Work, nanoseconds: f64) {
    let time = Work::ALL.iter().zip(times).find(|(one, _)| **one == work);
    time.into_iter().for_each(|(_, time)| *time += nanoseconds);
}

/// A time that was measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Figure {
    /// Nanoseconds.
    pub(super) nanoseconds: f64,
    /// How far it is off from one run to the next, as a standard deviation in nanoseconds.
    pub(super) spread: f64,
}

impl Figure {
    /// Scales the figure and its spread by a factor.
    pub(super) fn times(self, factor: f64) -> Self {
        Self { nanoseconds: self.nanoseconds * factor, spread: self.spread * factor }
    }

    /// Its part of a whole, in percent.
    pub(super) fn percent_of(self, whole: f64) -> f64 {
        if whole > 0.0 { self.nanoseconds * 100.0 / whole } else { 0.0 }
    }
}

/// A profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Profile {
    /// [`FORMAT`].
    pub(super) format: u32,
    /// The session.
    pub(super) source: String,
    /// How it was made.
    pub(super) run: Run,
    /// Messages, those of the handshake included.
    pub(super) messages: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// Messages that are refused.
    pub(super) failures: Failures,
    /// Places at which an encrypted recording is damaged; what was said there is not measured.
    #[serde(default)]
    pub(super) faults: u64,
    /// The time of each kind of work; their sum is all that is measured.
    pub(super) work: BTreeMap<Work, Figure>,
    /// The kinds of messages, the one with the longest decoding first.
    pub(super) kinds: Vec<Kind>,
    /// The time along the stream.
    pub(super) timeline: Timeline,
    /// Whether the cost grows along the stream.
    pub(super) trends: Trends,
    /// Decoding from memory beside copying.
    pub(super) throughput: Option<Throughput>,
    /// What became slower or faster, where an earlier profile was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) comparison: Option<Comparison>,
}

/// How a profile was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    /// The version of the tool.
    pub(super) version: String,
    /// When, in UTC.
    pub(super) date: String,
    /// The processor and the system.
    pub(super) machine: String,
    /// Cores that the process may use.
    pub(super) cores: usize,
    /// Whether the tool is optimised.
    pub(super) optimised: bool,
    /// Nanoseconds of reading the clock, which are subtracted.
    pub(super) clock_latency: f64,
    /// Threads that measured at the same time.
    pub(super) jobs: usize,
    /// One message in this many was measured, and the first of each kind in each part of the work.
    #[serde(default = "all")]
    pub(super) one_in: u64,
    /// How far a measurement that is always the same was off along the run: a part of its median.
    pub(super) unrest: f64,
}

/// In a profile of an earlier version, every message was measured.
const fn all() -> u64 {
    1
}

/// Messages that are refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Failures {
    /// How many.
    pub(super) count: u64,
    /// The first of them, in words.
    pub(super) first: Vec<String>,
}

/// All messages of a kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Kind {
    /// The reference's name.
    pub(super) name: String,
    /// How many.
    pub(super) count: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// The time of decoding them.
    pub(super) decoding: Figure,
    /// The time of their hashes.
    pub(super) hashing: Figure,
    /// The time of their proofs.
    pub(super) verification: Figure,
    /// What decoding asks of the allocator.
    pub(super) allocation: Allocation,
    /// Parts of `decoding`, in the order of the bytes; what is left is between the fields: size, tag, moving the value.
    pub(super) fields: Vec<Field>,
}

impl Kind {
    /// The names and nanoseconds of the fields, and of what is between them.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&str, f64)> {
        let together: f64 = self.fields.iter().map(|field| field.decoding.nanoseconds).sum();
        let fields = self.fields.iter().map(|field| (field.path.as_str(), field.decoding.nanoseconds));
        fields.chain([("(between them)", (self.decoding.nanoseconds - together).max(0.0))])
    }
}

/// What decoding the messages of a kind asks of the allocator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Allocation {
    /// Requests, growing included.
    pub(super) count: u64,
    /// Bytes requested from the allocator.
    pub(super) bytes: u64,
    /// Bytes that the values hold until they are dropped.
    pub(super) live: u64,
    /// Most bytes that decoding one message holds at a time.
    pub(super) peak: u64,
}

/// A field of a kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Field {
    /// Its name, behind those of the fields that it is in.
    pub(super) path: String,
    /// The time of decoding it in all messages.
    pub(super) decoding: Figure,
}

/// Whether something grows along the stream.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Trends {
    /// Time for a message.
    pub(super) time_per_message: Trend,
    /// Time for a byte.
    pub(super) time_per_byte: Trend,
    /// Bytes of a message.
    pub(super) bytes_per_message: Trend,
}

impl Trends {
    /// What each says.
    pub(super) fn sentences(&self) -> [String; 3] {
        [
            self.time_per_message.sentence("Cost per message"),
            self.time_per_byte.sentence("Cost per byte"),
            self.bytes_per_message.sentence("Size of messages"),
        ]
    }
}

/// Decoding from memory beside copying the same bytes, in turns.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Throughput {
    /// Messages in memory.
    pub(super) messages: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// Turns.
    pub(super) turns: u64,
    /// The time of decoding all of them once.
    pub(super) decoding: Figure,
    /// The time of copying all of them once.
    pub(super) copying: Figure,
}

impl Throughput {
    /// Megabytes (10^6) a second.
    pub(super) fn megabytes_per_second(&self, time: Figure) -> f64 {
        if time.nanoseconds > 0.0 { self.bytes as f64 * 1e3 / time.nanoseconds } else { 0.0 }
    }

    /// How many times as long as copying decoding takes.
    pub(super) fn ratio(&self) -> f64 {
        if self.copying.nanoseconds > 0.0 { self.decoding.nanoseconds / self.copying.nanoseconds } else { 0.0 }
    }
}

impl Profile {
    /// Nanoseconds of all that is measured.
    pub(super) fn total(&self) -> f64 {
        self.work.values().map(|figure| figure.nanoseconds).sum()
    }

    /// The time of some work.
    pub(super) fn figure(&self, work: Work) -> Figure {
        self.work.get(&work).copied().unwrap_or_default()
    }
}
