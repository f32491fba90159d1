//! `versioned(..)`: all versions are read, the newest is written.

use crate::common::*;

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
}

#[test]
fn json_names_the_version() {
    let value = StateFile(State { level: 5, alive: false });
    in_json(&value, r#"{"state.v1":{"level":5,"alive":false}}"#);
    let old = StateFile::from_json(r#"{"state.v0":{"level":7}}"#).unwrap();
    assert_eq!(old, StateFile(State { level: 7, alive: true }));
    assert_eq!(schema::to_json(StateFile::ENCODING, hex("00 07")).unwrap(), r#"{"state.v0":{"level":7}}"#);
    assert_eq!((value.tag(), value.title()), (1, "state.v1"));
}

#[test]
fn the_schema_has_all_versions() {
    let value = schema::decode(StateFile::ENCODING, hex("00 07")).unwrap();
    assert!(matches!(&value, Value::Case { index: 0, .. }));
    assert_eq!(schema::encode(StateFile::ENCODING, &value).unwrap(), hex("00 07"));
}
