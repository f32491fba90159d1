//! Rounds of messages. While a round is tallied, the next one is read.

use std::mem::take;

use rayon::prelude::*;
use serde_json::Value;
use tezos_encoding::schema::Encoding;
use tezos_messages::{Named, identity::Identity};

use super::{
    Message, Tally,
    source::{OPTIONS, Position, Records},
};
use crate::{
    error::Error,
    session::{Damage, Event, Fault, SessionPart, What, encrypted::Encrypted, jsonl, lines::Line, probe::Probe},
};

/// The number of shares of a round for each thread. With more shares than threads, no thread waits long for the last share.
const SHARES: usize = 4;

/// Successive messages of an input.
pub(super) struct Round<P> {
    /// The name of the input in errors.
    pub(super) name: String,
    /// The messages, before they are decoded.
    pub(super) messages: Messages,
    /// The position in the input after the messages.
    pub(super) position: Position,
    /// The damage of the recording that was found while the messages were read.
    pub(super) damage: Damage,
    /// The times of reading them.
    pub(super) probe: P,
    /// One message in `one_in` is sampled.
    pub(super) one_in: u64,
}

/// Messages, before they are decoded.
pub(super) enum Messages {
    /// Encrypted sessions, and the identity of one side of each.
    Sessions(Vec<Records>, Identity),
    /// Parts of a session.
    Parts(Vec<SessionPart>),
    /// Lines of a list of messages of this encoding, or of a decrypted session if it is `None`.
    Lines(Vec<Line>, Option<&'static Named>),
}

impl<P: Probe + Default + Send> Round<P> {
    /// Tallies the messages on all threads; `before` messages of the input were tallied already. Returns the tally and the number of messages.
    pub(super) fn tally<T: Tally<Probe = P>>(self, before: u64) -> Result<(T, u64), Error> {
        let wrong = |(line, sentence)| Error::in_file(&self.name, sentence).at_line(line);
        let one_in = self.one_in;
        let of_parts = |parts: &[SessionPart]| {
            in_shares(parts, before, |parts, first| Ok(of_parts::<T>(parts, Numbers { first, one_in })))
        };
        let (mut all, count): (T, u64) = match self.messages {
            Messages::Sessions(sessions, identity) => {
                let opened = |session| opened::<P>(&self.name, session, identity.clone());
                let opened: Vec<_> = sessions.into_par_iter().map(opened).collect();
                let (mut parts, mut reading) = (Vec::new(), Vec::new());
                for session in opened {
                    let session = session?;
                    parts.extend(session.parts);
                    reading.push((session.damage, session.probe));
                }
                let (mut all, count) = of_parts(&parts)?;
                for (damage, probe) in reading {
                    all.add_damage(damage);
                    all.add_reading(probe);
                }
                (all, count)
            }
            Messages::Parts(parts) => of_parts(&parts)?,
            Messages::Lines(lines, encoding) => in_shares(&lines, before, |lines, first| {
                of_lines(lines, encoding, Numbers { first, one_in }).map_err(wrong)
            })?,
        };
        all.add_damage(self.damage);
        all.add_reading(self.probe);
        Ok((all, count))
    }
}

/// Tallies items in shares, on all threads. `tally` gets the items of a share and the number of messages before it. Returns the tally of
/// all, and their number.
fn in_shares<I: Sync, T: Tally>(
    items: &[I],
    before: u64,
    tally: impl Fn(&[I], u64) -> Result<T, Error> + Sync,
) -> Result<(T, u64), Error> {
    let share = items.len().div_ceil(rayon::current_num_threads().saturating_mul(SHARES)).max(1);
    let first = |share_index: usize| before.saturating_add(number(share_index.saturating_mul(share)));
    let shares: Vec<Result<T, Error>> =
        items.par_chunks(share).enumerate().map(|(at, items)| tally(items, first(at))).collect();
    let mut all = T::default();
    for share in shares {
        all.merge(share?);
    }
    Ok((all, number(items.len())))
}

/// Converts a length.
fn number(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// A session that was decrypted as a whole.
struct Opened<P> {
    parts: Vec<SessionPart>,
    damage: Damage,
    probe: P,
}

/// Decrypts a session.
fn opened<P: Probe + Default>(name: &str, records: Records, identity: Identity) -> Result<Opened<P>, Error> {
    let (mut parts, mut damage) = (Vec::new(), Damage::default());
    let mut events = Encrypted::new(name, records.into_iter(), identity, OPTIONS, P::default());
    for event in events.by_ref() {
        let event = event?;
        damage.count(&event);
        if let Event::Part(part) = event {
            parts.push(part);
        }
    }
    let probe = take(events.probe_mut());
    Ok(Opened { parts, damage, probe })
}

/// The numbers of successive messages, and which of them are sampled.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    /// The number of messages before the first.
    first: u64,
    /// One message in `one_in` is sampled.
    one_in: u64,
}

impl Numbers {
    /// Returns the message at this position.
    fn message<'m>(
        self,
        at: usize,
        line: u64,
        what: Option<What>,
        encoding: &'static Encoding,
        bytes: &'m [u8],
    ) -> Message<'m> {
        let index = self.first.saturating_add(number(at));
        Message { what, encoding, index, line, bytes, is_sampled: is_sampled(index, self.one_in) }
    }
}

