//! Handwritten readers of values that borrow from the bytes. They allocate nothing.

use tezos_encoding::Decode;
use tezos_messages::limits::{
    BLOCK_HEADER_MAX_BYTES, BLOCK_LOCATOR_MAX_ITEMS, MEMPOOL_MAX_BYTES, OPERATION_LIST_MAX_BYTES, OPERATION_MAX_BYTES,
    PATH_MAX_BYTES,
};

use super::body::Body;
use super::input::{Read, Refused, array, block, end};

/// The types of `tezos_messages`.
mod p2p {
    pub(super) use tezos_messages::{
        block_header::{BlockHeader, BlockHeaderView},
        handshake::{ConnectionMessage, ConnectionMessageView},
        p2p::{
            CurrentBranch, CurrentBranchView, CurrentHead, CurrentHeadView, OperationsForBlocks,
            OperationsForBlocksView,
        },
    };
}

const UNBOUNDED: usize = usize::MAX;

/// `Connection_message`.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionMessage<'a> {
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
pub struct CurrentBranch<'a> {
    pub chain_id: &'a [u8; 4],
    pub current_head: BlockHeader<'a>,
    pub history: &'a [[u8; 32]],
}

/// `Current_head`.
#[derive(Clone, Copy, Debug)]
pub struct CurrentHead<'a> {
    pub chain_id: &'a [u8; 4],
    pub current_block_header: BlockHeader<'a>,
    pub known_valid: &'a [[u8; 32]],
    pub pending: &'a [[u8; 32]],
}

/// `Operations_for_blocks`.
#[derive(Clone, Copy, Debug)]
pub struct OperationsForBlocks<'a> {
    pub hash: &'a [u8; 32],
    pub validation_pass: i8,
    pub path: &'a [u8],
    pub operations: List<'a>,
}

/// A checked list of elements, each with its size prefix.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    pub bytes: &'a [u8],
    pub len: usize,
}

/// A message with a derived view, and with a handwritten struct that borrows the same data.
pub trait Viewed: Body {
    /// The view.
    type Derived<'a>: Decode<'a>;

    /// The struct.
    type ByHand<'a>;

    /// Decodes a whole message without copying its bytes.
    ///
    /// # Errors
    /// If the bytes are not a valid message.
    fn borrow_by_hand(bytes: &[u8]) -> Read<Self::ByHand<'_>>;

    /// Compares the last field that a view and a struct have in common.
    fn alike(derived: &Self::Derived<'_>, by_hand: &Self::ByHand<'_>) -> bool;
}

macro_rules! viewed {
    ($($type:ident, $view:ident: $read:ident, $derived:ident, $by_hand:ident => $alike:expr;)*) => {$(
        impl Viewed for p2p::$type {
            type Derived<'a> = p2p::$view<'a>;
            type ByHand<'a> = $type<'a>;

            #[inline(always)]
            fn borrow_by_hand(bytes: &[u8]) -> Read<$type<'_>> {
                $read(bytes)
            }

            fn alike($derived: &p2p::$view<'_>, $by_hand: &$type<'_>) -> bool {
                $alike
            }
        }
    )*};
}

viewed! {
    ConnectionMessage, ConnectionMessageView: connection, view, other => view.message_nonce == other.message_nonce;
    BlockHeader, BlockHeaderView: block_header, view, other => view.protocol_data == other.protocol_data;
    CurrentBranch, CurrentBranchView: current_branch, view, other =>
        view.current_branch.history.len() == other.history.len();
    CurrentHead, CurrentHeadView: current_head, view, other =>
        view.current_mempool.pending.len() == other.pending.len();
    OperationsForBlocks, OperationsForBlocksView: operations_for_blocks, view, other =>
        view.operations.len() == other.operations.len;
}

/// Reads `Connection_message`.
#[inline(always)]
fn connection(mut input: &[u8]) -> Read<ConnectionMessage<'_>> {
    let input = &mut input;
    let message = ConnectionMessage {
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

/// Reads a block header that fills `input`.
#[inline(always)]
fn block_header(mut input: &[u8]) -> Read<BlockHeader<'_>> {
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

/// Reads a list of hashes that fills `bytes`, as a slice of arrays.
#[inline]
fn hashes<const N: usize>(bytes: &[u8], max: usize) -> Read<&[[u8; N]]> {
    match bytes.as_chunks() {
        (hashes, []) if hashes.len() <= max => Ok(hashes),
        _ => Err(Refused),
    }
}

/// Checks that `bytes` consists of blocks of `min` to `max` bytes, each with its size prefix.
#[inline]
fn blocks(bytes: &[u8], max: usize, min: usize) -> Read<List<'_>> {
    let (mut input, mut len) = (bytes, 0usize);
    while !input.is_empty() {
        if block(&mut input, max)?.len() < min {
            return Err(Refused);
        }
        len = len.saturating_add(1);
    }
    Ok(List { bytes, len })
}

/// Reads `Current_branch`.
#[inline(always)]
fn current_branch(mut input: &[u8]) -> Read<CurrentBranch<'_>> {
    let input = &mut input;
    Ok(CurrentBranch {
        chain_id: array(input)?,
        current_head: block_header(block(input, BLOCK_HEADER_MAX_BYTES)?)?,
        history: hashes(input, BLOCK_LOCATOR_MAX_ITEMS)?,
    })
}

/// Reads `Current_head`.
#[inline(always)]
fn current_head(mut input: &[u8]) -> Read<CurrentHead<'_>> {
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

/// Reads `Operations_for_blocks`.
#[inline(always)]
fn operations_for_blocks(mut input: &[u8]) -> Read<OperationsForBlocks<'_>> {
    let input = &mut input;
    let hash = array(input)?;
    let validation_pass = i8::from_be_bytes(*array(input)?);
    let path = path(input)?;
    if input.len() > OPERATION_LIST_MAX_BYTES {
        return Err(Refused);
    }
    Ok(OperationsForBlocks { hash, validation_pass, path, operations: blocks(input, OPERATION_MAX_BYTES, 32)? })
}

/// Reads the bytes of a path. The hash of a step to the left follows the rest of the path, so the hashes of all such steps are at the end.
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
    *input = input.get(open..).ok_or(Refused)?;
    let taken = start.len().saturating_sub(input.len());
    if taken > PATH_MAX_BYTES { Err(Refused) } else { start.get(..taken).ok_or(Refused) }
}
