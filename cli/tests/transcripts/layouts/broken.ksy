meta:
  id: broken
  endian: be
seq:
- id: a
  type: u1
- id: b
  process: zlib
