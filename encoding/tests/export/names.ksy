meta:
  id: names
  application: tezos-codec
  endian: be
doc: "Encoding id: names"
types:
  a:
    seq:
    - id: len_a
      type: u4be
      valid:
        max: 1073741823
    - id: a
      type: a_1
      size: len_a
  a_0:
    seq:
    - id: len_a
      type: u4be
      valid:
        max: 1073741823
    - id: a
      type: a_2
      size: len_a
  a_1:
    seq:
    - id: a_entries
      type: u1
      repeat: eos
  a_2:
    seq:
    - id: a_entries
      type: u1
      repeat: eos
  bytes_dyn_uint30:
    seq:
    - id: len_bytes_dyn_uint30
      type: u4be
      valid:
        max: 1073741823
    - id: bytes_dyn_uint30
      size: len_bytes_dyn_uint30
  end:
    seq:
    - id: end_tag
      type: u1
      enum: end_tag
    - id: or_0
      type: u1
      if: (end_tag == end_tag::or_0)
    - id: or_1
      type: bytes_dyn_uint30
      if: (end_tag == end_tag::or_1)
enums:
  end_tag:
    0:
      id: and_0
      doc: "and"
    1:
      id: or_0
      doc: "Or"
    2:
      id: or_1
      doc: "or"
seq:
- id: if
  type: u1
- id: end
  type: end
- id: a
  type: a
- id: a_0
  type: a_0
