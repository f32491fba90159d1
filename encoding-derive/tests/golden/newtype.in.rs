#[derive(Debug, PartialEq)]
pub struct Hash([u8; 4]);
