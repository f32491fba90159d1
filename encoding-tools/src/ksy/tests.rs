//! Layouts of Kaitai Struct: imported, and compared with schemas.

#![allow(clippy::arithmetic_side_effects, clippy::panic, clippy::unwrap_used, reason = "a test panics where it fails")]

use std::collections::BTreeMap;
use std::fs;

use tezos_encoding_core::schema::{Encoding, to_json};

use super::{Layouts, Mistake, compare};
use crate::grammar;
use shared::shared;

#[path = "../../../encoding/tests/common/shared.rs"]
mod shared;

/// A layout as the printer of Octez would write it, with everything that it has.
const NOTE: &str = "\
meta:
  id: note
  endian: be
  imports:
  - hash
doc: ! 'Encoding id: note'
types:
  bytes_dyn_uint30:
    seq:
    - id: len_bytes_dyn_uint30
      type: u4be
      valid:
        max: 1073741823
    - id: bytes_dyn_uint30
      size: len_bytes_dyn_uint30
  n_chunk:
    seq:
    - id: has_more
      type: b1be
    - id: payload
      type: b7be
  n:
    seq:
    - id: n
      type: n_chunk
      repeat: until
      repeat-until: not (_.has_more).as<bool>
  int31:
    seq:
    - id: int31
      type: s4be
      valid:
        min: -1073741824
        max: 1073741823
  body:
    seq:
    - id: body_tag
      type: u1
      enum: body_tag
    - id: point
      type: point
      if: (body_tag == body_tag::point)
    - id: name
      type: bytes_dyn_uint30
      if: (body_tag == body_tag::name)
  point:
    seq:
    - id: x
      type: s2be
    - id: y
      type: u2be
  tags:
    seq:
    - id: tags_entries
      type: tags_entries
      repeat: eos
  tags_0:
    seq:
    - id: len_tags
      type: u2be
      valid:
        max: 100
    - id: tags
      type: tags
      size: len_tags
  tags_entries:
    seq:
    - id: tags_elt
      type: n
enums:
  body_tag:
    1: point
    3: name
    4: nothing
  bool:
    0: false
    255: true
  colour:
    0:
      id: left
      doc: LEFT
    1:
      id: left_0
      doc: Left
seq:
- id: hash
  type: hash
- id: body
  type: body
- id: colour
  type: u1
  enum: colour
- id: weight_tag
  type: u1
  enum: bool
- id: weight
  type: int31
  if: (weight_tag == bool::true)
- id: is_old
  type: u1
  enum: bool
- id: small
  type: u1
  valid:
    max: 9
- id: tags
  type: tags_0
- id: pair
  type: pair_entries
  repeat: expr
  repeat-expr: 2
- id: rest
  size-eos: true
";

/// What it imports.
const HASH: &str = "meta: {id: hash, endian: be}\nseq:\n- id: hash\n  size: 4\n";

/// The same encoding. Its one field `colour` has other names than its fields: `LEFT` and `Left` are two.
const SAME: &str = "obj{hash: fixed_bytes(4); \
    body: union(tag=uint8){1 Point: obj{x: int16; y: uint16} | 3 Name: obj{text: string} | 4 Nothing}; \
    colour: string_enum(LEFT,Left); weight?: int31; is_old: bool; small: ranged_int(0,9); \
    tags: dynamic_size(uint16, check_size(100, variable_list(n))); pair: fixed_list(2, uint8); rest: variable_bytes}";

fn note() -> String {
    NOTE.replace("  tags_entries:", "  pair_entries:\n    seq:\n    - id: pair_elt\n      type: u1\n  tags_entries:")
}

/// Imports a text that may import [`HASH`].
fn import(text: &str) -> Result<&'static Encoding, Mistake> {
    Layouts::new(|name| match name {
        "note" => Ok(text.to_owned()),
        "hash" => Ok(HASH.to_owned()),
        _ => Err("no such file".to_owned()),
    })
    .import("note")
}

