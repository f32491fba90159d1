//! Completes errors of JSON with what the text has: once, because most refusals are of cases that were only tried.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use super::known::Known;
use crate::error::ErrorKind;
use crate::error::counted::Counted;
use crate::revision::Revision;
use crate::schema::{Encoding, Scalar};
use crate::walk::json_text::tape::{EntryKind, Tape};

/// The number of characters of a number or a string that an error shows.
const SHOWN: usize = 40;

/// Returns the kind of an error about the entry at `index`, with what was found there.
#[cold]
pub(super) fn complete(kind: ErrorKind, tape: &Tape<'_>, index: usize, known: Known, revision: Revision) -> ErrorKind {
    let text = || tape.string(tape.entry(index));
    match kind {
        ErrorKind::WrongValue { expected } => ErrorKind::WrongJson {
            expected: match known {
                Known::Encoding(Encoding::Constant(text)) => Cow::Owned(format!("{text:?}")),
                _ => Cow::Borrowed(expected),
            },
            found: found(tape, index).into(),
            instead: if let Known::Scalar(scalar) = known { instead(scalar, tape, index) } else { None },
        },
        ErrorKind::NoCaseMatched => ErrorKind::NoCaseForJson { found: found(tape, index).into() },
        ErrorKind::UnexpectedField { twice: true, .. } => {
            ErrorKind::UnexpectedField { name: shortened(&text()).into(), twice: true, nearest: None }
        }
        ErrorKind::UnexpectedField { .. } => {
            let (name, nearest) = (shortened(&text()).into(), known.nearest(&text(), revision));
            ErrorKind::UnexpectedField { name, twice: false, nearest }
        }
        ErrorKind::UnknownName { field, .. } => {
            let (name, nearest) = (shortened(&text()).into(), known.nearest(&text(), revision));
            ErrorKind::UnknownName { name, field, nearest }
        }
        ErrorKind::NearestCase { case, mut error } => {
            error.change_kind(|kind| complete(kind, tape, index, known, revision));
            ErrorKind::NearestCase { case, error }
        }
        other => other,
    }
}

/// Describes the value at `index`.
fn found(tape: &Tape<'_>, index: usize) -> String {
    let entry = tape.entry(index);
    match entry.kind {
        EntryKind::Null => "null".into(),
        EntryKind::Bool(value) => format!("{value}"),
        EntryKind::Number => format!("the number {}", shortened(tape.raw(entry))),
        EntryKind::String => format!("{:?}", shortened(&tape.string(entry))),
        EntryKind::Array => {
            let first = index.saturating_add(1);
            let elements = core::iter::successors(Some(first), |at| Some(tape.entry(*at).next));
            format!("a list of {}", Counted(elements.take_while(|at| *at < entry.next).count(), "element"))
        }
        EntryKind::Object => "an object".into(),
    }
}

/// Returns a text, or its start and `…`.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => [text.get(..end).unwrap_or_default(), "…"].concat(),
        None => text.into(),
    }
}

/// Returns the JSON of the integer at `index`, if it is a number where strings are expected or the other way round.
fn instead(scalar: &Scalar, tape: &Tape<'_>, index: usize) -> Option<Box<str>> {
    let entry = tape.entry(index);
    let text = tape.raw(entry);
    let is_signed = match scalar {
        Scalar::Z => true,
        Scalar::N | Scalar::UintLikeN { .. } => false,
        Scalar::Int(int) => int.min < 0,
        Scalar::IntLikeZ { min, .. } => *min < 0,
        Scalar::Bool | Scalar::Float | Scalar::RangedFloat { .. } => return None,
    };
    let digits = text.strip_prefix('-').filter(|_| is_signed).unwrap_or(text);
    let is_integer = (1..=SHOWN).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    match (scalar.is_string(), entry.kind) {
        _ if !is_integer => None,
        (true, EntryKind::Number) => Some(format!("\"{text}\"").into()),
        // JSON has no numbers with leading zeros.
        (false, EntryKind::String) if digits == "0" || !digits.starts_with('0') => Some(text.into()),
        _ => None,
    }
}
