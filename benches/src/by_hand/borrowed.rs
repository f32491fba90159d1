//! Values that borrow, read by hand: nothing is allocated.

use tezos_messages::{
    handshake::Motive,
    limits::{
        BLOCK_HEADER_MAX_BYTES, BLOCK_LOCATOR_MAX_ITEMS, MEMPOOL_MAX_BYTES, OPERATION_LIST_MAX_BYTES,
        OPERATION_MAX_BYTES, PATH_MAX_BYTES,
    },
};

use super::{Read, Refused, array, block, end, hashes};

const UNBOUNDED: usize = usize::MAX;

/// `Connection_message`.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as in `tezos_messages::handshake`")]
pub struct Connection<'a> {
    pub port: u16,
    pub public_key: &'a [u8; 32],
    pub proof_of_work_stamp: &'a [u8; 24],
    pub message_nonce: &'a [u8; 24],
    pub chain_name: &'a [u8],
    pub distributed_db_version: u16,
    pub p2p_version: u16,
}

/// A block header.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as in `tezos_messages::block_header`")]
pub struct BlockHeader<'a> {
    pub level: i32,
    pub proto: u8,
    pub predecessor: &'a [u8; 32],
    pub timestamp: i64,
    pub validation_pass: u8,
    pub operations_hash: &'a [u8; 32],
    pub fitness: List<'a>,
    pub context: &'a [u8; 32],
    pub protocol_data: &'a [u8],
}

/// `Current_branch`.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as in `tezos_messages::p2p`")]
pub struct CurrentBranch<'a> {
    pub chain_id: &'a [u8; 4],
    pub current_head: BlockHeader<'a>,
    pub history: &'a [[u8; 32]],
}

/// `Current_head`.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as in `tezos_messages::p2p`")]
pub struct CurrentHead<'a> {
    pub chain_id: &'a [u8; 4],
    pub current_block_header: BlockHeader<'a>,
    pub known_valid: &'a [[u8; 32]],
    pub pending: &'a [[u8; 32]],
}

/// `Operations_for_blocks`.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as in `tezos_messages::p2p`")]
pub struct OperationsForBlocks<'a> {
    pub hash: &'a [u8; 32],
    pub validation_pass: i8,
    pub path: &'a [u8],
    pub operations: List<'a>,
}

/// Elements that were looked at once, each behind its size.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "what they say")]
pub struct List<'a> {
    pub bytes: &'a [u8],
    pub len: usize,
}

/// `Nack`: the motive and the list of points, as text.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as in `tezos_messages::handshake`")]
pub struct Nack<'a> {
    pub motive: Motive,
    pub peers: List<'a>,
}

/// `Connection_message`.
///
/// # Errors
/// For bytes that are none.
#[inline(always)]
pub fn connection(mut input: &[u8]) -> Read<Connection<'_>> {
    let input = &mut input;
    let message = Connection {
        port: u16::from_be_bytes(*array(input)?),
        public_key: array(input)?,
        proof_of_work_stamp: array(input)?,
        message_nonce: array(input)?,
        chain_name: block(input, UNBOUNDED)?,
        distributed_db_version: u16::from_be_bytes(*array(input)?),
        p2p_version: u16::from_be_bytes(*array(input)?),
    };
    end(message, input)
}

/// A block header that fills `input`.
///
/// # Errors
/// For bytes that are none.
#[inline(always)]
pub fn block_header(mut input: &[u8]) -> Read<BlockHeader<'_>> {
    let input = &mut input;
    Ok(BlockHeader {
        level: i32::from_be_bytes(*array(input)?),
        proto: array::<1>(input)?[0],
        predecessor: array(input)?,
        timestamp: i64::from_be_bytes(*array(input)?),
        validation_pass: array::<1>(input)?[0],
        operations_hash: array(input)?,
        fitness: blocks(block(input, UNBOUNDED)?, UNBOUNDED, 0)?,
        context: array(input)?,
        protocol_data: input,
    })
}

/// Blocks of `least` to `max` bytes to the end of `input`.
#[inline]
fn blocks(bytes: &[u8], max: usize, least: usize) -> Read<List<'_>> {
    let (mut input, mut len) = (bytes, 0usize);
    while !input.is_empty() {
        if block(&mut input, max)?.len() < least {
            return Err(Refused);
        }
        len = len.saturating_add(1);
    }
    Ok(List { bytes, len })
}

/// `Current_branch`.
///
/// # Errors
/// For bytes that are none.
#[inline(always)]
pub fn current_branch(mut input: &[u8]) -> Read<CurrentBranch<'_>> {
    let input = &mut input;
    Ok(CurrentBranch {
        chain_id: array(input)?,
        current_head: block_header(block(input, BLOCK_HEADER_MAX_BYTES)?)?,
        history: hashes(input, BLOCK_LOCATOR_MAX_ITEMS)?,
    })
}

/// `Current_head`.
///
/// # Errors
/// For bytes that are none.
#[inline(always)]
pub fn current_head(mut input: &[u8]) -> Read<CurrentHead<'_>> {
    let input = &mut input;
    let chain_id = array(input)?;
    let current_block_header = block_header(block(input, BLOCK_HEADER_MAX_BYTES)?)?;
    if input.len() > MEMPOOL_MAX_BYTES {
        return Err(Refused);
    }
    let known_valid = hashes(block(input, UNBOUNDED)?, UNBOUNDED)?;
    let mut inner = block(input, UNBOUNDED)?;
    let pending = hashes(block(&mut inner, UNBOUNDED)?, UNBOUNDED)?;
    end(CurrentHead { chain_id, current_block_header, known_valid, pending: end(pending, inner)? }, input)
}

/// `Operations_for_blocks`.
///
/// # Errors
/// For bytes that are none.
#[inline(always)]
pub fn operations_for_blocks(mut input: &[u8]) -> Read<OperationsForBlocks<'_>> {
    let input = &mut input;
    let hash = array(input)?;
    let validation_pass = i8::from_be_bytes(*array(input)?);
    let path = path(input)?;
    if input.len() > OPERATION_LIST_MAX_BYTES {
        return Err(Refused);
    }
    Ok(OperationsForBlocks { hash, validation_pass, path, operations: blocks(input, OPERATION_MAX_BYTES, 32)? })
}

/// The bytes of a path: a step to the left has its hash behind what follows, so the hashes of open steps come last.
fn path<'a>(input: &mut &'a [u8]) -> Read<&'a [u8]> {
    let start = *input;
    let mut open = 0usize;
    loop {
        match array(input)? {
            [0x00] => break,
            [0x0f] => {
                array::<32>(input)?;
            }
            [0xf0] => open = open.saturating_add(32),
            _ => return Err(Refused),
        }
    }
    super::take(input, open)?;
    let taken = start.len().saturating_sub(input.len());
    if taken > PATH_MAX_BYTES { Err(Refused) } else { start.get(..taken).ok_or(Refused) }
}
