//! Handwritten readers and writers of the same messages, as fast as we can make them in safe code. They check every limit of the derived
//! types, but give no reasons.
//!
//! This file is a module of each style, which defines how hashes are made from bytes.

#![allow(clippy::useless_conversion, reason = "hashes are arrays in one of the styles")]
#![allow(clippy::missing_errors_doc, reason = "readers refuse invalid messages, writers values above a limit")]

use super::*;
use crate::{Done, Refused, array, block, blocks};

/// Fails unless a condition holds.
#[inline]
fn ensure(holds: bool) -> Done<()> {
    if holds { Ok(()) } else { Err(Refused) }
}

/// Reads hashes that fill `bytes`.
#[inline]
fn hashes(bytes: &[u8]) -> Done<&[[u8; 32]]> {
    match bytes.as_chunks() {
        (hashes, []) => Ok(hashes),
        _ => Err(Refused),
    }
}

/// Reads text. It is copied first and validated afterwards, which is faster than the other way round.
#[inline]
fn text(bytes: &[u8]) -> Done<String> {
    String::from_utf8(bytes.to_vec()).map_err(|_| Refused)
}

/// Reads `Connection_message`.
#[inline]
pub fn read_connection(mut input: &[u8]) -> Done<ConnectionMessage> {
    let input = &mut input;
    let head = &mut array::<82>(input)?.as_slice();
    let name = block(input)?;
    // All bytes are known to be present before the value is made, so that the value need not be moved afterwards.
    let [ddb_high, ddb_low, p2p_high, p2p_low] = **input else { return Err(Refused) };
    Ok(ConnectionMessage {
        port: u16::from_be_bytes(*array(head)?),
        public_key: (*array(head)?).into(),
        proof_of_work_stamp: (*array(head)?).into(),
        message_nonce: (*array(head)?).into(),
        version: NetworkVersion {
            chain_name: text(name)?,
            distributed_db_version: u16::from_be_bytes([ddb_high, ddb_low]),
            p2p_version: u16::from_be_bytes([p2p_high, p2p_low]),
        },
    })
}

/// Reads `Ack`, `Nack`.
#[inline]
pub fn read_ack(mut input: &[u8]) -> Done<Ack> {
    let input = &mut input;
    let message = match array(input)? {
        [0x00] => Ack::Ack,
        [0xff] => Ack::NackV0,
        [0x01] => {
            let motive = i16::from_be_bytes(*array(input)?);
            let mut list = block(input)?;
            let mut peers = Vec::with_capacity(blocks(list).min(NACK_MAX_ITEMS));
            while !list.is_empty() {
                let point = block(&mut list)?;
                ensure(peers.len() < NACK_MAX_ITEMS && point.len() <= POINT_MAX_BYTES.saturating_sub(4))?;
                peers.push(text(point)?.into());
            }
            Ack::Nack { motive, peers }
        }
        _ => return Err(Refused),
    };
    ensure(input.is_empty())?;
    Ok(message)
}

/// Reads a block header that fills `input`.
#[inline]
pub fn read_block_header(mut input: &[u8]) -> Done<BlockHeader> {
    let input = &mut input;
    let head = &mut array::<78>(input)?.as_slice();
    let mut list = block(input)?;
    let context = *array(input)?;
    let mut fitness = Vec::with_capacity(blocks(list));
    while !list.is_empty() {
        fitness.push(block(&mut list)?.to_vec());
    }
    Ok(BlockHeader {
        level: i32::from_be_bytes(*array(head)?),
        proto: array::<1>(head)?[0],
        predecessor: (*array(head)?).into(),
        timestamp: i64::from_be_bytes(*array(head)?),
        validation_pass: array::<1>(head)?[0],
        operations_hash: (*array(head)?).into(),
        fitness,
        context: context.into(),
        protocol_data: input.to_vec(),
    })
}

/// Reads a block header with its size prefix.
#[inline]
fn header_block(input: &mut &[u8]) -> Done<BlockHeader> {
    let block = block(input)?;
    ensure(block.len() <= BLOCK_HEADER_MAX_BYTES)?;
    read_block_header(block)
}

/// Reads `Current_branch`.
#[inline]
pub fn read_current_branch(mut input: &[u8]) -> Done<CurrentBranch> {
    let input = &mut input;
    let chain_id = (*array(input)?).into();
    let current_head = header_block(input)?;
    let history = hashes(input)?;
    ensure(history.len() <= BLOCK_LOCATOR_MAX_ITEMS)?;
    Ok(CurrentBranch { chain_id, current_head, history: copied(history) })
}