/// Returns what is different between an encoding and a layout, a line each.
fn differences(ours: &str, layout: &str) -> Vec<String> {
    let differences = compare(grammar::parse(ours).unwrap(), import(layout).unwrap());
    differences
        .iter()
        .map(|difference| {
            let explained = if difference.explained.is_some() { "explained: " } else { "" };
            format!("{explained}{difference}")
        })
        .collect()
}

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
fn planted_differences_are_seen() {
    let note = note();
    assert_eq!(differences(SAME, &note), [""; 0]);
    // What is replaced in the layout, by what, and the differences.
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
                "body.Point.x: a signed integer of 2 bytes here, a signed integer of 2 bytes, the least significant first in the layout",
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
            // Without a field, all behind it differ.
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
fn what_the_printer_loses_is_explained_or_restored() {
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
        // The limit of a list is that of its block, if its elements have one.
        ("obj{v: list(max=3, uint16)}", list(6), &[]),
        ("obj{v: list(max=3, uint16)}", list(8), &["v: at most 6 bytes here, at most 8 bytes in the layout"]),
        // A value to the end of the block has no presence flag; a signature neither.
        ("obj{a: uint8; v??: variable_bytes}", option("id: v, type: open"), &[]),
        ("obj{a: uint8; signature??: fixed_bytes(64)}", option("id: signature, size: 64"), &[]),
        (
            "obj{a: uint8; v??: uint16}",
            option("id: v, type: u2"),
            &[
                "explained: v: an optional value where the block goes on here, an optional value behind a presence flag in the layout",
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
    // The size of the whole is found to be that of the block.
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
fn mistakes_have_file_line_and_key() {
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
        (seq("- id: a\n  type: u3"), "note.ksy, line 4: there is no type `u3`, here or among the imports"),
        (seq("- id: a\n  type: u1\n  valid:\n    max: x"), "note.ksy, line 7: `max` is `x`, which is no number for it"),
        (seq("- id: a\n  size: len_a"), "note.ksy, line 4: the key `size` names no attribute directly before it"),
        (
            seq("- id: a\n  type: u1\n  repeat: expr\n  repeat-expr: num_a"),
            "note.ksy, line 4: the key `repeat` without a count directly before it",
        ),
        (
            "meta: {id: note}\nenums: {e: {1: x}}\nseq:\n- id: a\n  type: s1\n  enum: e".to_owned(),
            "note.ksy, line 4: `e`: its tag has a sign",
        ),
        (
            seq("- id: len_a\n  type: u1\n- id: a\n  size: len_a\n  if: (b == c::d)"),
            "note.ksy, line 6: the key `if` without its tag directly before it",
        ),
        (seq("- id: a\n  type: u1\n  enum: none"), "note.ksy, line 4: `none`: there is no such enumeration"),
        ("meta:\n  id: note\n  imports: [gone]\nseq:\n- id: a\n  type: gone".to_owned(), "gone.ksy: no such file"),
    ];
    for (text, expected) in table {
        assert_eq!(import(&text).unwrap_err().to_string(), expected);
    }
}

/// The names and texts of the layouts of Octez, where they are beside the project.
fn octez() -> Option<BTreeMap<String, String>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(shared("ksy")?).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "ksy") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            all.insert(name, fs::read_to_string(path).unwrap());
        }
    }
    Some(all)
}

/// The layouts, one of which may have another text.
fn layouts<'a>(
    all: &'a BTreeMap<String, String>,
    other: Option<(&'a str, &'a str)>,
) -> Layouts<impl FnMut(&str) -> Result<String, String> + 'a> {
    Layouts::new(move |name| match other {
        Some((other, text)) if other == name => Ok(text.to_owned()),
        _ => all.get(name).cloned().ok_or_else(|| "no such file".to_owned()),
    })
}

#[test]
fn every_layout_of_octez_is_imported_and_is_itself() {
    let Some(all) = octez() else { return };
    let (mut one, mut other) = (layouts(&all, None), layouts(&all, None));
    let mut ambiguous = 0_usize;
    for name in all.keys() {
        let (one, other) = (one.import(name).unwrap(), other.import(name).unwrap());
        let differences = compare(one, other);
        // A payload that no reader can choose is not known on either side.
        match differences.first() {
            Some(first) if first.to_string().contains("none of the ") => ambiguous += 1,
            first => assert_eq!(first, None, "{name}"),
        }
    }
    assert_eq!((all.len(), ambiguous), (1206, 25));
}

/// Replaces the line `index` of a text, if `change` does.
fn changed(text: &str, index: usize, change: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = lines.get_mut(index)?;
    *line = change(line)?;
    Some(lines.join("\n") + "\n")
}

#[test]
fn planted_faults_are_seen_in_the_layouts_of_octez() {
    let Some(all) = octez() else { return };
    let widths = [
        ("type: u1", "u2be"),
        ("type: u2be", "u1"),
        ("type: s4be", "s8be"),
        ("type: s8be", "s4be"),
        ("type: int31", "u1"),
    ];
    let (mut planted, mut unseen) = (0_usize, Vec::new());
    // The layouts of one protocol, and those of none.
    for (name, text) in all.iter().filter(|(name, _)| !name.starts_with("id_0") || name.starts_with("id_016")) {
        let original = layouts(&all, None).import(name).unwrap();
        let whole = text.lines().count();
        // Some lines of each file.
        for index in (0..whole).filter(|index| whole < 60 || index % (whole / 30) == 0) {
            let mutants = [
                changed(text, index, |line| {
                    widths.iter().find_map(|(old, new)| Some(format!("{}type: {new}", line.strip_suffix(old)?)))
                }),
                changed(text, index, |line| {
                    let (start, size) = line.split_once("  size: ")?;
                    Some(format!("{start}  size: {}", size.parse::<usize>().ok()? + 1))
                }),
                changed(text, index, |line| {
                    let (tag, label) = line.strip_prefix("    ")?.split_once(": ")?;
                    Some(format!("    {}: {label}", tag.parse::<u8>().ok()?.checked_add(100)?))
                }),
                changed(text, index, |line| line.contains("repeat-expr: 3").then(|| line.replace('3', "4"))),
            ];
            for mutant in mutants.into_iter().flatten() {
                planted += 1;
                if layouts(&all, Some((name, &mutant))).import(name).is_ok_and(|layout| {
                    compare(original, layout).iter().all(|difference| difference.explained.is_some())
                }) {
                    unseen.push(format!("{name}, line {}: {}", index + 1, mutant.lines().nth(index).unwrap()));
                }
            }
        }
    }
    assert!(unseen.is_empty(), "{} of {planted}: {:#?}", unseen.len(), unseen.iter().take(20).collect::<Vec<_>>());
    assert!(planted > 400, "{planted}");
}
