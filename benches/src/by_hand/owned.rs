//! Handwritten readers of owned values.

use tezos_encoding::wire::Plain;
use tezos_messages::{
    block_header::{BlockHeader, Fitness, FitnessElement},
    block_locator::BlockLocator,
    handshake::{Ack, ConnectionMessage, Motive, NetworkVersion},
    hash::{BlockHash, ChainId, ContextHash, OperationListListHash},
    identity::{CryptoBoxPublicKey, Stamp},
    limits::{
        BLOCK_HEADER_MAX_BYTES, BLOCK_LOCATOR_MAX_ITEMS, GET_BLOCK_HEADERS_MAX_ITEMS,
        GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS, MEMPOOL_MAX_BYTES, NACK_MAX_ITEMS, OPERATION_LIST_MAX_BYTES,
        OPERATION_MAX_BYTES, PATH_MAX_BYTES, PATH_MAX_LEVELS, PEER_MESSAGE_MAX_BYTES, POINT_MAX_BYTES,
    },
    mempool::Mempool,
    operation::RawOperation,
    p2p::{CurrentBranch, CurrentHead, OperationsForBlock, OperationsForBlocks, PeerMessage},
    path::MerklePath,
    point::Point,
    text::Text,
    timestamp::Timestamp,
};

use super::input::{Read, Refused, array, block, blocks, end};
use crate::lists::{GetBlockHeaders, GetOperationsForBlocks};

const UNBOUNDED: usize = usize::MAX;

/// Reads `Connection_message`.
#[inline]
pub(super) fn connection(mut input: &[u8]) -> Read<ConnectionMessage> {
    let input = &mut input;
    let head = &mut array::<82>(input)?.as_slice();
    let chain_name = block(input, UNBOUNDED)?;
    // All bytes are known to be present before the value is made, so that the value need not be moved afterwards.
    let [ddb_high, ddb_low, p2p_high, p2p_low] = **input else { return Err(Refused) };
    Ok(ConnectionMessage {
        port: u16::from_be_bytes(*array(head)?),
        public_key: CryptoBoxPublicKey(*array(head)?),
        proof_of_work_stamp: Stamp(*array(head)?),
        message_nonce: *array(head)?,
        version: NetworkVersion {
            chain_name: Text::from_raw(chain_name.to_vec()),
            distributed_db_version: u16::from_be_bytes([ddb_high, ddb_low]),
            p2p_version: u16::from_be_bytes([p2p_high, p2p_low]),
        },
    })
}

/// Reads `Ack`, `Nack`.
#[inline]
pub(super) fn ack(mut input: &[u8]) -> Read<Ack> {
    let input = &mut input;
    let message = match array(input)? {
        [0x00] => Ack::Ack,
        [0xff] => Ack::NackV0,
        [0x01] => {
            let motive = Motive(i16::from_be_bytes(*array(input)?));
            let mut list = block(input, UNBOUNDED)?;
            let mut peers = Vec::with_capacity(blocks(list).min(NACK_MAX_ITEMS));
            while !list.is_empty() {
                let text = block(&mut list, POINT_MAX_BYTES)?;
                if peers.len() == NACK_MAX_ITEMS || text.len() > Point::TEXT_MAX_BYTES {
                    return Err(Refused);
                }
                peers.push(Point::parse(text).map_err(|_| Refused)?);
            }
            Ack::Nack { motive, peers }
        }
        _ => return Err(Refused),
    };
    end(message, input)
}

/// Reads a block header that fills `input`.
#[inline]
pub(super) fn block_header(mut input: &[u8]) -> Read<BlockHeader> {
    let input = &mut input;
    let head = &mut array::<78>(input)?.as_slice();
    Ok(BlockHeader {
        level: i32::from_be_bytes(*array(head)?),
        proto: array::<1>(head)?[0],
        predecessor: BlockHash(*array(head)?),
        timestamp: Timestamp(i64::from_be_bytes(*array(head)?)),
        validation_pass: array::<1>(head)?[0],
        operations_hash: OperationListListHash(*array(head)?),
        fitness: fitness(block(input, UNBOUNDED)?)?,
        context: ContextHash(*array(input)?),
        protocol_data: (*input).into(),
    })
}

#[inline]
fn fitness(mut input: &[u8]) -> Read<Fitness> {
    let mut elements = Vec::with_capacity(blocks(input));
    while !input.is_empty() {
        let element = block(&mut input, UNBOUNDED)?;
        elements.push(FitnessElement(element.to_vec()));
    }
    Ok(Fitness(elements))
}

/// Reads values whose memory layout is their encoding, to the end of `bytes`, in one copy.
#[inline]
fn list<T: Plain>(bytes: &[u8], max: usize) -> Read<Vec<T>> {
    match bytemuck::try_cast_slice::<u8, T>(bytes) {
        Ok(items) if items.len() <= max => Ok(items.to_vec()),
        _ => Err(Refused),
    }
}

