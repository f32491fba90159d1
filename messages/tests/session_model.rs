//! The session beside a model of its rules, in every order of six steps: what the peer sends and what we send, in turn or not.

use tezos_messages::session::{Role, Session, SessionError, SessionStep, chunk::frame};

use crate::common::peers::{Owned, config, connection_message, identity, message, sealer};

const STEPS: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// We send the connection message, metadata, an ack, a nack, a message.
    Connection,
    Metadata,
    Ack,
    Nack,
    Message,
    /// The peer sends its connection message.
    TheirConnection,
    /// The peer sends a chunk with these contents, which may be out of turn.
    Chunk(&'static [u8]),
    /// The peer sends its last chunk again.
    Again,
    /// The peer sends a chunk that nobody sealed.
    Forged,
}

/// `Bootstrap`.
const MESSAGE: &[u8] = &[0, 0, 0, 2, 0, 2];

const ALL: [Step; 14] = [
    Step::Connection,
    Step::Metadata,
    Step::Ack,
    Step::Nack,
    Step::Message,
    Step::TheirConnection,
    Step::Chunk(&[7, 0]),
    Step::Chunk(&[0]),
    Step::Chunk(&[0xff]),
    Step::Chunk(MESSAGE),
    Step::Chunk(MESSAGE.split_at(4).0),
    Step::Chunk(&[]),
    Step::Again,
    Step::Forged,
];

/// What the rules say.
#[derive(Debug, Clone)]
struct Model {
    sending: SessionStep,
    receiving: SessionStep,
    /// Chunks that wait for our connection message; `None` for one that cannot be opened.
    waiting: Vec<Option<&'static [u8]>>,
    /// Received bytes of messages.
    stream: Vec<u8>,
    failure: Option<&'static str>,
}

impl Model {
    const fn new() -> Self {
        let (sending, receiving) = (SessionStep::Connection, SessionStep::Connection);
        Self { sending, receiving, waiting: Vec::new(), stream: Vec::new(), failure: None }
    }

    /// What sending something does: it is accepted in its turn only.
    fn send(&mut self, step: SessionStep, next: SessionStep) -> Result<(), &'static str> {
        if self.sending != step {
            return Err("OutOfTurn");
        }
        if step != SessionStep::Connection && self.receiving == SessionStep::Connection {
            return Err("NoKeyYet");
        }
        self.sending = next;
        Ok(())
    }

    /// Receives a frame: the contents of a chunk, or something that is none.
    fn receive(&mut self, frame: Option<&'static [u8]>, is_connection: bool) -> Vec<Owned> {
        if self.failure.is_some() {
            return Vec::new();
        }
        if self.receiving == SessionStep::Connection {
            if !is_connection {
                self.failure = Some("ConnectionTooShort");
                return Vec::new();
            }
            self.receiving = SessionStep::Metadata;
            return vec![Owned::Connection(connection_message(&identity(1)))];
        }
        self.waiting.push(frame);
        Vec::new()
    }

    /// Takes the chunks that wait, once both connection messages are known.
    fn take(&mut self) -> Vec<Owned> {
        let mut events = Vec::new();
        if self.sending == SessionStep::Connection || self.failure.is_some() {
            return events;
        }
        for chunk in core::mem::take(&mut self.waiting) {
            match self.chunk(chunk, &mut events) {
                Ok(()) => {}
                Err(name) => {
                    self.failure = Some(name);
                    break;
                }
            }
        }
        events
    }

    fn chunk(&mut self, chunk: Option<&'static [u8]>, events: &mut Vec<Owned>) -> Result<(), &'static str> {
        if self.receiving == SessionStep::Closed {
            return Err("AfterNack");
        }
        let contents = chunk.ok_or("Chunk")?;
        match self.receiving {
            SessionStep::Metadata if contents.len() == 2 => {
                self.receiving = SessionStep::Ack;
                events.push(Owned::Metadata(contents.to_vec()));
            }
            SessionStep::Metadata => return Err("MetadataLength"),
            SessionStep::Ack => {
                self.receiving = match contents.first() {
                    Some(0) => SessionStep::Message,
                    Some(1 | 0xff) => SessionStep::Closed,
                    _ => return Err("UnknownAck"),
                };
                events.push(Owned::Ack(contents.to_vec()));
            }
            _ => {
                self.stream.extend_from_slice(contents);
                self.messages(events)?;
            }
        }
        Ok(())
    }

    fn messages(&mut self, events: &mut Vec<Owned>) -> Result<(), &'static str> {
        while let Some((size, body)) = self.stream.split_first_chunk::<4>() {
            let size = u32::from_be_bytes(*size) as usize;
            if size > 1 << 20 {
                return Err("MessageTooLong");
            }
            let Some(body) = body.get(..size) else {
                // The longest message of each kind is known from its tag: all with two bytes of size have a known one here.
                let is_known = body.len() < 2 || (body[..2] == [0, 2] && size <= 2);
                return if is_known { Ok(()) } else { Err("KindTooLong") };
            };
            events.push(Owned::Message(message(body)));
            self.stream.drain(..4 + size);
        }
        Ok(())
    }
}

