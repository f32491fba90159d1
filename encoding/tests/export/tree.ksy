meta:
  id: tree
  application: tezos-codec
  endian: be
doc: "Encoding id: tree"
types:
  many:
    seq:
    - id: len_many
      type: u4be
      valid:
        max: 1073741823
    - id: many
      type: many_0
      size: len_many
  many_0:
    seq:
    - id: many_entries
      type: tree_0
      repeat: eos
  node:
    seq:
    - id: left
      type: tree_0
    - id: right
      type: tree_0
  tree_0:
    seq:
    - id: tree_0_tag
      type: u1
      enum: tree_tag
    - id: leaf
      type: z
      if: (tree_0_tag == tree_tag::leaf)
    - id: node
      type: node
      if: (tree_0_tag == tree_tag::node)
    - id: many
      type: many
      if: (tree_0_tag == tree_tag::many)
  n_chunk:
    seq:
    - id: has_more
      type: b1be
    - id: payload
      type: b7be
  z:
    seq:
    - id: has_tail
      type: b1be
    - id: sign
      type: b1be
    - id: payload
      type: b6be
    - id: tail
      type: n_chunk
      repeat: until
      repeat-until: not (_.has_more).as<bool>
      if: has_tail.as<bool>
enums:
  tree_tag:
    0:
      id: leaf
      doc: "Leaf"
    1:
      id: node
      doc: "Node"
    2:
      id: many
      doc: "Many"
seq:
- id: tree_tag
  type: u1
  enum: tree_tag
- id: leaf
  type: z
  if: (tree_tag == tree_tag::leaf)
- id: node
  type: node
  if: (tree_tag == tree_tag::node)
- id: many
  type: many
  if: (tree_tag == tree_tag::many)