/// Reads `Current_branch`.
#[inline]
pub(super) fn current_branch(mut input: &[u8]) -> Read<CurrentBranch> {
    let input = &mut input;
    Ok(CurrentBranch {
        chain_id: ChainId(*array(input)?),
        current_branch: BlockLocator {
            current_head: block_header(block(input, BLOCK_HEADER_MAX_BYTES)?)?,
            history: list(input, BLOCK_LOCATOR_MAX_ITEMS)?,
        },
    })
}

/// Reads `Current_head`.
#[inline]
pub(super) fn current_head(mut input: &[u8]) -> Read<CurrentHead> {
    let input = &mut input;
    let chain_id = ChainId(*array(input)?);
    let current_block_header = block_header(block(input, BLOCK_HEADER_MAX_BYTES)?)?;
    if input.len() > MEMPOOL_MAX_BYTES {
        return Err(Refused);
    }
    let known_valid = list(block(input, UNBOUNDED)?, UNBOUNDED)?;
    let mut pending = block(input, UNBOUNDED)?;
    let hashes = block(&mut pending, UNBOUNDED)?;
    let current_mempool = Mempool { known_valid, pending: end(list(hashes, UNBOUNDED)?, pending)? };
    end(CurrentHead { chain_id, current_block_header, current_mempool }, input)
}

/// Reads `Get_block_headers`.
#[inline]
pub(super) fn get_block_headers(mut input: &[u8]) -> Read<GetBlockHeaders> {
    let hashes = list(block(&mut input, UNBOUNDED)?, GET_BLOCK_HEADERS_MAX_ITEMS)?;
    end(GetBlockHeaders { hashes }, input)
}

/// Reads `Get_current_branch`, `Get_current_head`.
#[inline]
pub(super) fn chain_id(mut input: &[u8]) -> Read<ChainId> {
    let id = ChainId(*array(&mut input)?);
    end(id, input)
}

/// Reads `Get_operations_for_blocks`.
#[inline]
pub(super) fn get_operations_for_blocks(mut input: &[u8]) -> Read<GetOperationsForBlocks> {
    let keys = list(block(&mut input, UNBOUNDED)?, GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS)?;
    end(GetOperationsForBlocks { keys }, input)
}

#[inline]
fn operations_for_block(bytes: &[u8; 33]) -> OperationsForBlock {
    let [hash @ .., pass] = bytes;
    OperationsForBlock { hash: BlockHash(*hash), validation_pass: i8::from_be_bytes([*pass]) }
}

/// Reads `Operations_for_blocks`.
#[inline]
pub(super) fn operations_for_blocks(mut input: &[u8]) -> Read<OperationsForBlocks> {
    let input = &mut input;
    let operations_for_block = operations_for_block(array(input)?);
    let before = input.len();
    let operation_hashes_path = path(input, PATH_MAX_LEVELS)?;
    if before.saturating_sub(input.len()) > PATH_MAX_BYTES || input.len() > OPERATION_LIST_MAX_BYTES {
        return Err(Refused);
    }
    let mut operations = Vec::with_capacity(blocks(input));
    while !input.is_empty() {
        let mut operation = block(input, OPERATION_MAX_BYTES)?;
        let operation = RawOperation { branch: BlockHash(*array(&mut operation)?), data: operation.into() };
        operations.push(operation);
    }
    Ok(OperationsForBlocks { operations_for_block, operation_hashes_path, operations })
}

/// Reads a whole message between peers, with its size prefix and tag, if it is one of those that are measured.
///
/// # Errors
/// If it is another message, or if the bytes are not a valid message.
#[inline]
pub fn peer_message(mut input: &[u8]) -> Read<PeerMessage> {
    let input = &mut input;
    let body = block(input, PEER_MESSAGE_MAX_BYTES)?;
    end((), input)?;
    let (&[high, low], body) = body.split_first_chunk().ok_or(Refused)?;
    Ok(match u16::from_be_bytes([high, low]) {
        0x10 => PeerMessage::GetCurrentBranch(chain_id(body)?),
        0x11 => PeerMessage::CurrentBranch(current_branch(body)?),
        0x13 => PeerMessage::GetCurrentHead(chain_id(body)?),
        0x14 => PeerMessage::CurrentHead(current_head(body)?),
        0x20 => PeerMessage::GetBlockHeaders(get_block_headers(body)?.hashes),
        0x21 if body.len() <= BLOCK_HEADER_MAX_BYTES => PeerMessage::BlockHeader(block_header(body)?),
        0x60 => PeerMessage::GetOperationsForBlocks(get_operations_for_blocks(body)?.keys),
        0x61 => PeerMessage::OperationsForBlocks(operations_for_blocks(body)?),
        _ => return Err(Refused),
    })
}

fn path(input: &mut &[u8], levels: u32) -> Read<MerklePath> {
    let levels = levels.checked_sub(1).ok_or(Refused)?;
    Ok(match array(input)? {
        [0x00] => MerklePath::Op,
        [0x0f] => {
            let left = OperationListListHash(*array(input)?);
            MerklePath::Right { left, path: Box::new(path(input, levels)?) }
        }
        [0xf0] => {
            let path = Box::new(path(input, levels)?);
            MerklePath::Left { path, right: OperationListListHash(*array(input)?) }
        }
        _ => return Err(Refused),
    })
}
