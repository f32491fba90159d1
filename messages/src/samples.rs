//! A sample of every message of the protocol: the one table that benchmarks, fuzz targets, gates and tests repeat their work over. It is not in the
//! interface.
//!
//! A new message needs one row in it, which a test demands. [`visit`] runs generic code for each row; [`for_each_message!`] hands the
//! rows to a macro, for code that needs the names as identifiers. The messages have as many fields, elements and bytes as real
//! ones.
//!
//! [`for_each_message!`]: crate::for_each_message

use alloc::{format, vec, vec::Vec};
use core::fmt::Debug;

use tezos_encoding::{Decode, Encode, View};

use crate::block_header::{BlockHeader, Fitness, FitnessElement};
use crate::block_locator::BlockLocator;
use crate::handshake::{Ack, ConnectionMessage, ConnectionMetadata, Motive, NetworkVersion};
use crate::hash::{BlockHash, ChainId, ContextHash, OperationHash, OperationListListHash, PeerId, ProtocolHash};
use crate::identity::{CryptoBoxPublicKey, Stamp};
use crate::mempool::Mempool;
use crate::merkle::Step;
use crate::operation::RawOperation;
use crate::p2p::{
    Checkpoint, CurrentBranch, CurrentHead, GetPredecessorHeader, GetProtocolBranch, OperationsForBlock,
    OperationsForBlocks, PeerMessage, PredecessorHeader, ProtocolBranch, Swap,
};
use crate::point::Point;
use crate::protocol::{Component, ProtocolSource};
use crate::timestamp::Timestamp;

/// A type that is decoded and encoded as a whole message.
pub trait Message: for<'a> Decode<'a> + Encode + View + Clone + Debug + PartialEq + 'static {
    /// Bytes in front of a message's body.
    const BODY_OFFSET: usize = 0;
}

impl Message for ConnectionMessage {}
impl Message for ConnectionMetadata {}
impl Message for Ack {}

impl Message for PeerMessage {
    /// The size and the tag.
    const BODY_OFFSET: usize = 6;
}

