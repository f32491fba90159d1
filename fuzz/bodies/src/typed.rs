//! Properties of every type and every input.

use std::fmt::Debug;

use tezos_encoding::arena::Recursive;
use tezos_encoding::parsers::nom_read;
use tezos_encoding::schema::{Case, Class, Encoding, Value, decode, encode, from_json, to_json};
use tezos_encoding::{
    Arena, BinWriter, Decode, DecodeError, Digest, Encode, HeapBudget, Limits, NomReader, NotCanonical, Reader,
    Revision, View,
};

use crate::heap::{Heap, kept};
use crate::mutate::{changed_texts, mutated};
use crate::streamed;

/// The revision of all types, of which the schema describes the newest.
pub(crate) const NEWEST: Revision = Revision::NEWEST;

/// A type that is fuzzed.
pub trait Subject: for<'a> Decode<'a> + Encode + PartialEq + Debug {}

impl<T: for<'a> Decode<'a> + Encode + PartialEq + Debug> Subject for T {}

/// Properties of a type, or of some of its values.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// The heap that a decode may take.
    pub heap: Heap,
    /// True if a conversion, which the schema does not contain, maps several encodings to one value, so that the type may write other
    /// bytes than it read: an address has several texts.
    pub converts: bool,
    /// True if the view copies some bytes, at least temporarily: long numbers, arguments of conversions. Any other view takes no
    /// heap.
    pub copies: bool,
    /// True if the type keeps bytes unchanged, even if they are not canonical.
    pub verbatim: bool,
}

impl Traits {
    /// Describes a type with none of these properties.
    #[must_use]
    pub const fn new(heap: Heap) -> Self {
        Self { heap, converts: false, copies: false, verbatim: false }
    }

    /// Sets the field `verbatim`.
    #[must_use]
    pub const fn verbatim(self) -> Self {
        Self { verbatim: true, ..self }
    }

    /// Sets the field `copies`.
    #[must_use]
    pub const fn copying(self) -> Self {
        Self { copies: true, ..self }
    }

    /// Sets the field `converts`.
    #[must_use]
    pub const fn converting(self) -> Self {
        Self { converts: true, ..self }
    }
}

/// The maximum length of values that are changed and written again.
const MUTATED_MAX_BYTES: usize = 400;

/// The maximum length of values that are converted to JSON and back.
const JSON_MAX_BYTES: usize = 4000;

/// Checks all properties that do not need a view or an arena.
///
/// # Panics
/// If a property is violated.
pub fn check<T: Subject>(bytes: &[u8], traits: Traits) {
    let fast = traits.heap.hold("reading", bytes, || NEWEST.decode::<T>(bytes));
    let fault = faulted::<T>(bytes);
    assert_eq!(fault, fast.as_ref().err().map(|error| error.kind().name()), "the fault and its explanation");
    front::<T>(bytes, fast.is_ok());
    streamed::check::<T>(bytes);
    if bytes.is_empty() {
        by_revision::<T>();
    }
    match (fast, decode(T::ENCODING, bytes)) {
        (Ok(value), Ok(walked)) => {
            budgeted(bytes, &value, traits);
            accepted(bytes, &value, &walked, traits);
        }
        // If the type is too narrow for a number, the walker still accepts the number.
        (Err(error), _) if is_narrow(&error) => refused::<T>(bytes, &error),
        (Err(error), Err(walked)) => {
            refused::<T>(bytes, &error);
            assert_eq!(kind_and_offset(&error), kind_and_offset(&walked), "the type and the walker: {error}, {walked}");
        }
        (fast, walked) => panic!("the type: {fast:?}, the walker: {walked:?}"),
    }
}

/// Checks that the reader and the writer know whether the same bytes are different values in different revisions, as the schema does. What
/// is in a recursive type is not compared: its facts are those of the type alone.
fn by_revision<T: Subject>() {
    let known = [<T as NomReader>::FACTS.by_revision, <T as BinWriter>::FACTS.by_revision];
    if let Some(differ) = differ(T::ENCODING) {
        assert_eq!(known, [differ; 2], "different values in different revisions");
    }
}

