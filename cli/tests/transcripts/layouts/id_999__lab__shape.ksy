meta:
  id: id_999__lab__shape
  endian: be
  imports:
  - chain_id
doc: ! 'Encoding id: 999-Lab.shape'
types:
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
  circle:
    seq:
    - id: radius
      type: n
    - id: filled
      type: u1
      enum: bool
enums:
  bool:
    0: false
    255: true
  kind_tag:
    0: point
    1: circle
seq:
- id: chain
  type: chain_id
- id: kind_tag
  type: u1
  enum: kind_tag
- id: circle
  type: circle
  if: (kind_tag == kind_tag::circle)
