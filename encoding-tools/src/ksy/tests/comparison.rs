//! Tests of the differences between a schema and a layout.

use tezos_encoding_core::walk::to_json;

use super::{SAME, differences, import, note};
use crate::ksy::Layouts;

#[test]
fn planted_differences_are_reported() {
    let note = note();
    assert_eq!(differences(SAME, &note), [""; 0]);
    // The text to replace in the layout, its replacement, and the expected differences.
    let planted: [(&str, &str, &[&str]); 17] = [
        (
            "    3: name",
            "    2: name",
            &[
                "body.Name: the tag 3 here, the tag 2 in the layout",
                "body: nothing with the tag 2 here, `name` in the layout",
            ],
        ),
        (
            "      type: u1\n      enum: body_tag",
            "      type: u2be\n      enum: body_tag",
            &["body: a tag of 1 byte here, a tag of 2 bytes in the layout"],
        ),
        (
            "      type: s2be",
            "      type: s4be",
            &["body.Point.x: a signed integer of 2 bytes here, a signed integer of 4 bytes in the layout"],
        ),
        (
            "      type: s2be",
            "      type: s2le",
            &[
                "body.Point.x: a signed integer of 2 bytes here, a little-endian signed integer of 2 bytes in the layout",
            ],
        ),
        (
            "    - id: x\n      type: s2be\n    - id: y\n      type: u2be",
            "    - id: y\n      type: u2be\n    - id: x\n      type: s2be",
            &[
                "body.Point.x: the name `x` here, the name `y` in the layout",
                "body.Point.x: a signed integer of 2 bytes here, an unsigned integer of 2 bytes in the layout",
                "body.Point.y: the name `y` here, the name `x` in the layout",
                "body.Point.y: an unsigned integer of 2 bytes here, a signed integer of 2 bytes in the layout",
            ],
        ),
        ("    - id: x\n", "    - id: z\n", &["body.Point.x: the name `x` here, the name `z` in the layout"]),
        ("      doc: LEFT", "      doc: Left", &["colour.LEFT: the tag 0 here, the tag 0 for `Left` in the layout"]),
        ("        max: 100", "        max: 99", &["tags: at most 100 bytes here, at most 99 bytes in the layout"]),
        (
            "    - id: len_tags\n      type: u2be",
            "    - id: len_tags\n      type: u1",
            &["tags: a size of 2 bytes here, a size of 1 byte in the layout"],
        ),
        (
            "    - id: tags_elt\n      type: n",
            "    - id: tags_elt\n      type: u1",
            &["tags[]: a natural number of any size here, an unsigned integer of 1 byte in the layout"],
        ),
        (
            "      type: tags_entries\n      repeat: eos",
            "      type: tags_entries\n      repeat: expr\n      repeat-expr: 3",
            &["tags: a list to the end of the block here, a list of exactly 3 in the layout"],
        ),
        (
            "  repeat-expr: 2",
            "  repeat-expr: 3",
            &["pair: a list of exactly 2 here, a list of exactly 3 in the layout"],
        ),
        (
            "    max: 9\n",
            "    max: 10\n",
            &[
                "small: an unsigned integer of 1 byte from 0 to 9 here, an unsigned integer of 1 byte from 0 to 10 in the layout",
            ],
        ),
        ("- id: weight_tag\n  type: u1\n  enum: bool\n", "", &[]),
        ("- id: is_old\n  type: u1\n  enum: bool\n", "", &[]),
        (
            "- id: rest\n  size-eos: true\n",
            "- id: rest\n  size: 5\n",
            &["rest: bytes to the end of the block here, 5 bytes in the layout"],
        ),
        (
            "- id: rest\n  size-eos: true\n",
            "- id: rest\n  size-eos: true\n- id: more\n  type: u1\n",
            &["more: nothing here, an unsigned integer of 1 byte in the layout"],
        ),
    ];
    for (old, new, expected) in planted {
        assert_eq!(note.matches(old).count(), 1, "{old}");
        let text = note.replace(old, new);
        match expected {
            // Without a field, all following ones differ.
            [] if old.contains("weight") => {
                let mistake = import(&text).unwrap_err().to_string();
                assert!(mistake.ends_with("the key `if` without its tag directly before it"), "{mistake}");
            }
            [] => assert!(differences(SAME, &text).len() > 3, "{:?}", differences(SAME, &text)),
            _ => assert_eq!(differences(SAME, &text), expected, "{new}"),
        }
    }
}

