//! Writers by hand. All entry points give the same bytes, or an error.

use std::cell::Cell;

use proptest::prelude::*;
use tezos_encoding::wire::{Auto, Bytes, Dynamic, LenN, List, Suffixed, U8, U16, U30, Writes};
use tezos_encoding::{EncodeError, Facts, Sink};

use crate::common::*;

type Output = Result<Vec<u8>, &'static str>;

/// Returns the result of each entry point, whose number of bytes is what it says.
fn outputs(value: &impl BinWriter) -> [Output; 5] {
    let name = |error: EncodeError| error.kind().name();
    let mut appended = vec![1, 2];
    let into = value.encode_into(&mut appended);
    let tail = appended.split_off(2);
    assert_eq!(appended, [1, 2]);
    assert_eq!(into.clone().ok().unwrap_or_default(), tail.len(), "nothing is appended after an error");
    let mut buffer = vec![0xaa; 1 << 12];
    let slice = value.write_to_slice(&mut buffer).map(|len| {
        assert!(buffer[len..].iter().all(|byte| *byte == 0xaa));
        buffer[..len].to_vec()
    });
    let mut stream = Vec::new();
    let to = value.write_to(&mut stream).map(|len| assert_eq!(len, stream.len()));
    let to = to.map_err(|error| error.into_inner().unwrap().downcast::<EncodeError>().unwrap().kind().name());
    [
        value.to_bytes().map_err(name),
        into.map(|_| tail).map_err(name),
        slice.map_err(name),
        value.hash::<Everything>().map_err(name),
        to.map(|()| stream),
    ]
}

/// A list of byte strings: blocks in a block.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Strings {
    #[encoding(dynamic, list, dynamic, bytes)]
    strings: Vec<Vec<u8>>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader)]
struct Around(Strings);

impl BinWriter for Around {
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        self.0.write(sink)
    }
}

#[test]
fn a_value_that_passes_itself_on() {
    let value = Around(Strings { strings: vec![vec![1]] });
    both(&value, "00000005 00000001 01");
    assert_eq!(outputs(&value), [const { vec![] }; 5].map(|_: Vec<u8>| Ok(vec![0, 0, 0, 5, 0, 0, 0, 1, 1])));
}

/// A part of a value, written by hand.
#[derive(Debug, Clone)]
enum Part {
    Bytes(Vec<u8>),
    /// Blocks with size prefixes of fixed width.
    Block(Vec<Part>),
    Long(Vec<Part>),
    /// A block whose size prefix has no fixed width.
    Narrow(Vec<Part>),
    /// A block that its size follows.
    Suffixed(Vec<Part>),
    /// A different number of bytes each time: the next of these.
    Unsteady(Cell<usize>, Vec<u8>),
    /// Is refused, but not the first time.
    Late(Cell<bool>),
}

type Parts = List<Auto>;

impl BinWriter for Part {
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        match self {
            Self::Bytes(bytes) => Bytes::write(bytes, sink),
            Self::Block(parts) => <Dynamic<U8, Parts>>::write(parts, sink),
            Self::Long(parts) => <Dynamic<U30, Parts>>::write(parts, sink),
            Self::Narrow(parts) => <Dynamic<LenN, Parts>>::write(parts, sink),
            Self::Suffixed(parts) => <Suffixed<U16, Parts>>::write(parts, sink),
            Self::Unsteady(turn, lens) => {
                let len = lens[turn.get() % lens.len()];
                turn.set(turn.get() + 1);
                sink.put(&vec![0; len.into()]);
                Ok(())
            }
            Self::Late(first) => match first.replace(false) {
                true => Ok(()),
                false => Err(EncodeError::new(ErrorKind::MissingField)),
            },
        }
    }
}

impl Part {
    /// Returns the bytes, written one into the other, where an unsteady part has `len` bytes.
    fn expected(&self, len: u8) -> Option<Vec<u8>> {
        let all =
            |parts: &[Self]| Some(parts.iter().map(|part| part.expected(len)).collect::<Option<Vec<_>>>()?.concat());
        Some(match self {
            Self::Bytes(bytes) => bytes.clone(),
            Self::Block(parts) => {
                let inner = all(parts)?;
                [vec![u8::try_from(inner.len()).ok()?], inner].concat()
            }
            Self::Long(parts) => {
                let inner = all(parts)?;
                [(inner.len() as u32).to_be_bytes().to_vec(), inner].concat()
            }
            Self::Narrow(parts) => {
                let inner = all(parts)?;
                let len = inner.len();
                let prefix = if len < 128 { vec![len as u8] } else { vec![len as u8 | 0x80, (len >> 7) as u8] };
                [prefix, inner].concat()
            }
            Self::Suffixed(parts) => {
                let inner = all(parts)?;
                let len = u16::try_from(inner.len()).ok()?;
                [inner, len.to_be_bytes().to_vec()].concat()
            }
            Self::Unsteady(..) => vec![0; len.into()],
            Self::Late(_) => vec![],
        })
    }
}

