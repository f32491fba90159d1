/// Cases above the bits that they share.
#[encoding(compact)]
#[derive(Debug, PartialEq)]
pub enum Amount {
    Flag(bool),
    Nothing,
    Pair { left: i32, right: Option<bool> },
}
