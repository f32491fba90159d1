//! Helpers for the tests of all attributes: they check values in both directions, and schemas.

pub(crate) mod zoo;

use std::fmt::Debug;
use std::sync::Mutex;

pub(crate) use tezos_encoding::schema::{self, Class, Encoding, Size, Value};
pub(crate) use tezos_encoding::{
    Arena, BinWriter, Decode, DecodeError, Digest, DigestOf, Encode, ErrorKind, FromJson, HasEncoding, Limits, N,
    NomReader, NotCanonical, Tagged, ToJson, Validate, View, Z,
};

/// Checks that the debug text of the schema of `T` contains all `words`, in this order.
#[track_caller]
pub(crate) fn schema_contains<T: HasEncoding + ?Sized>(words: &[&str]) {
    let text = format!("{:?}", T::ENCODING);
    let mut rest = text.as_str();
    for word in words {
        let found = rest.split_once(word);
        assert!(found.is_some(), "{word} in {rest}, the end of {text}");
        rest = found.unwrap().1;
    }
}

/// Returns the size of the encoding of `T`.
pub(crate) fn size<T: HasEncoding + ?Sized>() -> Size {
    T::ENCODING.size()
}

/// Parses `"00 2a"` as bytes. They are leaked, so that borrowed values can be compared with what is read from them.
pub(crate) fn hex(digits: &str) -> &'static [u8] {
    let digits: Vec<u8> = digits.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let text = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    assert_eq!(digits.len() % 2, 0, "an odd number of hex digits");
    leaked(digits.chunks(2).map(text).collect())
}

/// Leaks the bytes, but keeps a reference to them in a static, so that Miri does not report the leak.
fn leaked(bytes: Vec<u8>) -> &'static [u8] {
    static KEPT: Mutex<Vec<&[u8]>> = Mutex::new(Vec::new());
    let bytes = bytes.leak();
    KEPT.lock().unwrap().push(bytes);
    bytes
}

/// Formats bytes as hexadecimal digits.
pub(crate) fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A digest that returns the hashed bytes, in order.
pub(crate) struct Everything(Vec<u8>);

impl Digest for Everything {
    type Output = Vec<u8>;

    fn new() -> Self {
        Self(Vec::new())
    }

    fn update(&mut self, bytes: &[u8]) {
        assert!(self.0.len() < 1 << 24, "the writer does not end");
        self.0.extend_from_slice(bytes);
    }

    fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// The hashed bytes, as the type of a field with `hash`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Digested(pub(crate) Vec<u8>);

impl DigestOf for Digested {
    fn digest_of(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

/// Returns the bytes of `value`, after checking that all functions that write produce the same.
pub(crate) fn written<T: BinWriter>(value: &T) -> Vec<u8> {
    // First, because the digest refuses the bytes of a writer that does not end.
    let hashed = value.hash::<Everything>().unwrap();
    let bytes = value.to_bytes().unwrap();
    assert_eq!(hashed, bytes, "hash");
    assert_eq!(value.encoded_len().unwrap(), bytes.len(), "encoded_len");

    let mut appended = vec![0xaa];
    assert_eq!(value.encode_into(&mut appended).unwrap(), bytes.len(), "encode_into");
    assert_eq!(appended.split_first(), Some((&0xaa, &bytes[..])), "encode_into");

    let mut empty = Vec::new();
    value.encode_into(&mut empty).unwrap();
    assert_eq!([empty.capacity(), bytes.capacity()], [bytes.len(); 2], "one allocation of the exact length");

    let mut buffer = vec![0xbb; bytes.len() + 1];
    assert_eq!(value.write_to_slice(&mut buffer).unwrap(), bytes.len(), "write_to_slice");
    assert_eq!(buffer.split_last(), Some((&0xbb, &bytes[..])), "write_to_slice");
    if let Some(short) = bytes.len().checked_sub(1) {
        let mut buffer = vec![0xcc; short];
        let error = value.write_to_slice(&mut buffer).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::Destination { needed: bytes.len(), available: short });
        assert!(buffer.iter().all(|byte| *byte == 0xcc), "a slice that is too short is not changed");
    }

    let mut stream = Vec::new();
    assert_eq!(value.write_to(&mut stream).unwrap(), bytes.len(), "write_to");
    assert_eq!(stream, bytes, "write_to");
    bytes
}

/// Checks that `value` is written as `bytes` by all functions that write, and read from them by the type and by its
/// schema alone; that no strict prefix and no longer input reads as `value`, and that type and schema refuse these with
/// the same error at the same offset; and that the length is within the size of the schema.
#[track_caller]
pub(crate) fn both<T>(value: &T, bytes: &str)
where
    T: Decode<'static> + BinWriter + PartialEq + Debug,
{
    let bytes = hex(bytes);
    assert_eq!(digits(&written(value)), digits(bytes), "{value:?}");
    assert_eq!(&T::from_bytes(bytes).unwrap(), value);
    assert_eq!(&T::from_canonical_bytes(bytes).unwrap(), value);
    let (rest, read) = T::nom_read(bytes).unwrap();
    assert_eq!((rest, &read), (&[][..], value), "nom_read");
    for cut in 0..bytes.len() {
        reads_differently::<T>(value, &bytes[..cut]);
    }
    for byte in [0, 0xff] {
        reads_differently::<T>(value, leaked(bytes.iter().copied().chain([byte]).collect()));
    }
    fits_schema_size::<T>(bytes.len());
    by_schema(T::ENCODING, bytes);
}

/// Checks the schema alone with bytes that the type accepts: it slices them, decodes them, encodes the value to the
/// same bytes, and reads its own JSON.
#[track_caller]
fn by_schema(encoding: &'static Encoding, bytes: &[u8]) {
    let slicing = schema::slice(encoding, bytes);
    assert_eq!(slicing.error, None);
    assert_eq!(slicing.slices.iter().flat_map(|slice| slice.bytes).copied().collect::<Vec<_>>(), bytes);
    let value = schema::decode(encoding, bytes).unwrap();
    assert_eq!(digits(&schema::encode(encoding, &value).unwrap()), digits(bytes));
    let json = schema::to_json(encoding, bytes).unwrap();
    match schema::from_json(encoding, &json) {
        // The bytes may differ: of several cases with the same JSON, the first is taken.
        Ok(again) => assert_eq!(schema::to_json(encoding, &again).unwrap(), json),
        // The conversion of the first case may refuse the value.
        Err(error) => assert!(error.to_string().contains("Exception_raised_in_user_function"), "{json}: {error}"),
    }
}

/// Checks that the JSON of `value` is `json`, in both directions.
#[track_caller]
pub(crate) fn in_json<T: ToJson + FromJson + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(value.to_json().unwrap(), json);
    assert_eq!(&T::from_json(json).unwrap(), value);
}

/// Checks that `bytes` do not decode to `value`, and that the schema alone and unlimited [`Limits`] give the same
/// result.
#[track_caller]
fn reads_differently<T: Decode<'static> + PartialEq + Debug>(value: &T, bytes: &'static [u8]) {
    assert_ne!(T::from_bytes(bytes).as_ref(), Ok(value), "{bytes:02x?}");
    // Miri is slow.
    if !cfg!(miri) {
        alike::<T>(bytes);
    }
}

