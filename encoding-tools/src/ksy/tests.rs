//! Tests of layouts of Kaitai Struct: import and comparison with schemas.

#![allow(clippy::arithmetic_side_effects, clippy::panic, clippy::unwrap_used, reason = "a failing test panics")]

mod comparison;
mod import;
mod octez;

use tezos_encoding_core::schema::Encoding;

use super::{KsyError, Layouts, compare};
use crate::grammar;

/// A layout as the printer of Octez would write it, with every feature that it supports.
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

/// The layout that it imports.
const HASH: &str = "meta: {id: hash, endian: be}\nseq:\n- id: hash\n  size: 4\n";

/// The same encoding. The names of its field `colour` differ in case: `LEFT` and `Left` are different.
const SAME: &str = "obj{hash: fixed_bytes(4); \
    body: union(tag=uint8){1 Point: obj{x: int16; y: uint16} | 3 Name: obj{text: string} | 4 Nothing}; \
    colour: string_enum(LEFT,Left); weight?: int31; is_old: bool; small: ranged_int(0,9); \
    tags: dynamic_size(uint16, check_size(100, variable_list(n))); pair: fixed_list(2, uint8); rest: variable_bytes}";

fn note() -> String {
    NOTE.replace("  tags_entries:", "  pair_entries:\n    seq:\n    - id: pair_elt\n      type: u1\n  tags_entries:")
}

/// Imports a text that may import [`HASH`].
fn import(text: &str) -> Result<&'static Encoding, KsyError> {
    Layouts::new(|name| match name {
        "note" => Ok(text.to_owned()),
        "hash" => Ok(HASH.to_owned()),
        _ => Err("no such file".to_owned()),
    })
    .import("note")
}

/// Returns the differences between an encoding and a layout, one per line.
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