fn steady() -> impl Strategy<Value = Part> {
    let bytes = prop::collection::vec(any::<u8>(), 0..100).prop_map(Part::Bytes);
    bytes.prop_recursive(4, 16, 4, |inner| {
        let parts = prop::collection::vec(inner, 0..4);
        prop_oneof![
            parts.clone().prop_map(Part::Block),
            parts.clone().prop_map(Part::Long),
            parts.clone().prop_map(Part::Narrow),
            parts.prop_map(Part::Suffixed),
        ]
    })
}

/// Puts a part that is wrong among others, into blocks of each kind.
fn wrong() -> impl Strategy<Value = Part> {
    let unsteady = prop::collection::vec(0u8..9, 2..5)
        .prop_filter("the lengths differ", |lens| {
            lens.windows(2).all(|pair| pair[0] != pair[1]) && lens[0] != lens[lens.len() - 1]
        })
        .prop_map(|lens| Part::Unsteady(Cell::new(0), lens));
    let late = Just(Part::Late(Cell::new(true)));
    let inner = prop_oneof![3 => unsteady, 1 => late];
    (inner, prop::collection::vec((steady(), 0..4usize, steady()), 0..4)).prop_map(|(part, around)| {
        around.into_iter().fold(part, |part, (before, kind, after)| {
            let parts = vec![before, part, after];
            match kind {
                0 => Part::Block(parts),
                1 => Part::Long(parts),
                2 => Part::Narrow(parts),
                _ => Part::Suffixed(parts),
            }
        })
    })
}

proptest! {
    #[test]
    fn steady_writers_write_the_same_everywhere(part in steady()) {
        let expected = part.expected(0).ok_or("Size_limit_exceeded");
        for output in outputs(&part) {
            prop_assert_eq!(&output, &expected);
        }
    }

    /// Writers may still agree in those passes that an entry point compares; then the bytes are those of one value.
    #[test]
    fn a_writer_that_changes_its_mind_gives_whole_bytes_or_an_error(part in wrong()) {
        let expected: Vec<_> = (0..9).filter_map(|len| part.expected(len)).collect();
        for output in outputs(&part) {
            match output {
                Ok(bytes) => prop_assert!(expected.contains(&bytes), "{bytes:02x?}"),
                Err(name) => prop_assert!(["Unsteady_writer", "Missing_field", "Size_limit_exceeded"].contains(&name)),
            }
        }
    }
}

/// Bytes that move from one block to another leave the length of the whole as it was.
#[test]
fn blocks_that_change_are_noticed_where_their_length_is_written_first() {
    struct Moving(Cell<bool>);

    impl BinWriter for Moving {
        fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
            let (a, b) = if self.0.replace(!self.0.get()) { (1, 2) } else { (2, 1) };
            let blocks = [a, b].map(|len| Part::Block(vec![Part::Bytes(vec![7; len])]));
            blocks.iter().try_for_each(|block| block.write(sink))
        }
    }
    for output in outputs(&Moving(Cell::new(true))) {
        assert!(
            [Ok(vec![1, 7, 2, 7, 7]), Ok(vec![2, 7, 7, 1, 7]), Err("Unsteady_writer")].contains(&output),
            "{output:?}"
        );
    }
}

#[test]
fn a_writer_that_writes_more_than_it_has_counted() {
    let counted_one = || Part::Block(vec![Part::Unsteady(Cell::new(0), vec![1, 2, 2, 2])]);
    assert_eq!([(); 5].map(|()| counted_one().to_bytes().unwrap_err().kind().name()), ["Unsteady_writer"; 5]);
    let part = Part::Unsteady(Cell::new(0), vec![1, 2]);
    assert_eq!(outputs(&part), [const { Err("Unsteady_writer") }; 5]);
    assert_eq!(
        part.to_bytes().unwrap_err().to_string(),
        "the writer first counted 1 and then wrote 2 bytes: it must write the same bytes each time it is called for a \
         value (Unsteady_writer)"
    );
}

/// A block may grow beyond its size prefix while another one shrinks.
#[test]
fn a_block_that_grows_beyond_its_prefix() {
    /// Bytes without blocks inside, a different number each time.
    #[derive(Debug)]
    struct Growing(Cell<usize>, [u16; 3]);

    impl HasEncoding for Growing {
        const ENCODING: &'static Encoding = <Vec<u8> as HasEncoding>::ENCODING;
    }

    impl BinWriter for Growing {
        const FACTS: Facts = Facts::FLAT;

        fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
            let len = self.1[self.0.replace(self.0.get() + 1) % 3];
            sink.put(&vec![0; len.into()]);
            Ok(())
        }
    }

    #[derive(Debug, HasEncoding, BinWriter)]
    struct Two {
        #[encoding(short_dynamic, list, dynamic)]
        short: Vec<Growing>,
        #[encoding(dynamic, list, dynamic)]
        long: Vec<Growing>,
    }

    let growing = |lens| vec![Growing(Cell::new(0), lens)];
    let value = Two { short: growing([10, 300, 300]), long: growing([300, 10, 10]) };
    assert_eq!(value.to_bytes().unwrap_err().kind().name(), "Size_limit_exceeded");
}

