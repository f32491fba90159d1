//! Reads sessions and lists of messages, each of which may be larger than memory, as streams and tallies them on all cores. A run can be
//! interrupted and resumed.
//!
//! | module         | what it does                                                               |
//! |----------------|----------------------------------------------------------------------------|
//! | [`inputs`]     | files, folders and standard input, from the command line                   |
//! | [`source`]     | splits an input into rounds: encrypted sessions, decrypted sessions, lists |
//! | [`round`]      | some messages of an input, tallied on all cores                            |
//! | [`mod@run`]    | reads the inputs, while a [`Tally`] counts the messages read before        |
//! | [`checkpoint`] | saves the progress of a run in a file, so that it can be resumed           |

use std::borrow::Cow;

use serde::{Serialize, de::DeserializeOwned};
use tezos_encoding::schema::Encoding;

use crate::session::{Damage, What, kind_of, probe::Probe};

pub(crate) mod checkpoint;
pub(crate) mod inputs;
mod round;
mod run;
mod source;

pub(crate) use round::listed;
pub(crate) use run::{Setup, run};

/// A message of an input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Message<'m> {
    /// Its kind in a session; `None` in a list.
    pub(crate) what: Option<What>,
    /// Its encoding.
    pub(crate) encoding: &'static Encoding,
    /// The number of messages before it in its input. It is the same in a recording and in the decrypted session.
    pub(crate) index: u64,
    /// The line of its input in which it ends, counted from 1.
    pub(crate) line: u64,
    /// Its bytes.
    pub(crate) bytes: &'m [u8],
    /// True if it is one of the sample of messages that are measured: see [`Setup::one_in`].
    pub(crate) is_sampled: bool,
}

impl Message<'_> {
    /// Returns its name in tables if it belongs to a session; `None` for a message of a list.
    pub(crate) fn kind(&self) -> Option<Cow<'static, str>> {
        self.what.map(|what| kind_of(what, self.bytes))
    }
}

/// The results of a command, accumulated over messages. Threads determine which messages are added to which tally, and the order in which
/// tallies are merged; the final result must not depend on these.
pub(crate) trait Tally: Default + Serialize + DeserializeOwned + Send + 'static {
    /// The type that measures the reading of encrypted sessions; [`Off`](crate::session::probe::Off) to measure nothing.
    type Probe: Probe + Default + Send;

    /// Adds a message.
    fn add(&mut self, message: &Message<'_>);

    /// Adds damage of a recording, by which messages may be lost.
    fn add_damage(&mut self, damage: Damage);

    /// Adds the times of reading the messages of this tally.
    fn add_reading(&mut self, probe: Self::Probe);

    /// Adds the results of another tally.
    fn merge(&mut self, other: Self);
}
