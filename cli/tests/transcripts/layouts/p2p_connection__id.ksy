meta:
  id: p2p_connection__id
  endian: be
doc: ! 'Encoding id: p2p_connection.id'
types:
  bytes_dyn_uint30:
    seq:
    - id: len_bytes_dyn_uint30
      type: u4be
      valid:
        max: 1073741823
    - id: bytes_dyn_uint30
      size: len_bytes_dyn_uint30
enums:
  bool:
    0: false
    255: true
seq:
- id: port_tag
  type: u1
  enum: bool
- id: port
  type: u2be
  if: (port_tag == bool::true)
- id: addr
  type: bytes_dyn_uint30