/// Tallies parts of a session.
fn of_parts<T: Tally>(parts: &[SessionPart], numbers: Numbers) -> T {
    let mut tally = T::default();
    for (at, SessionPart { what, line, bytes, .. }) in parts.iter().enumerate() {
        tally.add(&numbers.message(at, *line, Some(*what), what.codec().schema, bytes));
    }
    tally
}

/// Returns true if the message with this index is sampled. The choice depends only on the index, not on the threads, on where a run was
/// interrupted or on the format of the input. It is scattered by a multiplication, so that a stream in which every n-th message is similar
/// is sampled evenly.
const fn is_sampled(index: u64, one_in: u64) -> bool {
    // 2^64 divided by the golden ratio. The upper half of the product is nearly random.
    let scattered = index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    matches!(scattered.checked_rem(one_in), None | Some(0))
}

/// Tallies the messages in lines. The last line of a recording may be cut: it is damage. The error is a line and a sentence.
fn of_lines<T: Tally>(lines: &[Line], encoding: Option<&'static Named>, numbers: Numbers) -> Result<T, (u64, String)> {
    let (mut tally, mut damage) = (T::default(), Damage::default());
    for (at, line) in lines.iter().enumerate() {
        let wrong = |sentence| (line.number, sentence);
        match encoding {
            None => match jsonl::parse(line).map_err(wrong)? {
                Some((_, SessionPart { what, bytes, .. })) => {
                    tally.add(&numbers.message(at, line.number, Some(what), what.codec().schema, &bytes));
                }
                None => damage.count(&Event::Fault(Fault::cut(line.number))),
            },
            Some(named) => {
                let bytes = listed(&line.text).map_err(wrong)?;
                tally.add(&numbers.message(at, line.number, None, named.encoding, &bytes));
            }
        }
    }
    tally.add_damage(damage);
    Ok(tally)
}

/// Parses a line of a list: hex, or a JSON object with `hex`. The error is a sentence.
pub(crate) fn listed(line: &str) -> Result<Vec<u8>, String> {
    let object = line.starts_with('{').then(|| serde_json::from_str::<Value>(line));
    let digits = match &object {
        None => line.strip_prefix("0x").unwrap_or(line),
        Some(Err(error)) => return Err(format!("the line is not JSON: {error}")),
        Some(Ok(object)) => {
            let hex = object.get("hex").and_then(Value::as_str);
            hex.ok_or_else(|| "the line needs the field `hex`, a string".to_owned())?
        }
    };
    hex::decode(digits).map_err(|error| format!("this is not hex: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The indices follow from the golden ratio, computed with another program.
    #[test]
    fn the_sample_depends_on_the_index_only() {
        let sampled = |one_in| (0..=40).filter(|index| is_sampled(*index, one_in)).collect::<Vec<u64>>();
        assert_eq!(sampled(4), [0, 3, 6, 11, 14, 19, 22, 27, 30, 35, 38]);
        assert_eq!(sampled(16), [0, 22, 27]);
        assert_eq!((sampled(1).len(), sampled(0).len()), (41, 41));
        assert_eq!((1..=1600).filter(|line| is_sampled(*line, 16)).count(), 99);
    }

    #[test]
    fn lines_of_lists_are_hex_or_objects() {
        for line in ["00ff", "0x00FF", r#"{"hex":"00ff","json":null}"#] {
            assert_eq!(listed(line), Ok(vec![0, 0xff]), "{line}");
        }
        for (line, sentence) in [
            ("0", "this is not hex: Odd number of digits"),
            ("0X00", "this is not hex: Invalid character 'X' at position 1"),
            (r#"{"hex":"0x00"}"#, "this is not hex: Invalid character 'x' at position 1"),
            (r#"{"hex":7}"#, "the line needs the field `hex`, a string"),
            (r#"["00"]"#, "this is not hex: Invalid character '[' at position 0"),
            (r#"{"hex":"00""#, "the line is not JSON: EOF while parsing an object at line 1 column 11"),
        ] {
            assert_eq!(listed(line), Err(sentence.into()), "{line}");
        }
    }
}
