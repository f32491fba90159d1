#![allow(missing_docs)]
use tezos_encoding::*;

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
struct Hash([u8; 4]);

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
struct Header {
    level: i32,
    #[encoding(dynamic = "100", list, dynamic, bytes)]
    fitness: Vec<Vec<u8>>,
    pred: Hash,
    #[encoding(bytes)]
    data: Vec<u8>,
}

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = 8)]
enum Path {
    #[encoding(tag = 0)]
    Op,
    #[encoding(tag = 0x0f)]
    Right { left: Hash, path: Box<Path> },
    #[encoding(tag = 0xf0)]
    Left { path: Box<Self>, right: Hash },
}

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16", dynamic)]
enum Message<'a> {
    #[encoding(tag = 0x10)]
    GetHeaders(#[encoding(name = "get_headers", dynamic, list = 3)] Vec<Hash>),
    Header(#[encoding(bounded = 60)] Header),
    Raw(#[encoding(bytes)] &'a [u8]),
    Path(Path),
    Unit,
}

fn round(m: Message<'_>, hex: &str) {
    let b = m.to_bytes().unwrap();
    let h: String = b.iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(h, hex);
    assert_eq!(Message::from_canonical_bytes(&b).unwrap(), m);
    for cut in 0..b.len() {
        let e = Message::from_bytes(&b[..cut]).unwrap_err();
        println!("{e}");
    }
}

#[test]
fn all() {
    round(Message::GetHeaders(vec![Hash([1; 4]), Hash([2; 4])]), "0000000e0010000000080101010102020202");
    round(Message::Unit, "000000020014");
    round(Message::Raw(&[1, 2]), "0000000400120102");
    round(
        Message::Path(Path::Left { path: Box::new(Path::Right { left: Hash([1; 4]), path: Box::new(Path::Op) }), right: Hash([2; 4]) }),
        "0000000d0013f00f010101010002020202",
    );
    round(
        Message::Header(Header { level: 1, fitness: vec![vec![1], vec![]], pred: Hash([3; 4]), data: vec![9] }),
        "00000018001100000001000000090000000101000000000303030309",
    );
}
