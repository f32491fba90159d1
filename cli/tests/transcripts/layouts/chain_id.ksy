meta:
  id: chain_id
  endian: be
doc: ! 'Encoding id: chain_id'
seq:
- id: chain_id
  size: 4
