//! `mu`, `mu = "name"`, `mu(variable, name = "..", depth = N)`, `depth = N`: recursive types, with a limit on their depth.

use tezos_encoding::Revision;

use crate::common::*;

const DEEP: u32 = 3;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = DEEP)]
enum Path {
    #[encoding(tag = 0)]
    Op,
    #[encoding(tag = 0x0f)]
    Right { left: u8, path: Box<Path> },
    #[encoding(tag = 0xf0)]
    Left { path: Box<Self>, right: u8 },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "micheline")]
struct Node {
    label: u16,
    #[encoding(dynamic, list)]
    children: Vec<Node>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu(variable, name = "rest", depth = 2))]
enum Rest {
    End(Vec<u8>),
    More(u8, Box<Rest>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, dynamic = 20)]
struct Wrapped {
    next: Option<Box<Wrapped>>,
}

/// Two types that contain each other: one of them has `mu`.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, tags = "u16", json(first_match))]
enum Even {
    Zero,
    Next(Odd),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Odd(Box<Even>);

fn path(levels: usize) -> Path {
    (1..levels).fold(Path::Op, |path, _| Path::Right { left: 7, path: Box::new(path) })
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Path>(), Size::dynamic(1, None));
    schema_contains::<Path>(&["Mu { name: \"path\", class: Dynamic, least: 1, depth: 3,"]);
    schema_contains::<Node>(&["Mu { name: \"micheline\", class: Dynamic, least: 2, depth: 256"]);
    schema_contains::<Rest>(&["Mu { name: \"rest\", class: Variable, least: 1, depth: 2,"]);
    schema_contains::<Even>(&["Mu { name: \"even\", class: Dynamic, least: 2, depth: 256"]);
    assert_eq!(size::<Rest>().class, Class::Variable);
    assert_eq!(size::<Odd>(), size::<Even>());
    both(&path(1), "00");
    both(&path(3), "0f 07 0f 07 00");
    let mixed = Path::Left { path: Box::new(path(2)), right: 9 };
    both(&mixed, "f0 0f 07 00 09");
    let node = |label, children| Node { label, children };
    both(
        &node(1, vec![node(2, vec![]), node(3, vec![node(4, vec![])])]),
        "0001 00000012 0002 00000000 0003 00000006 0004 00000000",
    );
    both(&Rest::More(1, Box::new(Rest::End(vec![2, 3]))), "01 01 00 0203");
    both(&Wrapped { next: Some(Box::new(Wrapped { next: None })) }, "00000006 ff 00000001 00");
    both(&Even::Next(Odd(Box::new(Even::Zero))), "0001 0000");
}

#[test]
fn reading_and_writing_have_the_same_limit() {
    both(&path(3), "0f 07 0f 07 00");
    refused::<Path>("0f 07 0f 07 0f 07 00", "Too_deep", "path.path.path", 6);
    unwritable(&path(4), "Too_deep", "path.path.path");
    both(&Rest::More(1, Box::new(Rest::End(vec![]))), "01 01 00");
    refused::<Rest>("01 01 01 01 00", "Too_deep", "1.1", 4);
}

