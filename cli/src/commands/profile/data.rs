//! A profile as data: what `--json` prints and `--compare` reads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    compare::Comparison,
    figure::{Figure, Work},
    timeline::Timeline,
    trend::{Trend, Trends},
};

/// The version of this format. It increases when a reader of the previous version would misunderstand it.
pub(super) const FORMAT: u32 = 2;

/// A profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Profile {
    /// [`FORMAT`].
    pub(super) format: u32,
    /// The name of the session.
    pub(super) source: String,
    /// How the profile was measured.
    pub(super) run: Run,
    /// The number of messages, including those of the handshake.
    pub(super) messages: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// The messages that were refused.
    pub(super) failures: Failures,
    /// The number of damaged positions in recordings. The messages lost there are not measured.
    #[serde(default)]
    pub(super) faults: u64,
    /// The number of encrypted bytes that are in no decrypted chunk.
    #[serde(default)]
    pub(super) unread_bytes: u64,
    /// The time of each kind of work.
    pub(super) work: BTreeMap<Work, Figure>,
    /// The kinds of messages, sorted by decoding time, the longest first.
    pub(super) kinds: Vec<MessageCosts>,
    /// The time along the stream.
    pub(super) timeline: Timeline,
    /// The trends of costs along the stream.
    pub(super) trends: Trends,
    /// Decoding from memory, compared with copying.
    pub(super) throughput: Option<Throughput>,
    /// The comparison with an earlier profile, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) comparison: Option<Comparison>,
}

/// How a profile was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    /// The version of the tool.
    pub(super) version: String,
    /// The date and time, in UTC.
    pub(super) date: String,
    /// The processor and the system.
    pub(super) machine: String,
    /// The number of cores that the process may use.
    pub(super) cores: usize,
    /// True if the tool is a release build.
    pub(super) optimised: bool,
    /// Nanoseconds of one reading of the clock, which are subtracted.
    pub(super) clock_latency: f64,
    /// The number of threads that measured at the same time.
    pub(super) jobs: usize,
    /// One message in `one_in` was measured, and the first of each kind in each batch of messages that one thread tallied.
    #[serde(default = "all")]
    pub(super) one_in: u64,
    /// The deviation of the times of a fixed piece of work during the run, as a fraction of their median.
    pub(super) unrest: f64,
    /// The median of these times in nanoseconds.
    pub(super) steady: f64,
}

/// Returns the value of `one_in` for profiles of earlier versions, which measured every message.
const fn all() -> u64 {
    1
}

/// The messages that were refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Failures {
    /// Their number.
    pub(super) count: u64,
    /// Descriptions of the first of them.
    pub(super) first: Vec<String>,
}

/// All messages of a kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct MessageCosts {
    /// The reference's name.
    pub(super) name: String,
    /// The number of messages.
    pub(super) count: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// The time of decoding them.
    pub(super) decoding: Figure,
    /// The time of their hashes.
    pub(super) hashing: Figure,
    /// The time of their proofs.
    pub(super) verification: Figure,
    /// The allocations of decoding them.
    pub(super) allocation: Allocation,
    /// The fields, in the order of their bytes. The rest of `decoding` is spent between them: size prefix, tag, moving the value.
    pub(super) fields: Vec<Field>,
    /// The operations in the messages, by kind, the longest decoding time first. It is not part of `decoding`: the contents of an operation are
    /// bytes for the peer protocol.
    #[serde(default)]
    pub(super) contents: Vec<ContentsCosts>,
    /// The trend of the time for a message along the stream.
    pub(super) trend: Trend,
}

impl MessageCosts {
    /// Yields the name and the nanoseconds of each field, then those spent between the fields.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&str, f64)> {
        let together: f64 = self.fields.iter().map(|field| field.decoding.nanoseconds).sum();
        let fields = self.fields.iter().map(|field| (field.path.as_str(), field.decoding.nanoseconds));
        fields.chain([("(between them)", (self.decoding.nanoseconds - together).max(0.0))])
    }
}

/// The operations of a kind in the messages of a kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ContentsCosts {
    /// The kind: the reference's name of their contents.
    pub(super) name: String,
    /// The number of operations.
    pub(super) count: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// The time of decoding them with their economic protocol.
    pub(super) decoding: Figure,
}

/// The allocations of decoding the messages of a kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Allocation {
    /// The number of allocations, reallocations included.
    pub(super) count: u64,
    /// Bytes requested from the allocator.
    pub(super) bytes: u64,
    /// Bytes that the values hold until they are dropped.
    pub(super) live: u64,
    /// The maximum number of bytes held at once while one message is decoded.
    pub(super) peak: u64,
}

/// A field of a kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Field {
    /// Its name, preceded by those of the fields that contain it.
    pub(super) path: String,
    /// The time of decoding it in all messages.
    pub(super) decoding: Figure,
}

