//! Describes encodings in a few words.

use tezos_encoding_core::schema::{Count, Encoding, Extent, Int, Scalar};

pub(super) use crate::diff::words::{bytes, prefix};

/// Describes an encoding in a few words.
pub(super) fn words(encoding: &Encoding) -> String {
    match encoding {
        Encoding::Empty | Encoding::Null | Encoding::Constant(_) => "nothing".into(),
        Encoding::Scalar(Scalar::Int(int)) => integer(int),
        Encoding::Scalar(Scalar::Bool) => "a boolean".into(),
        Encoding::Scalar(Scalar::Float) => "a float".into(),
        Encoding::Scalar(Scalar::RangedFloat { min, max }) => {
            format!("a float from {:?} to {:?}", f64::from_bits(*min), f64::from_bits(*max))
        }
        Encoding::Scalar(Scalar::N | Scalar::UintLikeN { .. }) => "a natural number of any size".into(),
        Encoding::Scalar(Scalar::Z | Scalar::IntLikeZ { .. }) => "a whole number of any size".into(),
        Encoding::Bytes(Extent::Fixed(count))
        | Encoding::Text { extent: Extent::Fixed(count), .. }
        | Encoding::Sized { bytes: count, .. } => bytes(*count),
        Encoding::Bytes(Extent::Rest) | Encoding::Text { extent: Extent::Rest, .. } | Encoding::Json => {
            "bytes to the end of the block".into()
        }
        Encoding::Enum(names) => format!("one of {} names", names.len()),
        Encoding::List { count: of, .. } => count(*of),
        Encoding::Assoc { .. } => "pairs to the end of the block".into(),
        Encoding::Union { tag, .. } => format!("a union with a tag of {}", bytes(tag.bytes())),
        Encoding::Compact(compact) => format!("a union with a tag of {}", bytes(compact.tag.bytes())),
        Encoding::Opt(_) => "an optional value with a presence flag".into(),
        Encoding::Varopt(_) => "an optional value without a presence flag".into(),
        Encoding::Dynamic { prefix: of, .. } => format!("a block with {}", prefix(*of)),
        _ => format!("{} (no such encoding in the reference)", encoding.name()),
    }
}

fn integer(int: &Int) -> String {
    let kind = match (int.little, int.signed) {
        (false, false) => "an unsigned",
        (false, true) => "a signed",
        (true, false) => "a little-endian unsigned",
        (true, true) => "a little-endian signed",
    };
    let full = Int::full(int.name, int.bytes, int.signed, int.little);
    let range = match (full.min, full.max) == (int.min, int.max) {
        true => String::new(),
        false => format!(" from {} to {}", int.min, int.max),
    };
    format!("{kind} integer of {}{range}", bytes(int.bytes))
}

pub(super) fn count(count: Count) -> String {
    match count {
        Count::ToEnd { .. } => "a list to the end of the block".into(),
        Count::Exactly(count) => format!("a list of exactly {count}"),
        Count::Prefixed { prefix: of, max: None } => format!("a list with {}", prefix(of)),
        Count::Prefixed { prefix: of, max: Some(max) } => format!("a list of at most {max} with {}", prefix(of)),
    }
}
