//! Many sessions and lists of messages, each larger than memory: read as streams, tallied on all cores, interrupted and
//! resumed.
//!
//! | module         | what it does                                                                     |
//! |----------------|----------------------------------------------------------------------------------|
//! | [`inputs`]     | files, folders and standard input, from the command line                         |
//! | [`source`]     | an input, cut into rounds: encrypted sessions, opened sessions, lists            |
//! | [`round`]      | some messages of an input, tallied on all cores                                  |
//! | [`mod@run`]    | reads the inputs, and has what is read tallied meanwhile, by a [`Tally`]         |
//! | [`checkpoint`] | where a run is, in a file from which it goes on                                  |

use std::borrow::Cow;

use serde::{Serialize, de::DeserializeOwned};
use tezos_encoding::schema::Encoding;

use crate::session::{What, kind_of, probe::Probe};

pub(crate) mod checkpoint;
pub(crate) mod inputs;
mod round;
mod run;
mod source;

pub(crate) use run::{Setup, run};

/// A message of an input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Message<'m> {
    /// What it is in a session; `None` in a list.
    pub(crate) what: Option<What>,
    /// How it is encoded.
    pub(crate) encoding: &'static Encoding,
    /// Line of its input in which its end is, counted from 1.
    pub(crate) line: u64,
    /// Its bytes.
    pub(crate) bytes: &'m [u8],
    /// Whether it is one of those that are measured, where not all are: [`Setup::one_in`].
    pub(crate) is_sampled: bool,
}

impl Message<'_> {
    /// Its name in tables, where something but its schema tells it.
    pub(crate) fn kind(&self) -> Option<Cow<'static, str>> {
        self.what.map(|what| kind_of(what, self.bytes))
    }
}

/// What a command gathers from messages. Which messages go to which tally, and in which order these are merged, depends on
/// the threads: the result must not.
pub(crate) trait Tally: Default + Serialize + DeserializeOwned + Send + 'static {
    /// What measures the reading of encrypted sessions; [`Off`](crate::session::probe::Off) if nothing does.
    type Probe: Probe + Default + Send;

    /// Adds a message.
    fn add(&mut self, message: &Message<'_>);

    /// Adds damaged places of a recording, which took messages with them.
    fn add_faults(&mut self, count: u64);

    /// Adds what reading the messages took that are added as well.
    fn add_reading(&mut self, probe: Self::Probe);

    /// Adds what another tally has.
    fn merge(&mut self, other: Self);
}
