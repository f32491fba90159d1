#[derive(Debug, PartialEq)]
pub enum Narrow {
    A,
    #[encoding(tag = 255)]
    B(u32),
}
