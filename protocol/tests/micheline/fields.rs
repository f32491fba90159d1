//! Expressions as fields of derived types.

use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader, ToJson, View, schema};
use tezos_protocols::micheline::{LazyExpr, Micheline, Prim};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Holder {
    prim: u8,
    #[encoding(dynamic)]
    block: Micheline,
    #[encoding(bounded = 12)]
    short: Micheline,
    other: Option<Micheline>,
    code: LazyExpr,
    #[encoding(dynamic, list)]
    list: Vec<Micheline>,
}

fn holder() -> Holder {
    let pair = Micheline::prim(Prim::Pair, [Micheline::int(5), Micheline::seq([Micheline::int(-100)])]);
    let unit = Micheline::prim(Prim::unit, []).annotated(["%a"]).unwrap();
    Holder {
        prim: 1,
        block: pair.clone(),
        short: pair.clone(),
        other: Some(unit.clone()),
        code: (&unit).into(),
        list: vec![unit, Micheline::string("a"), Micheline::prim(Prim::Pair, vec![pair; 3])],
    }
}

#[test]
fn fields_are_read_viewed_and_written() {
    let holder = holder();
    let bytes = holder.to_bytes().unwrap();
    assert_eq!(Holder::from_bytes(&bytes).unwrap(), holder);
    let view = HolderView::from_bytes(&bytes).unwrap();
    assert_eq!(view.block.to_owned(), holder.block);
    assert_eq!(Holder::from_view(&view).unwrap(), holder);
    let json = holder.to_json().unwrap();
    assert!(json.starts_with(r#"{"prim":1,"block":{"prim":"Pair","args":[{"int":"5"},[{"int":"-100"}]]},"#), "{json}");
    assert_eq!(schema::from_json(Holder::ENCODING, &json).unwrap(), bytes);
}

/// The reader, the view and the schema refuse truncated and changed bytes with the same error at the same offset.
#[test]
fn reader_view_and_schema_report_the_same_errors() {
    let bytes = holder().to_bytes().unwrap();
    let same = |bytes: &[u8]| {
        let read = Holder::from_bytes(bytes).map(drop).map_err(|error| (error.kind().clone(), error.offset()));
        let walked = schema::decode(Holder::ENCODING, bytes).map(drop);
        assert_eq!(read, walked.map_err(|error| (error.kind().clone(), error.offset())), "{bytes:02x?}");
        let view = HolderView::from_bytes(bytes).map(drop).map_err(|error| (error.kind().clone(), error.offset()));
        assert_eq!(read, view);
        read.map_err(|(kind, _)| kind.name())
    };
    let mut names = std::collections::BTreeSet::new();
    for at in 0..bytes.len() {
        names.extend(same(&bytes[..at]).err());
        for byte in [0, 1, 2, 5, 9, 10, 13, 0x40, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] = byte;
            names.extend(same(&changed).err());
        }
    }
    let all =
        ["Extra_bytes", "Invalid_int", "No_case_matched", "Not_enough_data", "Size_limit_exceeded", "Unexpected_tag"];
    assert!(all.iter().all(|name| names.contains(name)), "{names:?}");
}

#[test]
fn a_primitive_can_be_a_field() {
    assert_eq!(Prim::from_bytes(&[7]), Ok(Prim::Pair));
    assert_eq!(Prim::Pair.to_json().unwrap(), r#""Pair""#);
    assert_eq!(Prim::Pair.to_bytes().unwrap(), [7]);
    for error in
        [Prim::from_bytes(&[161]).unwrap_err().kind().name(), Prim::from(161).to_bytes().unwrap_err().kind().name()]
    {
        assert_eq!(error, "No_case_matched");
    }
}
