/// A struct with chains, a reserved tail, a skipped field and a digest, to which fields may be added.
#[encoding(id = "header")]
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub struct Header {
    #[encoding(builtin = "Int31")]
    pub level: i32,
    #[encoding(dynamic = "100", list = 4, dynamic, bytes)]
    pub fitness: Vec<Vec<u8>>,
    #[encoding(option, string = 8)]
    pub name: Option<String>,
    #[encoding(skip = "7")]
    pub cache: u8,
    #[encoding(bytes, reserve = 2)]
    pub data: Vec<u8>,
    #[encoding(name = "proof")]
    pub r#type: u16,
    #[encoding(hash)]
    pub hash: Digest,
}