/// Returns whether a field has revisions, or two cases of different ones the same tag; `None` if that may only be in recursive encodings.
fn differ(encoding: &'static Encoding) -> Option<bool> {
    let here = match encoding {
        // The bytes of a signature are the same signature in all protocols that accept its length.
        Encoding::Object([field, ..]) if field.name.starts_with("Signature.V") => false,
        Encoding::Object(fields) => fields.iter().any(|field| !field.revisions.are_all()),
        Encoding::Union { cases, .. } => {
            let succeeds = |new: &Case, old: &Case| new.tag == old.tag && !new.revisions.overlap(old.revisions);
            (1..cases.len()).any(|index| cases[..index].iter().any(|case| succeeds(&cases[index], case)))
        }
        Encoding::Mu(_) => return None,
        Encoding::Lazy(_) => return Some(false),
        _ => false,
    };
    let children: Vec<_> = (0..).map_while(|index| encoding.child(index)).map(differ).collect();
    match here || children.contains(&Some(true)) {
        true => Some(true),
        false if children.contains(&None) => None,
        false => Some(false),
    }
}

/// Runs [`check`], and checks that the view agrees with the value.
///
/// # Panics
/// If a property is violated.
pub fn check_with_view<T>(bytes: &[u8], traits: Traits)
where
    T: Subject + View,
{
    check::<T>(bytes, traits);
    validated::<T>(bytes, traits);
    let (owned, (view, peak)) = (NEWEST.decode::<T>(bytes), crate::heap::peak(|| NEWEST.view::<T>(bytes)));
    match (owned, view) {
        (Ok(owned), Ok(view)) => {
            assert!(
                peak == 0 || traits.copies && peak <= traits.heap.bound(bytes.len()),
                "the view takes {peak} bytes"
            );
            assert!(same(&T::from_view(&view).unwrap(), &owned), "the view of {owned:?}");
        }
        (Err(owned), Err(view)) => assert_eq!(owned, view),
        (owned, view) => panic!("the type: {owned:?}, its view: {:?}", view.map(|_| "fine")),
    }
}

/// Checks that a value takes no more heap than the budget is charged for it, and that a budget with one byte less is exceeded.
fn budgeted<T: Subject>(bytes: &[u8], value: &T, traits: Traits) {
    let within = |heap: usize| {
        let heap = HeapBudget::new(heap);
        let (read, kept) = kept(|| NEWEST.decode_within::<T>(bytes, Limits::default(), &heap));
        (read, kept, heap.left())
    };
    let (read, kept, left) = within(usize::MAX);
    assert_eq!(NEWEST.encode(&read.unwrap()), NEWEST.encode(value), "with a budget");
    let taken = usize::MAX - left;
    assert!(kept <= taken || traits.converts, "{value:?} takes {kept} bytes of heap, the budget is charged {taken}");
    let (read, again, left) = within(taken);
    assert!(read.is_ok() && (again, left) == (kept, 0), "{taken} bytes are enough, {left} are left");
    if let Some(less) = taken.checked_sub(1) {
        let error = within(less).0.unwrap_err();
        assert_eq!(error.kind().name(), "Heap_exceeded", "{error}");
    }
}

/// Checks that `validate` refuses the same bytes with the same error, except that it has no depth limit.
fn validated<T: Subject + View>(bytes: &[u8], traits: Traits) {
    match (NEWEST.decode::<T>(bytes), traits.heap.hold("validating", bytes, || NEWEST.validate::<T>(bytes))) {
        (Ok(_), Ok(())) => {}
        (Err(error), Err(valid)) if error == valid => {}
        (Err(error), _) if error.kind().name() == "Too_deep" => {}
        (owned, valid) => panic!("the type: {owned:?}, validation: {valid:?}"),
    }
}

