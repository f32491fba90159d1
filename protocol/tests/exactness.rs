//! The differences that `protocol/docs/exactness.md` lists: each is shown by a value, and no other is listed.

use tezos_encoding::schema::{self, Encoding, generate};
use tezos_encoding::{BinWriter, Encode, HasEncoding, N, NomReader, Z};
use tezos_protocols::Protocol::{self, Carthage, Delphi, Hangzhou, Jakarta, Kathmandu, Lima, Oxford, PtCJ7pwo, Seoul};
use tezos_protocols::block::{BlockHeaderMetadata, OperationReceipt};
use tezos_protocols::chain::{FrozenBalanceByCycles, ProtocolError};
use tezos_protocols::constants::{EarlyParameters, NonNegative};
use tezos_protocols::micheline::Micheline;
use tezos_protocols::operation::{DalPublishCommitment, Delegation, OperationProtocolData};
use tezos_protocols::receipt::{
    BalanceUpdates, ConsumedGas, InternalOperationResult, OriginationEffects, ScRollupCementEffects,
    ScRollupGameEffects,
};
use tezos_protocols::registry;
use tezos_protocols::rollup::merkle::v1;
use tezos_protocols::rollup::sc;

/// A difference: the start of its row, and whether it exists.
type Difference = (&'static str, fn() -> bool);

const DIFFERENCES: &[Difference] = &[
    ("all with a key or a signature", || accepts("public_key", &[&[1][..], &[0; 33]].concat())),
    ("`operation` and its parts | that commitments", || {
        Seoul.decode::<DalPublishCommitment>(&[&[0][..], &[0xff; 48], &[0xff; 96]].concat()).is_ok()
    }),
    ("`errors`, and errors in receipts", || Seoul.from_json::<ProtocolError>(r#"{"kind":"none"}"#).is_ok()),
    ("`operation.data_and_metadata`, `operation_metadata` up to 006", || {
        Carthage.decode::<ConsumedGas>(&z(-1)).is_ok()
    }),
    ("`operation.data_and_metadata`, `operation_metadata` in 013 and 015", || {
        Jakarta.decode::<ScRollupCementEffects>(&[5, 1]).is_ok()
    }),
    ("`lazy_storage_diff`, and storage in receipts", || accepts_in(Seoul, "lazy_storage_diff", &memos_of_two_sizes())),
    ("`sapling.*`", || accepts("sapling.wallet.address", &[0xff; 43])),
    ("`fa1.2.token_transfer`", || {
        let text = [&[0, 0, 0, 1, 0xff][..], &[0; 4], &[0; 5]].concat();
        let valid = [&[0, 0, 0, 1, b'a'][..], &[0; 4], &[0; 5]].concat();
        !accepts_in(Seoul, "fa1.2.token_transfer", &text) && accepts_in(Seoul, "fa1.2.token_transfer", &valid)
    }),
    ("`operation.data_and_metadata`, `operation_metadata`, `block_header_metadata` | up to 013", || {
        let contract =
            |text| format!(r#"{{"originated_contracts":["{text}"],"storage_size":"0","paid_storage_size_diff":"0"}}"#);
        let is_read = |text| Hangzhou.from_json::<OriginationEffects>(&contract(text)).is_ok();
        let milligas = 1_u128 << 63;
        let number = |number: u128| N::new(number).to_bytes().unwrap();
        let gas = [number(milligas.div_ceil(1000)), number(milligas)].concat();
        let error = Delphi.decode::<ConsumedGas>(&gas).unwrap_err();
        is_read("KT199rx8oKJuKGu2wSfLoEwcSSL4ZpwdEuXt")
            && !is_read("tz1Ke2h7sDdakHJQh8WX4Z372du1KChsksyU")
            && error.kind().name() == "Size_limit_exceeded"
    }),
    ("proofs as trees", || {
        let leaf = [&[1][..], &[7; 32]].concat();
        let nested = |_: usize, tree: Vec<u8>| [&[2][..], &sized(&[&[0], &tree[..]].concat())].concat();
        let tree = |levels: usize| (1..levels).fold(leaf.clone(), |tree, level| nested(level, tree));
        let read = |levels| Kathmandu.decode::<v1::Tree>(&tree(levels));
        read(128).is_ok() && read(129).unwrap_err().kind().name() == "Too_deep"
    }),
    ("`constants`, `constants.parametric`, `parameters` | reduces", || {
        keeps::<NonNegative>(Seoul, &[z(2), z(4)].concat())
    }),
    ("`parameters` from 001 to 004", || {
        let default = [&[0; 12][..], &[0, 0], &[0xff, 5], &[0; 19]].concat();
        keeps::<EarlyParameters>(PtCJ7pwo, &default)
    }),
    ("all with an expression in 001", || {
        let bytes = [&[9, 11][..], &[0; 4], &[0; 4]].concat();
        let json = PtCJ7pwo.to_json(&PtCJ7pwo.decode::<Micheline>(&bytes).unwrap()).unwrap();
        json == r#"{"prim":"Unit"}"#
    }),
    ("`delegate.frozen_balance_by_cycles`", || {
        let cycle = |cycle: u8| [&[0, 0, 0, cycle][..], &[1, 2, 3]].concat();
        let cycles = sized(&[cycle(2), cycle(1), cycle(1)].concat());
        keeps::<FrozenBalanceByCycles>(Carthage, &cycles)
    }),
    ("`timespan.system`", || keeps_as("timespan.system", &1e-13_f64.to_be_bytes())),
    ("`store.protocol_levels`", || {
        let chain = |number: u8| [&[0, 0, 0, number][..], &[7; 32]].concat();
        keeps_as("store.forked_chains", &sized(&[chain(2), chain(1), chain(1)].concat()))
    }),
    ("all with an optional field", || {
        let absent = Seoul.from_json::<Delegation>("{}");
        absent.is_ok() && Seoul.from_json::<Delegation>(r#"{"delegate":null}"#) == absent
    }),
    ("`operation` and its parts up to 015", || {
        let unsigned = [&[6, 0][..], &[7; 20], &[0; 4], &[7; 32], &[0], &[0; 64]].concat();
        let json = Lima.to_json(&Lima.decode::<OperationProtocolData>(&unsigned).unwrap()).unwrap();
        !json.contains("signature") && Lima.from_json::<OperationProtocolData>(&json).is_ok()
    }),
    ("`operation` and its parts in 013 and 014", || has_field(sc::ScRollupOriginate::ENCODING, Kathmandu, "pvm_kind")),
    ("`operation` and its parts in 015 | in Octez, addresses", || {
        let json = Lima.to_json(&tezos_hashes::protocol::ZkRollupHash([0; 20]));
        json.is_ok_and(|json| json.starts_with("\"epx1"))
    }),
    ("`operation.data_and_metadata` and its parts in 014", || {
        has_field(ScRollupGameEffects::ENCODING, Kathmandu, "game_status")
    }),
    ("`operation.data_and_metadata` and its parts in 018", || {
        values::<BalanceUpdates>(Oxford).any(|json| json.contains("attesting rewards"))
            && !values::<BalanceUpdates>(Oxford).any(|json| json.contains("endorsing rewards"))
    }),
    ("`block_header_metadata`, `block_metadata`, `block_info` from 023 on", || {
        has_field(<BlockHeaderMetadata>::ENCODING, Seoul, "key_kind")
    }),
    ("`block_metadata`, `block_info` | the bytes do not have", || {
        let json = values::<BlockHeaderMetadata>(Seoul).next().unwrap();
        let seoul = Seoul.hashes()[0];
        json.starts_with(&format!(r#"{{"protocol":"{seoul}","next_protocol":"{seoul}","#))
    }),
    ("`block_info` in 018", || {
        let attestation = [&[1, 21, 0, 1][..], &[0; 8], &[7; 32], &[7; 64]].concat();
        let operation: OperationReceipt = Oxford.decode(&attestation).unwrap();
        Oxford.to_json(&operation).unwrap().contains(r#""kind":"endorsement""#)
    }),
    ("`operation.internal_and_metadata`, `operation.data_and_metadata` | the result", || {
        let encoding = schema::at(InternalOperationResult::ENCODING, Jakarta.revision());
        let generate = registry::add_examples(generate(encoding)).max_bytes(6000);
        let mut changed = generate.values(3).take(2000).filter_map(Result::ok).filter(|bytes| {
            let json = schema::to_json(encoding, bytes).unwrap();
            schema::from_json(encoding, &json).as_ref() != Ok(bytes)
        });
        changed.next().is_some()
    }),
];

fn sized(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat()
}

fn z(number: i128) -> Vec<u8> {
    Z::from(number).to_bytes().unwrap()
}

/// Two shielded outputs whose memos differ in size.
fn memos_of_two_sizes() -> Vec<u8> {
    let output = |payload: usize| {
        [&[7; 32][..], &[7; 32], &[7; 32], &sized(&vec![7; payload]), &[7; 24], &[7; 80], &[7; 24]].concat()
    };
    let updates = [sized(&[output(60), output(61)].concat()), sized(&[])].concat();
    // Sapling state 1, `update`.
    sized(&[&[1, 1, 0][..], &updates].concat())
}

fn encoding(id: &str) -> &'static Encoding {
    registry::encodings().iter().find(|named| named.id == id).unwrap().encoding
}

fn accepts(id: &str, bytes: &[u8]) -> bool {
    schema::decode(encoding(id), bytes).is_ok()
}

fn accepts_in(protocol: Protocol, name: &str, bytes: &[u8]) -> bool {
    let known = registry::of_protocol(protocol).find(|named| named.id.ends_with(&format!(".{name}")));
    schema::decode(known.unwrap().encoding, bytes).is_ok()
}

/// Returns whether bytes of an id are written as they are read.
fn keeps_as(id: &str, bytes: &[u8]) -> bool {
    let read = schema::decode(encoding(id), bytes);
    read.is_ok_and(|value| schema::encode(encoding(id), &value).as_deref() == Ok(bytes))
}

/// Returns whether bytes are written as they are read.
fn keeps<T>(protocol: Protocol, bytes: &[u8]) -> bool
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a>,
{
    protocol.decode::<T>(bytes).is_ok_and(|value| protocol.encode(&value).as_deref() == Ok(bytes))
}

/// Returns the JSON of generated values.
fn values<T: HasEncoding>(protocol: Protocol) -> std::vec::IntoIter<String> {
    let encoding = schema::at(T::ENCODING, protocol.revision());
    let generate = registry::add_examples(generate(encoding)).max_bytes(6000);
    let json = generate.values(5).take(400).filter_map(|bytes| schema::to_json(encoding, &bytes.ok()?).ok());
    json.collect::<Vec<_>>().into_iter()
}

/// Returns whether JSON of a protocol has a field.
fn has_field(encoding: &'static Encoding, protocol: Protocol, name: &str) -> bool {
    let text = schema::json_schema(schema::at(encoding, protocol.revision()));
    text.contains(&format!("\"{name}\""))
}

#[test]
fn every_difference_that_is_listed_exists() {
    let page = include_str!("../docs/exactness.md");
    let end = page.find("## Protocols").expect("the end of the tables");
    let is_head = |row: &&str| row.starts_with("id |") || row.starts_with("---");
    let rows: Vec<&str> = page[..end]
        .lines()
        .filter_map(|line| line.strip_prefix("| ").or(line.strip_prefix('|')))
        .filter(|row| !is_head(row))
        .collect();
    let unknown: Vec<_> =
        rows.iter().filter(|row| !DIFFERENCES.iter().any(|(start, _)| row.starts_with(start))).collect();
    assert!(unknown.is_empty(), "without a test: {unknown:#?}");
    let mut gone = Vec::new();
    for (start, exists) in DIFFERENCES {
        assert_eq!(rows.iter().filter(|row| row.starts_with(start)).count(), 1, "{start}");
        if !exists() {
            gone.push(start);
        }
    }
    assert!(gone.is_empty(), "there is no such difference: {gone:#?}");
}
