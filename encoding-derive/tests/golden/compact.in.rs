/// Cases above the bits that they share: one without fields, one with a field of its own bits and a payload.
#[encoding(compact)]
#[derive(Debug, PartialEq)]
pub enum Amount {
    Nothing,
    Sum { tez: i32 },
}
