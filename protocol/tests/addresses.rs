//! Addresses and hashes that a protocol computes, compared with blocks of five chains, whose bytes are read by hand.

use std::collections::BTreeMap;
use std::fs;

use tezos_encoding::{Decode, Encode, NomReader, Reader};
use tezos_hashes::hash::{BlockHash, OperationHash, OperationListHash, blake2b_256, blake2b_256_of};
use tezos_hashes::keys::PublicKeyHash;
use tezos_hashes::protocol::{
    ContractHash, LimaZkRollupHash, ScRollupHash, ScriptExprHash, SmartRollupAddress, TxRollupHash, ZkRollupHash,
};
use tezos_protocols::Protocol;
use tezos_protocols::contract::ContractId;
use tezos_protocols::header::{BlockHeader, FullHeader, payload_hash};
use tezos_protocols::micheline::{Micheline, Prim, script_expr_hash};
use tezos_protocols::michelson::{Address, Int, Michelson, Nat, Pair, Text, Ticket, Unit};

use crate::header::root;
use crate::samples::shared;

/// A block as a node gives it in binary.
struct Block {
    name: String,
    hash: BlockHash,
    header: Vec<u8>,
    /// The lists of operations: the hash of each, and its bytes with the receipt.
    operations: Vec<Vec<(OperationHash, Vec<u8>)>>,
}

/// Takes bytes from the front.
fn take<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(count);
    *bytes = rest;
    taken
}

/// Takes a block with a 4-byte size prefix.
fn take_block<'a>(bytes: &mut &'a [u8]) -> &'a [u8] {
    let size = u32::from_be_bytes(take(bytes, 4).try_into().unwrap());
    take(bytes, size.try_into().unwrap())
}

fn blocks() -> Vec<Block> {
    let Some(folder) = shared("data/blocks_binary") else { return Vec::new() };
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bin"));
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let file = fs::read(&path).unwrap();
        let mut bytes = take_block(&mut &file[..]);
        take(&mut bytes, 4);
        let hash = BlockHash(take(&mut bytes, 32).try_into().unwrap());
        let header = take_block(&mut bytes).to_vec();
        if take(&mut bytes, 1) == [0xff] {
            take_block(&mut bytes);
        }
        let (mut lists, mut operations) = (take_block(&mut bytes), Vec::new());
        assert!(bytes.is_empty());
        while !lists.is_empty() {
            let mut list = take_block(&mut lists);
            let mut list = take_block(&mut list);
            let mut hashes = Vec::new();
            while !list.is_empty() {
                take(&mut list, 4);
                let hash = OperationHash(take(&mut list, 32).try_into().unwrap());
                take_block(&mut list);
                hashes.push((hash, take_block(&mut list).to_vec()));
            }
            operations.push(hashes);
        }
        Block { name: path.file_stem().unwrap().to_str().unwrap().into(), hash, header, operations }
    };
    paths.into_iter().map(read).collect()
}

fn hashes(operations: &[(OperationHash, Vec<u8>)]) -> impl Iterator<Item = OperationHash> {
    operations.iter().map(|(hash, _)| *hash)
}

/// Returns the root of the Merkle tree over the roots of the lists.
fn root_of_lists(lists: &[OperationListHash]) -> [u8; 32] {
    root(&lists.iter().map(|list| OperationHash(list.0)).collect::<Vec<_>>()).0
}

#[test]
fn hashes_of_blocks_are_those_of_their_parts() {
    let blocks = blocks();
    for Block { name, hash, header, operations } in &blocks {
        let raw = BlockHeader::from_bytes(header).unwrap();
        assert_eq!(raw.hash().unwrap(), *hash, "{name}");
        let lists: Vec<_> = operations.iter().map(|list| root(&hashes(list).collect::<Vec<_>>())).collect();
        assert_eq!(root_of_lists(&lists), raw.operations_hash.0, "{name}");

        let protocol: Protocol = name.get(..3).unwrap().parse().unwrap();
        let full: FullHeader = protocol.decode(header).unwrap();
        assert_eq!(full.hash(protocol).unwrap(), *hash);
        let payload: Vec<_> = operations[1..].iter().flat_map(|list| hashes(list)).collect();
        let round = full.contents.payload_round.unwrap();
        assert_eq!(Some(payload_hash(&raw.predecessor, round, &root(&payload))), full.contents.payload_hash, "{name}");
    }
    assert!([0, 30].contains(&blocks.len()), "{}", blocks.len());
}

/// Returns the contracts of a receipt that are in a list of one contract. Other lists of 22 bytes are addresses in scripts, whose tag is 10.
fn originated(receipt: &[u8]) -> Vec<ContractHash> {
    let list = |window: &[u8]| match window {
        [before, 0, 0, 0, 22, 1, hash @ .., 0] if *before != 10 => ContractHash::try_from(hash).ok(),
        _ => None,
    };
    receipt.windows(27).filter_map(list).collect()
}

