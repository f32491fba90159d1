//! The protocols before Babylon, whose encodings Octez no longer registers: values built by hand from its sources.

use serde_json::{Value, json};
use tezos_encoding::{Decode, Encode, FromJson, ToJson};
use tezos_hashes::hash::{ChainId, ProtocolHash, blake2b_256};
use tezos_protocols::Protocol::{self, Athens, Babylon, Genesis, Hangzhou, Ithaca, PsYLVpVv, PsddFKi3, PtCJ7pwo};
use tezos_protocols::block::{GenesisAnswer, GenesisCommand, GenesisHeader};
use tezos_protocols::chain::{EarlyBalanceUpdates, OldBalanceUpdates};
use tezos_protocols::constants::{Constants, EarlyParameters};
use tezos_protocols::micheline::{Micheline, Prim};
use tezos_protocols::receipt::{GasEffects, InternalOperation, OperationMetadata, OperationResult};

use crate::samples::check;

fn sized(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat()
}

/// The environments of the protocols up to 011 put a size before an error, which already has one.
#[test]
fn errors_in_receipts_have_two_sizes_up_to_hangzhou() {
    let error = json!({"id": "proto.alpha.gas_exhausted.operation", "kind": "temporary"});
    for status in ["failed", "backtracked"] {
        // A backtracked result has its effects behind the errors: here none, with the defaults of JSON.
        let json = json!({"status": status, "errors": [error]}).to_string();
        let bytes = |protocol: Protocol| {
            let result: OperationResult<GasEffects> = protocol.from_json(&json).unwrap();
            assert_eq!(result.errors().len(), 1);
            let bytes = protocol.encode(&result).unwrap();
            assert_eq!(protocol.decode(&bytes), Ok(result), "{protocol}");
            bytes
        };
        let late = bytes(Ithaca);
        // The tag, a flag if backtracked, the size of the list, the size of the error.
        let at = if status == "failed" { 1 } else { 2 };
        let size = |bytes: &[u8], at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        let of_error = size(&late, at + 4);
        assert_eq!(size(&late, at), of_error + 4, "{status}");
        for protocol in [Babylon, Hangzhou] {
            let early = bytes(protocol);
            let sizes = [at, at + 4, at + 8].map(|at| size(&early, at));
            assert_eq!(sizes, [of_error + 8, of_error + 4, of_error], "{status} in {protocol}");
        }
    }
}

/// Frozen balances have a `level` up to 003, and a `cycle` since, with the same bytes.
#[test]
fn frozen_balances_have_a_level_up_to_003() {
    let bytes = sized(&[&[2, 0][..], &[7; 20], &[0, 0, 0, 9], &[0, 0, 0, 0, 0, 0, 0, 5]].concat());
    let account = Protocol::Seoul.decode::<tezos_hashes::keys::PublicKeyHash>(&[&[0][..], &[7; 20]].concat()).unwrap();
    let json = |name: &str| json!([{"kind": "freezer", "category": "fees", "delegate": account.to_string(), name: 9, "change": "5"}]);
    check::<EarlyBalanceUpdates>(PsddFKi3, &bytes, &json("level")).unwrap();
    check::<OldBalanceUpdates>(Athens, &bytes, &json("cycle")).unwrap();
    // The receipt of an endorsement.
    let receipt = [&[0][..], &sized(&[&[0][..], &bytes, &[0], &[7; 20], &sized(&[3])].concat())].concat();
    for (protocol, name) in [(PtCJ7pwo, "level"), (PsddFKi3, "level"), (Athens, "cycle"), (Babylon, "cycle")] {
        let receipt: OperationMetadata = protocol.decode(&receipt).unwrap();
        let text: Value = serde_json::from_str(&protocol.to_json(&receipt).unwrap()).unwrap();
        assert_eq!(text.pointer("/0/balance_updates"), Some(&json(name)), "{protocol}: {text}");
        assert_eq!(protocol.from_json(&text.to_string()), Ok(receipt));
    }
}

#[test]
fn constants_are_those_of_the_sources() {
    let names = |protocol: Protocol| -> Vec<String> {
        let encoding =
            tezos_encoding::schema::at(<Constants as tezos_encoding::HasEncoding>::ENCODING, protocol.revision());
        let bytes = tezos_encoding::schema::generate(encoding).values(1).next().unwrap().unwrap();
        let json: Value =
            serde_json::from_str(&protocol.to_json(&protocol.decode::<Constants>(&bytes).unwrap()).unwrap()).unwrap();
        json.as_object().unwrap().keys().cloned().collect()
    };
    let has = |protocol, name: &str| names(protocol).iter().any(|it| it == name);
    assert_eq!(
        [1, 2, 3, 4, 5].map(|number: u8| names(number.to_string().parse().unwrap()).len()),
        [24, 24, 25, 26, 31]
    );
    assert!(has(PsYLVpVv, "origination_burn") && !has(PsddFKi3, "origination_burn"));
    assert!(has(PsddFKi3, "origination_size") && !has(PsYLVpVv, "origination_size"));
    assert!(has(PsddFKi3, "max_proposals_per_delegate") && !has(PsYLVpVv, "max_proposals_per_delegate"));
    assert!(has(Athens, "test_chain_duration") && !has(PsddFKi3, "test_chain_duration"));
    assert!(has(Babylon, "quorum_min") && !has(Athens, "quorum_min"));
}