/// Reads `Current_head`.
#[inline]
pub fn read_current_head(mut input: &[u8]) -> Done<CurrentHead> {
    let input = &mut input;
    let chain_id = (*array(input)?).into();
    let current_block_header = header_block(input)?;
    ensure(input.len() <= MEMPOOL_MAX_BYTES)?;
    let known_valid = hashes(block(input)?)?;
    let mut list = block(input)?;
    let pending = hashes(block(&mut list)?)?;
    ensure(list.is_empty() && input.is_empty())?;
    let current_mempool = Mempool { known_valid: copied(known_valid), pending: copied(pending) };
    Ok(CurrentHead { chain_id, current_block_header, current_mempool })
}

/// Reads `Get_block_headers`.
#[inline]
pub fn read_get_block_headers(mut input: &[u8]) -> Done<GetBlockHeaders> {
    let hashes = hashes(block(&mut input)?)?;
    ensure(hashes.len() <= GET_BLOCK_HEADERS_MAX_ITEMS && input.is_empty())?;
    Ok(GetBlockHeaders { hashes: copied(hashes) })
}

#[inline]
fn key(bytes: &[u8; 33]) -> OperationsForBlock {
    let [hash @ .., pass] = bytes;
    OperationsForBlock { hash: (*hash).into(), validation_pass: i8::from_be_bytes([*pass]) }
}

/// Reads `Get_operations_for_blocks`.
#[inline]
pub fn read_get_operations_for_blocks(mut input: &[u8]) -> Done<GetOperationsForBlocks> {
    let (keys, rest) = block(&mut input)?.as_chunks();
    ensure(keys.len() <= GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS && rest.is_empty() && input.is_empty())?;
    Ok(GetOperationsForBlocks { keys: keys.iter().map(key).collect() })
}

/// Reads `Operations_for_blocks`.
#[inline]
pub fn read_operations_for_blocks(mut input: &[u8]) -> Done<OperationsForBlocks> {
    let input = &mut input;
    let operations_for_block = key(array(input)?);
    let before = input.len();
    let operation_hashes_path = read_path(input, PATH_MAX_LEVELS)?;
    ensure(before.saturating_sub(input.len()) <= PATH_MAX_BYTES && input.len() <= OPERATION_LIST_MAX_BYTES)?;
    let mut operations = Vec::with_capacity(blocks(input));
    while !input.is_empty() {
        let mut operation = block(input)?;
        ensure(operation.len() <= OPERATION_MAX_BYTES)?;
        let branch = (*array(&mut operation)?).into();
        operations.push(Operation { branch, data: operation.to_vec() });
    }
    Ok(OperationsForBlocks { operations_for_block, operation_hashes_path, operations })
}

fn read_path(input: &mut &[u8], levels: u32) -> Done<Path> {
    let levels = levels.checked_sub(1).ok_or(Refused)?;
    Ok(match array(input)? {
        [0x00] => Path::Op,
        [0x0f] => {
            let left = (*array(input)?).into();
            Path::Right { left, path: Box::new(read_path(input, levels)?) }
        }
        [0xf0] => {
            let path = Box::new(read_path(input, levels)?);
            Path::Left { path, right: (*array(input)?).into() }
        }
        _ => return Err(Refused),
    })
}

/// Returns a size prefix of four bytes.
#[inline]
fn size(bytes: usize) -> Done<[u8; 4]> {
    let size = i32::try_from(bytes).ok().filter(|size| *size < 1 << 30).ok_or(Refused)?;
    Ok(size.to_be_bytes())
}

/// Appends a size prefix.
#[inline]
fn put_size(bytes: usize, out: &mut Vec<u8>) -> Done<()> {
    out.extend_from_slice(&size(bytes)?);
    Ok(())
}

/// Copies `bytes` to the start of `buffer`, and advances it. If all sizes are constants, the compiler removes the checks.
#[inline]
fn fill(buffer: &mut &mut [u8], bytes: &[u8]) {
    if let Some((front, rest)) = core::mem::take(buffer).split_at_mut_checked(bytes.len()) {
        front.copy_from_slice(bytes);
        *buffer = rest;
    }
}

/// Appends a block with its size prefix.
#[inline]
fn put_block(block: &[u8], out: &mut Vec<u8>) -> Done<()> {
    put_size(block.len(), out)?;
    out.extend_from_slice(block);
    Ok(())
}

