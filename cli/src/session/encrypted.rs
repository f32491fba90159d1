//! Encrypted sessions, decrypted row by row.

use std::collections::VecDeque;

use tezos_messages::{identity::Identity, session::cipher::Opener};

use crate::{
    error::Error,
    session::{
        Direction, Event, Options, Row, Tally,
        chunks::Chunks,
        handshake::{Handshake, Portion, Shared, Sides},
        lines::TextPosition,
        messages::Joiner,
        probe::Probe,
        rows::Record,
    },
};

/// The maximum number of bytes of a row that are decrypted before their contents are handed out.
const STEP_BYTES: usize = 0x1_0000;

/// The messages in the sessions of a csv file, and its defects, in the order in which they are found: that of the rows, except where
/// packets were lost.
///
/// It holds in memory one row, the incomplete chunks and message of each direction, and what was recorded before the handshake is complete.
/// After an error it ends.
pub(crate) struct Encrypted<R, P> {
    source: String,
    records: R,
    identity: Identity,
    options: Options,
    probe: P,
    state: State,
    found: VecDeque<Found>,
    sessions: Sessions,
    is_over: bool,
    session: TextPosition,
    parts: u64,
}

/// The sessions of a file that were read so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sessions {
    /// The number of sessions.
    pub(crate) count: u64,
    /// The two sides of the first.
    pub(crate) sides: Option<Sides>,
    /// The counts of chunks of all sessions, sent first.
    pub(crate) tallies: [Tally; 2],
}

enum State {
    /// No header was read.
    Before,
    Handshake(Handshake),
    Open(Box<Session>),
}

/// A session with a known handshake.
struct Session {
    sides: [Side; 2],
    /// The portions that are read, but not decrypted yet.
    read: VecDeque<Portion>,
}

struct Side {
    chunks: Chunks,
    joiner: Joiner,
}

enum Found {
    /// The start of a session, at this position.
    Session(TextPosition),
    Event(Event),
}

impl<R: Iterator<Item = Result<Record, Error>>, P: Probe> Encrypted<R, P> {
    /// Returns the sessions in `records`, the first of which is a header. `source` is the name of the file in errors. `identity` is that of
    /// one side of each session.
    pub(crate) fn new(source: &str, records: R, identity: Identity, options: Options, probe: P) -> Self {
        Self {
            source: source.into(),
            records,
            identity,
            options,
            probe,
            state: State::Before,
            found: VecDeque::new(),
            sessions: Sessions::default(),
            is_over: false,
            session: TextPosition::default(),
            parts: 0,
        }
    }

    /// Returns the number, the sides and the counts of the sessions that were read so far.
    pub(crate) const fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// Returns the position of the header of the session whose part was handed out last, and the number of its parts so far.
    pub(crate) const fn read_up_to(&self) -> (TextPosition, u64) {
        (self.session, self.parts)
    }

    /// Returns the probe, which has the times of the stages of reading.
    pub(crate) const fn probe_mut(&mut self) -> &mut P {
        &mut self.probe
    }

    /// Reads one step further.
    fn step(&mut self) -> Result<(), Error> {
        if let State::Open(session) = &mut self.state
            && session.step(&mut self.probe, &mut self.found)
        {
            return Ok(());
        }
        match self.records.next().transpose()? {
            Some(Record::Row(row)) => match &mut self.state {
                State::Before => {}
                State::Open(session) => session.read.push_back(Portion::Encrypted(row)),
                State::Handshake(handshake) => {
                    let shared = handshake.push(&self.source, row, &self.identity)?;
                    shared.into_iter().for_each(|shared| self.begin(shared));
                }
            },
            Some(Record::Fault(fault)) => self.found.push_back(Found::Event(Event::Fault(fault))),
            Some(Record::Header(position)) => {
                self.end()?;
                self.state = State::Handshake(Handshake::default());
                self.found.push_back(Found::Session(position));
            }
            None => {
                self.end()?;
                self.is_over = true;
            }
        }
        Ok(())
    }

    fn begin(&mut self, shared: Shared) {
        self.sessions.count = self.sessions.count.saturating_add(1);
        self.sessions.sides.get_or_insert(shared.sides);
        let side = |direction| {
            let opener = Opener::new(shared.key.clone(), shared.first_nonce(direction));
            Side { chunks: Chunks::new(opener, self.options), joiner: Joiner::new(direction) }
        };
        self.state = State::Open(Box::new(Session { sides: Direction::BOTH.map(side), read: shared.read }));
    }

    /// Ends the session, if there is one.
    fn end(&mut self) -> Result<(), Error> {
        if let State::Handshake(handshake) = &mut self.state {
            let shared = handshake.finish(&self.source, &self.identity)?;
            shared.into_iter().for_each(|shared| self.begin(shared));
        }
        let State::Open(mut session) = std::mem::replace(&mut self.state, State::Before) else { return Ok(()) };
        while session.step(&mut self.probe, &mut self.found) {}
        for (mut side, tally) in session.sides.into_iter().zip(&mut self.sessions.tallies) {
            side.chunks.finish(&mut side.joiner, &mut self.probe);
            self.found.extend(side.joiner.found.drain(..).map(Found::Event));
            tally.add(side.joiner.tally);
        }
        Ok(())
    }
}

