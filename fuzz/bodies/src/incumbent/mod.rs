//! Compares with `tezos_data_encoding` 0.6: equal types read and write equal bytes, except for its known defects ([`Rule`]).

pub(crate) mod messages;
mod types;

use std::fmt::Debug;
use std::rc::Rc;

use tezos_data_encoding::enc::BinWriter;
use tezos_data_encoding::nom::NomReader;
use tezos_encoding::schema::{Encoding, Value, decode};
use tezos_encoding::{Decode, DecodeError, Encode, ErrorKind, HasEncoding};
use tezos_messages::handshake::Ack;

use crate::Target;
use crate::input::{Examples, Maker};
use types::{ours, theirs};

/// A known reason for a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// As in the reference, any byte except `00` means true, or that an optional value is present; they accept only `ff`.
    AnyByteIsTrue,
    /// They read numbers that end in a zero byte, which the reference refuses: `80 00`.
    TrailingZero,
    /// They write natural numbers of more than 55 bits as different numbers.
    LongNatural,
    /// They accept any text as the address of a peer, of which the reference refuses those without a port.
    AnyTextIsAPoint,
    /// They write the text of such an address as it was: `[::B]:0`. We write it as the reference does: `[::b]:0`.
    PointAsItWas,
}

/// The bytes that a codec writes for the value that it read, or `None` if it refuses to read.
type Verdict = Option<Vec<u8>>;

fn read_by_theirs<T: for<'a> NomReader<'a> + BinWriter>(bytes: &[u8]) -> Verdict {
    // Remaining bytes count as a refusal, and so does `Incomplete`, which they return for a truncated block.
    let Ok(([], value)) = T::nom_read(bytes) else { return None };
    let mut written = Vec::new();
    value.bin_write(&mut written).unwrap();
    Some(written)
}

/// Returns the reason why the two differ on these bytes, or `None` if they agree.
///
/// # Errors
/// If they differ for no known reason: the results of both.
pub(crate) fn difference<T, O>(bytes: &[u8]) -> Result<Option<Rule>, String>
where
    T: for<'a> NomReader<'a> + BinWriter,
    O: for<'a> Decode<'a> + Encode + HasEncoding + Debug,
{
    let ours = O::from_bytes(bytes).map(|value| value.to_bytes().unwrap());
    judge(bytes, O::ENCODING, ours, read_by_theirs::<T>)
}

/// Returns the reason for a difference between the bytes that we write for the value that we read, and theirs.
fn judge(
    bytes: &[u8],
    encoding: &'static Encoding,
    ours: Result<Vec<u8>, DecodeError>,
    read_by_theirs: fn(&[u8]) -> Verdict,
) -> Result<Option<Rule>, String> {
    let theirs = read_by_theirs(bytes);
    if ours.as_ref().ok() == theirs.as_ref() {
        return Ok(None);
    }
    let rule = match (&ours, &theirs) {
        (Ok(written), None)
            if is_true_otherwise(bytes, written) && read_by_theirs(written).as_ref() == Some(written) =>
        {
            Some(Rule::AnyByteIsTrue)
        }
        (Err(error), Some(_)) if error.kind().name() == "Trailing_zero" => Some(Rule::TrailingZero),
        (Err(error), Some(_)) if is_no_point(error.kind()) => Some(Rule::AnyTextIsAPoint),
        (Ok(written), Some(kept))
            if kept == bytes && has_points(encoding) && read_by_theirs(written).as_ref() == Some(written) =>
        {
            Some(Rule::PointAsItWas)
        }
        (Ok(written), Some(_)) if written == bytes && has_long_natural(encoding, bytes) => Some(Rule::LongNatural),
        _ => None,
    };
    rule.map(Some).ok_or_else(|| format!("{bytes:02x?}: ours {ours:02x?}, theirs {theirs:02x?}"))
}

/// Returns true if the bytes differ from the written ones only where the latter are `ff` and the former are not zero.
fn is_true_otherwise(bytes: &[u8], written: &[u8]) -> bool {
    let mut pairs = bytes.iter().zip(written);
    bytes.len() == written.len() && pairs.all(|(byte, written)| byte == written || *written == 0xff && *byte != 0)
}

