//! Views accept the same bytes as the types that they are derived for, and allocate nothing.

use crate::common::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(view = "Self")]
struct Hash([u8; 4]);

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Header {
    level: i32,
    #[encoding(dynamic = "100", list, dynamic, bytes)]
    fitness: Vec<Vec<u8>>,
    name: String,
    #[encoding(skip = 7)]
    skipped: u8,
    #[encoding(bytes)]
    data: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu, depth = 8)]
enum Path {
    #[encoding(tag = 0)]
    Op,
    #[encoding(tag = 0x0f)]
    Right { left: Hash, path: Box<Self> },
    #[encoding(tag = 0xf0)]
    Left { path: Box<Path>, right: Hash },
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(tags = "u16", dynamic, json(first_match))]
enum Message {
    Hashes(#[encoding(dynamic, list = 3)] Vec<Hash>),
    Header(#[encoding(bounded = 60)] Header),
    Path(Path),
    Maybe(#[encoding(option, dynamic, list)] Option<Vec<u16>>, (u8, bool)),
    Unit,
    Forms(Forms),
}

/// The encodings that have their own view type.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Forms {
    #[encoding(range = "10 ..= 20")]
    ranged: u8,
    #[encoding(builtin = "Int31")]
    int31: i32,
    #[encoding(le)]
    little: u16,
    #[encoding(option(tagged), string)]
    tagged: Option<String>,
    #[encoding(result)]
    result: Result<u8, String>,
    #[encoding(padded = 2)]
    padded: Hash,
    #[encoding(list(len = 2), dynamic, bytes)]
    two: Vec<Vec<u8>>,
    #[encoding(count(kind = "n", max = 3))]
    counted: Vec<Hash>,
    #[encoding(string(bounded, max = 5))]
    narrow: String,
    #[encoding(dynamic, suffix_len(kind = "u16", le), bytes)]
    suffixed: Vec<u8>,
    raw: Tail,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Tail {
    #[encoding(raw = "u16")]
    verbatim: Vec<u8>,
    #[encoding(varopt)]
    at_end: Option<u16>,
}

fn messages() -> Vec<Message> {
    let path = Path::Right { left: Hash([1; 4]), path: Box::new(Path::Op) };
    vec![
        Message::Hashes(vec![Hash([1; 4]), Hash([2; 4])]),
        Message::Header(Header {
            level: -1,
            fitness: vec![vec![1], vec![]],
            name: "név".into(),
            skipped: 7,
            data: vec![9],
        }),
        Message::Path(Path::Left { path: Box::new(path), right: Hash([2; 4]) }),
        Message::Maybe(Some(vec![1, 2]), (3, true)),
        Message::Unit,
        Message::Forms(Forms {
            ranged: 12,
            int31: -5,
            little: 0x1234,
            tagged: Some("a".into()),
            result: Err("b".into()),
            padded: Hash([3; 4]),
            two: vec![vec![1], vec![2, 3]],
            counted: vec![Hash([4; 4]); 3],
            narrow: "c".into(),
            suffixed: vec![1, 2],
            raw: Tail { verbatim: vec![1, 2], at_end: Some(7) },
        }),
    ]
}

#[test]
fn a_view_accepts_the_same_bytes_and_converts_back_to_the_value() {
    messages().iter().for_each(viewed);
}

#[test]
fn elements_are_reached_by_index_and_by_iteration() {
    let bytes = messages()[0].to_bytes().unwrap();
    let MessageView::Hashes(hashes) = MessageView::from_bytes(&bytes).unwrap() else { panic!("not hashes") };
    assert_eq!(hashes.get(1), Some(Hash([2; 4])));
    assert_eq!(hashes.get(2), None);
    assert_eq!(hashes.iter().len(), 2);
    let bytes = messages()[1].to_bytes().unwrap();
    let MessageView::Header(header) = MessageView::from_bytes(&bytes).unwrap() else { panic!("not a header") };
    assert_eq!(header.fitness.get(1), Some(&[][..]));
    assert_eq!((header.name, &header), ("név", &header.clone()));
    let bytes = messages()[5].to_bytes().unwrap();
    let MessageView::Forms(forms) = MessageView::from_bytes(&bytes).unwrap() else { panic!("not forms") };
    assert_eq!((forms.ranged, forms.int31, forms.little, forms.tagged), (12, -5, 0x1234, Some("a")));
    assert_eq!((forms.result, forms.padded, forms.narrow), (Err("b"), Hash([3; 4]), "c"));
    assert_eq!(forms.two.iter().collect::<Vec<_>>(), [&[1][..], &[2, 3]]);
    assert_eq!((forms.counted.len(), forms.counted.get(2)), (3, Some(Hash([4; 4]))));
    assert_eq!((forms.raw.verbatim, forms.raw.at_end), (&[1, 2][..], Some(7)));
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Flags {
    #[encoding(short_dynamic, list)]
    flags: Vec<bool>,
    #[encoding(short_dynamic, list)]
    options: Vec<Option<u8>>,
    #[encoding(short_dynamic)]
    boxed: Box<bool>,
}

/// Lists are compared by their elements, boxes by their bytes.
#[test]
fn lists_in_views() {
    let view = |bytes| FlagsView::from_bytes(hex(bytes)).unwrap();
    let (value, other) = (view("02 0001 03 0102 00 01 ff"), view("02 00ff 03 ff02 00 01 01"));
    assert_eq!((value.flags, value.options), (other.flags, other.options));
    assert_ne!((value.flags.bytes(), value.options.bytes()), (other.flags.bytes(), other.options.bytes()));
    assert!(value.boxed != other.boxed && value.boxed.get() == other.boxed.get() && value.boxed.bytes() == [1, 0xff]);
    for different in ["02 0000 00 01 00", "01 00 00 01 00", "03 000100 00 01 00"] {
        assert_ne!(view(different).flags, value.flags);
    }
    let mut flags = value.flags.iter();
    assert_eq!(
        (flags.len(), flags.next(), flags.len(), flags.next(), flags.next()),
        (2, Some(false), 1, Some(true), None)
    );
    assert_eq!([0, 1, 2, usize::MAX].map(|index| value.flags.get(index)), [Some(false), Some(true), None, None]);
    assert_eq!([0, 1, 2].map(|index| value.options.get(index)), [Some(Some(2)), Some(None), None]);
    assert_eq!((value.flags.len(), value.flags.is_empty(), view("00 00 01 00").flags.is_empty()), (2, false, true));
    assert_eq!(format!("{:?} {:?}", value.flags, value.options.iter()), "[false, true] Iter { left: 2, .. }");
}

/// Elements whose layout in memory equals their encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, HasEncoding, NomReader, BinWriter, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Key {
    hash: [u8; 3],
    pass: i8,
}

impl tezos_encoding::wire::Plain for Key {}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Borrowed<'a> {
    #[encoding(dynamic, list = 2)]
    keys: &'a [Key],
    #[encoding(bounded = 8, list)]
    more: std::borrow::Cow<'a, [Key]>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Owned {
    #[encoding(dynamic, list = 2)]
    keys: Vec<Key>,
    #[encoding(bounded = 8, list)]
    more: Vec<Key>,
}

#[test]
fn a_borrowed_slice_accepts_the_same_bytes_as_a_vector() {
    let keys = [Key { hash: [1; 3], pass: -1 }, Key { hash: [2; 3], pass: 2 }, Key { hash: [3; 3], pass: 3 }];
    for head in 0..=3 {
        for tail in 0..=3 {
            let mut bytes = u32::try_from(head * 4).unwrap().to_be_bytes().to_vec();
            let body = |n: usize| keys[..n].iter().flat_map(|key| key.to_bytes().unwrap()).collect::<Vec<u8>>();
            bytes.extend(body(head));
            bytes.extend(body(tail));
            for cut in (0..=bytes.len()).step_by(if cfg!(miri) { 5 } else { 1 }) {
                let bytes = &bytes[..cut];
                match (Borrowed::from_bytes(bytes), Owned::from_bytes(bytes)) {
                    (Ok(borrowed), Ok(owned)) => {
                        assert_eq!((borrowed.keys, &*borrowed.more), (&*owned.keys, &*owned.more));
                        assert_eq!(borrowed.to_bytes().unwrap(), bytes);
                    }
                    (borrowed, owned) => assert_eq!(borrowed.err(), owned.err(), "{bytes:02x?}"),
                }
            }
        }
    }
}

#[test]
fn a_borrowed_slice_has_the_limit_of_its_list() {
    let keys = [Key { hash: [1; 3], pass: -1 }; 3];
    let value = |first, more| Borrowed { keys: &keys[..first], more: std::borrow::Cow::Borrowed(&keys[..more]) };
    assert_eq!(written(&value(2, 2)).len(), 4 + 4 * 4);
    unwritable(&value(3, 0), "List_invalid_length", "keys");
    unwritable(&value(0, 3), "Size_limit_exceeded", "more");
}

/// A public type: its view uses types that only the derive can name.
#[allow(unreachable_pub, reason = "tests the derive with a public type")]
pub mod public {
    use super::*;

    #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
    pub struct Shares {
        #[encoding(list, range = "0.0 ..= 1.0")]
        pub shares: Vec<f64>,
    }
}

/// Lists in a type with a parameter, arrays, and encodings that only the derive can name.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Page<T> {
    #[encoding(dynamic, list = 2)]
    items: Vec<T>,
    #[encoding(dynamic, list = 2)]
    array: Box<[T]>,
    #[encoding(count(kind = "u8", max = 2), dynamic, bytes)]
    counted: Box<[Vec<u8>]>,
    #[encoding(dynamic, list, magic = "b\"it\"")]
    marked: Vec<T>,
    first: T,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Local {
    #[encoding(dynamic, list, range = "0.0 ..= 1.0")]
    shares: Vec<f64>,
    #[encoding(option, magic = "[7]")]
    magic: Option<Hash>,
    #[encoding(option, range = "0.0 ..= 1.0")]
    share: Option<f64>,
    #[encoding(option, constant = "c")]
    constant: Option<()>,
    #[encoding(dynamic, list, option(default = "7u16"))]
    usual: Vec<u16>,
    page: Page<String>,
}

fn local() -> Local {
    let page = Page {
        items: vec!["a".to_owned(), "b".to_owned()],
        array: Box::new(["c".to_owned()]),
        counted: Box::new([vec![1], vec![2, 3]]),
        marked: vec!["d".to_owned()],
        first: "e".to_owned(),
    };
    Local {
        shares: vec![0.5, 1.0],
        magic: Some(Hash([9; 4])),
        share: Some(0.25),
        constant: Some(()),
        usual: vec![7, 8],
        page,
    }
}

#[test]
fn views_of_types_with_parameters_and_of_local_encodings() {
    let bytes = local().to_bytes().unwrap();
    let view = LocalView::from_bytes(&bytes).unwrap();
    viewed(&local());
    assert_eq!(view.shares.iter().collect::<Vec<f64>>(), [0.5, 1.0]);
    assert_eq!((view.magic, view.share), (Some(Hash([9; 4])), Some(0.25)));
    assert_eq!((view.constant, view.usual.iter().collect::<Vec<_>>()), (Some(()), vec![None, Some(8)]));
    assert_eq!(view.page.items.iter().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!((view.page.array.get(0), view.page.marked.get(0)), (Some("c"), Some("d")));
    assert_eq!(view.page.counted.iter().collect::<Vec<_>>(), [&[1][..], &[2, 3]]);
    viewed(&public::Shares { shares: vec![0.5] });
}

/// Is encoded as another type.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Height(u16);

impl From<u16> for Height {
    fn from(level: u16) -> Self {
        Self(level)
    }
}

impl From<&Height> for u16 {
    fn from(level: &Height) -> Self {
        level.0
    }
}

/// Borrows nothing, so that it is its own view.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Converted {
    #[encoding(from = "u16")]
    level: Height,
    #[encoding(constant = "end")]
    end: (),
    #[encoding(skip = 7)]
    skipped: u8,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Arrays {
    converted: Converted,
    numbers: [u16; 2],
    #[encoding(dynamic, list)]
    pairs: Vec<[i32; 2]>,
    text: Box<str>,
    named: [Label; 2],
    grid: [[Level; 2]; 1],
}

type Level = u32;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Label {
    #[encoding(string)]
    name: String,
}

#[test]
fn types_that_are_their_own_view_and_arrays_of_numbers() {
    let converted = Converted { level: Height(5), end: (), skipped: 7 };
    let named = ["b", ""].map(|name| Label { name: name.to_owned() });
    let value = Arrays {
        converted: converted.clone(),
        numbers: [1, 2],
        pairs: vec![[3, 4], [5, 6]],
        text: "a".into(),
        named,
        grid: [[8, 9]],
    };
    viewed(&value);
    let bytes = value.to_bytes().unwrap();
    let view = ArraysView::from_bytes(&bytes).unwrap();
    assert_eq!((view.converted.clone(), view.numbers, view.text), (converted, [1, 2], "a"));
    assert_eq!((view.named.each_ref().map(|named| named.name), view.grid), (["b", ""], [[8, 9]]));
    assert_eq!(view.pairs.iter().collect::<Vec<_>>(), [[3, 4], [5, 6]]);
}

/// Implements only the traits of this crate, so that types with its views cannot require other traits.
#[derive(HasEncoding, NomReader, BinWriter, View)]
struct Bare {
    text: String,
}

#[derive(HasEncoding, NomReader, BinWriter, View)]
struct Both<T, U = T> {
    #[encoding(dynamic, list)]
    list: Vec<T>,
    #[encoding(option)]
    option: Option<U>,
    boxed: Box<T>,
    r#type: U,
    #[encoding(skip)]
    skipped: std::marker::PhantomData<T>,
}

#[derive(HasEncoding, NomReader, BinWriter, View)]
enum Either<T, U: Clone> {
    List(#[encoding(dynamic, list)] Vec<T>),
    Named {
        both: Both<T, U>,
        #[encoding(skip)]
        usual: Option<U>,
    },
    Neither,
}

#[derive(HasEncoding, NomReader, BinWriter, View)]
#[encoding(mu)]
enum Tree<T> {
    Leaf(#[encoding(dynamic, list)] Vec<T>),
    Node(#[encoding(dynamic, list)] Vec<Self>, Box<Self>),
}

/// Contains views of types with parameters.
#[derive(HasEncoding, NomReader, BinWriter, View)]
struct Bares {
    both: Both<Bare>,
    #[encoding(dynamic, list)]
    either: Vec<Either<Bare, u8>>,
    nested: Both<Both<Bare>, u8>,
    tree: Tree<Bare>,
}

#[test]
fn views_of_types_with_parameters_require_no_traits_of_their_arguments() {
    fn bare(text: &str) -> Bare {
        Bare { text: text.to_owned() }
    }
    fn both<T, U>(list: [T; 2], boxed: T, r#type: U) -> Both<T, U> {
        let (list, boxed) = (Vec::from(list), Box::new(boxed));
        Both { list, option: None, boxed, r#type, skipped: std::marker::PhantomData }
    }
    let three = || both([bare("a"), bare("b")], bare("c"), bare("d"));
    let either = vec![
        Either::List(vec![bare("e")]),
        Either::Named { both: both([bare("f"), bare("g")], bare("h"), 1), usual: None },
        Either::Neither,
    ];
    let tree = Tree::Node(vec![Tree::Leaf(vec![bare("i")])], Box::new(Tree::Leaf(vec![])));
    let value = Bares { both: three(), either, nested: both([three(), three()], three(), 2), tree };
    let bytes = value.to_bytes().unwrap();
    let view = BaresView::from_bytes(&bytes).unwrap();
    assert_eq!(view.to_owned().unwrap().to_bytes().unwrap(), bytes);
    assert_eq!(view.clone(), view);
    let named = view.to_owned().unwrap().either.remove(1);
    assert!(matches!(named, Either::Named { usual: None, both } if both.r#type == 1));
    assert!(view.either.get(0) != view.either.get(2) && view.both.list.get(0) != view.both.list.get(1));
    let (list, skipped) = ("[BareView { text: \"a\" }, BareView { text: \"b\" }]", "PhantomData<all::view::Bare>");
    assert_eq!(
        format!("{:?}, {:?}", view.both, view.either.get(2)),
        format!(
            "BothView {{ list: {list}, option: None, boxed: Raw(5 bytes), type: BareView {{ text: \"d\" }}, \
             skipped: {skipped} }}, Some(Neither)"
        )
    );
    assert_eq!(format!("{:?}", view.either.get(0).unwrap()), "List([BareView { text: \"e\" }])");
}