/// Decoding from memory, compared with copying the same bytes. The two are measured in turns.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Throughput {
    /// The number of messages in memory.
    pub(super) messages: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// The number of turns.
    pub(super) turns: u64,
    /// The time of decoding all of them once.
    pub(super) decoding: Figure,
    /// The time of copying all of them once.
    pub(super) copying: Figure,
}

impl Throughput {
    /// Returns the rate in megabytes (10^6 bytes) per second.
    pub(super) fn megabytes_per_second(&self, time: Figure) -> f64 {
        if time.nanoseconds > 0.0 { self.bytes as f64 * 1e3 / time.nanoseconds } else { 0.0 }
    }

    /// Returns the time of decoding as a multiple of that of copying.
    pub(super) fn ratio(&self) -> f64 {
        if self.copying.nanoseconds > 0.0 { self.decoding.nanoseconds / self.copying.nanoseconds } else { 0.0 }
    }
}

impl Profile {
    /// Returns the nanoseconds of all work but the search: [`Work::ALONG`].
    pub(super) fn total(&self) -> f64 {
        Work::ALONG.iter().map(|work| self.figure(*work).nanoseconds).sum()
    }

    /// Returns the time of a kind of work.
    pub(super) fn figure(&self, work: Work) -> Figure {
        self.work.get(&work).copied().unwrap_or_default()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a small profile with round numbers: 1,500 nanoseconds of work on 6 messages.
    pub(in crate::commands::profile) fn example() -> Profile {
        let figure = |nanoseconds: f64| Figure { nanoseconds, spread: nanoseconds / 20.0 };
        let kind = |name: &str, count, bytes, decoding, fields: &[(&str, f64)]| MessageCosts {
            name: name.into(),
            count,
            bytes,
            decoding: figure(decoding),
            hashing: figure(if fields.is_empty() { 0.0 } else { 300.0 }),
            verification: Figure::default(),
            allocation: if fields.is_empty() {
                Allocation::default()
            } else {
                Allocation { count: 9, bytes: 4000, live: 3000, peak: 2500 }
            },
            fields: fields.iter().map(|(path, time)| Field { path: (*path).into(), decoding: figure(*time) }).collect(),
            contents: Vec::new(),
            trend: Trend::of(&[]),
        };
        let run = Run {
            version: "1".into(),
            date: "a date".into(),
            machine: "a machine".into(),
            cores: 2,
            optimised: true,
            clock_latency: 20.0,
            jobs: 1,
            one_in: 1,
            unrest: 0.0,
            steady: 2000.0,
        };
        let timeline = Timeline::default();
        let mut operation = kind("Operation", 4, 1000, 800.0, &[("branch", 200.0), ("data", 500.0)]);
        let contents =
            |name: &str, count, bytes, time| ContentsCosts { name: name.into(), count, bytes, decoding: figure(time) };
        operation.contents = vec![contents("Transaction", 3, 700, 600.0), contents("Attestation", 1, 300, 100.0)];
        Profile {
            format: FORMAT,
            source: "x.csv".into(),
            run,
            messages: 6,
            bytes: 1024,
            failures: Failures::default(),
            faults: 0,
            unread_bytes: 0,
            work: [(Work::Decoding, figure(1200.0)), (Work::Hashing, figure(300.0))].into(),
            kinds: vec![operation, kind("Bootstrap", 1, 24, 400.0, &[])],
            trends: timeline.trends(),
            timeline,
            throughput: None,
            comparison: None,
        }
    }

    #[test]
    fn rates_and_shares() {
        let throughput = |decoding, copying| Throughput {
            messages: 1,
            bytes: 500,
            turns: 3,
            decoding: Figure { nanoseconds: decoding, spread: 0.0 },
            copying: Figure { nanoseconds: copying, spread: 0.0 },
        };
        let one = throughput(1000.0, 250.0);
        assert_eq!((one.megabytes_per_second(one.decoding), one.ratio()), (500.0, 4.0));
        assert_eq!((one.megabytes_per_second(Figure::default()), throughput(1.0, 0.0).ratio()), (0.0, 0.0));
        assert_eq!(example().figure(Work::Hashing).percent_of(example().total()), 20.0);
        assert_eq!(Figure { nanoseconds: 1.0, spread: 0.0 }.percent_of(0.0), 0.0);
        let parts = |kind: &MessageCosts| kind.parts().map(|(name, time)| (name.to_owned(), time)).collect::<Vec<_>>();
        let expected = [("branch", 200.0), ("data", 500.0), ("(between them)", 100.0)];
        assert_eq!(parts(&example().kinds[0]), expected.map(|(name, time)| (name.to_owned(), time)));
        let mut slow = example().kinds.remove(0);
        slow.decoding.nanoseconds = 600.0;
        assert_eq!(parts(&slow)[2].1, 0.0);
    }
}
