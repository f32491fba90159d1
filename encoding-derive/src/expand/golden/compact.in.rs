/// Parts that share the bits of a tag: by their type, optional, short, and none.
#[encoding(compact(tag = "u16"))]
#[derive(Clone, Debug, PartialEq)]
pub struct Transfer {
    pub urgent: bool,
    pub amount: Option<i64>,
    #[encoding(list(bits = 2))]
    pub path: Vec<u16>,
    #[encoding(payload)]
    pub level: i32,
    #[encoding(skip)]
    pub seen: bool,
}
