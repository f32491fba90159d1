/// Fields that may be absent, limits, and a view.
#[derive(Clone, Debug, PartialEq)]
#[rlp(view)]
pub struct Deposit {
    #[rlp(since_items = 4)]
    pub version: u8,
    #[encoding(dynamic, bytes = 100)]
    pub data: Vec<u8>,
    #[rlp(little)]
    pub level: u32,
    #[rlp(option = "list")]
    pub amount: Option<u64>,
    #[rlp(skip)]
    pub cache: u8,
    #[rlp(trailing)]
    pub first: Option<u8>,
    #[rlp(trailing)]
    pub second: Option<Vec<u8>>,
}
