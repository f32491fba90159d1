//! Handwritten writers: they compute the exact length first, allocate once, and compute size prefixes from the values.

use std::{io::Write, net::Ipv6Addr};

use tezos_encoding::wire::Plain;
use tezos_messages::{
    block_header::BlockHeader,
    handshake::{Ack, ConnectionMessage},
    hash::ChainId,
    p2p::{CurrentBranch, CurrentHead, OperationsForBlocks},
    path::MerklePath,
    point::Point,
};

use super::input::Read;
use crate::lists::{GetBlockHeaders, GetOperationsForBlocks};

/// Appends a size prefix of four bytes.
#[inline]
fn size(out: &mut Vec<u8>, bytes: usize) {
    out.extend_from_slice(&u32::try_from(bytes).unwrap_or(u32::MAX).to_be_bytes());
}

/// Fills in the size prefix of four bytes at `at`, with the number of bytes behind it.
#[inline]
fn fill_size(out: &mut [u8], at: usize) {
    if let Some((prefix, block)) = out.get_mut(at..).and_then(|out| out.split_first_chunk_mut()) {
        *prefix = u32::try_from(block.len()).unwrap_or(u32::MAX).to_be_bytes();
    }
}

/// Writes `Connection_message`.
#[inline]
pub(super) fn connection(message: &ConnectionMessage) -> Read<Vec<u8>> {
    let name = message.version.chain_name.as_raw();
    let mut out = Vec::with_capacity(90usize.saturating_add(name.len()));
    out.extend_from_slice(&message.port.to_be_bytes());
    out.extend_from_slice(&message.public_key.0);
    out.extend_from_slice(&message.proof_of_work_stamp.0);
    out.extend_from_slice(&message.message_nonce);
    size(&mut out, name.len());
    out.extend_from_slice(name);
    out.extend_from_slice(&message.version.distributed_db_version.to_be_bytes());
    out.extend_from_slice(&message.version.p2p_version.to_be_bytes());
    Ok(out)
}

/// Writes `Ack`.
#[inline]
pub(super) fn ack(message: &Ack) -> Read<Vec<u8>> {
    let (motive, peers) = match message {
        Ack::Ack => return Ok(vec![0x00]),
        Ack::NackV0 => return Ok(vec![0xff]),
        Ack::Nack { motive, peers } => (motive, peers),
    };
    let list: usize = peers.iter().map(|peer| point_len(peer).saturating_add(4)).sum();
    let mut out = Vec::with_capacity(list.saturating_add(7));
    out.push(0x01);
    out.extend_from_slice(&motive.0.to_be_bytes());
    size(&mut out, list);
    for peer in peers {
        let at = out.len();
        size(&mut out, 0);
        put_address(peer.addr, &mut out);
        out.push(b':');
        put_decimal(peer.port, &mut out);
        fill_size(&mut out, at);
    }
    Ok(out)
}

/// Returns the length of the text of a point in bytes.
#[inline]
fn point_len(point: &Point) -> usize {
    let more = |number: u16| [10, 100, 1000, 10_000].into_iter().filter(|unit| number >= *unit).count();
    let address: usize = match point.addr.to_ipv4_mapped().map(|v4| v4.octets()) {
        Some(octets) => {
            octets.into_iter().map(|octet| more(octet.into()).saturating_add(1)).sum::<usize>().saturating_add(3)
        }
        None => format!("[{}]", point.addr).len(),
    };
    address.saturating_add(more(point.port)).saturating_add(2)
}

#[inline]
fn put_address(address: Ipv6Addr, out: &mut Vec<u8>) {
    match address.to_ipv4_mapped().map(|v4| v4.octets()) {
        Some([a, b, c, d]) => {
            put_decimal(a.into(), out);
            for octet in [b, c, d] {
                out.push(b'.');
                put_decimal(octet.into(), out);
            }
        }
        // Writing to a vector cannot fail.
        None => drop(write!(out, "[{address}]")),
    }
}

/// Appends a number of up to five digits.
#[inline]
fn put_decimal(number: u16, out: &mut Vec<u8>) {
    let digits = [number / 10_000, number / 1000 % 10, number / 100 % 10, number / 10 % 10, number % 10];
    let zeros = digits.iter().take(4).take_while(|&&digit| digit == 0).count();
    out.extend(digits.iter().skip(zeros).map(|digit| b'0' | digit.to_le_bytes()[0]));
}

#[inline]
fn fitness_len(header: &BlockHeader) -> usize {
    header.fitness.0.iter().map(|element| element.0.len().saturating_add(4)).sum()
}

#[inline]
fn block_header_len(header: &BlockHeader) -> usize {
    let fixed = 4 + 1 + 32 + 8 + 1 + 32 + 4 + 32usize;
    fixed.saturating_add(fitness_len(header)).saturating_add(header.protocol_data.len())
}

