/// A type that goes over the wire as another.
#[encoding(try_from = "u16", into = "u16")]
#[derive(Debug, PartialEq)]
pub struct Port(u32);
