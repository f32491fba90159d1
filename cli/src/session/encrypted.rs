//! Encrypted sessions, opened row by row.

use std::{collections::VecDeque, io::Read};

use tezos_messages::{identity::Identity, session::cipher::Opener};

use crate::{
    error::Error,
    session::{
        Direction, Event, Options, Row, Tally,
        chunks::Chunks,
        handshake::{Handshake, Portion, Shared, Sides},
        lines::Place,
        messages::Joiner,
        probe::Probe,
        rows::{Record, Rows},
    },
};

/// Most bytes of a row that are opened before what was in them is handed out.
const STEP_BYTES: usize = 0x1_0000;

/// What was said in the sessions of a csv file, and what is wrong with it, in the order in which it is found: that of the
/// rows, but where packets were lost.
///
/// In memory are one row, in each direction the chunks and the message that are incomplete, and what was recorded before
/// the handshake is complete. After an error there is nothing.
pub(crate) struct Encrypted<R, P> {
    rows: Rows<R>,
    identity: Identity,
    options: Options,
    probe: P,
    state: State,
    found: VecDeque<Found>,
    sessions: Sessions,
    is_over: bool,
    session: Place,
    parts: u64,
}

/// What is known of the sessions of a file.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sessions {
    /// How many there are.
    pub(crate) count: u64,
    /// The two sides of the first.
    pub(crate) sides: Option<Sides>,
    /// What became of the chunks of all, sent first.
    pub(crate) tallies: [Tally; 2],
}

enum State {
    /// No header was read.
    Before,
    Handshake(Handshake),
    Open(Box<Session>),
}

/// A session of which the handshake is known.
struct Session {
    sides: [Side; 2],
    /// What was read and is not opened.
    read: VecDeque<Portion>,
}

struct Side {
    chunks: Chunks,
    joiner: Joiner,
}

enum Found {
    /// A session begins.
    Session(Place),
    Event(Event),
}

impl<R: Read, P: Probe> Encrypted<R, P> {
    /// The sessions in `rows`, with the identity of one side of each.
    pub(crate) fn new(rows: Rows<R>, identity: Identity, options: Options, probe: P) -> Self {
        Self {
            rows,
            identity,
            options,
            probe,
            state: State::Before,
            found: VecDeque::new(),
            sessions: Sessions::default(),
            is_over: false,
            session: Place::default(),
            parts: 0,
        }
    }

    /// What is known of the sessions that were read.
    pub(crate) const fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// Where the header of the session is of which the last part was handed out, and how many of its parts were.
    pub(crate) const fn read_up_to(&self) -> (Place, u64) {
        (self.session, self.parts)
    }

    /// What the stages of reading took.
    pub(crate) const fn probe_mut(&mut self) -> &mut P {
        &mut self.probe
    }

    /// Reads a bit further.
    fn step(&mut self) -> Result<(), Error> {
        if let State::Open(session) = &mut self.state
            && session.step(&mut self.probe, &mut self.found)
        {
            return Ok(());
        }
        match self.rows.next().transpose()? {
            Some(Record::Row(row)) => match &mut self.state {
                State::Before => {}
                State::Open(session) => session.read.push_back(Portion::Encrypted(row)),
                State::Handshake(handshake) => {
                    let shared = handshake.push(self.rows.source(), row, &self.identity)?;
                    shared.into_iter().for_each(|shared| self.begin(shared));
                }
            },
            Some(Record::Header(place)) => {
                self.end()?;
                self.state = State::Handshake(Handshake::default());
                self.found.push_back(Found::Session(place));
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
            let shared = handshake.finish(self.rows.source(), &self.identity)?;
            shared.into_iter().for_each(|shared| self.begin(shared));
        }
        let State::Open(mut session) = std::mem::replace(&mut self.state, State::Before) else { return Ok(()) };
        while session.step(&mut self.probe, &mut self.found) {}
        for (mut side, tally) in session.sides.into_iter().zip(&mut self.sessions.tallies) {
            side.chunks.finish(&mut side.joiner);
            self.found.extend(side.joiner.found.drain(..).map(Found::Event));
            tally.add(side.joiner.tally);
        }
        Ok(())
    }
}

impl Session {
    /// Opens the next portion; the result is false if there is none.
    fn step(&mut self, probe: &mut impl Probe, found: &mut VecDeque<Found>) -> bool {
        let Some(portion) = self.read.pop_front() else { return false };
        let (Portion::Connection(row) | Portion::Encrypted(row)) = &portion;
        let Side { chunks, joiner } = row.direction.of(&mut self.sides);
        match portion {
            Portion::Connection(row) => joiner.connection(&row),
            Portion::Encrypted(mut row) => {
                if row.bytes.len() > STEP_BYTES {
                    let bytes = row.bytes.split_off(STEP_BYTES);
                    self.read.push_front(Portion::Encrypted(Row { bytes, ..row }));
                }
                joiner.encrypted(row.bytes.len());
                chunks.push(row, joiner, probe);
            }
        }
        found.extend(joiner.found.drain(..).map(Found::Event));
        true
    }
}

impl<R: Read, P: Probe> Iterator for Encrypted<R, P> {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.found.pop_front() {
                Some(Found::Session(place)) => (self.session, self.parts) = (place, 0),
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