/// Generic code that runs for each message.
pub trait Visitor {
    /// Runs for one message. `name` is the reference's name in lower case, which is the name in [`for_each_message!`] too.
    ///
    /// [`for_each_message!`]: crate::for_each_message
    fn message<T: Message>(&mut self, name: &'static str, sample: T);
}

/// Defines [`visit`] and `for_each_message!`; the first argument is a dollar sign, which the inner macro is written with.
macro_rules! table {
    ($dollar:tt $($name:ident: $type:ident = $sample:expr;)*) => {
        /// Runs a visitor for each message: those of the handshake first, then by tag.
        pub fn visit(visitor: &mut impl Visitor) {
            $(visitor.message::<$type>(stringify!($name), $sample);)*
        }

        /// Calls the macro `$then` with a row `name: Type;` for each message, in the order of [`visit`](crate::samples::visit).
        ///
        /// `Type` is the name of a type of [`handshake`](crate::handshake) or [`p2p`](crate::p2p).
        ///
        /// ```
        /// macro_rules! count {
        ///     ($($name:ident: $type:ident;)*) => { [$(stringify!($name)),*].len() };
        /// }
        /// assert_eq!(tezos_messages::for_each_message!(count!), 27);
        /// ```
        #[macro_export]
        macro_rules! for_each_message {
            ($dollar then:ident!) => { $dollar then! { $($name: $type;)* } };
        }
    };
}

table! { $
    connection_message: ConnectionMessage = ConnectionMessage {
        port: 9732,
        public_key: CryptoBoxPublicKey([1; 32]),
        proof_of_work_stamp: Stamp([2; 24]),
        message_nonce: [3; 24],
        version: NetworkVersion { chain_name: "TEZOS_MAINNET".into(), distributed_db_version: 0, p2p_version: 1 },
    };
    metadata: ConnectionMetadata = ConnectionMetadata { disable_mempool: false, private_node: true };
    ack: Ack = Ack::Nack { motive: Motive::TOO_MANY_CONNECTIONS, peers: points(18) };
    disconnect: PeerMessage = PeerMessage::Disconnect;
    bootstrap: PeerMessage = PeerMessage::Bootstrap;
    advertise: PeerMessage = PeerMessage::Advertise(points(50));
    swap_request: PeerMessage = PeerMessage::SwapRequest(swap(1));
    swap_ack: PeerMessage = PeerMessage::SwapAck(swap(2));
    get_current_branch: PeerMessage = PeerMessage::GetCurrentBranch(CHAIN);
    current_branch: PeerMessage =
        PeerMessage::CurrentBranch(CurrentBranch { chain_id: CHAIN, current_branch: locator() });
    deactivate: PeerMessage = PeerMessage::Deactivate(CHAIN);
    get_current_head: PeerMessage = PeerMessage::GetCurrentHead(CHAIN);
    current_head: PeerMessage = PeerMessage::CurrentHead(CurrentHead {
        chain_id: CHAIN,
        current_block_header: header(),
        current_mempool: Mempool {
            known_valid: vec![OperationHash([5; 32]); 430],
            pending: vec![OperationHash([6; 32]); 615],
        },
    });
    get_block_headers: PeerMessage = PeerMessage::GetBlockHeaders(vec![BlockHash([7; 32]); 2]);
    block_header: PeerMessage = PeerMessage::BlockHeader(header());
    get_operations: PeerMessage = PeerMessage::GetOperations(vec![OperationHash([5; 32]); 10]);
    operation: PeerMessage = PeerMessage::Operation(operation(60));
    get_protocols: PeerMessage = PeerMessage::GetProtocols(vec![ProtocolHash([13; 32]); 2]);
    protocol: PeerMessage = PeerMessage::Protocol(ProtocolSource {
        expected_env_version: Default::default(),
        components: (0..24).map(component).collect(),
    });
    get_operations_for_blocks: PeerMessage = PeerMessage::GetOperationsForBlocks(
        (0..10).map(|at| OperationsForBlock { hash: BlockHash([at; 32]), validation_pass: 3 }).collect(),
    );
    operations_for_blocks: PeerMessage = PeerMessage::OperationsForBlocks(OperationsForBlocks {
        operations_for_block: OperationsForBlock { hash: BlockHash([8; 32]), validation_pass: 3 },
        operation_hashes_path: [Step::Left([1; 32]), Step::Right([2; 32])].into_iter().collect(),
        operations: (0..1095).map(operation).collect(),
    });
    get_checkpoint: PeerMessage = PeerMessage::GetCheckpoint(CHAIN);
    checkpoint: PeerMessage = PeerMessage::Checkpoint(Checkpoint { chain_id: CHAIN, header: header() });
    get_protocol_branch: PeerMessage =
        PeerMessage::GetProtocolBranch(GetProtocolBranch { chain: CHAIN, proto_level: 6 });
    protocol_branch: PeerMessage =
        PeerMessage::ProtocolBranch(ProtocolBranch { chain: CHAIN, proto_level: 6, locator: locator() });
    get_predecessor_header: PeerMessage =
        PeerMessage::GetPredecessorHeader(GetPredecessorHeader { block: BlockHash([9; 32]), offset: 1 });
    predecessor_header: PeerMessage = PeerMessage::PredecessorHeader(PredecessorHeader {
        block: BlockHash([9; 32]),
        offset: 1,
        header: header(),
    });
}

const CHAIN: ChainId = ChainId([0x12; 4]);

/// The block header of all samples that have one: 202 bytes.
pub fn header() -> BlockHeader {
    BlockHeader {
        level: 1_000_000,
        proto: 6,
        predecessor: BlockHash([9; 32]),
        timestamp: Timestamp(1_600_000_000),
        validation_pass: 4,
        operations_hash: OperationListListHash([10; 32]),
        fitness: Fitness(vec![FitnessElement(vec![1]), FitnessElement(vec![0, 0, 0, 0, 0, 15, 66, 64])]),
        context: ContextHash([11; 32]),
        protocol_data: vec![12; 71].into(),
    }
}

fn locator() -> BlockLocator {
    BlockLocator { current_head: header(), history: vec![BlockHash([4; 32]); 174] }
}

/// An operation of 122 to 185 bytes.
fn operation(at: u16) -> RawOperation {
    let [_, low] = at.to_be_bytes();
    RawOperation { branch: BlockHash([low; 32]), data: vec![low; usize::from(at % 64).saturating_add(90)].into() }
}

fn points(count: u16) -> Vec<Point> {
    (0..count).map(point).collect()
}

fn point(at: u16) -> Point {
    Point { addr: [0, 0, 0, 0, 0, 0xffff, 0x0a00, at].into(), port: 9732 }
}

fn swap(at: u16) -> Swap {
    Swap { point: point(at), peer_id: PeerId([14; 16]) }
}

/// A module with about 5 kB of source, every third without an interface.
fn component(at: usize) -> Component {
    Component {
        name: format!("module_{at}").as_str().into(),
        interface: (!at.is_multiple_of(3)).then(|| "val x : int64\n".repeat(20).into()),
        implementation: "let x = Int64.of_string \"0u1234567890123456789\" (* made up *)\n".repeat(75).into(),
    }
}

#[cfg(test)]
mod tests {
    use alloc::{borrow::ToOwned, string::String};

