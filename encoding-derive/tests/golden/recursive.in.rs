#[encoding(mu = "path", depth = DEPTH)]
#[derive(Debug, PartialEq)]
pub enum Path {
    Op,
    #[encoding(tag = 0x0f)]
    Right { left: u8, path: Box<Path> },
    #[encoding(tag = 0xf0)]
    Left { path: Box<Self>, right: u8 },
}
