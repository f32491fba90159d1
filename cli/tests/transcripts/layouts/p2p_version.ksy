meta:
  id: p2p_version
  endian: be
doc: ! 'Encoding id: p2p_version'
seq:
- id: p2p_version
  type: u4be