/// Runs [`check`], and checks that an arena agrees with the value. An arena may also be read if the value is too deep for boxes.
///
/// # Panics
/// If a property is violated.
pub fn check_with_arena<T>(bytes: &[u8], traits: Traits)
where
    T: Subject + Recursive<Node: Clone + PartialEq + Debug>,
    Arena<T>: Subject,
{
    check::<T>(bytes, traits);
    let arena = traits.heap.hold("reading into an arena", bytes, || Arena::<T>::from_bytes(bytes));
    match (NEWEST.decode::<T>(bytes), arena) {
        (Ok(boxes), Ok(arena)) => assert_eq!(boxes.to_bytes(), arena.to_bytes()),
        (Err(boxes), arena) if boxes.kind().name() == "Too_deep" => {
            if let Ok(arena) = arena {
                assert_eq!(Arena::<T>::from_bytes(&arena.to_bytes().unwrap()), Ok(arena));
            }
        }
        (Err(boxes), Err(arena)) => {
            assert_eq!(kind_and_offset(&boxes), kind_and_offset(&arena), "boxes and arena: {boxes}, {arena}");
        }
        (boxes, arena) => panic!("boxes: {boxes:?}, arena: {arena:?}"),
    }
}

/// Returns true if the Rust type is narrower than its schema, such as a `u64` with `narith`.
pub(crate) fn is_narrow(error: &DecodeError) -> bool {
    error.kind().name() == "Overflow"
}

/// Returns the kind and the offset of an error.
pub(crate) fn kind_and_offset(error: &DecodeError) -> (&'static str, usize) {
    (error.kind().name(), error.offset())
}

/// Returns the name of the fault of the reader, which is not explained.
fn faulted<T: Subject>(bytes: &[u8]) -> Option<&'static str> {
    let mut reader = Reader::with_limits(bytes, Limits::default());
    let read = <T as NomReader>::read(&mut reader).map(drop).and_then(|()| reader.finish());
    read.err().map(|fault| fault.kind().name())
}

/// Checks that `from_prefix` and `nom_read` agree, and leave no bytes if and only if all bytes are one value.
fn front<T: Subject>(bytes: &[u8], whole: bool) {
    let (front, nom) = (NEWEST.decode_prefix::<T>(bytes), nom_read(bytes, T::read));
    assert_eq!(front.as_ref().ok().map(|(_, rest)| *rest), nom.ok().map(|(rest, _)| rest), "the rest, by nom");
    match front {
        Ok((_, rest)) => assert_eq!(rest.is_empty(), whole, "remaining: {rest:02x?}"),
        Err(error) => assert!(!whole && error.offset() <= bytes.len(), "{error}"),
    }
}

fn refused<T: Subject>(bytes: &[u8], error: &DecodeError) {
    assert!(error.offset() <= bytes.len() && error.to_string().contains(error.kind().name()));
    assert_eq!(NEWEST.decode_canonical::<T>(bytes), Err(NotCanonical::Refused(error.clone())));
}

/// Returns true if two values are equal or have equal bytes, because NaN does not equal itself.
fn same<T: Subject>(one: &T, other: &T) -> bool {
    one == other || NEWEST.encode(one) == NEWEST.encode(other)
}

fn accepted<T: Subject>(bytes: &[u8], value: &T, walked: &Value, traits: Traits) {
    let written =
        NEWEST.encode(value).unwrap_or_else(|error| panic!("{value:?} was read but cannot be written: {error}"));
    let again = NEWEST
        .decode::<T>(&written)
        .unwrap_or_else(|error| panic!("{value:?} was written but cannot be read: {error}"));
    assert!(same(&again, value), "{value:?} is written and read as {again:?}");
    let rewritten = |walked: &Value| encode(T::ENCODING, walked).unwrap();
    if !traits.verbatim {
        let again = decode(T::ENCODING, &written).unwrap();
        assert_eq!(rewritten(&again), written, "the schema writes other bytes for {value:?}");
        assert!(traits.converts || rewritten(walked) == written, "the schema writes other bytes for {walked:?}");
    }
    match NEWEST.decode_canonical::<T>(bytes) {
        Ok(_) => assert_eq!(written, bytes, "accepted as canonical"),
        Err(NotCanonical::Differs { offset }) => {
            assert_eq!((written != bytes, written.get(..offset)), (true, bytes.get(..offset)));
            assert_ne!(written.get(offset), bytes.get(offset));
        }
        Err(refused) => panic!("{refused}"),
    }
    all_writers_agree(value, &written);
    prefixes::<T>(&written);
    if bytes.len() <= JSON_MAX_BYTES {
        json(if traits.converts { &written } else { bytes }, value);
    }
    if bytes.len() <= MUTATED_MAX_BYTES {
        let choice = bytes.iter().fold(7, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)));
        written_values::<T>(&mutated(walked, choice), traits);
    }
}

