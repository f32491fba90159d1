//! Rounds of messages. While a round is tallied, the next one is read.

use std::mem::take;

use rayon::prelude::*;
use serde_json::Value;
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
    /// Tallies the messages on all threads. Returns the tally and the number of messages.
    pub(super) fn tally<T: Tally<Probe = P>>(self) -> Result<(T, usize), Error> {
        let share = |all: usize| all.div_ceil(rayon::current_num_threads().saturating_mul(SHARES)).max(1);
        let (name, wrong) = (&self.name, |(line, sentence)| Error::in_file(&self.name, sentence).at_line(line));
        let one_in = self.one_in;
        let shares: Vec<Result<(T, usize), Error>> = match self.messages {
            Messages::Sessions(sessions, identity) => {
                sessions.into_par_iter().map(|session| of_session(name, session, identity.clone(), one_in)).collect()
            }
            Messages::Parts(parts) => {
                parts.par_chunks(share(parts.len())).map(|parts| Ok((of_parts(parts, one_in), parts.len()))).collect()
            }
            Messages::Lines(lines, encoding) => {
                let of_lines = |lines: &[_]| of_lines(lines, encoding, one_in).map_err(wrong);
                lines.par_chunks(share(lines.len())).map(of_lines).collect()
            }
        };
        let (mut all, mut count) = (T::default(), 0_usize);
        for share in shares {
            let (tally, messages) = share?;
            all.merge(tally);
            count = count.saturating_add(messages);
        }
        all.add_damage(self.damage);
        all.add_reading(self.probe);
        Ok((all, count))
    }
}

/// Decrypts a session and tallies its messages.
fn of_session<T: Tally>(name: &str, records: Records, identity: Identity, one_in: u64) -> Result<(T, usize), Error> {
    let (mut tally, mut count, mut damage) = (T::default(), 0_usize, Damage::default());
    let mut events = Encrypted::new(name, records.into_iter(), identity, OPTIONS, T::Probe::default());
    for event in events.by_ref() {
        let event = event?;
        damage.count(&event);
        if let Event::Part(part) = event {
            tally.add(&message(part.what, part.line, &part.bytes, one_in));
            count = count.saturating_add(1);
        }
    }
    tally.add_damage(damage);
    tally.add_reading(take(events.probe_mut()));
    Ok((tally, count))
}

fn of_parts<T: Tally>(parts: &[SessionPart], one_in: u64) -> T {
    let mut tally = T::default();
    for SessionPart { what, line, bytes, .. } in parts {
        tally.add(&message(*what, *line, bytes, one_in));
    }
    tally
}

const fn message(what: What, line: u64, bytes: &[u8], one_in: u64) -> Message<'_> {
    Message { what: Some(what), encoding: what.codec().schema, line, bytes, is_sampled: is_sampled(line, one_in) }
}

/// Returns true if the message that ends in this line is sampled. The choice depends only on the line, not on the threads or on where a run
/// was interrupted. It is scattered by a multiplication, so that a stream in which every n-th message is similar is sampled evenly.
const fn is_sampled(line: u64, one_in: u64) -> bool {
    // 2^64 divided by the golden ratio. The upper half of the product is nearly random.
    let scattered = line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    matches!(scattered.checked_rem(one_in), None | Some(0))
}

/// Tallies the messages in lines. Returns the tally and the number of messages. The error is a line and a sentence.
fn of_lines<T: Tally>(
    lines: &[Line],
    encoding: Option<&'static Named>,
    one_in: u64,
) -> Result<(T, usize), (u64, String)> {
    let (mut tally, mut count, mut damage) = (T::default(), 0_usize, Damage::default());
    for line in lines {
        let (number, wrong) = (line.number, |sentence| (line.number, sentence));
        match encoding {
            None => match jsonl::parse(line).map_err(wrong)? {
                Some((_, SessionPart { what, bytes, .. })) => tally.add(&message(what, number, &bytes, one_in)),
                None => {
                    damage.count(&Event::Fault(Fault::cut(number)));
                    continue;
                }
            },
            Some(named) => {
                let (encoding, bytes) = (named.encoding, listed(&line.text).map_err(wrong)?);
                let is_sampled = is_sampled(number, one_in);
                tally.add(&Message { what: None, encoding, line: number, bytes: &bytes, is_sampled });
            }
        }
        count = count.saturating_add(1);
    }
    tally.add_damage(damage);
    Ok((tally, count))
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

    /// The lines follow from the golden ratio, computed with another program.
    #[test]
    fn the_sample_depends_on_the_line_only() {
        let sampled = |one_in| (1..=40).filter(|line| is_sampled(*line, one_in)).collect::<Vec<u64>>();
        assert_eq!(sampled(4), [3, 6, 11, 14, 19, 22, 27, 30, 35, 38]);
        assert_eq!(sampled(16), [22, 27]);
        assert_eq!((sampled(1).len(), sampled(0).len()), (40, 40));
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
