/// A string, or a list by the number of its items.
#[derive(Clone, Debug, PartialEq)]
#[rlp(untagged)]
pub enum Receiver {
    Address([u8; 3]),
    Pair { tag: u8, contract: Vec<u8> },
    Triple(u8, u8, u8),
}
