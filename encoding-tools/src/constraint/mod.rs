//! The constraints of a schema on values beyond their layout: sizes in bytes, user-supplied functions, UTF-8.
//!
//! Neither the reference's descriptions nor the dumps of `octez-codec` contain them. [`Description::constraints`] does,
//! and [`diff`](crate::diff()) compares them if both sides have them.
//!
//! [`Description::constraints`]: crate::Description::constraints

mod find;
mod json;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tezos_encoding_core::schema::CheckKind;

use crate::json::hex;

pub(crate) use find::constraints;
pub(crate) use json::{from_json, one_to_json, to_json};

/// A constraint and the values that it applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The path of fields, elements and cases from the value itself to the innermost enclosing definition.
    pub at: String,
    /// The name of that definition: an `id`, or the name of a recursive type. `None` outside definitions.
    pub definition: Option<Cow<'static, str>>,
    /// The path from that definition to the constrained value.
    pub path: String,
    /// The condition that the value must satisfy.
    pub rule: Rule,
}

/// A condition that a value must satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// At most `bytes` bytes (`check_size`).
    MaxBytes {
        /// The limit.
        bytes: usize,
        /// Whether the limit includes the size prefix before the block.
        with_size: bool,
    },
    /// Exactly this number of bytes, where descriptions do not have it: for an element of a list, and for a block
    /// around other values.
    ExactBytes(usize),
    /// At least this number of elements.
    MinElements(usize),
    /// Text in UTF-8.
    Utf8,
    /// A BSON document, which descriptions show as text.
    Bson,
    /// Keys in UTF-8.
    Utf8Keys,
    /// Distinct keys.
    DistinctKeys,
    /// A number in a range, encoded as `n` or `z`.
    Range {
        /// The minimum.
        min: i128,
        /// The maximum.
        max: i128,
    },
    /// A value that a user-supplied function accepts.
    Function {
        /// Whether the function guards or converts the value.
        kind: CheckKind,
        /// Its name.
        name: Cow<'static, str>,
    },
    /// None of these tags, in a case for all other tags.
    NoTags(Vec<u32>),
    /// At most this number of levels of nesting.
    MaxLevels(u32),
    /// The bytes of the default value, which JSON may omit. Not a constraint on the wire.
    DefaultValue(Vec<u8>),
    /// The opposite of a constraint: bytes in an older encoding are also decoded.
    OlderEncoding,
}

impl Constraint {
    /// Returns the path from the value itself to the constrained value.
    ///
    /// ```
    /// use tezos_encoding::{HasEncoding, schema::{Rule, describe}};
    /// #[derive(HasEncoding)]
    /// #[encoding(id = "key")]
    /// struct Key(#[encoding(dynamic, bytes = 64)] Vec<u8>);
    /// #[derive(HasEncoding)]
    /// struct Peer { port: u16, key: Key }
    /// let constraints = describe(Peer::ENCODING).constraints.unwrap();
    /// assert_eq!(constraints[0].place(), "key");
    /// assert_eq!(constraints[0].definition.as_deref(), Some("key"));
    /// assert_eq!(constraints[0].rule, Rule::MaxBytes { bytes: 64, with_size: false });
    /// ```
    pub fn place(&self) -> String {
        joined(&self.at, &self.path)
    }
}

/// Returns the path that continues `at` by `path`.
pub(crate) fn joined(at: &str, path: &str) -> String {
    let dot = if at.is_empty() || path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{at}{dot}{path}")
}

