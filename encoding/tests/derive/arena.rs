//! `#[derive(Arena)]`, `arena = "Name"`: recursive types of any depth, stored as nodes.

use std::fmt::Debug;

use tezos_encoding::arena::{Builder, Child, Recursive};

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View, Arena)]
#[encoding(mu, depth = 64)]
enum Tree {
    Leaf(#[encoding(builtin = "Int31")] i32),
    Node(Box<Tree>, Box<Self>),
}

/// Recursive values before, between and after other fields.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View, Arena)]
#[expect(clippy::vec_box, reason = "a user may box the elements of a list")]
#[encoding(mu, tags = "u16", arena = "Term", json(first_match))]
enum Expr {
    Zero,
    #[encoding(tag = 0x100)]
    Name(String),
    Call {
        name: String,
        first: Box<Expr>,
        #[encoding(dynamic, list = 3)]
        tags: Vec<u16>,
        second: Box<Expr>,
        line: u8,
    },
    Maybe(Option<Box<Expr>>, u8),
    Marked(#[encoding(option)] Option<Box<Expr>>),
    All(u8, #[encoding(dynamic, list)] Vec<Expr>, u8),
    Few(#[encoding(dynamic = 40, list(min = 1, max = 3))] Vec<Box<Expr>>),
    Block(#[encoding(dynamic(kind = "u8"))] Box<Expr>, #[encoding(dynamic(kind = "n"))] Box<Expr>),
    Noted {
        #[encoding(skip = "7")]
        #[allow(dead_code)]
        note: u8,
        inner: Box<Expr>,
    },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View, Arena)]
#[encoding(mu = "micheline")]
struct Node {
    label: u16,
    #[encoding(dynamic, list)]
    children: Vec<Node>,
    #[encoding(dynamic, list)]
    annotations: Vec<String>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View, Arena)]
#[encoding(mu, tag = 5)]
struct Tagged(u8, Option<Box<Tagged>>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View, Arena)]
#[encoding(mu(variable))]
enum Rest {
    End(Vec<u8>),
    More(u8, Box<Rest>),
}

/// Checks that an arena and boxes encode and decode alike.
fn same<T>(bytes: &str) -> Arena<T>
where
    T: for<'a> Decode<'a> + Encode + View + Recursive<Node: Debug + PartialEq + Clone>,
{
    let bytes = hex(bytes);
    let (boxes, arena) = (T::from_bytes(bytes).unwrap(), Arena::<T>::from_bytes(bytes).unwrap());
    assert_eq!(T::validate(bytes), Ok(()));
    // First, because a digest refuses the bytes of a writer that does not end.
    assert_eq!(Encode::hash::<Everything>(&arena).unwrap(), bytes, "the lengths of nested blocks are known beforehand");
    assert_eq!(boxes.to_bytes().unwrap(), arena.to_bytes().unwrap());
    assert_eq!(arena.to_bytes().unwrap(), bytes, "{arena:?}");
    assert_eq!(boxes.encoded_len(), arena.encoded_len());
    assert_eq!(Encode::hash::<Everything>(&boxes).unwrap(), bytes);
    let mut buffer = vec![0; bytes.len()];
    assert_eq!(arena.write_to_slice(&mut buffer).unwrap(), bytes.len());
    assert_eq!(buffer, bytes);
    assert_eq!(boxes.to_json().unwrap(), arena.to_json().unwrap());
    assert_eq!(arena.clone(), arena);
    for end in 0..bytes.len() {
        alike::<T>(&bytes[..end]);
    }
    for at in 0..bytes.len() {
        for byte in [0, 1, 2, 0x7f, 0xff] {
            let mut changed = bytes.to_vec();
            changed[at] = byte;
            alike::<T>(&changed);
        }
    }
    arena
}

/// Checks that boxes, the arena, validation and the view accept the bytes, or refuse them with the same error.
fn alike<T>(bytes: &[u8])
where
    T: for<'a> Decode<'a> + Encode + View + Recursive<Node: Debug>,
{
    let (arena, valid) = (Arena::<T>::from_bytes(bytes), T::validate(bytes));
    match T::from_bytes(bytes) {
        Ok(boxes) => {
            assert_eq!(Encode::hash::<Everything>(&arena.unwrap()).unwrap(), boxes.to_bytes().unwrap());
            assert_eq!(valid, Ok(()));
        }
        Err(error) => {
            assert_eq!(arena.unwrap_err(), error, "{bytes:02x?}");
            assert_eq!(valid.unwrap_err(), error, "{bytes:02x?}");
        }
    }
}

#[test]
fn the_same_bytes() {
    let arena = same::<Tree>("01 01 00 00000007 00 00000008 00 c0000000");
    assert_eq!(format!("{arena:?}"), "[Leaf(7), Leaf(8), Node(#0, #1), Leaf(-1073741824), Node(#2, #3)]");
    assert_eq!(arena.root().index(), 4);
    let TreeNode::Node(left, _) = arena.get(arena.root()).unwrap() else { panic!() };
    assert_eq!(arena.get(*left), arena.nodes().get(2));
    same::<Tree>("00 00000000");
}

#[test]
fn values_between_other_fields() {
    let call = "0101 00000002 6162  0000  00000004 0001 0002  0100 00000001 63  09";
    same::<Expr>("0000");
    let arena = same::<Expr>(call);
    let Some(Term::Call { name, first, tags, second, line }) = arena.nodes().last() else { panic!("{arena:?}") };
    assert_eq!((name.as_str(), tags.as_slice(), *line), ("ab", &[1, 2][..], 9));
    assert_eq!((first.index(), second.index()), (0, 1));
    same::<Expr>("0102 00 05");
    same::<Expr>("0102 ff 0102 ff 0000 05 06");
    same::<Expr>("0103 ff 0103 00");
    same::<Expr>("0104 07 00000000 08");
    same::<Expr>(&format!("0104 07 00000026 0000 {call} 0104 01 00000000 02 0000 08"));
    same::<Expr>("0105 00000002 0000");
    same::<Expr>("0105 00000006 0000 0000 0000");
    for refused in ["0105 00000000", "0105 00000008 0000 0000 0000 0000", "0105 00000029"] {
        assert!(Expr::from_bytes(hex(refused)).is_err());
        alike::<Expr>(hex(refused));
    }
    same::<Expr>("0106 02 0000 02 0000");
    same::<Expr>("0106 08 0106 02 0000 02 0000 08 0106 02 0000 02 0000");
    same::<Expr>("0107 0107 0000");
}

#[test]
fn lists_of_children() {
    let leaf = "0003 00000000 00000000";
    same::<Node>(leaf);
    let arena =
        same::<Node>(&format!("0001 00000029 {leaf} 0002 0000000a {leaf} 0000000b 00000001 61 00000002 6262 00000000"));
    assert_eq!(arena.nodes().len(), 4);
    assert_eq!(arena.nodes().last().unwrap().children.len(), 2);
    assert_eq!(same::<Tagged>("05 01 ff 05 02 00").nodes().len(), 2);
    assert_eq!(same::<Rest>("01 07 01 08 00 090a").nodes().len(), 3);
}

/// Limits, blocks and flags around children, and fields after them.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View, Arena)]
#[encoding(mu, json(first_match))]
enum Small {
    End,
    Maybe(#[encoding(short_dynamic, option)] Option<Box<Small>>, u8),
    Few(#[encoding(short_dynamic, list(min = 1, max = 2))] Vec<Small>, u8),
    One(#[encoding(dynamic(kind = "u8", max = 2))] Box<Small>, u8),
    Limited(#[encoding(dynamic(kind = "u8", max = 3), list)] Vec<Small>, u8),
    Marked(#[encoding(dynamic(kind = "u8", max = 2), option)] Option<Box<Small>>, u8),
}

#[test]
fn all_short_inputs() {
    each_input(&[0, 1, 2, 3], 5, alike::<Small>);
    each_input(&[0, 3, 4, 5], 5, alike::<Small>);
    for more in ["02 02 0000 07", "02 03 000000 07", "04 03 000000 07", "04 04 00000000 07", "04 04 02010007 07"] {
        alike::<Small>(hex(more));
    }
}

#[test]
fn nodes_at_the_limits_of_the_writer() {
    let parent = |children: usize, of: fn(Vec<Child<Small>>) -> SmallNode| {
        let mut builder = Builder::<Small>::new();
        let children = (0..children).map(|_| builder.push(SmallNode::End).unwrap()).collect();
        builder.push(of(children)).unwrap();
        builder.finish().unwrap().to_bytes().map_err(|error| (error.kind().name(), error.path().to_string()))
    };
    let few = [0, 1, 2, 3].map(|children| parent(children, |few| SmallNode::Few(few, 7)));
    let error = |name| Err((name, "0".to_owned()));
    let written =
        [error("List_too_short"), Ok(vec![2, 1, 0, 7]), Ok(vec![2, 2, 0, 0, 7]), error("List_invalid_length")];
    assert_eq!(few, written);
    assert_eq!(parent(3, |few| SmallNode::Limited(few, 7)), Ok(vec![4, 3, 0, 0, 0, 7]));
    assert_eq!(parent(4, |few| SmallNode::Limited(few, 7)), error("Size_limit_exceeded"));
    let block = |names: usize| {
        let mut builder = Builder::<Expr>::new();
        let name = builder.push(Term::Name("a".repeat(names))).unwrap();
        let zero = builder.push(Term::Zero).unwrap();
        builder.push(Term::Block(name, zero)).unwrap();
        builder.finish().unwrap()
    };
    // A size prefix of one byte.
    assert_eq!(block(249).encoded_len(), Ok(2 + 1 + 255 + 1 + 2));
    let boxes = Expr::Block(Box::new(Expr::Name("a".repeat(250))), Box::new(Expr::Zero)).to_bytes().unwrap_err();
    assert_eq!((block(250).to_bytes().unwrap_err(), boxes.kind().name()), (boxes, "Size_limit_exceeded"));
}

#[test]
fn a_hundred_thousand_levels() {
    // More levels than a type allows. Miri is slow, so that with it there are only slightly more.
    let levels = if cfg!(miri) { 300 } else { 100_000 };
    let left = [vec![1; levels], [0, 0, 0, 0, 7].repeat(levels + 1)].concat();
    let right = [[1, 0, 0, 0, 0, 7].repeat(levels), vec![0, 0, 0, 0, 8]].concat();
    for (bytes, with_errors) in [(left, false), (right, true)] {
        on_a_small_stack(move || {
            let arena = Arena::<Tree>::from_bytes(&bytes).unwrap();
            assert_eq!(arena.nodes().len(), 2 * levels + 1);
            assert_eq!(Encode::hash::<Everything>(&arena).unwrap(), bytes);
            assert_eq!(arena.to_bytes().unwrap(), bytes);
            assert!(arena == arena.clone());
            drop(arena);
            assert_eq!(Tree::validate(&bytes), Ok(()));
            let error = Tree::from_bytes(&bytes).unwrap_err();
            assert_eq!((error.kind().name(), error.path().segments().count()), ("Too_deep", 128));
            if !with_errors {
                return;
            }
            let cut = &bytes[..bytes.len() - 1];
            let error = Arena::<Tree>::from_bytes(cut).unwrap_err();
            assert_eq!((error.kind().name(), error.offset()), ("Not_enough_data", bytes.len() - 4));
            assert_eq!(Tree::validate(cut), Err(error));
        });
    }
    on_a_small_stack(move || {
        let mut bytes = Vec::new();
        for level in 0..levels as u32 {
            bytes.extend(1u16.to_be_bytes());
            bytes.extend(((levels as u32 - 1 - level) * 10).to_be_bytes());
        }
        bytes.extend(vec![0; 4 * levels]);
        let arena = Arena::<Node>::from_bytes(&bytes).unwrap();
        assert_eq!(arena.nodes().len(), levels);
        assert_eq!(Encode::hash::<Everything>(&arena).unwrap(), bytes);
        assert_eq!(arena.to_bytes().unwrap(), bytes);
        assert_eq!(Node::validate(&bytes), Ok(()));
        assert_eq!(Node::from_bytes(&bytes).unwrap_err().kind().name(), "Too_deep");
    });
}

#[test]
fn the_limit_of_the_caller() {
    let bytes = hex("01 01 00 00000007 00 00000008 00 00000009");
    let limits = |levels| Limits::default().with_max_depth(levels);
    for levels in 0..4 {
        let (boxes, arena) =
            (Tree::from_bytes_with(bytes, limits(levels)), Arena::<Tree>::from_bytes_with(bytes, limits(levels)));
        assert_eq!(boxes.is_ok(), levels == 3);
        assert_eq!(arena.is_ok(), levels == 3);
        assert_eq!(boxes.err(), arena.err());
    }
}

#[test]
fn values_that_cannot_be_written() {
    let mut builder = Builder::<Tree>::new();
    let (left, right) = (builder.push(TreeNode::Leaf(1)).unwrap(), builder.push(TreeNode::Leaf(0x4000_0000)).unwrap());
    let node = builder.push(TreeNode::Node(left, right)).unwrap();
    let other = builder.push(TreeNode::Leaf(1)).unwrap();
    builder.push(TreeNode::Node(node, other)).unwrap();
    let arena = builder.finish().unwrap();
    let boxes = Tree::Node(
        Box::new(Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(0x4000_0000)))),
        Box::new(Tree::Leaf(1)),
    );
    assert_eq!(arena.to_bytes().unwrap_err(), boxes.to_bytes().unwrap_err());
    assert_eq!(arena.to_bytes().unwrap_err().path().to_string(), "0.1");

    let mut builder = Builder::<Expr>::new();
    let children: Vec<_> = (0..4).map(|_| builder.push(Term::Zero).unwrap()).collect();
    let few = builder.push(Term::Few(children)).unwrap();
    let last = builder.push(Term::Zero).unwrap();
    let inner = builder.push(Term::All(1, vec![few, last], 2)).unwrap();
    builder.push(Term::Noted { note: 0, inner }).unwrap();
    let boxed = |inner| Box::new(inner);
    let boxes = Expr::Noted {
        note: 0,
        inner: boxed(Expr::All(1, vec![Expr::Few((0..4).map(|_| boxed(Expr::Zero)).collect()), Expr::Zero], 2)),
    };
    let arena = builder.finish().unwrap();
    assert_eq!(arena.to_bytes().unwrap_err(), boxes.to_bytes().unwrap_err());
    assert_eq!(arena.to_bytes().unwrap_err().path().to_string(), "inner.1[0]");
}

#[test]
fn nodes_have_one_order() {
    let mut builder = Builder::<Tree>::new();
    let left = builder.push(TreeNode::Leaf(1)).unwrap();
    let right = builder.push(TreeNode::Leaf(2)).unwrap();
    assert!(builder.push(TreeNode::Node(right, left)).is_err());
    assert!(builder.push(TreeNode::Node(right, right)).is_err());
    assert!(Builder::<Tree>::new().push(TreeNode::Node(left, right)).is_err());
    assert!(Builder::<Tree>::new().finish().is_none());
    let node = builder.push(TreeNode::Node(left, right)).unwrap();
    assert!(builder.push(TreeNode::Node(left, right)).is_err());
    let extra = builder.push(TreeNode::Leaf(3)).unwrap();
    builder.push(TreeNode::Node(node, extra)).unwrap();
    assert_eq!(builder.finish().unwrap(), Arena::from_bytes(hex("01 01 00 00000001 00 00000002 00 00000003")).unwrap(),);
    let mut two = Builder::<Tree>::new();
    two.push(TreeNode::Leaf(1)).unwrap();
    two.push(TreeNode::Leaf(1)).unwrap();
    assert!(two.finish().is_none());
}

/// An arena can be used as a field.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Message {
    id: u8,
    #[encoding(dynamic)]
    body: Arena<Node>,
    #[encoding(dynamic, list)]
    trees: Vec<Arena<Tree>>,
}

#[test]
fn a_field_of_a_message() {
    let bytes = hex("01 00000014 0001 0000000a 0003 00000000 00000000 00000000  0000000a 00 00000001 00 00000002");
    let message = Message::from_bytes(bytes).unwrap();
    assert_eq!(Encode::hash::<Everything>(&message).unwrap(), bytes);
    assert_eq!(message.to_bytes().unwrap(), bytes);
    assert_eq!(schema::describe(Arena::<Node>::ENCODING).to_string(), schema::describe(Node::ENCODING).to_string());
    assert_eq!(
        message.to_json().unwrap(),
        r#"{"id":1,"body":{"label":1,"children":[{"label":3,"children":[],"annotations":[]}],"annotations":[]},"trees":[1,2]}"#
    );
}

/// A type that is an argument of a macro is wrapped in an invisible group of tokens.
macro_rules! links {
    ($name:ident, $held:ty) => {
        #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, Arena)]
        #[encoding(mu, json(first_match))]
        enum $name {
            End,
            More(Box<$held>),
            All(#[encoding(dynamic, list)] Vec<$held>),
        }
    };
}

links!(Link, Link);

#[test]
fn types_from_a_macro() {
    let bytes = hex("02 00000003 00 01 00");
    let arena = Arena::<Link>::from_bytes(bytes).unwrap();
    assert_eq!(written(&arena), bytes);
}

/// Adds levels around a tree.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
struct Around<T> {
    tree: T,
    next: Option<Box<Around<T>>>,
}

#[test]
fn the_limit_of_the_caller_counts_the_levels_around_an_arena() {
    let bytes = hex("00 00000007 ff 01 01 00 00000007 00 00000008 00 00000009 00");
    for levels in 0..7 {
        let limits = Limits::default().with_max_depth(levels);
        let boxes = Around::<Tree>::from_bytes_with(bytes, limits);
        let arena = Around::<Arena<Tree>>::from_bytes_with(bytes, limits);
        // Two levels around, and three levels of the second tree.
        assert_eq!((boxes.is_ok(), arena.is_ok()), (levels >= 5, levels >= 5), "{levels}");
        assert_eq!(boxes.err(), arena.err());
    }
}