/// A digest that returns the hashed bytes, in order.
struct Pieces(Vec<u8>);

impl Digest for Pieces {
    type Output = Vec<u8>;

    fn new() -> Self {
        Self(Vec::new())
    }

    fn update(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Checks that all functions that write produce the same bytes.
fn all_writers_agree<T: Subject>(value: &T, written: &[u8]) {
    let value = NEWEST.of(value);
    assert_eq!(value.encoded_len(), Ok(written.len()));
    assert_eq!(value.hash::<Pieces>().as_deref(), Ok(written));
    let mut buffer = vec![0; written.len()];
    assert_eq!(value.write_to_slice(&mut buffer), Ok(written.len()));
    assert_eq!(buffer, written);
}

/// Checks values without a variable size: they can be read before other bytes, and none of their prefixes is a value.
fn prefixes<T: Subject>(written: &[u8]) {
    if T::ENCODING.size().class == Class::Variable {
        return;
    }
    let longer = [written, &[0xa5]].concat();
    let (value, rest) = NEWEST.decode_prefix::<T>(&longer).unwrap();
    assert_eq!((NEWEST.encode(&value).as_deref(), rest), (Ok(written), &[0xa5][..]));
    assert_eq!(NEWEST.decode::<T>(&longer).unwrap_err().kind().name(), "Extra_bytes");
    if let Some((_, shorter)) = written.split_last() {
        assert!(NEWEST.decode::<T>(shorter).is_err());
    }
}

/// Checks that the schema and the type give the same JSON, which converts back to bytes with the same JSON.
fn json<T: Subject>(bytes: &[u8], value: &T) {
    let json = to_json(T::ENCODING, bytes).unwrap_or_else(|error| panic!("{value:?} has no JSON: {error}"));
    assert_eq!(NEWEST.to_json(value).unwrap(), json);
    let back = from_json(T::ENCODING, &json).unwrap_or_else(|error| panic!("{json} is refused: {error}"));
    assert_eq!(to_json(T::ENCODING, &back).unwrap(), json);
    changed_texts(&json, bytes).for_each(|text| accepted_alike::<T>(&text));
}

/// Checks that the type accepts the texts that its schema accepts: it reads a text without what only an error needs.
fn accepted_alike<T: Subject>(text: &str) {
    let written = |value: T| NEWEST.encode(&value).unwrap_or_else(|error| panic!("{text}: {error}"));
    let by_schema = from_json(T::ENCODING, text).ok().and_then(|bytes| NEWEST.decode::<T>(&bytes).ok()).map(written);
    assert_eq!(NEWEST.from_json::<T>(text).ok().map(written), by_schema, "{text}");
}

/// Checks that both readers accept the bytes of any value that the schema can write.
fn written_values<T: Subject>(value: &Value, traits: Traits) {
    let Ok(bytes) = encode(T::ENCODING, value) else { return };
    decode(T::ENCODING, &bytes).unwrap_or_else(|error| panic!("{value:?} was written but cannot be read: {error}"));
    match NEWEST.decode::<T>(&bytes) {
        Ok(typed) => {
            assert!(traits.converts || NEWEST.encode(&typed).as_ref() == Ok(&bytes), "{value:?} is read as {typed:?}")
        }
        Err(error) => assert!(is_narrow(&error), "{value:?} was written but cannot be read: {error}"),
    }
}
