//! `versioned(..)`: every version is read, the newest is written.

use tezos_encoding::schema::{self, Value};
use tezos_encoding::{BinWriter, Decode, Encode, FromJson, HasEncoding, NomReader, Tagged, ToJson};

use crate::common::{both, hex, refused, size};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct StateV0 {
    level: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct State {
    level: u32,
    alive: bool,
}

impl From<StateV0> for State {
    fn from(old: StateV0) -> Self {
        Self { level: old.level.into(), alive: true }
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(versioned(name = "state", v0 = "StateV0", v1 = "State", tag = "u8"))]
struct StateFile(State);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(versioned(name = "wide", v3 = "State", tag = "u16"))]
struct Wide {
    state: State,
}

#[test]
fn the_newest_is_written() {
    both(&StateFile(State { level: 5, alive: false }), "01 00000005 00");
    both(&Wide { state: State { level: 5, alive: false } }, "0003 00000005 00");
    assert_eq!((size::<StateFile>().least, size::<StateFile>().most), (2, Some(6)));
}

#[test]
fn every_version_is_read() {
    let old = hex("00 07");
    let read = StateFile::from_bytes(old).unwrap();
    assert_eq!(read, StateFile(State { level: 7, alive: true }));
    assert_eq!(read.to_bytes().unwrap(), hex("01 00000007 ff"));
    assert!(StateFile::from_canonical_bytes(old).is_err());
    refused::<StateFile>("02 07", "Unexpected_tag", "", 0);
    refused::<StateFile>("00", "Not_enough_data", "state.v0.level", 1);
    refused::<StateFile>("01 0000000500 00", "Extra_bytes", "", 6);
}

#[test]
fn json_names_the_version() {
    let value = StateFile(State { level: 5, alive: false });
    assert_eq!(value.to_json().unwrap(), r#"{"state.v1":{"level":5,"alive":false}}"#);
    assert_eq!(StateFile::from_json(r#"{"state.v1":{"level":5,"alive":false}}"#).unwrap(), value);
    let old = StateFile::from_json(r#"{"state.v0":{"level":7}}"#).unwrap();
    assert_eq!(old, StateFile(State { level: 7, alive: true }));
    assert_eq!(schema::to_json(StateFile::ENCODING, hex("00 07")).unwrap(), r#"{"state.v0":{"level":7}}"#);
    assert_eq!((value.tag(), value.title()), (1, "state.v1"));
}

#[test]
fn the_schema_has_all_of_them() {
    for bytes in [hex("00 07"), hex("01 00000005 00")] {
        let value = schema::decode(StateFile::ENCODING, bytes).unwrap();
        assert!(matches!(&value, Value::Case { index, .. } if *index == usize::from(bytes[0])));
        assert_eq!(schema::encode(StateFile::ENCODING, &value).unwrap(), bytes);
    }
}
