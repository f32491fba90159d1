meta:
  id: p2p_connection__ack
  endian: be
doc: ! 'Encoding id: p2p_connection.ack'
types:
  nack:
    seq:
    - id: nack_field0
      type: u2be
    - id: nack_field1
      size-eos: true
enums:
  ack_tag:
    0: ack
    2: nack
seq:
- id: ack_tag
  type: u1
  enum: ack_tag
- id: nack
  type: nack
  if: (ack_tag == ack_tag::nack)