/// A constant that is left out is a byte.
#[test]
fn parameters_may_leave_out_constants() {
    let json = json!({"bootstrap_accounts": [], "blocks_per_cycle": 8, "time_between_blocks": ["1", "0"]});
    let absent = |count| vec![0; count];
    let periods = sized(&[&[0; 7][..], &[1], &[0; 8]].concat());
    let start = [&absent(12)[..], &absent(2), &[0], &[0xff, 0, 0, 0, 8], &absent(3), &[0xff], &periods].concat();
    for (protocol, rest) in [(PtCJ7pwo, 14), (PsddFKi3, 14), (Athens, 15)] {
        check::<EarlyParameters>(protocol, &[&start[..], &absent(rest)].concat(), &json).unwrap();
    }
}

#[test]
fn internal_operations_have_the_fields_of_operations() {
    let contract = [&[1][..], &[4; 20], &[0]].concat();
    let account = [&[0, 0][..], &[7; 20]].concat();
    let names: [String; 2] = [
        Babylon.decode::<tezos_protocols::contract::ContractId>(&contract).unwrap().to_string(),
        Babylon.decode::<tezos_protocols::contract::ContractId>(&account).unwrap().to_string(),
    ];
    assert!(names[0].starts_with("KT1") && names[1].starts_with("tz1"));
    let head = [&contract[..], &[0, 2]].concat();
    let transaction = [&head[..], &[1, 5], &account, &[0xff], &sized(&[3, 11])].concat();
    let json = json!({
        "source": names[0], "nonce": 2, "kind": "transaction", "amount": "5", "destination": names[1], "parameters": {"prim": "Unit"},
    });
    let origination = [&head[..], &[2, 0], &[7; 20], &[5, 0xff, 0, 0, 0]].concat();
    for protocol in [PtCJ7pwo, PsddFKi3, Athens] {
        check::<InternalOperation>(protocol, &transaction, &json).unwrap();
        let name = if protocol == Athens { "manager_pubkey" } else { "managerPubkey" };
        let json = json!({
            "source": names[0], "nonce": 2, "kind": "origination", name: names[1], "balance": "5", "delegatable": false,
        });
        check::<InternalOperation>(protocol, &origination, &json).unwrap();
    }
    // Babylon has an entrypoint before the argument.
    assert!(Babylon.decode::<InternalOperation>(&transaction).is_err());
}

#[test]
fn primitives_are_those_of_the_sources() {
    for (prim, first) in
        [(Prim::address, Genesis), (Prim::SLICE, PsYLVpVv), (Prim::DIG, Babylon), (Prim::CHAIN_ID, Babylon)]
    {
        for protocol in [PtCJ7pwo, PsYLVpVv, PsddFKi3, Athens, Babylon] {
            assert_eq!(prim.exists_in(protocol), protocol >= first, "{prim:?} in {protocol}");
            assert_eq!(protocol.decode::<Micheline>(&[3, prim.number()]).is_ok(), protocol >= first);
        }
    }
}

/// The header of the block at level 1 with the shell's fields of mainnet, and with short parameters.
fn genesis_header() -> Vec<u8> {
    let command = [&[0][..], &[9; 32], &sized(&sized(&[1])), b"parameters"].concat();
    let root = blake2b_256(&[]);
    [&[0, 0, 0, 1, 1][..], &[8; 32], &[0, 0, 0, 0, 0, 0, 0, 5, 0], &root, &sized(&[]), &[6; 32], &command, &[0; 64]]
        .concat()
}

#[test]
fn the_block_at_level_1_has_a_command() {
    let bytes = genesis_header();
    let header = GenesisHeader::from_bytes(&bytes).unwrap();
    assert_eq!(header.to_bytes().as_ref(), Ok(&bytes));
    let GenesisCommand::Activate { hash, protocol_parameters, .. } = &header.protocol_data.content else {
        panic!("{header:?}")
    };
    assert_eq!((*hash, &protocol_parameters[..]), (ProtocolHash([9; 32]), &b"parameters"[..]));
    let json: Value = serde_json::from_str(&header.to_json().unwrap()).unwrap();
    let content = json!({
        "command": "activate", "hash": hash.to_string(), "fitness": ["01"], "protocol_parameters": hex::encode("parameters"),
    });
    assert_eq!((&json["content"], &json["level"]), (&content, &json!(1)));
    assert_eq!(GenesisHeader::from_json(&json.to_string()), Ok(header));
    assert!(GenesisHeader::from_bytes(&bytes[..bytes.len() - 11]).is_err(), "no signature");

    let test_chain = [&[1][..], &[9; 32], &7_i64.to_be_bytes()].concat();
    let command = GenesisCommand::from_bytes(&test_chain).unwrap();
    assert_eq!(command, GenesisCommand::ActivateTestchain { hash: ProtocolHash([9; 32]), validity_time: 7 });
    assert_eq!(command.to_bytes(), Ok(test_chain));

    // A block without metadata and operations.
    let mainnet: ChainId = "NetXdQprcVkpaWU".parse().unwrap();
    let block = [&mainnet.0[..], &blake2b_256(&bytes), &sized(&bytes), &[0], &sized(&[])].concat();
    let answer: GenesisAnswer = Genesis.decode(&sized(&block)).unwrap();
    assert_eq!(Genesis.encode(&answer), Ok(sized(&block)));
    let json: Value = serde_json::from_str(&Genesis.to_json(&answer).unwrap()).unwrap();
    assert_eq!(json["protocol"], Genesis.hashes()[0]);
    assert_eq!(Protocol::after(mainnet, &answer.0.header.shell), Some(PtCJ7pwo));
}