fn has_points(encoding: &'static Encoding) -> bool {
    std::ptr::eq(encoding, Ack::ENCODING)
}

fn is_no_point(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::UserFunction { function, .. } if *function == "TryFrom<PointText>")
}

fn has_long_natural(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let long = |value: &Value| matches!(value, Value::Natural(number) if number.to_bytes().unwrap().len() > 8);
    matches!(&decode(encoding, bytes), Ok(Value::Fields(fields)) if fields.iter().any(long))
}

/// A type that is declared for both codecs.
#[derive(Clone, Copy)]
struct Pair {
    encoding: &'static Encoding,
    examples: Examples,
    difference: fn(&[u8]) -> Result<Option<Rule>, String>,
}

macro_rules! pairs {
    ($($name:ident),*) => {
        [$(Pair { encoding: ours::$name::ENCODING, examples: Vec::new, difference: difference::<theirs::$name, ours::$name> }),*]
    };
}

const PAIRS: [Pair; 6] = pairs!(Numbers, Natural, Whole, Blocks, Texts, Cases);

fn maker(pair: &Pair) -> Rc<Maker> {
    Maker::of(pair.encoding, pair.examples)
}

/// Types with every form, and the messages between peers. The first byte selects the type for the rest.
pub(crate) fn targets() -> Vec<Target> {
    let of = |name, pairs: fn() -> Vec<Pair>| {
        Target::plain(name, move |input| body(&pairs(), input), move || seeds(&pairs()))
    };
    vec![of("tezos_data_encoding", || PAIRS.into()), of(messages::TARGET, messages::pairs)]
}

fn body(pairs: &[Pair], input: &[u8]) {
    let Some((which, rest)) = input.split_first() else { return };
    let pair = &pairs[usize::from(*which) % pairs.len()];
    if let Err(difference) = (pair.difference)(&maker(pair).make(rest)) {
        panic!("a difference for no known reason: {difference}");
    }
}

fn seeds(pairs: &[Pair]) -> Vec<Vec<u8>> {
    let of = |(which, pair): (u8, &Pair)| {
        let seeds = maker(pair).seeds().into_iter();
        seeds.map(move |seed| [&[which], &seed[..]].concat()).collect::<Vec<_>>()
    };
    (0..).zip(pairs).flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<T, O>(bytes: &[u8]) -> Option<Rule>
    where
        T: for<'a> NomReader<'a> + BinWriter,
        O: for<'a> Decode<'a> + Encode + HasEncoding + Debug,
    {
        difference::<T, O>(bytes).unwrap()
    }

    #[test]
    fn any_byte_is_true() {
        let texts = |flag| [0, 0, 0, 0, 0, 0, 0, 0, flag, 0, 1, 0];
        assert_eq!(of::<theirs::Texts, ours::Texts>(&texts(0xff)), None);
        assert_eq!(of::<theirs::Texts, ours::Texts>(&texts(0x01)), Some(Rule::AnyByteIsTrue));
    }

    #[test]
    fn trailing_zero() {
        assert_eq!(of::<theirs::Whole, ours::Whole>(&[0x80, 0x01, 7]), None);
        assert_eq!(of::<theirs::Whole, ours::Whole>(&[0x80, 0x00, 7]), Some(Rule::TrailingZero));
        assert_eq!(of::<theirs::Natural, ours::Natural>(&[0x80, 0x00, 7]), Some(Rule::TrailingZero));
    }

    #[test]
    fn long_natural() {
        let natural = |sevens: usize| [&[0x81][..], &vec![0x80; sevens - 2], &[0x01, 7]].concat();
        assert_eq!(of::<theirs::Natural, ours::Natural>(&natural(8)), None);
        assert_eq!(of::<theirs::Natural, ours::Natural>(&natural(9)), Some(Rule::LongNatural));
        assert_eq!(read_by_theirs::<theirs::Natural>(&natural(9)).unwrap(), [0x81, 128, 128, 128, 128, 128, 128, 0, 7]);
    }
}