#[inline]
fn put_block_header(header: &BlockHeader, out: &mut Vec<u8>) {
    out.extend_from_slice(&header.level.to_be_bytes());
    out.push(header.proto);
    out.extend_from_slice(&header.predecessor.0);
    out.extend_from_slice(&header.timestamp.0.to_be_bytes());
    out.push(header.validation_pass);
    out.extend_from_slice(&header.operations_hash.0);
    let at = out.len();
    size(out, 0);
    for element in &header.fitness.0 {
        size(out, element.0.len());
        out.extend_from_slice(&element.0);
    }
    fill_size(out, at);
    out.extend_from_slice(&header.context.0);
    out.extend_from_slice(&header.protocol_data);
}

/// Writes a block header.
#[inline]
pub(super) fn block_header(header: &BlockHeader) -> Read<Vec<u8>> {
    let mut out = Vec::with_capacity(block_header_len(header));
    put_block_header(header, &mut out);
    Ok(out)
}

/// Returns the size of `count` hashes in bytes.
#[inline]
fn hashes_len(count: usize) -> usize {
    count.saturating_mul(32)
}

/// Writes `Current_branch`.
#[inline]
pub(super) fn current_branch(message: &CurrentBranch) -> Read<Vec<u8>> {
    let locator = &message.current_branch;
    let header = block_header_len(&locator.current_head);
    let len = 8usize.saturating_add(header).saturating_add(hashes_len(locator.history.len()));
    let mut out = Vec::with_capacity(len);
    out.extend_from_slice(&message.chain_id.0);
    size(&mut out, header);
    put_block_header(&locator.current_head, &mut out);
    put_list(&locator.history, &mut out);
    Ok(out)
}

#[inline]
fn put_list<T: Plain>(list: &[T], out: &mut Vec<u8>) {
    out.extend_from_slice(bytemuck::cast_slice(list));
}

/// Writes `Current_head`.
#[inline]
pub(super) fn current_head(message: &CurrentHead) -> Read<Vec<u8>> {
    let header = block_header_len(&message.current_block_header);
    let mempool = &message.current_mempool;
    let (valid, pending) = (hashes_len(mempool.known_valid.len()), hashes_len(mempool.pending.len()));
    let len = 20usize.saturating_add(header).saturating_add(valid).saturating_add(pending);
    let mut out = Vec::with_capacity(len);
    out.extend_from_slice(&message.chain_id.0);
    size(&mut out, header);
    put_block_header(&message.current_block_header, &mut out);
    size(&mut out, valid);
    put_list(&mempool.known_valid, &mut out);
    size(&mut out, pending.saturating_add(4));
    size(&mut out, pending);
    put_list(&mempool.pending, &mut out);
    Ok(out)
}

/// Writes `Get_block_headers`.
#[inline]
pub(super) fn get_block_headers(GetBlockHeaders { hashes }: &GetBlockHeaders) -> Read<Vec<u8>> {
    let len = hashes_len(hashes.len());
    let mut out = Vec::with_capacity(len.saturating_add(4));
    size(&mut out, len);
    put_list(hashes, &mut out);
    Ok(out)
}

/// Writes `Get_current_branch`, `Get_current_head`.
#[inline]
pub(super) fn chain_id(id: &ChainId) -> Read<Vec<u8>> {
    Ok(id.0.to_vec())
}

/// Writes `Get_operations_for_blocks`.
#[inline]
pub(super) fn get_operations_for_blocks(GetOperationsForBlocks { keys }: &GetOperationsForBlocks) -> Read<Vec<u8>> {
    let len = keys.len().saturating_mul(33);
    let mut out = Vec::with_capacity(len.saturating_add(4));
    size(&mut out, len);
    put_list(keys, &mut out);
    Ok(out)
}

/// Writes `Operations_for_blocks`.
#[inline]
pub(super) fn operations_for_blocks(message: &OperationsForBlocks) -> Read<Vec<u8>> {
    let operations: usize = message.operations.iter().map(|operation| operation.data.len().saturating_add(36)).sum();
    let path = path_len(&message.operation_hashes_path);
    let mut out = Vec::with_capacity(33usize.saturating_add(path).saturating_add(operations));
    out.extend_from_slice(&message.operations_for_block.hash.0);
    out.extend_from_slice(&message.operations_for_block.validation_pass.to_be_bytes());
    put_path(&message.operation_hashes_path, &mut out);
    for operation in &message.operations {
        size(&mut out, operation.data.len().saturating_add(32));
        out.extend_from_slice(&operation.branch.0);
        out.extend_from_slice(&operation.data);
    }
    Ok(out)
}

fn path_len(path: &MerklePath) -> usize {
    match path {
        MerklePath::Op => 1,
        MerklePath::Right { path, .. } | MerklePath::Left { path, .. } => path_len(path).saturating_add(33),
    }
}

fn put_path(path: &MerklePath, out: &mut Vec<u8>) {
    match path {
        MerklePath::Op => out.push(0x00),
        MerklePath::Right { left, path } => {
            out.push(0x0f);
            out.extend_from_slice(&left.0);
            put_path(path, out);
        }
        MerklePath::Left { path, right } => {
            out.push(0xf0);
            put_path(path, out);
            out.extend_from_slice(&right.0);
        }
    }
}
