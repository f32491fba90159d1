meta:
  id: mixed
  application: tezos-codec
  endian: be
doc: "Encoding id: mixed"
types:
  case_10:
    seq:
    - id: b
      type: u2be
  case_11:
    seq:
    - id: b
      type: u2be
  case_12:
    seq:
    - id: b
      type: s4be
  case_13:
    seq:
    - id: b
      type: s4be
  case_8:
    seq:
    - id: b
      type: u1
  case_9:
    seq:
    - id: b
      type: u1
  value:
    seq:
    - id: value_tag
      type: u1
      enum: value_tag
    - id: case_8
      type: case_8
      if: (value_tag == value_tag::case_8)
    - id: case_9
      type: case_9
      if: (value_tag == value_tag::case_9)
    - id: case_10
      type: case_10
      if: (value_tag == value_tag::case_10)
    - id: case_11
      type: case_11
      if: (value_tag == value_tag::case_11)
    - id: case_12
      type: case_12
      if: (value_tag == value_tag::case_12)
    - id: case_13
      type: case_13
      if: (value_tag == value_tag::case_13)
  value_0:
    seq:
    - id: num_value
      type: n
    - id: value_entries
      type: f8
      repeat: expr
      repeat-expr: num_value.value
  n:
    seq:
    - id: n
      type: n_chunk
      repeat: until
      repeat-until: not (_.has_more).as<bool>
    instances:
      value:
        value: >-
          n[0].payload + (n.size > 1 ? n[1].payload * 128 : 0) + (n.size > 2 ? n[2].payload * 16384 : 0)
          + (n.size > 3 ? n[3].payload * 2097152 : 0) + (n.size > 4 ? n[4].payload * 268435456 : 0)
  n_chunk:
    seq:
    - id: has_more
      type: b1be
    - id: payload
      type: b7be
enums:
  mixed_field0:
    0:
      id: red
      doc: "red"
    1:
      id: green
      doc: "green"
  value_tag:
    0:
      id: case_0
      doc: "case_0"
    1:
      id: case_1
      doc: "case_1"
    8:
      id: case_8
      doc: "case_8"
    9:
      id: case_9
      doc: "case_9"
    10:
      id: case_10
      doc: "case_10"
    11:
      id: case_11
      doc: "case_11"
    12:
      id: case_12
      doc: "case_12"
    13:
      id: case_13
      doc: "case_13"
seq:
- id: mixed_field0
  type: u1
  enum: mixed_field0
- id: mixed_field1
  type: value
- id: mixed_field2
  type: value_0