/// Returns the size of the blocks in `list` with their size prefixes, in bytes.
#[inline]
fn blocks_len<T: AsRef<[u8]>>(list: &[T]) -> usize {
    list.iter().map(|block| block.as_ref().len().saturating_add(4)).sum()
}

/// Returns the size of `count` hashes in bytes.
#[inline]
fn hashes_len(count: usize) -> usize {
    count.saturating_mul(32)
}

/// Writes `Connection_message`.
#[inline]
pub fn write_connection(message: &ConnectionMessage) -> Done<Vec<u8>> {
    let name = message.version.chain_name.as_bytes();
    let mut out = Vec::with_capacity(90usize.saturating_add(name.len()));
    let mut head = [0; 86];
    let buffer = &mut head.as_mut_slice();
    fill(buffer, &message.port.to_be_bytes());
    fill(buffer, message.public_key.as_ref());
    fill(buffer, message.proof_of_work_stamp.as_ref());
    fill(buffer, message.message_nonce.as_ref());
    fill(buffer, &size(name.len())?);
    out.extend_from_slice(&head);
    out.extend_from_slice(name);
    let [[ddb_high, ddb_low], [p2p_high, p2p_low]] =
        [message.version.distributed_db_version, message.version.p2p_version].map(u16::to_be_bytes);
    out.extend_from_slice(&[ddb_high, ddb_low, p2p_high, p2p_low]);
    Ok(out)
}

/// Writes `Ack`.
#[inline]
pub fn write_ack(message: &Ack) -> Done<Vec<u8>> {
    let (motive, peers) = match message {
        Ack::Ack => return Ok(vec![0x00]),
        Ack::NackV0 => return Ok(vec![0xff]),
        Ack::Nack { motive, peers } => (motive, peers),
    };
    ensure(peers.len() <= NACK_MAX_ITEMS)?;
    let list = blocks_len(peers);
    let mut out = Vec::with_capacity(list.saturating_add(7));
    out.push(0x01);
    out.extend_from_slice(&motive.to_be_bytes());
    put_size(list, &mut out)?;
    for peer in peers {
        let point: &[u8] = peer.as_ref();
        ensure(point.len() <= POINT_MAX_BYTES.saturating_sub(4))?;
        put_block(point, &mut out)?;
    }
    Ok(out)
}

/// Returns the sizes of a block header and of its fitness, in bytes.
#[inline]
fn header_len(header: &BlockHeader) -> (usize, usize) {
    let fitness = blocks_len(&header.fitness);
    (114usize.saturating_add(fitness).saturating_add(header.protocol_data.len()), fitness)
}

#[inline]
fn put_header(header: &BlockHeader, fitness: usize, out: &mut Vec<u8>) -> Done<()> {
    let mut head = [0; 78];
    let buffer = &mut head.as_mut_slice();
    fill(buffer, &header.level.to_be_bytes());
    fill(buffer, &[header.proto]);
    fill(buffer, header.predecessor.as_ref());
    fill(buffer, &header.timestamp.to_be_bytes());
    fill(buffer, &[header.validation_pass]);
    fill(buffer, header.operations_hash.as_ref());
    out.extend_from_slice(&head);
    put_size(fitness, out)?;
    for element in &header.fitness {
        put_block(element, out)?;
    }
    out.extend_from_slice(header.context.as_ref());
    out.extend_from_slice(&header.protocol_data);
    Ok(())
}

/// Writes a block header.
#[inline]
pub fn write_block_header(header: &BlockHeader) -> Done<Vec<u8>> {
    let (len, fitness) = header_len(header);
    let mut out = Vec::with_capacity(len);
    put_header(header, fitness, &mut out)?;
    Ok(out)
}

/// Writes a chain id and a block header with its size prefix, into a vector with a capacity for `more` bytes behind them.
#[inline]
fn put_chain_and_header(chain: &[u8], header: &BlockHeader, more: usize) -> Done<Vec<u8>> {
    let (len, fitness) = header_len(header);
    ensure(len <= BLOCK_HEADER_MAX_BYTES)?;
    let mut out = Vec::with_capacity(len.saturating_add(more).saturating_add(8));
    out.extend_from_slice(chain);
    put_size(len, &mut out)?;
    put_header(header, fitness, &mut out)?;
    Ok(out)
}

