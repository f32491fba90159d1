//! The structs that [`own`](super::own) and [`tezos`](super::tezos) share; each of them has its own types for hashes and paths.

/// Calls the macro `$then` with the structs. `#[tezos(..)]` has the items that `#[encoding(..)]` has for `tezos_data_encoding`;
/// `#[serde(..)]` is for postcard.
macro_rules! structs {
    ($then:ident!) => {
        $then! {
            struct ConnectionMessage {
                port: u16,
                public_key: Hash,
                proof_of_work_stamp: Nonce,
                message_nonce: Nonce,
                version: NetworkVersion,
            }
            struct NetworkVersion {
                #[tezos(dynamic, bytes)]
                #[serde(with = "serde_bytes")]
                chain_name: Vec<u8>,
                distributed_db_version: u16,
                p2p_version: u16,
            }
            struct BlockHeader {
                level: i32,
                proto: u8,
                predecessor: Hash,
                #[tezos(timestamp)]
                timestamp: i64,
                validation_pass: u8,
                operations_hash: Hash,
                #[tezos(dynamic, list)]
                fitness: Vec<FitnessElement>,
                context: Hash,
                #[tezos(bytes)]
                #[serde(with = "serde_bytes")]
                protocol_data: Vec<u8>,
            }
            struct BlockLocator {
                #[tezos(dynamic = "BLOCK_HEADER_MAX_BYTES")]
                current_head: BlockHeader,
                #[tezos(list = "BLOCK_LOCATOR_MAX_ITEMS")]
                history: Vec<Hash>,
            }
            struct CurrentBranch {
                chain_id: ChainId,
                current_branch: BlockLocator,
            }
            #[tezos(bounded = "MEMPOOL_MAX_BYTES")]
            struct Mempool {
                #[tezos(dynamic, list)]
                known_valid: Vec<Hash>,
                #[tezos(dynamic, dynamic, list)]
                pending: Vec<Hash>,
            }
            struct CurrentHead {
                chain_id: ChainId,
                #[tezos(dynamic = "BLOCK_HEADER_MAX_BYTES")]
                current_block_header: BlockHeader,
                current_mempool: Mempool,
            }
            struct GetBlockHeaders {
                #[tezos(dynamic, list = "GET_BLOCK_HEADERS_MAX_ITEMS")]
                hashes: Vec<Hash>,
            }
            struct GetOperationsForBlocks {
                #[tezos(dynamic, list = "GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS")]
                keys: Vec<OperationsForBlock>,
            }
            struct Operation {
                branch: Hash,
                #[tezos(bytes)]
                #[serde(with = "serde_bytes")]
                data: Vec<u8>,
            }
            struct OperationsForBlocks {
                operations_for_block: OperationsForBlock,
                #[tezos(bounded = "PATH_MAX_BYTES")]
                operation_hashes_path: Path,
                #[tezos(bounded = "OPERATION_LIST_MAX_BYTES", list, dynamic = "OPERATION_MAX_BYTES")]
                operations: Vec<Operation>,
            }
        }
    };
}
pub(crate) use structs;
