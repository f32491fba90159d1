//! What a refused JSON text could have been: names that are similar, and numbers with or without quotation marks.

use crate::revision::Revision;
use crate::schema::{Case, Encoding, Part, Scalar};

/// What was known where a text was refused.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    Nothing,
    Scalar(&'static Scalar),
    /// An enumeration with its names, an object or merged objects with their fields, or any other encoding.
    Encoding(&'static Encoding),
    Part(&'static Part),
    /// Cases that have a constant in this field, or are a constant if its name is empty.
    Cases(&'static [Case], &'static str),
    /// The fields of all cases.
    Fields(&'static [Case]),
}

impl Known {
    /// Returns the name that differs least from `text`; `None` if no name is similar.
    pub(super) fn nearest(self, text: &str, revision: Revision) -> Option<&'static str> {
        let mut nearest: Option<(usize, &'static str)> = None;
        let mut compare = |name: &'static str| {
            let edits = edits(name.as_bytes(), text.as_bytes());
            let is_similar = edits.saturating_mul(3) <= name.len().max(text.len());
            if is_similar && nearest.is_none_or(|(least, _)| edits < least) {
                nearest = Some((edits, name));
            }
        };
        match self {
            Self::Encoding(Encoding::Enum(names)) => names.iter().for_each(|name| compare(name)),
            Self::Encoding(encoding) => fields(encoding, revision, &mut |name, _| compare(name)),
            Self::Part(Part::Object(fields)) => fields.iter().for_each(|field| compare(field.name)),
            Self::Cases(cases, field) => of_cases(cases, revision, &mut |name, constant| {
                constant.filter(|_| name == field).into_iter().for_each(&mut compare);
            }),
            Self::Fields(cases) => of_cases(cases, revision, &mut |name, _| compare(name)),
            Self::Nothing | Self::Scalar(_) | Self::Part(_) => {}
        }
        nearest.map(|(_, name)| name)
    }
}

/// Returns the length of the longer text without the start and the end that both have in common: at most 2 for one
/// character that is missing, added or replaced, or two that are swapped.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let rest = |text: &[u8]| text.len().saturating_sub(start);
    let end = a.iter().rev().zip(b.iter().rev()).take(rest(a).min(rest(b))).take_while(|(a, b)| a == b).count();
    rest(a).max(rest(b)).saturating_sub(end)
}

/// Calls `each` with the fields of an object, of merged objects or of the cases of a union, and with their text if they
/// are constants. A constant itself is a field without a name.
pub(super) fn fields(
    encoding: &'static Encoding,
    revision: Revision,
    each: &mut dyn FnMut(&'static str, Option<&'static str>),
) {
    match encoding {
        Encoding::Constant(text) => each("", Some(text)),
        Encoding::Object(all) => all
            .iter()
            .filter(|field| field.revisions.contain(revision))
            .for_each(|field| each(field.name, constant(field.encoding))),
        Encoding::Merge(parts) => parts.iter().for_each(|part| fields(part, revision, each)),
        Encoding::Union { cases, .. } => of_cases(cases, revision, each),
        Encoding::Split(split) => fields(split.json, revision, each),
        _ => encoding.wrapped().into_iter().for_each(|inner| fields(inner, revision, each)),
    }
}

fn of_cases(cases: &'static [Case], revision: Revision, each: &mut dyn FnMut(&'static str, Option<&'static str>)) {
    let cases = cases.iter().filter(|case| case.revisions.contain(revision));
    cases.for_each(|case| fields(case.payload, revision, each));
}

/// Returns the text of an encoding that is a constant inside any wrappers.
pub(super) fn constant(encoding: &Encoding) -> Option<&'static str> {
    match encoding {
        Encoding::Constant(text) => Some(text),
        _ => constant(encoding.wrapped()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_middles() {
        for (a, b, expected) in [
            ("", "", 0),
            ("a", "a", 0),
            ("", "ab", 2),
            ("fee", "fe", 1),
            ("aa", "aaa", 1),
            ("amount", "amuont", 2),
            ("gas_limit", "gasLimit", 2),
            ("branch", "head", 6),
        ] {
            assert_eq!(
                [edits(a.as_bytes(), b.as_bytes()), edits(b.as_bytes(), a.as_bytes())],
                [expected; 2],
                "{a} {b}"
            );
        }
    }

    #[test]
    fn the_nearest_name() {
        static NAMES: Encoding = Encoding::Enum(&["source", "fee", "counter", "amount", "x"]);
        let nearest = |text| Known::Encoding(&NAMES).nearest(text, Revision::NEWEST);
        for (text, expected) in [
            ("amuont", Some("amount")),
            ("Counter", Some("counter")),
            ("countre", Some("counter")),
            ("fe", Some("fee")),
            ("y", None),
            ("", None),
            ("destination", None),
        ] {
            assert_eq!(nearest(text), expected, "{text}");
        }
    }
}