/// Readers by hand.
mod readers {
    use tezos_encoding::parsers::{NomResult, read_with};
    use tezos_encoding::schema::Encoding;
    use tezos_encoding::wire::{Bytes, Dynamic, U8};
    use tezos_encoding::{Fault, HeapBudget, Limits, Reader, Revision};

    use crate::common::*;

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    #[encoding(mu, depth = 8, json(first_match))]
    enum Tree {
        Leaf,
        Node(Box<Child>),
    }

    /// A tree, parsed with nom.
    #[derive(Debug, PartialEq, BinWriter)]
    struct Child(Tree);

    impl HasEncoding for Child {
        const ENCODING: &'static Encoding = Tree::ENCODING;
    }

    impl<'a> NomReader<'a> for Child {
        fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
            read_with(input, |reader, input| reader.parse(input).map(|(rest, tree)| (rest, Self(tree))))
        }
    }

    fn levels(levels: usize) -> Vec<u8> {
        [vec![1; levels - 1], vec![0]].concat()
    }

    #[test]
    fn depth_is_counted_through_nom_parsers() {
        assert!(Tree::from_bytes(&levels(8)).is_ok());
        for deep in [9, 1_000, 100_000] {
            assert_eq!(Tree::from_bytes(&levels(deep)).unwrap_err().kind().name(), "Too_deep");
        }
        let limits = Limits::default().with_max_depth(3);
        assert!(Tree::from_bytes_with(&levels(3), limits).is_ok());
        assert_eq!(Tree::from_bytes_with(&levels(4), limits).unwrap_err().kind().name(), "Too_deep");
        assert_eq!(
            Tree::nom_read(&levels(9)).unwrap_err().to_string(),
            "Parsing Error: ReadError { kind: TooDeep, bytes_left: 1 }"
        );
    }

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Vote {
        level: u16,
        #[encoding(since = 12)]
        round: Option<u32>,
    }

    /// A vote, parsed with nom.
    #[derive(Debug, PartialEq)]
    struct Parsed(Vote);

    impl HasEncoding for Parsed {
        const ENCODING: &'static Encoding = Vote::ENCODING;
    }

    impl<'a> NomReader<'a> for Parsed {
        fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
            read_with(input, |reader, input| reader.parse(input).map(|(rest, vote)| (rest, Self(vote))))
        }
    }

    #[test]
    fn the_revision_passes_through_nom_parsers() {
        let bytes = hex("0007 00000001");
        assert_eq!(Revision(12).decode::<Parsed>(bytes), Ok(Parsed(Vote { level: 7, round: Some(1) })));
        let error = Revision(11).decode::<Parsed>(bytes).unwrap_err();
        assert_eq!(error, Revision(11).decode::<Vote>(bytes).unwrap_err());
        assert_eq!(Revision(11).decode::<Parsed>(&bytes[..2]), Ok(Parsed(Vote { level: 7, round: None })));
    }

    /// Bytes behind their size, parsed with nom.
    #[derive(Debug, PartialEq)]
    struct Block(Vec<u8>);

    impl HasEncoding for Block {
        const ENCODING: &'static Encoding = <Dynamic<U8, Bytes> as tezos_encoding::wire::Schema<Vec<u8>>>::ENCODING;
    }

    impl<'a> NomReader<'a> for Block {
        fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
            fn all<'a>(reader: &Reader<'a>, input: &'a [u8]) -> NomResult<'a, Vec<u8>> {
                reader.parse_wire::<Dynamic<U8, Bytes>, _>(input)
            }
            read_with(input, |reader, input| all(reader, input).map(|(rest, bytes)| (rest, Self(bytes))))
        }
    }

    #[derive(Debug, PartialEq, HasEncoding, NomReader)]
    struct Limited {
        #[encoding(bounded = 3)]
        block: Block,
    }

    #[test]
    fn size_limits_pass_through_nom_parsers() {
        assert_eq!(Limited::from_bytes(&[2, 7, 8]), Ok(Limited { block: Block(vec![7, 8]) }));
        refused::<Limited>("03 070809", "Size_limit_exceeded", "block", 1);
        refused::<Limited>("03 0708", "Not_enough_data", "block", 1);
    }

    #[test]
    fn memory_is_charged_through_nom_parsers() {
        let (bytes, boxes) = (levels(5), 4 * size_of::<Child>());
        let heap = |bytes| HeapBudget::new(bytes);
        let exact = heap(bytes.len() + boxes);
        assert!(Tree::from_bytes_within(&bytes, Limits::default(), &exact).is_ok());
        assert_eq!(exact.left(), 0);
        let short = heap(bytes.len() + boxes - 1);
        let error = Tree::from_bytes_within(&bytes, Limits::default(), &short).unwrap_err();
        assert_eq!(error.kind().name(), "Heap_exceeded");
    }
}
