//! Addresses of contracts: bytes, text, and refused input.

use tezos_encoding::{Decode, Encode, FromJson, ToJson};
use tezos_hashes::protocol::{ContractHash, ScRollupHash, TxRollupHash, ZkRollupHash};
use tezos_protocols::Protocol;
use tezos_protocols::contract::ContractId;
use tezos_protocols::operation::Destination;
use tezos_protocols::receipt::AnyDestination;

#[test]
fn an_address_is_that_of_a_key_or_of_a_script() {
    for (text, hex) in [
        ("tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx", "000002298c03ed7d454a101eb7022bc95f7e5f41ac78"),
        ("KT1DieU51jzXLerQx5AqMCiLC1SsCeM8yRat", "0138560805b4c8d7b7fbbafad5c59dbfa3878ca70500"),
    ] {
        let contract: ContractId = text.parse().unwrap();
        assert_eq!(contract.to_string(), text);
        assert_eq!(contract.to_json().unwrap(), format!("\"{text}\""));
        assert_eq!(ContractId::from_json(&format!("\"{text}\"")).unwrap(), contract);
        assert_eq!(hex::encode(contract.to_bytes().unwrap()), hex);
        assert_eq!(ContractId::from_bytes(&hex::decode(hex).unwrap()).unwrap(), contract);
    }
}

#[test]
fn other_texts_and_tags_are_refused() {
    for (text, expected) in [
        (
            "sr1RYurGZtN8KNSpkMcCt9CgWeUaNkzsAfXf",
            "expected a contract (tz1…, tz2…, tz3…, tz4…, tz5…, KT1…), found a smart_rollup_address",
        ),
        (
            "KT1DieU51jzXLerQx5AqMCiLC1SsCeM8yRau",
            "expected a contract_hash (KT1…, 36 characters), found a wrong checksum",
        ),
    ] {
        assert_eq!(text.parse::<ContractId>().unwrap_err().to_string(), expected);
    }
    let error = ContractId::from_bytes(&[2; 22]).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("Unexpected_tag", 0));
    assert_eq!(ContractId::from(ContractHash([7; 20])).to_bytes().unwrap().len(), 22);
}

#[test]
fn a_destination_that_is_refused_is_named() {
    let destination = |text: &str| Destination::from_json(&format!("\"{text}\""));
    for (text, expected) in [
        (
            "sr1RYurGZtN8KNSpkMcCt9CgWeUaNkzsAfXf",
            "expected a destination of a transaction (tz1…, tz2…, tz3…, tz4…, tz5…, KT1…, txr1…), found a smart_rollup_address",
        ),
        (
            "KT1DieU51jzXLerQx5AqMCiLC1SsCeM8yRau",
            "expected a contract_hash (KT1…, 36 characters), found a wrong checksum",
        ),
    ] {
        let error = destination(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    // The protocol is the newest, in which there are no such rollups.
    assert!(destination(&TxRollupHash([7; 20]).to_string()).is_err());
}

#[test]
fn a_destination_is_a_contract_or_a_rollup() {
    for (text, hex) in [
        ("tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx", "000002298c03ed7d454a101eb7022bc95f7e5f41ac78"),
        ("KT1DieU51jzXLerQx5AqMCiLC1SsCeM8yRat", "0138560805b4c8d7b7fbbafad5c59dbfa3878ca70500"),
        ("sr1RYurGZtN8KNSpkMcCt9CgWeUaNkzsAfXf", "03"),
        (&ZkRollupHash([7; 20]).to_string(), "04070707"),
        // Those of older protocols.
        (&TxRollupHash([7; 20]).to_string(), ""),
        (&ScRollupHash([7; 20]).to_string(), ""),
    ] {
        let destination: AnyDestination = text.parse().unwrap();
        assert_eq!(destination.to_string(), text);
        assert_eq!(format!("{destination:?}"), text);
        let written = Protocol::Seoul.encode(&destination).map(hex::encode).unwrap_or_default();
        assert!(written.starts_with(hex) && written.is_empty() == hex.is_empty(), "{text}: {written}");
        let contract: Option<ContractId> = text.parse().ok();
        assert!(contract.is_none_or(|contract| AnyDestination::from(contract) == destination));
    }
    for text in ["", "sr1RYurGZtN8KNSpkMcCt9CgWeUaNkzsAfXg", "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2"] {
        assert!(text.parse::<AnyDestination>().is_err());
    }
}
