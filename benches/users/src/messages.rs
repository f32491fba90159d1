//! The messages of both styles, which differ only in the types of hashes, nonces, chain ids and points.

/// Defines the messages with these types; `points` has further items for a list of points.
macro_rules! messages {
    (hash: $hash:tt, nonce: $nonce:tt, chain: $chain:tt, point: $point:tt, points: [$($points:tt)*]) => {
        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub struct NetworkVersion {
            pub chain_name: String,
            pub distributed_db_version: u16,
            pub p2p_version: u16,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub struct ConnectionMessage {
            pub port: u16,
            public_key: $hash,
            pub proof_of_work_stamp: $nonce,
            pub message_nonce: $nonce,
            pub version: NetworkVersion,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        #[encoding(json(first_match))]
        pub enum Ack {
            #[encoding(tag = 0x00)]
            Ack,
            #[encoding(tag = 0x01)]
            Nack {
                motive: i16,
                #[encoding(dynamic, list = "NACK_MAX_ITEMS" $($points)*)]
                peers: Vec<$point>,
            },
            #[encoding(tag = 0xff)]
            NackV0,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub struct BlockHeader {
            pub level: i32,
            pub proto: u8,
            pub predecessor: $hash,
            pub timestamp: i64,
            pub validation_pass: u8,
            pub operations_hash: $hash,
            #[encoding(dynamic, list, dynamic, bytes)]
            pub fitness: Vec<Vec<u8>>,
            pub context: $hash,
            #[encoding(bytes)]
            pub protocol_data: Vec<u8>,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub struct CurrentBranch {
            pub chain_id: $chain,
            #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
            pub current_head: BlockHeader,
            #[encoding(list = "BLOCK_LOCATOR_MAX_ITEMS")]
            pub history: Vec<$hash>,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        #[encoding(bounded = "MEMPOOL_MAX_BYTES")]
        pub struct Mempool {
            #[encoding(dynamic, list)]
            pub known_valid: Vec<$hash>,
            #[encoding(dynamic, dynamic, list)]
            pub pending: Vec<$hash>,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub struct CurrentHead {
            pub chain_id: $chain,
            #[encoding(dynamic, bounded = "BLOCK_HEADER_MAX_BYTES")]
            pub current_block_header: BlockHeader,
            pub current_mempool: Mempool,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub struct GetBlockHeaders {
            #[encoding(dynamic, list = "GET_BLOCK_HEADERS_MAX_ITEMS")]
            pub hashes: Vec<$hash>,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub struct OperationsForBlock {
            pub hash: $hash,
            pub validation_pass: i8,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub struct GetOperationsForBlocks {
            #[encoding(dynamic, list = "GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS")]
            pub keys: Vec<OperationsForBlock>,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub struct Operation {
            pub branch: $hash,
            #[encoding(bytes)]
            pub data: Vec<u8>,
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        #[encoding(mu = "path", depth = "PATH_MAX_LEVELS")]
        pub enum Path {
            #[encoding(tag = 0x00)]
            Op,
            #[encoding(tag = 0x0f)]
            Right { left: $hash, path: Box<Path> },
            #[encoding(tag = 0xf0)]
            Left { path: Box<Path>, right: $hash },
        }

        #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        pub struct OperationsForBlocks {
            pub operations_for_block: OperationsForBlock,
            #[encoding(bounded = "PATH_MAX_BYTES")]
            pub operation_hashes_path: Path,
            #[encoding(bounded = "OPERATION_LIST_MAX_BYTES", list, dynamic, bounded = "OPERATION_MAX_BYTES")]
            pub operations: Vec<Operation>,
        }
    };
}
pub(crate) use messages;