#[test]
fn losses_of_the_printer_are_explained_or_restored() {
    let layout = |seq: &str| {
        format!(
            "meta: {{id: note, endian: be}}\nenums:\n  bool: {{0: false, 255: true}}\n  u_tag: {{0: a, 1: a}}\n\
         types:\n  open: {{seq: [{{id: open, size-eos: true}}]}}\n  item: {{seq: [{{id: item, type: u2}}]}}\n  \
         items: {{seq: [{{id: items_entries, type: item, repeat: eos}}]}}\nseq:\n{seq}"
        )
    };
    let option = |value: &str| {
        layout(&format!(
            "- {{id: a, type: u1}}\n- {{id: v_tag, type: u1, enum: bool}}\n- {{{value}, if: (v_tag == bool::true)}}\n"
        ))
    };
    let union = "- {id: u_tag, type: u1, enum: u_tag}\n- {id: a, type: u2, if: (u_tag == u_tag::a)}\n- {id: a, type: u1, if: (u_tag == u_tag::a)}\n";
    let list = |max: u8| {
        layout(&format!("- {{id: len_v, type: u4, valid: {{max: {max}}}}}\n- {{id: v, type: items, size: len_v}}\n"))
    };
    let table: [(&str, String, &[&str]); 10] = [
        // The limit of a list becomes that of its block, if its elements are limited.
        ("obj{v: list(max=3, uint16)}", list(6), &[]),
        ("obj{v: list(max=3, uint16)}", list(8), &["v: at most 6 bytes here, at most 8 bytes in the layout"]),
        // Neither a value to the end of the block nor a signature has a presence flag.
        ("obj{a: uint8; v??: variable_bytes}", option("id: v, type: open"), &[]),
        ("obj{a: uint8; signature??: fixed_bytes(64)}", option("id: signature, size: 64"), &[]),
        (
            "obj{a: uint8; v??: uint16}",
            option("id: v, type: u2"),
            &[
                "explained: v: an optional value without a presence flag here, an optional value with a presence flag in the layout",
            ],
        ),
        (
            "obj{a: uint8; v?: uint8}",
            option("id: v, type: u2"),
            &["v: an unsigned integer of 1 byte here, an unsigned integer of 2 bytes in the layout"],
        ),
        (
            "obj{a: uint8; v?: fixed_list(3, uint16)}",
            option("id: v, type: item"),
            &["explained: v: a list of exactly 3 here, an unsigned integer of 2 bytes in the layout"],
        ),
        ("obj{a: variable_bytes; b: uint16}", layout("- {id: a, size-eos: true}\n- {id: b, type: u2}\n"), &[]),
        ("union(tag=uint8){0 A: uint8 | 1 A: uint16}", layout(union), &[]),
        (
            "union(tag=uint8){0 A: uint8 | 1 A: int16}",
            layout(union),
            &["A: a signed integer of 2 bytes here, none of the 2 payloads with this name in the layout"],
        ),
    ];
    for (ours, layout, expected) in table {
        assert_eq!(differences(ours, &layout), expected, "{ours}");
    }
    let literal = Layouts::new(|_| Ok(option("id: v, type: open"))).literal().import("note").unwrap();
    assert_eq!(to_json(literal, &[7, 0xff, 0xab]).unwrap(), "{\"a\":7,\"v\":\"ab\"}");
}