/// Checks that `len` is within the size of the schema, and that the reader has a fixed size if the schema has one.
pub(crate) fn fits_schema_size<'a, T: NomReader<'a> + HasEncoding>(len: usize) {
    let size = size::<T>();
    assert!(size.least <= len, "{len} bytes, at least {} by the schema", size.least);
    assert!(size.most.is_none_or(|most| len <= most), "{len} bytes, at most {:?} by the schema", size.most);
    match size.class {
        Class::Fixed(bytes) => {
            assert_eq!(bytes, len);
            assert_eq!(<T as NomReader<'a>>::FACTS.fixed_size, Some(bytes), "the fixed size of the reader");
        }
        Class::Dynamic | Class::Variable => assert_eq!(<T as NomReader<'a>>::FACTS.fixed_size, None),
    }
}

/// Checks that `bytes` decode to `value`, which is written as `canonical`, and that `from_canonical_bytes` reports the
/// first difference.
#[track_caller]
pub(crate) fn accepted<T>(bytes: &str, value: &T, canonical: &str)
where
    T: Decode<'static> + BinWriter + PartialEq + Debug,
{
    let bytes = hex(bytes);
    assert_eq!(&T::from_bytes(bytes).unwrap(), value);
    both(value, canonical);
    let canonical = hex(canonical);
    let first = bytes.iter().zip(canonical).take_while(|(a, b)| a == b).count();
    let expected = NotCanonical::Differs { offset: first };
    assert_eq!(T::from_canonical_bytes(bytes).unwrap_err(), expected);
}

/// Checks that the type and its schema alone refuse `bytes` with the reference's name of the error, in this field and
/// at this offset.
#[track_caller]
pub(crate) fn refused<T: Decode<'static> + Debug>(bytes: &str, name: &str, path: &str, offset: usize) {
    let bytes = hex(bytes);
    let error = T::from_bytes(bytes).unwrap_err();
    let expected = (name, path.to_owned(), offset);
    assert_eq!(kind_path_offset(&error), expected, "{error}");
    // A schema does not contain the widths of Rust types, parsers of the user, and guards of types with parameters.
    if !["Overflow", "Foreign_parser", "User_invariant_guard"].contains(&name) {
        let error = schema::decode(T::ENCODING, bytes).unwrap_err();
        assert_eq!(kind_path_offset(&error), expected, "by the schema: {error}");
        assert_eq!(schema::to_json(T::ENCODING, bytes).unwrap_err(), error);
    }
}

/// Returns the kind, the field path and the offset of an error.
fn kind_path_offset(error: &DecodeError) -> (&'static str, String, usize) {
    (error.kind().name(), error.path().to_string(), error.offset())
}

/// Checks that every function that writes refuses `value` and writes nothing.
#[track_caller]
pub(crate) fn unwritable<T: BinWriter>(value: &T, name: &str, path: &str) {
    let error = value.to_bytes().unwrap_err();
    assert_eq!((error.kind().name(), error.path().to_string()), (name, path.to_owned()), "{error}");
    assert_eq!(value.encoded_len().unwrap_err(), error);
    let mut vector = vec![1];
    assert_eq!(value.encode_into(&mut vector).unwrap_err(), error);
    assert_eq!(vector, [1]);
    let mut slice = [7; 600];
    assert_eq!(value.write_to_slice(&mut slice).unwrap_err(), error);
    assert_eq!(slice, [7; 600]);
    assert_eq!(value.hash::<Everything>().unwrap_err(), error);
    let mut stream = Vec::new();
    let refusal = value.write_to(&mut stream).unwrap_err();
    assert_eq!((refusal.kind(), stream.len()), (std::io::ErrorKind::InvalidInput, 0));
    assert_eq!(refusal.to_string(), error.to_string());
}

/// Calls `check` with `bytes` cut at each offset, with each byte changed, and with bytes appended. Miri is slow, so
/// that with it only some offsets and one changed value are checked.
#[track_caller]
pub(crate) fn with_similar_bytes(bytes: &[u8], check: impl Fn(&[u8])) {
    let (step, changes) =
        if cfg!(miri) { (11, &[0xff][..]) } else { (1, &[0, 1, 2, 3, 4, 5, 9, 10, 0x7f, 0x80, 0xff][..]) };
    for at in (0..bytes.len()).step_by(step) {
        check(&bytes[..at]);
        for with in changes {
            let mut changed = [&bytes[..at], &[*with], &bytes[at + 1..]].concat();
            check(&changed);
            // Two mistakes: the one inside the value is reported, not the bytes after it.
            changed.push(0);
            check(&changed);
            changed.extend([7; 9]);
            check(&changed);
        }
    }
}

/// Calls `check` with all sequences of at most `most` of these bytes.
pub(crate) fn each_input(bytes: &[u8], most: usize, mut check: impl FnMut(&[u8])) {
    let mut inputs = vec![Vec::new()];
    // Miri is slow.
    for _ in 0..if cfg!(miri) { most.min(3) } else { most } {
        inputs.iter().for_each(|input| check(input));
        inputs = inputs.iter().flat_map(|input| bytes.iter().map(|byte| [&input[..], &[*byte]].concat())).collect();
    }
    inputs.iter().for_each(|input| check(input));
}

/// Checks that the type, its schema alone and unlimited [`Limits`] accept or refuse `bytes` in the same way.
#[track_caller]
pub(crate) fn alike<'a, T: Decode<'a> + PartialEq + Debug>(bytes: &'a [u8]) {
    let (read, by_schema) = (T::from_bytes(bytes), schema::decode(T::ENCODING, bytes));
    assert_eq!(
        read.as_ref().err().map(kind_path_offset),
        by_schema.as_ref().err().map(kind_path_offset),
        "{bytes:02x?}"
    );
    assert_eq!(read, T::from_bytes_with(bytes, Limits::default()), "{bytes:02x?}");
}

/// Checks that the view of `value` converts back to it, and that type, schema and view accept and refuse the same bytes
/// near its own.
#[track_caller]
pub(crate) fn viewed<T>(value: &T)
where
    T: for<'a> Decode<'a> + BinWriter + View + PartialEq + Debug,
    for<'a> T::View<'a>: Decode<'a> + Debug,
{
    let bytes = value.to_bytes().unwrap();
    assert_eq!(&T::from_view(&T::View::from_bytes(&bytes).unwrap()).unwrap(), value);
    with_similar_bytes(&bytes, |bytes| {
        alike::<T>(bytes);
        match (T::from_bytes(bytes), T::View::from_bytes(bytes)) {
            (Ok(owned), Ok(view)) => assert_eq!(T::from_view(&view).unwrap(), owned, "{bytes:02x?}"),
            (owned, view) => assert_eq!(owned.err(), view.err(), "{bytes:02x?}"),
        }
    });
}

/// Runs `run` in a thread with the default stack size of Rust. WASI has no threads, and a stack of 1 MiB.
pub(crate) fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    if cfg!(target_family = "wasm") {
        return run();
    }
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}
