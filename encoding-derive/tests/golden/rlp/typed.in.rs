/// Envelopes, one of which is a list.
#[derive(Clone, Debug, PartialEq)]
#[rlp(typed)]
pub enum Sent {
    #[rlp(list)]
    Old(Vec<u16>),
    #[encoding(tag = 2)]
    New(String),
}