/// The name of an error's variant.
fn name(error: &SessionError) -> String {
    let text = format!("{error:?}");
    text.chars().take_while(|sign| sign.is_alphanumeric()).collect()
}

/// Does all steps but the last, does the last in both, and returns whether another one may follow.
fn run(steps: &[Step]) -> bool {
    let us = identity(2);
    let mut session = Session::new(Role::Responder, &us, config());
    let (mut model, mut sealer, mut last) = (Model::new(), sealer(), None::<Vec<u8>>);
    let mut may_follow = true;
    for step in steps {
        let sent = match *step {
            Step::Connection => Some((
                session.connection(&connection_message(&us)),
                model.send(SessionStep::Connection, SessionStep::Metadata),
            )),
            Step::Metadata => Some((session.metadata(&[0, 0]), model.send(SessionStep::Metadata, SessionStep::Ack))),
            Step::Ack => Some((session.ack(&[0]), model.send(SessionStep::Ack, SessionStep::Message))),
            Step::Nack => Some((session.ack(&[0xff]), model.send(SessionStep::Ack, SessionStep::Closed))),
            Step::Message => Some((session.message(MESSAGE), model.send(SessionStep::Message, SessionStep::Message))),
            _ => None,
        };
        if let Some((found, expected)) = &sent {
            let found = found.as_ref().map(|_| ()).map_err(name);
            assert_eq!(found, expected.map_err(str::to_owned), "{steps:?}");
        }
        // A step that is refused changes nothing, so that what follows is covered without it.
        may_follow = sent.is_none_or(|(found, _)| found.is_ok());
        let mut events = match *step {
            Step::TheirConnection => {
                session.feed(&frame(&connection_message(&identity(1))).unwrap());
                model.receive(None, true)
            }
            Step::Chunk(contents) => {
                let mut chunk = Vec::new();
                sealer.seal(contents, &mut chunk).unwrap();
                session.feed(&chunk);
                last = Some(chunk);
                model.receive(Some(contents), false)
            }
            Step::Again => match &last {
                Some(chunk) => {
                    session.feed(chunk);
                    model.receive(None, false)
                }
                None => return false,
            },
            Step::Forged => {
                session.feed(&[&[0, 18][..], &[5; 18]].concat());
                model.receive(None, false)
            }
            _ => Vec::new(),
        };
        events.extend(model.take());
        let mut found = Vec::new();
        let end = loop {
            match session.next_event() {
                Ok(Some(event)) => found.push(event.into_owned()),
                Ok(None) => break None,
                Err(error) => break Some(name(&error)),
            }
        };
        assert_eq!(found, events, "{steps:?}");
        assert_eq!(end.as_deref(), model.failure, "{steps:?}");
        assert_eq!(session.receiving(), model.receiving, "{steps:?}");
        assert_eq!(session.sending(), model.sending, "{steps:?}");
    }
    may_follow && model.failure.is_none()
}

/// Tries each step after those that are given.
fn explore(steps: &mut Vec<Step>, count: &mut u64) {
    for step in ALL {
        steps.push(step);
        *count += 1;
        if run(steps) && steps.len() < STEPS {
            explore(steps, count);
        }
        steps.pop();
    }
}

#[test]
fn every_order_of_six_steps_is_that_of_the_model() {
    let mut count = 0;
    explore(&mut Vec::new(), &mut count);
    println!("{count} orders");
    assert!(count > 10_000, "{count} orders");
}

/// After a failure nothing is received, and the failure stays.
#[test]
fn a_failure_stays() {
    let chunk = |contents| Step::Chunk(contents);
    for failing in [chunk(&[0]), Step::Forged] {
        for after in ALL {
            run(&[Step::Connection, Step::TheirConnection, failing, after, Step::TheirConnection]);
        }
    }
}
