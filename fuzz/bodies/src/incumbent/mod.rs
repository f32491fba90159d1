//! Compares with `tezos_data_encoding` 0.6: equal types read and write equal bytes, except for its known defects ([`Rule`]).

mod types;

use std::fmt::Debug;
use std::rc::Rc;

use tezos_data_encoding::enc::BinWriter;
use tezos_data_encoding::nom::NomReader;
use tezos_encoding::schema::{Encoding, Value, decode};
use tezos_encoding::{Decode, Encode, HasEncoding};

use crate::Target;
use crate::input::Maker;
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
    let read = O::from_bytes(bytes);
    let (ours, theirs) = (read.as_ref().ok().map(|value| value.to_bytes().unwrap()), read_by_theirs::<T>(bytes));
    if ours == theirs {
        return Ok(None);
    }
    let rule = match (&read, &ours, &theirs) {
        (_, Some(written), None) if is_true_otherwise(bytes, written) && read_by_theirs::<T>(written) == ours => {
            Some(Rule::AnyByteIsTrue)
        }
        (Err(error), _, Some(_)) if error.kind().name() == "Trailing_zero" => Some(Rule::TrailingZero),
        (_, Some(written), Some(_)) if written == bytes && has_long_natural(O::ENCODING, bytes) => {
            Some(Rule::LongNatural)
        }
        _ => None,
    };
    rule.map(Some).ok_or_else(|| format!("{bytes:02x?}: ours {read:?} {ours:02x?}, theirs {theirs:02x?}"))
}

/// Returns true if the bytes differ from the written ones only where the latter are `ff` and the former are not zero.
fn is_true_otherwise(bytes: &[u8], written: &[u8]) -> bool {
    let mut pairs = bytes.iter().zip(written);
    bytes.len() == written.len() && pairs.all(|(byte, written)| byte == written || *written == 0xff && *byte != 0)
}

fn has_long_natural(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let long = |value: &Value| matches!(value, Value::Natural(number) if number.to_bytes().unwrap().len() > 8);
    matches!(&decode(encoding, bytes), Ok(Value::Fields(fields)) if fields.iter().any(long))
}

/// A type that is declared for both codecs.
struct Pair {
    encoding: &'static Encoding,
    difference: fn(&[u8]) -> Result<Option<Rule>, String>,
}

macro_rules! pairs {
    ($($name:ident),*) => {
        [$(Pair { encoding: ours::$name::ENCODING, difference: difference::<theirs::$name, ours::$name> }),*]
    };
}

const PAIRS: [Pair; 6] = pairs!(Numbers, Natural, Whole, Blocks, Texts, Cases);

fn maker(pair: &Pair) -> Rc<Maker> {
    Maker::of(pair.encoding, Vec::new)
}

/// The first byte selects the type for the rest.
pub(crate) fn target() -> Target {
    Target::plain("tezos_data_encoding", body, seeds)
}

fn body(input: &[u8]) {
    let Some((which, rest)) = input.split_first() else { return };
    let pair = &PAIRS[usize::from(*which) % PAIRS.len()];
    if let Err(difference) = (pair.difference)(&maker(pair).make(rest)) {
        panic!("a difference for no known reason: {difference}");
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let of = |(which, pair): (u8, &Pair)| {
        let seeds = maker(pair).seeds().into_iter();
        seeds.map(move |seed| [&[which], &seed[..]].concat()).collect::<Vec<_>>()
    };
    (0..).zip(&PAIRS).flat_map(of).collect()
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