/// Every contract that a receipt names as originated has the next address of its operation; addresses of rollups are in the receipts, too.
#[test]
fn addresses_are_those_of_receipts() {
    let mut found = BTreeMap::new();
    for Block { name, operations, .. } in blocks() {
        let protocol: u8 = name.get(..3).unwrap().parse().unwrap();
        for (hash, receipt) in operations.iter().flatten() {
            let has = |address: &[u8; 20]| receipt.windows(20).any(|window| window == address);
            let mut index = 0;
            for contract in originated(receipt) {
                // A rollup may precede it in the operation.
                while ContractHash::of_origination(hash, index) != contract {
                    assert!(
                        has(SmartRollupAddress::of_origination(hash, index).as_bytes()),
                        "{name} {hash} {contract}"
                    );
                    *found.entry((protocol, "rollups")).or_insert(0) += 1;
                    index += 1;
                }
                *found.entry((protocol, "contracts")).or_insert(0) += 1;
                index += 1;
            }
            if index == 0 && has(SmartRollupAddress::of_origination(hash, 0).as_bytes()) {
                *found.entry((protocol, "rollups")).or_insert(0) += 1;
            }
        }
    }
    let expected = [
        ((12, "contracts"), 1),
        ((14, "contracts"), 1),
        ((16, "contracts"), 7),
        ((16, "rollups"), 2),
        ((17, "contracts"), 2),
    ];
    assert!(found.is_empty() || found == BTreeMap::from(expected), "{found:?}");
}

/// The contracts of liquidity baking, which the change to protocol 010 originated.
#[test]
fn addresses_of_mainnet_are_known() {
    let migration = OperationHash(blake2b_256(b"Drip, drip, drip."));
    for (index, expected) in
        ["KT1TxqZ8QtKvLu3V3JH7Gx58n7Co8pgtpQU5", "KT1AafHA1C1vk959wvHWBispY9Y2f3fxBUUo"].into_iter().enumerate()
    {
        let index = u32::try_from(index).unwrap();
        assert_eq!(ContractHash::of_origination(&migration, index).to_string(), expected);
        let nonce = ContractHash::of_origination(&migration, index).0;
        assert_eq!(SmartRollupAddress::of_origination(&migration, index).0, nonce);
        assert_eq!(ScRollupHash::of_origination(&migration, index).0, nonce);
        assert_eq!(TxRollupHash::of_origination(&migration, index).0, nonce);
        assert_eq!(ZkRollupHash::of_origination(&migration, index).0, nonce);
        assert_eq!(LimaZkRollupHash::of_origination(&migration, index).0, nonce);
    }
}

/// Receipts have the hash of each changed key of a big map before the key. Among the keys are those of the tokens of FA2: an account and a
/// number.
#[test]
fn keys_of_big_maps_are_those_of_receipts() {
    let (mut keys, mut tokens) = (0, 0);
    for (_, receipt) in blocks().iter().flat_map(|block| block.operations.iter().flatten()) {
        for (at, window) in receipt.windows(34).enumerate() {
            // No expression begins with another byte, and a hash with five zeros or more is a number.
            if window[32] > 10 || window[..32].iter().filter(|byte| **byte == 0).count() > 4 {
                continue;
            }
            let Ok(key) = Micheline::read(&mut Reader::new(&receipt[at + 32..])) else { continue };
            let hash = script_expr_hash(&key).unwrap();
            if hash.0 != window[..32] {
                continue;
            }
            keys += 1;
            let Ok(Pair(owner, token)) = <Pair<Address, Nat>>::from_micheline(&key) else { continue };
            tokens += 1;
            let token = Pair(owner, token).to_bytes().unwrap();
            assert_eq!(ScriptExprHash(blake2b_256_of(&[&[5], &token])), hash);
        }
    }
    assert!((keys, tokens) == (0, 0) || (keys, tokens) == (4501, 1352), "{keys} {tokens}");
}

/// The expected hashes are of bytes that are written by hand.
#[test]
fn balances_of_tickets_have_the_key_of_all_their_parts() {
    let ticketer: ContractHash = "KT1ThEdxfUcWUwqsdergy3QnbCWGHSUHeHJq".parse().unwrap();
    let owner: ContractHash = "KT1AafHA1C1vk959wvHWBispY9Y2f3fxBUUo".parse().unwrap();
    let address = |hash: &ContractHash| [&[10, 0, 0, 0, 22, 1], &hash.0[..], &[0]].concat();
    let key = |ty: &[u8], contents: &[u8], owner: &[u8]| {
        let items = [&address(&ticketer), ty, contents, owner].concat();
        let size = u32::try_from(items.len()).unwrap().to_be_bytes();
        Ok(ScriptExprHash(blake2b_256_of(&[&[2], &size, &items])))
    };
    let by_owner = address(&owner);
    let ticket = Ticket { ticketer: ticketer.into(), contents: Unit, amount: Nat::from(1_u32) };
    let expected = key(&[3, Prim::unit.number()], &[3, Prim::Unit.number()], &by_owner);
    assert_eq!(ticket.balance_key(ContractId::from(owner).into()), expected);
    assert_eq!(
        Ticket { amount: Nat::from(2_u32), ..ticket }.balance_key(ContractId::from(owner).into()),
        expected,
        "of any amount"
    );

    let contents = Pair(Text::from("red"), Pair(Int::from(1), Nat::from(2_u32)));
    let ticket = Ticket { ticketer: ticketer.into(), contents, amount: Nat::from(1_u32) };
    let [pair, string, int, nat] = [Prim::pair, Prim::string, Prim::int, Prim::nat].map(Prim::number);
    let ty = [9, pair, 0, 0, 0, 6, 3, string, 3, int, 3, nat, 0, 0, 0, 0];
    let value = [&[7, 7, 1, 0, 0, 0, 3], &b"red"[..], &[7, 7, 0, 1, 0, 2]].concat();
    assert_eq!(ticket.balance_key(ContractId::from(owner).into()), key(&ty, &value, &by_owner));
    let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse().unwrap();
    let by_account = [&[10, 0, 0, 0, 22, 0], &account.to_bytes().unwrap()[..]].concat();
    assert_eq!(ticket.balance_key(ContractId::from(account).into()), key(&ty, &value, &by_account));
}