    use tezos_encoding::Tagged;

    use super::*;

    /// Names and sizes of the messages, after each was encoded and decoded.
    #[derive(Default)]
    struct Seen {
        names: Vec<String>,
        sizes: Vec<usize>,
    }

    impl Visitor for Seen {
        fn message<T: Message>(&mut self, name: &'static str, sample: T) {
            let bytes = sample.to_bytes().unwrap();
            assert_eq!(T::from_canonical_bytes(&bytes).as_ref(), Ok(&sample), "{name}");
            self.names.push(name.to_owned());
            self.sizes.push(bytes.len().saturating_sub(T::BODY_OFFSET));
        }
    }

    #[test]
    fn every_message_has_a_sample() {
        let mut seen = Seen::default();
        visit(&mut seen);
        let of_peers = PeerMessage::CASES.iter().map(|case| case.title.to_lowercase());
        let handshake = ["connection_message", "metadata", "ack"].map(str::to_owned).into_iter();
        assert_eq!(seen.names, handshake.chain(of_peers).collect::<Vec<_>>());
    }

    /// Measurements of different days are compared, so the samples must not change. The sizes are without the size and the tag.
    #[test]
    fn samples_have_their_sizes() {
        const HEADER: usize = 202;
        const POINT: usize = 4 + "10.0.0.0:9732".len();
        const LOCATOR: usize = 4 + HEADER + 174 * 32;
        let sources = (0..24).map(|at| {
            let interface = if at % 3 == 0 { 0 } else { 4 + 20 * "val x : int64\n".len() };
            let implementation = 75 * "let x = Int64.of_string \"0u1234567890123456789\" (* made up *)\n".len();
            4 + format!("module_{at}").len() + 1 + interface + 4 + implementation
        });
        let operations = (0..1095).map(|at| 4 + 32 + at % 64 + 90);
        let mut seen = Seen::default();
        visit(&mut seen);
        let sizes = [
            // The handshake, and the peer layer: the last number of an address has one digit in ten of the points.
            vec![2 + 32 + 24 + 24 + 4 + 13 + 4, 2, 1 + 2 + 4 + 18 * POINT + 8],
            vec![0, 0, 50 * POINT + 40, POINT + 16, POINT + 16],
            vec![4, 4 + LOCATOR, 4, 4, 4 + 4 + HEADER + 12 + (430 + 615) * 32],
            vec![4 + 2 * 32, HEADER, 4 + 10 * 32, 32 + 60 + 90, 4 + 2 * 32, 2 + 4 + sources.sum::<usize>()],
            vec![4 + 10 * 33, 33 + 2 * 33 + 1 + operations.sum::<usize>()],
            vec![4, 4 + HEADER, 5, 5 + LOCATOR, 36, 36 + HEADER],
        ];
        assert_eq!(seen.sizes, sizes.concat());
    }
}
