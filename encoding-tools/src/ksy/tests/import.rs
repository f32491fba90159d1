//! Tests of what is imported and what is refused.

use tezos_encoding_core::walk::to_json;

use super::{NOTE, differences, import, note};
use crate::ksy::{Layouts, is_name, layout_name};

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

/// Each type has two fields of the next: the last of 40 has 2^40 parts.
#[test]
fn layouts_that_unfold_without_end_are_refused() {
    let doubled = |types: usize| {
        let of = |next: usize| if next == 0 { "u1".to_owned() } else { format!("t{next}") };
        let lines = (1..=types)
            .map(|it| format!("  t{it}: {{seq: [{{id: a, type: {0}}}, {{id: b, type: {0}}}]}}\n", of(it - 1)));
        let types: String = lines.chain([format!("seq:\n- {{id: all, type: t{types}}}\n")]).collect();
        import(&format!("meta: {{id: note, endian: be}}\ntypes:\n{types}"))
    };
    assert_eq!(
        to_json(doubled(2).unwrap(), &[1, 2, 3, 4]).unwrap(),
        r#"{"all":{"a":{"a":1,"b":2},"b":{"a":3,"b":4}}}"#
    );
    assert!(doubled(15).is_ok());
    let error = doubled(40).unwrap_err().to_string();
    assert!(error.contains("`t16`: this has more than 100000 parts"), "{error}");
}

#[test]
fn an_enumeration_of_fifty_thousand_names_is_imported() {
    let names: String = (0..50_000).map(|number| format!("    {number}: name{number}\n")).collect();
    let text = format!("meta: {{id: note, endian: be}}\nenums:\n  e:\n{names}seq:\n- {{id: e, type: u2, enum: e}}\n");
    assert_eq!(to_json(import(&text).unwrap(), &[0xc3, 0x4f]).unwrap(), "{\"e\":\"name49999\"}");
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
        ("[]".to_owned(), "note.ksy, line 1: `the file` is not a mapping"),
        ("meta: {id: note, licence: x}".to_owned(), "note.ksy, line 1: the key `licence`, which Octez does not print here"),
        ("meta: {imports: x}".to_owned(), "note.ksy, line 1: `imports` is not a sequence"),
        ("meta: {imports: [[x]]}".to_owned(), "note.ksy, line 1: `imports` is not text"),
        ("doc: [x]".to_owned(), "note.ksy, line 1: `doc` is not text"),
        ("? [x]\n: y".to_owned(), "note.ksy, line 1: a key that is not text"),
        ("a: &b 1\nc: *b".to_owned(), "note.ksy, line 2: an alias, which Octez does not print"),
        ("types:\n  t:\n    instances: {}".to_owned(), "note.ksy, line 3: the key `instances`, which Octez does not print here"),
        ("enums:\n  e:\n    x: y".to_owned(), "note.ksy, line 3: the key `x`, which Octez does not print here"),
        ("enums:\n  e:\n    1: {doc: y}".to_owned(), "note.ksy, line 3: a value without an `id`"),
        ("enums:\n  e:\n    1: {id: y, at: z}".to_owned(), "note.ksy, line 3: the key `at`, which Octez does not print here"),
        (seq("- id: a\n  size: 1\n  encoding: ASCII"), "note.ksy, line 6: the key `encoding`, which Octez does not print here"),
        (seq("- id: a\n  type: u1\n  repeat: never"), "note.ksy, line 6: the key `repeat`, which Octez does not print here"),
        (seq("- id: a\n  type: u1\n  valid: {eq: 1}"), "note.ksy, line 6: the key `eq`, which Octez does not print here"),
        (seq("- id: a\n  type: u1\n  valid: {max: 1.5}"), "note.ksy, line 4: the limit 1.5 does not fit the integer"),
        (
            seq("- id: a\n  type: a\n  size-eos: true"),
            "note.ksy, line 4: `type` and `size-eos` in one attribute, which Octez does not print",
        ),
        (
            seq("- id: len_a\n  type: u8\n- id: a\n  size: len_a"),
            "note.ksy, line 4: a size must be `u1`, `u2` or `u4`",
        ),
        (
            seq("- id: len_a\n  type: s2\n- id: a\n  size: len_a"),
            "note.ksy, line 4: a size must be `u1`, `u2` or `u4`",
        ),
        (
            seq("- id: a\n  size-eos: true\n- id: b\n  type: n")
                + "types: {n_chunk: {}, n: {seq: [{id: n, type: n_chunk, repeat: until, repeat-until: x}]}}",
            "note.ksy, line 4: this extends to the end of the block, but the following fields have no fixed size",
        ),
        (
            seq("- id: a\n  size: _io.size - _io.pos - 2\n- id: b\n  type: u1"),
            "note.ksy, line 4: this leaves another number of bytes than the following fields have",
        ),
        (
            "enums: {e: {0: x, 256: y}}\nseq:\n- id: e_tag\n  type: u1\n  enum: e\n- id: x\n  size: 1\n  if: (e_tag == e::x)".to_owned(),
            "note.ksy, line 3: `e`: a value is too large for the tag",
        ),
        (
            "enums: {e: {0: x}}\nseq:\n- id: e_tag\n  type: u1\n  enum: e\n- id: y\n  size: 1\n  if: (e_tag == e::y)".to_owned(),
            "note.ksy, line 6: `e`: the enumeration has no value for this `if`",
        ),
        (
            "enums: {bool: {0: false, 255: true}}\nseq:\n- {id: t, type: u1, enum: bool}\n- {id: a, size: 1, if: (t == bool::true)}\n- {id: b, size: 1, if: (t == bool::true)}".to_owned(),
            "note.ksy, line 5: two values share one presence flag",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(import(&text).unwrap_err().to_string(), expected);
    }
}

/// Types in types, and values in values of YAML, up to their limits.
#[test]
fn nesting_is_limited() {
    let types = |levels: usize| {
        let inner = (1..levels).map(|level| format!("  t{level}: {{seq: [{{id: a, type: t{}}}]}}\n", level + 1));
        let types: String = inner.collect();
        format!("types:\n{types}  t{levels}: {{seq: [{{id: a, size: 1}}]}}\nseq: [{{id: a, type: t1}}]\n")
    };
    // The file itself is the first level.
    assert!(import(&types(199)).is_ok());
    let error = import(&types(200)).unwrap_err().to_string();
    assert_eq!(error, "note.ksy, line 200: types are nested deeper than 200 levels");
    let values = |levels: usize| format!("doc: {}x{}", "[".repeat(levels - 1), "]".repeat(levels - 1));
    assert_eq!(import(&values(32)).unwrap_err().to_string(), "note.ksy, line 1: `doc` is not text");
    let error = import(&values(33)).unwrap_err().to_string();
    assert_eq!(error, "note.ksy, line 1: values are nested deeper than 32 levels");
}

#[test]
fn names_are_those_of_the_printer() {
    for (name, expected) in
        [("023-PtSeouLo.a b", "id_023__ptseoulo__a__b"), ("_a", "id__a"), ("é", "id_é"), ("", "id_"), ("A-B", "a__b")]
    {
        assert_eq!(layout_name(name), expected);
    }
    for (name, layout, is_same) in [
        ("Left", "left", true),
        ("left", "left_0", true),
        ("left", "left_12", true),
        ("left", "left_", true),
        ("left", "left_1a", false),
        ("left", "left1", false),
        ("left", "leftover", false),
    ] {
        assert_eq!(is_name(name, layout), is_same, "{name} {layout}");
    }
}