/// A recursive type with a block whose size is filled in, and one whose size must be known before.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, json(first_match))]
enum Blocks {
    Bytes(#[encoding(dynamic = 300)] Vec<u8>),
    Filled(#[encoding(dynamic(kind = "u8"))] Box<Blocks>),
    Ahead(#[encoding(dynamic(kind = "n"))] Box<Blocks>),
    Since {
        #[encoding(since = 2)]
        nonce: Option<u8>,
    },
}

#[test]
fn one_pass_writes_what_two_passes_write() {
    let filled = |inner| Blocks::Filled(Box::new(inner));
    let ahead = |inner| Blocks::Ahead(Box::new(inner));
    let bytes = |count| Blocks::Bytes(vec![7; count]);
    for value in [filled(bytes(1)), ahead(bytes(200)), filled(ahead(filled(bytes(2)))), ahead(ahead(bytes(100)))] {
        let newest = Revision::NEWEST.of(&value);
        let written = newest.to_bytes().unwrap();
        assert_eq!((written.capacity(), newest.encoded_len()), (written.len(), Ok(written.len())));
        let (mut appended, mut slice, mut stream) = (vec![1], [0; 300], Vec::new());
        assert_eq!(newest.encode_into(&mut appended), Ok(written.len()));
        assert_eq!(newest.write_to_slice(&mut slice), Ok(written.len()));
        assert_eq!(newest.write_to(&mut stream).unwrap(), written.len());
        assert!([&appended[1..], &slice[..written.len()], &stream] == [&written[..]; 3]);
        assert_eq!(Revision::NEWEST.decode(&written), Ok(value));
    }
    for (value, name) in [
        (filled(bytes(252)), "Size_limit_exceeded"),
        (filled(ahead(bytes(301))), "Size_limit_exceeded"),
        ((0..256).fold(bytes(0), |inner, _| ahead(inner)), "Too_deep"),
        (Blocks::Since { nonce: None }, "Missing_field"),
    ] {
        let newest = Revision::NEWEST.of(&value);
        let (error, mut appended) = (newest.encoded_len().unwrap_err(), vec![1]);
        assert_eq!(error.kind().name(), name);
        assert_eq!((newest.encode_into(&mut appended), appended), (Err(error.clone()), vec![1]));
        assert_eq!(newest.to_bytes(), Err(error));
    }
}

#[test]
fn siblings_do_not_add_depth() {
    let node = Node { label: 1, children: (0..1000).map(|label| Node { label, children: vec![] }).collect() };
    let bytes = node.to_bytes().unwrap();
    assert_eq!(Node::from_bytes(&bytes).unwrap(), node);
}

#[test]
fn the_default_is_256_levels() {
    let bytes = |levels: usize| [[0, 1].repeat(levels.saturating_sub(1)), vec![0, 0]].concat();
    let deepest = Even::from_bytes(&bytes(256)).unwrap();
    assert_eq!(deepest.to_bytes().unwrap(), bytes(256));
    let error = Even::from_bytes(&bytes(257)).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("Too_deep", 512));
    let deeper = Even::Next(Odd(Box::new(deepest)));
    assert_eq!(deeper.to_bytes().unwrap_err().kind().name(), "Too_deep");
}

#[test]
fn the_caller_may_lower_the_limit() {
    let (shallow, deep) = (hex("0f 07 00"), hex("0f 07 0f 07 0f 07 00"));
    let limits = |levels| Limits::default().with_max_depth(levels);
    assert_eq!(Path::from_bytes_with(shallow, limits(2)).unwrap(), path(2));
    let error = Path::from_bytes_with(shallow, limits(1)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::TooDeep { limit: 1 }, 2));
    assert_eq!(error.path().to_string(), "path");
    assert_eq!(Path::from_bytes_with(shallow, limits(0)).unwrap_err().offset(), 0);
    // The caller cannot raise the limit: every value that can be read can be written.
    for levels in [4, u32::MAX] {
        let error = Path::from_bytes_with(deep, limits(levels)).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (&ErrorKind::TooDeep { limit: 3 }, 6));
        assert_eq!(error.path().to_string(), "path.path.path");
    }
}

/// Nested size prefixes of variable width: the sizes of inner blocks must be computed first.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
struct Numbered(u8, #[encoding(dynamic(kind = "n"), list)] Vec<Numbered>);

#[test]
fn variable_size_prefixes_of_nested_blocks() {
    let leaf = |label| Numbered(label, vec![]);
    both(&Numbered(1, vec![leaf(2), Numbered(3, vec![leaf(4)])]), "01 06 02 00 03 02 04 00");
    let (mut value, mut bytes) = (leaf(9), vec![9, 0]);
    for _ in 1..250u32 {
        value = Numbered(7, vec![value]);
        let size = bytes.len();
        let low = u8::try_from(size & 0x7f).unwrap();
        let size = if size < 128 { vec![low] } else { vec![low | 0x80, u8::try_from(size >> 7).unwrap()] };
        bytes = [vec![7], size, bytes].concat();
    }
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    both(&value, &digits);
}

/// Two types that contain each other: both have `mu`.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
struct Block {
    level: u16,
    next: Option<Box<Batch>>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
struct Batch {
    #[encoding(dynamic = 100, list)]
    blocks: Vec<Block>,
    last: u8,
}

/// Two types that contain each other: only this one has `mu`.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
struct Folder {
    #[encoding(dynamic(kind = "u16"), list)]
    files: Vec<File>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct File {
    size: u16,
    inside: Option<Folder>,
}

#[allow(non_camel_case_types, reason = "keywords are lowercase")]
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
struct r#loop {
    level: u8,
    next: Option<Box<r#loop>>,
}

#[test]
fn types_that_contain_each_other() {
    let batch = Batch { blocks: vec![Block { level: 2, next: None }], last: 3 };
    both(&Block { level: 1, next: Some(Box::new(batch)) }, "0001 ff 00000003 000200 03");
    schema_contains::<Block>(&["Mu { name: \"block\", class: Dynamic, least: 3, depth: 256"]);
    schema_contains::<Batch>(&["Mu { name: \"batch\", class: Dynamic, least: 5, depth: 256"]);
    both(&Folder { files: vec![File { size: 1, inside: Some(Folder { files: vec![] }) }] }, "0005 0001 ff 0000");
    schema_contains::<Folder>(&["Mu { name: \"folder\", class: Dynamic, least: 2, depth: 256"]);
}

#[test]
fn raw_names() {
    both(&r#loop { level: 1, next: Some(Box::new(r#loop { level: 2, next: None })) }, "01 ff 02 00");
    schema_contains::<r#loop>(&["Mu { name: \"loop\", class: Dynamic, least: 1, depth: 256"]);
}
