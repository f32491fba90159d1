meta:
  id: peer
  application: tezos-codec
  endian: be
doc: "Encoding id: peer"
types:
  flags:
    seq:
    - id: flags
      type: u1
      enum: bool
  name:
    seq:
    - id: len_name
      type: u1
      valid:
        max: 40
    - id: name
      size: len_name
  n:
    seq:
    - id: n
      type: n_chunk
      repeat: until
      repeat-until: not (_.has_more).as<bool>
  n_chunk:
    seq:
    - id: has_more
      type: b1be
    - id: payload
      type: b7be
enums:
  bool:
    0: false
    255: true
seq:
- id: port
  type: u2be
- id: name
  type: name
- id: flags_entries
  type: flags
  repeat: expr
  repeat-expr: 2
- id: weight_tag
  type: u1
  enum: bool
- id: weight
  type: n
  if: (weight_tag == bool::true)
- id: rest
  size: _io.size - _io.pos - 1
- id: end
  type: s1
