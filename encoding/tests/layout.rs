//! Pictures of encodings: offsets, sizes, and what determines them; and that the SVG is well-formed.

#![allow(dead_code, reason = "only the schemas of the types are used")]

use tezos_encoding::HasEncoding;
use tezos_encoding::schema::describe;
use tezos_encoding::schema::layout::{LayoutPart, PartKind, Picture, layout};

fn picture<T: HasEncoding>() -> Picture {
    layout(&describe(T::ENCODING))
}

fn positions(parts: &[LayoutPart]) -> Vec<(&str, &str, Option<&str>)> {
    parts.iter().map(|part| (part.offset.as_str(), part.size.as_str(), part.determined.as_deref())).collect()
}

/// Checks that every element is closed, in order.
#[track_caller]
fn check_document(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name), "{svg}"),
            (false, false) => open.push(name),
            (false, true) => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert_eq!(
        svg.matches('&').count(),
        svg.matches("&lt;").count() + svg.matches("&gt;").count(),
        "an escape is missing"
    );
}

#[derive(HasEncoding)]
#[encoding(id = "a<b>")]
struct Name(#[encoding(string)] String);

#[derive(HasEncoding)]
struct Peer {
    port: u16,
    name: Option<Name>,
    #[encoding(dynamic, list)]
    keys: Vec<[u8; 4]>,
    #[encoding(bytes)]
    rest: Vec<u8>,
    last: u32,
}

#[test]
fn offsets_continue_after_parts_of_variable_size() {
    let picture = picture::<Peer>();
    assert_eq!(
        positions(&picture.blocks[0].parts),
        [
            ("0", "2", None),
            ("2", "1", None),
            ("3", "m = 0 or n", Some("the flag at 2, then its own bytes")),
            ("3 + m", "4", None),
            ("7 + m", "k", Some("the size at 3 + m")),
            ("7 + m + k", "rest", Some("up to the end")),
            ("end − 4", "4", None),
        ]
    );
    let parts = &picture.blocks[0].parts;
    assert_eq!((parts[1].kind, parts[1].determines, parts[2].is_optional), (PartKind::Flag, 1, true));
    assert_eq!((parts[3].kind, parts[3].determines), (PartKind::Size, 1));
    assert_eq!(picture.blocks[parts[2].block.unwrap()].title.as_deref(), Some("a<b>"));
    check_document(&picture.to_svg());
}

#[derive(HasEncoding)]
#[encoding(tags = "u8")]
enum Message {
    #[encoding(tag = 0)]
    Ping,
    #[encoding(tag = 7)]
    Say(#[encoding(string)] String, u8),
}

#[test]
fn cases_are_branches_after_the_tag() {
    let picture = picture::<Message>().titled("message");
    let block = &picture.blocks[0];
    assert_eq!((block.title.as_deref(), block.parts[0].kind), (Some("message"), PartKind::Tag));
    let branches: Vec<_> = block.branches.iter().map(|branch| (branch.tag, branch.title.as_str())).collect();
    assert_eq!(branches, [(Some(0), "Ping"), (Some(7), "Say")]);
    assert_eq!(block.branches[0].parts, []);
    let first = &block.branches[1].parts[0];
    assert_eq!(first.offset, "1");
    check_document(&picture.to_svg());
    assert!(picture.to_markdown().contains("### Say (tag 7)"), "{}", picture.to_markdown());
}

#[test]
fn the_picture_of_an_empty_encoding() {
    let picture = picture::<()>();
    assert_eq!(picture.blocks[0].parts, []);
    assert_eq!(picture.to_markdown(), "No bytes.\n");
    check_document(&picture.to_svg());
}

#[test]
fn constraints_beyond_the_layout_are_listed_below() {
    #[derive(HasEncoding)]
    #[encoding(id = "key")]
    #[allow(dead_code, reason = "only the schema of the type is used")]
    struct Key(#[encoding(dynamic, bytes = 64)] Vec<u8>);
    #[derive(HasEncoding)]
    #[allow(dead_code, reason = "only the schema of the type is used")]
    struct Peer {
        key: Key,
        #[encoding(dynamic, list)]
        hashes: Vec<[u8; 32]>,
        #[encoding(dynamic, list)]
        others: Vec<Key>,
    }
    let picture = layout(&describe(Peer::ENCODING));
    let demands: Vec<_> = picture.demands.iter().map(|it| (it.place.as_str(), it.words.as_str())).collect();
    assert_eq!(demands, [("key", "at most 64 bytes"), ("hashes[]", "exactly 32 bytes")]);
    assert!(picture.to_markdown().ends_with("| `key` | at most 64 bytes |\n| `hashes[]` | exactly 32 bytes |\n"));
    assert!(picture.to_svg().contains("Constraints beyond the layout") && !picture.to_svg().contains('\0'));
    // A description in the reference's format does not contain the constraints.
    let reference = tezos_encoding::schema::Description::from_json(&describe(Peer::ENCODING).to_json()).unwrap();
    assert!(layout(&reference).demands.is_empty());
}