impl Session {
    /// Decrypts the next portion. Returns false if there is none.
    fn step(&mut self, probe: &mut impl Probe, found: &mut VecDeque<Found>) -> bool {
        let Some(portion) = self.read.pop_front() else { return false };
        let (Portion::Connection(row) | Portion::Encrypted(row)) = &portion;
        let Side { chunks, joiner } = row.direction.of(&mut self.sides);
        match portion {
            Portion::Connection(row) => joiner.connection(&row),
            Portion::Encrypted(row) if row.bytes.len() > STEP_BYTES => {
                let pieces = row.bytes.chunks(STEP_BYTES).map(|bytes| Row { bytes: bytes.to_vec(), ..row });
                pieces.rev().for_each(|piece| self.read.push_front(Portion::Encrypted(piece)));
            }
            Portion::Encrypted(row) => {
                joiner.encrypted(row.bytes.len());
                chunks.push(row, joiner, probe);
            }
        }
        found.extend(joiner.found.drain(..).map(Found::Event));
        true
    }
}

impl<R: Iterator<Item = Result<Record, Error>>, P: Probe> Iterator for Encrypted<R, P> {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.found.pop_front() {
                Some(Found::Session(position)) => (self.session, self.parts) = (position, 0),
                Some(Found::Event(event)) => {
                    self.parts = self.parts.saturating_add(u64::from(matches!(event, Event::Part(_))));
                    return Some(Ok(event));
                }
                None if self.is_over => return None,
                None => {
                    if let Err(error) = self.step() {
                        self.is_over = true;
                        return Some(Err(error));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::session::{SessionPart, What, probe::Off, rows::Rows, sample};

    fn read<R: Read>(text: R) -> Encrypted<Rows<R>, Off> {
        let rows = Rows::new("x.csv", text, TextPosition::default());
        Encrypted::new(
            "x.csv",
            rows,
            sample::identity().unwrap(),
            Options { window: 4, strict: true, quiet: true },
            Off,
        )
    }

    fn parts(text: &str) -> Vec<SessionPart> {
        let part = |event| match event {
            Ok(Event::Part(part)) => part,
            other => panic!("{other:?}"),
        };
        read(text.as_bytes()).map(part).collect()
    }

    #[test]
    fn sessions_follow_one_another() {
        let one = parts(sample::SESSION);
        let lines = u64::try_from(sample::SESSION.lines().count()).unwrap();
        let again = one.iter().map(|part| SessionPart { line: part.line + lines, ..part.clone() });
        assert_eq!(parts(&sample::SESSION.repeat(2)), one.iter().cloned().chain(again).collect::<Vec<_>>());

        let text = sample::SESSION.repeat(3);
        let mut sessions = read(text.as_bytes());
        let position = |times: u64| TextPosition {
            offset: times * u64::try_from(sample::SESSION.len()).unwrap(),
            line: times * lines,
        };
        assert_eq!(sessions.by_ref().take(one.len()).count(), one.len());
        assert_eq!(sessions.read_up_to(), (position(0), 206));
        assert!(sessions.next().is_some());
        assert_eq!(sessions.read_up_to(), (position(1), 1));
        assert_eq!(sessions.by_ref().count(), 2 * one.len() - 1);
        assert_eq!(sessions.read_up_to(), (position(2), 206));
        let opened = sessions.sessions().tallies.map(|tally| tally.opened);
        let parts = 2 * u64::try_from(one.len()).unwrap();
        assert!(sessions.sessions().count == 3 && opened.iter().sum::<u64>() > parts, "{opened:?}");
    }

    #[test]
    fn one_direction_may_come_before_the_other() {
        let mut lines: Vec<&str> = sample::SESSION.lines().skip(1).collect();
        lines.sort_by_key(|line| !line.starts_with("Sent"));
        let sorted = parts(&format!("direction,message\n{}\n", lines.join("\n")));
        let one = parts(sample::SESSION);
        for direction in Direction::BOTH {
            let of = |parts: &[SessionPart]| -> Vec<(What, Vec<u8>)> {
                let parts = parts.iter().filter(|part| part.direction == direction);
                parts.map(|part| (part.what, part.bytes.clone())).collect()
            };
            assert_eq!(of(&sorted), of(&one), "{direction}");
        }
    }

    #[test]
    fn only_a_limited_number_of_bytes_waits_for_the_other_direction() {
        let header = "direction,message\n";
        let endless = format!("Sent,{}\n", "00".repeat(1_000)).repeat(20_000);
        let text = header.as_bytes().chain(endless.as_bytes());
        // Of the 20 MB, only as many bytes are read as a message may have.
        let mut text = text.take(u64::MAX);
        let error = read(text.by_ref()).find_map(Result::err).unwrap().to_string();
        assert_eq!(
            error,
            "x.csv: the first 16,778,000 bytes of a session have no complete connection message of each side"
        );
        let read = u64::MAX - text.limit();
        assert!((33_000_000..34_500_000).contains(&read), "{read}");
    }
}