/// Writes `Current_branch`.
#[inline]
pub fn write_current_branch(message: &CurrentBranch) -> Done<Vec<u8>> {
    let history = &message.history;
    ensure(history.len() <= BLOCK_LOCATOR_MAX_ITEMS)?;
    let mut out = put_chain_and_header(message.chain_id.as_ref(), &message.current_head, hashes_len(history.len()))?;
    put_hashes(history, &mut out);
    Ok(out)
}

/// Writes `Current_head`.
#[inline]
pub fn write_current_head(message: &CurrentHead) -> Done<Vec<u8>> {
    let Mempool { known_valid, pending } = &message.current_mempool;
    let (valid, waiting) = (hashes_len(known_valid.len()), hashes_len(pending.len()));
    let mempool = valid.saturating_add(waiting).saturating_add(12);
    ensure(mempool <= MEMPOOL_MAX_BYTES)?;
    let mut out = put_chain_and_header(message.chain_id.as_ref(), &message.current_block_header, mempool)?;
    put_size(valid, &mut out)?;
    put_hashes(known_valid, &mut out);
    put_size(waiting.saturating_add(4), &mut out)?;
    put_size(waiting, &mut out)?;
    put_hashes(pending, &mut out);
    Ok(out)
}

/// Writes `Get_block_headers`.
#[inline]
pub fn write_get_block_headers(message: &GetBlockHeaders) -> Done<Vec<u8>> {
    ensure(message.hashes.len() <= GET_BLOCK_HEADERS_MAX_ITEMS)?;
    let len = hashes_len(message.hashes.len());
    let mut out = Vec::with_capacity(len.saturating_add(4));
    put_size(len, &mut out)?;
    put_hashes(&message.hashes, &mut out);
    Ok(out)
}

#[inline]
fn put_key(key: &OperationsForBlock, mut buffer: &mut [u8]) {
    fill(&mut buffer, key.hash.as_ref());
    fill(&mut buffer, &key.validation_pass.to_be_bytes());
}

/// Writes `Get_operations_for_blocks`.
#[inline]
pub fn write_get_operations_for_blocks(message: &GetOperationsForBlocks) -> Done<Vec<u8>> {
    ensure(message.keys.len() <= GET_OPERATIONS_FOR_BLOCKS_MAX_ITEMS)?;
    let len = message.keys.len().saturating_mul(33);
    // There are few keys: filling a vector of zeros costs less than checking the capacity for each key.
    let mut out = vec![0; len.saturating_add(4)];
    let (head, rest) = out.split_first_chunk_mut().ok_or(Refused)?;
    *head = size(len)?;
    for (slot, key) in rest.as_chunks_mut::<33>().0.iter_mut().zip(&message.keys) {
        put_key(key, slot);
    }
    Ok(out)
}

/// Writes `Operations_for_blocks`.
#[inline]
pub fn write_operations_for_blocks(message: &OperationsForBlocks) -> Done<Vec<u8>> {
    let operations: usize = message.operations.iter().map(|operation| operation.data.len().saturating_add(36)).sum();
    let path = path_len(&message.operation_hashes_path);
    ensure(operations <= OPERATION_LIST_MAX_BYTES && path <= PATH_MAX_BYTES)?;
    let mut out = Vec::with_capacity(33usize.saturating_add(path).saturating_add(operations));
    let mut key = [0; 33];
    put_key(&message.operations_for_block, &mut key);
    out.extend_from_slice(&key);
    put_path(&message.operation_hashes_path, &mut out);
    for operation in &message.operations {
        let len = operation.data.len().saturating_add(32);
        ensure(len <= OPERATION_MAX_BYTES)?;
        let mut head = [0; 36];
        let buffer = &mut head.as_mut_slice();
        fill(buffer, &size(len)?);
        fill(buffer, operation.branch.as_ref());
        out.extend_from_slice(&head);
        out.extend_from_slice(&operation.data);
    }
    Ok(out)
}

fn path_len(mut path: &Path) -> usize {
    let mut len = 1usize;
    while let Path::Right { path: inner, .. } | Path::Left { path: inner, .. } = path {
        len = len.saturating_add(33);
        path = inner;
    }
    len
}

fn put_path(path: &Path, out: &mut Vec<u8>) {
    match path {
        Path::Op => out.push(0x00),
        Path::Right { left, path } => {
            out.push(0x0f);
            out.extend_from_slice(left.as_ref());
            put_path(path, out);
        }
        Path::Left { path, right } => {
            out.push(0xf0);
            put_path(path, out);
            out.extend_from_slice(right.as_ref());
        }
    }
}