impl Rule {
    /// Returns true if the rules are of the same kind, so that a rule of one schema can replace a rule of another.
    pub(crate) fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::MaxBytes { with_size: one, .. }, Self::MaxBytes { with_size: other, .. }) => one == other,
            _ => core::mem::discriminant(self) == core::mem::discriminant(other),
        }
    }

    /// Compares two versions of a rule, either of which may be missing. Returns whether every value that was valid is
    /// still valid, and whether every value that is valid now was valid before.
    pub(crate) fn compare(old: Option<&Self>, new: Option<&Self>) -> (bool, bool) {
        match (old, new) {
            (Some(Self::DefaultValue(_)), _) | (_, Some(Self::DefaultValue(_))) | (None, None) => (true, true),
            (None, Some(Self::OlderEncoding)) => (true, false),
            (Some(Self::OlderEncoding), None) => (false, true),
            (None, Some(_)) => (false, true),
            (Some(_), None) => (true, false),
            (Some(Self::MaxBytes { bytes: old, .. }), Some(Self::MaxBytes { bytes: new, .. })) => {
                (old <= new, new <= old)
            }
            (Some(Self::MinElements(old)), Some(Self::MinElements(new))) => (old >= new, new >= old),
            (Some(Self::MaxLevels(old)), Some(Self::MaxLevels(new))) => (old <= new, new <= old),
            (Some(Self::Range { min: a, max: b }), Some(Self::Range { min: c, max: d })) => {
                (a >= c && b <= d, c >= a && d <= b)
            }
            (Some(Self::NoTags(old)), Some(Self::NoTags(new))) => {
                (new.iter().all(|tag| old.contains(tag)), old.iter().all(|tag| new.contains(tag)))
            }
            // It is not known which values a function accepts.
            (Some(old), Some(new)) => (old == new, old == new),
        }
    }

    /// Describes the rule in a few words.
    pub(crate) fn words(&self) -> String {
        let counted = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        match self {
            Self::MaxBytes { bytes, with_size: false } => format!("at most {}", counted(*bytes, "byte")),
            Self::MaxBytes { bytes, with_size: true } => {
                format!("at most {} including the size prefix", counted(*bytes, "byte"))
            }
            Self::ExactBytes(bytes) => format!("exactly {}", counted(*bytes, "byte")),
            Self::MinElements(count) => format!("at least {}", counted(*count, "element")),
            Self::Utf8 => "text in UTF-8".to_string(),
            Self::Bson => "a BSON document".to_string(),
            Self::Utf8Keys => "keys in UTF-8".to_string(),
            Self::DistinctKeys => "distinct keys".to_string(),
            Self::Range { min, max } => format!("a number from {min} to {max}"),
            Self::Function { name, .. } => format!("values that the function `{name}` accepts"),
            Self::NoTags(tags) => {
                format!("none of the tags {}", tags.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
            }
            Self::MaxLevels(levels) => format!("at most {levels} levels of nesting"),
            Self::DefaultValue(bytes) => format!("JSON may omit `{}`", hex(bytes)),
            Self::OlderEncoding => "an older encoding is also read".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn max(bytes: usize) -> Rule {
        Rule::MaxBytes { bytes, with_size: false }
    }

    fn function(name: &'static str) -> Rule {
        Rule::Function { kind: CheckKind::Guard, name: name.into() }
    }

    /// Each pair with whether every old value is still valid, and whether every new value was valid before.
    #[test]
    fn versions_of_a_rule_are_compared_by_the_values_that_satisfy_them() {
        let range = |min, max| Rule::Range { min, max };
        let usual = || Rule::DefaultValue([1].into());
        for (old, new, expected) in [
            (None, None, (true, true)),
            (Some(max(8)), Some(max(8)), (true, true)),
            (Some(max(8)), Some(max(9)), (true, false)),
            (Some(max(9)), Some(max(8)), (false, true)),
            (Some(Rule::MinElements(2)), Some(Rule::MinElements(2)), (true, true)),
            (Some(Rule::MinElements(1)), Some(Rule::MinElements(2)), (false, true)),
            (Some(Rule::MinElements(2)), Some(Rule::MinElements(1)), (true, false)),
            (Some(Rule::MaxLevels(5)), Some(Rule::MaxLevels(5)), (true, true)),
            (Some(Rule::MaxLevels(4)), Some(Rule::MaxLevels(5)), (true, false)),
            (Some(Rule::MaxLevels(5)), Some(Rule::MaxLevels(4)), (false, true)),
            (Some(range(0, 9)), Some(range(0, 9)), (true, true)),
            (Some(range(0, 9)), Some(range(0, 10)), (true, false)),
            (Some(range(0, 9)), Some(range(-1, 9)), (true, false)),
            (Some(range(0, 9)), Some(range(1, 9)), (false, true)),
            (Some(range(0, 9)), Some(range(0, 8)), (false, true)),
            (Some(range(0, 9)), Some(range(1, 10)), (false, false)),
            (Some(Rule::NoTags([7].into())), Some(Rule::NoTags([7, 9].into())), (false, true)),
            (Some(Rule::NoTags([7, 9].into())), Some(Rule::NoTags([9, 7].into())), (true, true)),
            (Some(Rule::NoTags([7, 9].into())), Some(Rule::NoTags([9].into())), (true, false)),
            (Some(function("even")), Some(function("even")), (true, true)),
            (Some(function("even")), Some(function("odd")), (false, false)),
            (Some(Rule::ExactBytes(3)), Some(Rule::ExactBytes(4)), (false, false)),
            (None, Some(Rule::Utf8), (false, true)),
            (Some(Rule::Utf8), None, (true, false)),
            (None, Some(Rule::OlderEncoding), (true, false)),
            (Some(Rule::OlderEncoding), None, (false, true)),
            (None, Some(usual()), (true, true)),
            (Some(usual()), None, (true, true)),
            (Some(usual()), Some(Rule::DefaultValue([2].into())), (true, true)),
        ] {
            assert_eq!(Rule::compare(old.as_ref(), new.as_ref()), expected, "{old:?} -> {new:?}");
        }
        assert!(max(8).is_same_kind(&max(9)) && !max(8).is_same_kind(&Rule::ExactBytes(8)));
        assert!(!max(8).is_same_kind(&Rule::MaxBytes { bytes: 8, with_size: true }));
    }

    /// Each rule in JSON, which is read back, and in words.
    #[test]
    fn every_rule_has_words_and_json() {
        for (rule, json, words) in [
            (max(1), r#""most-bytes","bytes":1,"with_size":false"#, "at most 1 byte"),
            (
                Rule::MaxBytes { bytes: 2, with_size: true },
                r#""most-bytes","bytes":2,"with_size":true"#,
                "at most 2 bytes including the size prefix",
            ),
            (Rule::ExactBytes(3), r#""exact-bytes","bytes":3"#, "exactly 3 bytes"),
            (Rule::MinElements(1), r#""least-elements","elements":1"#, "at least 1 element"),
            (Rule::MinElements(2), r#""least-elements","elements":2"#, "at least 2 elements"),
            (Rule::Utf8, r#""utf8""#, "text in UTF-8"),
            (Rule::Bson, r#""bson""#, "a BSON document"),
            (Rule::Utf8Keys, r#""utf8-keys""#, "keys in UTF-8"),
            (Rule::DistinctKeys, r#""distinct-keys""#, "distinct keys"),
            (Rule::Range { min: -5, max: 9 }, r#""range","min":-5,"max":9"#, "a number from -5 to 9"),
            (function("a\"b"), r#""guard","function":"a\"b""#, "values that the function `a\"b` accepts"),
            (
                Rule::Function { kind: CheckKind::Conversion, name: "f".into() },
                r#""conversion","function":"f""#,
                "values that the function `f` accepts",
            ),
            (Rule::NoTags([7, 9].into()), r#""no-tags","tags":[7,9]"#, "none of the tags 7, 9"),
            (Rule::MaxLevels(5), r#""most-levels","levels":5"#, "at most 5 levels of nesting"),
            (Rule::DefaultValue([0, 0xff].into()), r#""usual-value","hex":"00ff""#, "JSON may omit `00ff`"),
            (Rule::OlderEncoding, r#""older-form""#, "an older encoding is also read"),
        ] {
            assert_eq!(rule.words(), words);
            for definition in [None, Some("key".into())] {
                let of = definition.is_some();
                let constraint = Constraint { at: "a".into(), definition, path: "b[]".into(), rule: rule.clone() };
                let named = if of { r#""definition":"key","# } else { "" };
                let text = to_json(core::slice::from_ref(&constraint));
                assert_eq!(text, format!(r#"[{{"at":"a",{named}"path":"b[]","kind":{json}}}]"#));
                assert_eq!(crate::json::read(&text, from_json), Ok([constraint].into()));
            }
        }
        for (at, path, place) in [("", "a", "a"), ("a", "", "a"), ("a", "b", "a.b"), ("a", "[]", "a[]"), ("", "", "")] {
            assert_eq!(joined(at, path), place);
        }
    }

    #[test]
    fn json_that_is_no_constraint_is_refused_where_it_is_wrong() {
        for (rule, expected) in [
            (r#""kind":"x""#, "at column 29 (byte 28): expected a kind of constraint, such as `most-bytes` or `guard`"),
            (r#""kind":7"#, "at column 28 (byte 27): expected a kind of constraint"),
            (r#""kinds":"utf8""#, "at column 2 (byte 1): expected `kind`"),
            (r#""kind":"range","min":0"#, "at column 2 (byte 1): expected `max`"),
            (r#""kind":"exact-bytes","bytes":-1"#, "at column 50 (byte 49): expected a smaller number"),
            (r#""kind":"exact-bytes","bytes":1.5"#, "at column 50 (byte 49): expected a number"),
            (r#""kind":"most-bytes","bytes":1,"with_size":0"#, "at column 63 (byte 62): expected `true` or `false`"),
            (r#""kind":"most-levels","levels":4294967296"#, "at column 51 (byte 50): expected a smaller number"),
            (r#""kind":"no-tags","tags":7"#, "at column 45 (byte 44): expected a list of tags"),
            (r#""kind":"usual-value","hex":"0""#, "at column 49 (byte 48): expected bytes in hexadecimal"),
            (r#""kind":"guard","function":7"#, "at column 47 (byte 46): expected a name"),
        ] {
            let text = format!(r#"[{{"at":"","path":"",{rule}}}]"#);
            assert_eq!(crate::json::read(&text, from_json).unwrap_err().to_string(), expected, "{text}");
        }
        for (text, expected) in [("{}", "expected a list of constraints"), (r#"[{"path":""}]"#, "expected `at`")] {
            assert!(crate::json::read(text, from_json).unwrap_err().to_string().ends_with(expected), "{text}");
        }
    }
}
