//! Tests of what is imported and what is refused.

use tezos_encoding_core::schema::to_json;

use super::{NOTE, differences, import, note};
use crate::ksy::Layouts;

#[test]
fn an_imported_layout_is_an_encoding() {
    let note = import(&note()).unwrap();
    let bytes = [
        &[1, 2, 3, 4][..],
        &[1, 0xff, 0xfe, 0, 7],
        &[1],
        &[0xff, 0xff, 0xff, 0xff, 0xff],
        &[0xff],
        &[9],
        &[0, 3, 0x85, 1, 5],
        &[1, 2],
        &[0xab],
    ]
    .concat();
    let json = "{\"hash\":\"01020304\",\"body\":{\"x\":-2,\"y\":7},\"colour\":\"Left\",\"weight\":-1,\"is_old\":true,\
                \"small\":9,\"tags\":[\"133\",\"5\"],\"pair\":[1,2],\"rest\":\"ab\"}";
    assert_eq!(to_json(note, &bytes).unwrap(), json);
    assert_eq!(Layouts::new(|_| Ok(NOTE.to_owned())).id("note"), Ok(Some("note".to_owned())));
}

#[test]
fn recursive_types_are_imported() {
    let layout = |next: &str, types: &str| {
        format!(
            "meta: {{id: note, endian: be}}\nenums:\n  e_tag: {{0: leaf, 1: node}}\ntypes:\n  e:\n    seq:\n    - {{id: e_tag, type: u1, enum: e_tag}}\n    \
             - {{id: leaf, {next}, if: (e_tag == e_tag::leaf)}}\n    - {{id: node, type: node, if: (e_tag == e_tag::node)}}\n{types}\
             seq:\n- {{id: note, type: e}}\n"
        )
    };
    let tree = layout("type: u1", "  node: {seq: [{id: l, type: e}, {id: r, type: e}]}\n");
    // The whole turns out to extend to the end of the block.
    let list = layout("size-eos: true", "  node: {seq: [{id: x, type: u1}, {id: next, type: e}]}\n");
    let table: [(&str, &str, &[u8], &str); 2] = [
        (
            "mu(e){0 Leaf: uint8 | 1 Node: obj{l: e; r: e}}",
            &tree,
            &[1, 1, 0, 5, 0, 6, 0, 7],
            r#"{"l":{"l":5,"r":6},"r":7}"#,
        ),
        (
            "mu(e){0 Leaf: variable_bytes | 1 Node: obj{x: uint8; next: e}}",
            &list,
            &[1, 9, 0, 0xab],
            r#"{"x":9,"next":"ab"}"#,
        ),
    ];
    for (ours, layout, bytes, json) in table {
        assert_eq!(to_json(import(layout).unwrap(), bytes).unwrap(), json);
        assert_eq!(differences(ours, layout), [""; 0]);
        let other = ours.replace("uint8", "int8");
        assert_eq!(differences(&other, layout).len(), 1, "{:?}", differences(&other, layout));
    }
    // A case with the name of the union takes the name of its type.
    let clash = "meta: {id: note, endian: be}\nenums:\n  e_tag: {0: leaf, 1: e}\ntypes:\n  e: {seq: [{id: l, type: e}, {id: r, type: e}]}\n  \
                 e_0: {seq: [{id: e_tag, type: u1, enum: e_tag}, {id: leaf, type: u1, if: (e_tag == e_tag::leaf)}, \
                 {id: e, type: e, if: (e_tag == e_tag::e)}]}\nseq: [{id: note, type: e_0}]";
    assert_eq!(differences("mu(e){0 Leaf: uint8 | 1 E: obj{l: e; r: e}}", clash), [""; 0]);
    let endless = "meta: {id: note, endian: be}\ntypes:\n  a: {seq: [{id: b, type: a}]}\nseq: [{id: note, type: a}]";
    assert_eq!(import(endless).unwrap_err().to_string(), "note.ksy, line 4: each value of `a` would contain another");
}

#[test]
fn errors_have_file_line_and_key() {
    let seq = |attribute: &str| format!("meta:\n  id: note\nseq:\n{attribute}\n");
    let table = [
        (String::new(), "note.ksy, line 1: the file is empty"),
        ("meta: [".to_owned(), "note.ksy, line 2: while parsing a node, did not find expected node content"),
        (
            "meta:\n  id: note\nparams: []".to_owned(),
            "note.ksy, line 3: the key `params`, which Octez does not print here",
        ),
        ("meta:\n  endian: le".to_owned(), "note.ksy, line 2: the key `endian`, which Octez does not print here"),
        (seq("- type: u1"), "note.ksy, line 4: an attribute without an `id`"),
        (seq("- id: a"), "note.ksy, line 4: an attribute with neither `type` nor `size`"),
        (seq("- id: a\n  type: u3"), "note.ksy, line 4: the type `u3` is neither defined here nor imported"),
        (
            seq("- id: a\n  type: u1\n  valid:\n    max: x"),
            "note.ksy, line 7: `max` is `x`, which is not a valid number here",
        ),
        (
            seq("- id: a\n  size: len_a"),
            "note.ksy, line 4: the key `size` does not name the attribute directly before it",
        ),
        (
            seq("- id: a\n  type: u1\n  repeat: expr\n  repeat-expr: num_a"),
            "note.ksy, line 4: the key `repeat` without a count directly before it",
        ),
        (
            "meta: {id: note}\nenums: {e: {1: x}}\nseq:\n- id: a\n  type: s1\n  enum: e".to_owned(),
            "note.ksy, line 4: `e`: its tag is a signed integer",
        ),
        (
            seq("- id: len_a\n  type: u1\n- id: a\n  size: len_a\n  if: (b == c::d)"),
            "note.ksy, line 6: the key `if` without its tag directly before it",
        ),
        (seq("- id: a\n  type: u1\n  enum: none"), "note.ksy, line 4: `none`: the enumeration does not exist"),
        ("meta:\n  id: note\n  imports: [gone]\nseq:\n- id: a\n  type: gone".to_owned(), "gone.ksy: no such file"),
    ];
    for (text, expected) in table {
        assert_eq!(import(&text).unwrap_err().to_string(), expected);
    }
}
