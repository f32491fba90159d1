//! The messages that are measured: those of [`tezos_messages::samples`], with the real bodies of `../shared/data/tezedge_messages` if that
//! folder is available.

use std::path::PathBuf;

use tezos_messages::{
    handshake::{Ack, ConnectionMessage},
    hash::ChainId,
    samples::{self, Message, Visitor},
};

pub use crate::lists::{GetBlockHeaders, GetOperationsForBlocks};
pub use tezos_messages::{
    block_header::BlockHeader,
    p2p::{CurrentBranch, CurrentHead, OperationsForBlocks},
};

use crate::by_hand::{Body, Viewed};

/// Every message of the protocol, encoded.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The origin of the bodies: `made` or `tezedge_messages`.
    pub origin: &'static str,
    messages: Vec<Sample>,
}

#[derive(Clone, Debug)]
struct Sample {
    name: &'static str,
    bytes: Vec<u8>,
    body_offset: usize,
}

impl Visitor for Samples {
    fn message<T: Message>(&mut self, name: &'static str, sample: T) {
        let bytes = sample.to_bytes().unwrap_or_default();
        self.messages.push(Sample { name, bytes, body_offset: T::BODY_OFFSET });
    }
}

impl Sample {
    fn body(&self) -> &[u8] {
        self.bytes.get(self.body_offset..).unwrap_or_default()
    }

    /// Replaces the body, and updates the size prefix.
    fn set_body(&mut self, body: &[u8]) {
        self.bytes.truncate(self.body_offset);
        self.bytes.extend_from_slice(body);
        if let Some((size, rest)) = self.bytes.split_first_chunk_mut().filter(|_| self.body_offset > 0) {
            *size = u32::try_from(rest.len()).unwrap_or(u32::MAX).to_be_bytes();
        }
    }
}

impl Samples {
    /// Returns the samples of the protocol.
    pub fn made() -> Self {
        let mut samples = Self { origin: "made", messages: Vec::new() };
        samples::visit(&mut samples);
        samples
    }

    /// Returns the samples of the protocol, with the bodies of TezEdge's test suite where it has them.
    pub fn load() -> Self {
        let mut samples = Self::made();
        let Some(folder) = shared("data/tezedge_messages") else { return samples };
        for sample in &mut samples.messages {
            let name = sample.name.trim_end_matches("_message").replace('_', "-");
            let file = |size| std::fs::read(folder.join(format!("{name}{size}.msg"))).ok();
            if let Some(body) = ["", ".big", ".huge"].into_iter().find_map(file) {
                sample.set_body(&body);
                samples.origin = "tezedge_messages";
            }
        }
        samples
    }

    /// Returns the messages with their names, as peers send them, from the handshake on.
    pub fn messages(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        self.messages.iter().map(|sample| (sample.name, sample.bytes.as_slice()))
    }

    /// Returns a message as peers send it.
    pub fn message(&self, name: &str) -> &[u8] {
        self.find(name).map_or(&[], |sample| &sample.bytes)
    }

    /// Returns the body of a message: what follows its size prefix and tag, or the whole message in the handshake.
    pub fn body(&self, name: &str) -> &[u8] {
        self.find(name).map_or(&[], Sample::body)
    }

    fn find(&self, name: &str) -> Option<&Sample> {
        self.messages.iter().find(|sample| sample.name == name)
    }

    /// Returns true if the body of a message is one of [`bodies!`](crate::bodies).
    pub fn is_by_hand(name: &str) -> bool {
        macro_rules! is_one {
            ($($name:ident: $type:ident;)*) => { [$(stringify!($name)),*].contains(&name) };
        }
        crate::bodies!(is_one! [connection ack viewed lists ids])
    }

    /// Runs a visitor for each body of [`bodies!`](crate::bodies).
    pub fn each_body(&self, visitor: &mut impl Bodies) {
        macro_rules! each {
            ($($name:ident: $type:ident;)*) => {
                $(visitor.body::<$type>(stringify!($name), self.body(stringify!($name)));)*
            };
        }
        crate::bodies!(each! [connection ack viewed lists ids]);
    }

    /// Runs a visitor for each body with a view.
    pub fn each_viewed(&self, visitor: &mut impl Views) {
        macro_rules! each {
            ($($name:ident: $type:ident;)*) => {
                $(visitor.viewed::<$type>(stringify!($name), self.body(stringify!($name)));)*
            };
        }
        crate::bodies!(each! [connection viewed]);
    }
}

/// Returns the path of a file or folder in `../shared`; if it does not exist, prints that and returns `None`.
pub fn shared(name: &str) -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let path = std::env::var_os("TEZOS_CODEC_SHARED").map_or_else(|| beside.into(), PathBuf::from).join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} does not exist (TEZOS_CODEC_SHARED sets the folder)", path.display());
    None
}

/// A visitor of the bodies.
pub trait Bodies {
    /// Visits one body.
    fn body<T: Body>(&mut self, name: &'static str, bytes: &[u8]);
}

/// A visitor of the bodies with a view.
pub trait Views {
    /// Visits one body.
    fn viewed<T: Viewed>(&mut self, name: &'static str, bytes: &[u8]);
}

/// Calls the macro `$then` with a row `name: Type;` for each body that is read and written by hand, in the groups named in brackets.
/// Tokens behind the brackets precede the rows.
///
/// The bodies of `viewed` and `connection` have views; those of `lists` and `ids` are fields of
/// [`PeerMessage`](tezos_messages::p2p::PeerMessage).
#[macro_export]
macro_rules! bodies {
    ($then:ident! [] $($rows:tt)*) => {
        $then! { $($rows)* }
    };
    ($then:ident! [connection $($more:ident)*] $($rows:tt)*) => {
        $crate::bodies! { $then! [$($more)*] $($rows)* connection_message: ConnectionMessage; }
    };
    ($then:ident! [ack $($more:ident)*] $($rows:tt)*) => {
        $crate::bodies! { $then! [$($more)*] $($rows)* ack: Ack; }
    };
    ($then:ident! [viewed $($more:ident)*] $($rows:tt)*) => {
        $crate::bodies! {
            $then! [$($more)*] $($rows)*
            block_header: BlockHeader;
            current_branch: CurrentBranch;
            current_head: CurrentHead;
            operations_for_blocks: OperationsForBlocks;
        }
    };
    ($then:ident! [lists $($more:ident)*] $($rows:tt)*) => {
        $crate::bodies! {
            $then! [$($more)*] $($rows)*
            get_block_headers: GetBlockHeaders;
            get_operations_for_blocks: GetOperationsForBlocks;
        }
    };
    ($then:ident! [ids $($more:ident)*] $($rows:tt)*) => {
        $crate::bodies! { $then! [$($more)*] $($rows)* get_current_branch: ChainId; get_current_head: ChainId; }
    };
}
