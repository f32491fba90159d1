//! The items that are allowed on types, fields and variants.

use syn::Result;

use super::item::Item;
use super::nearest::nearest;
use crate::primitives;

/// The position of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Type,
    Field,
    Variant,
}

const TYPE: &str = "tags tag ignore_unknown reserved versioned string_enum untagged id title description secret field json mu \
                    depth transparent view plain arena guard canonical try_from from into legacy compact endian crate bound";
const FIELD: &str = "since until skip hash name id title description secret json reserve select dft flatten guard try_from from into from_fn into_fn";
const VARIANT: &str = "tag since until name title description json other json_only case on";
/// Steps of a chain that are also allowed on a type.
const WRAPPERS: &str = "dynamic short_dynamic suffix_len sized bounded check_size padded magic composite";
/// Other steps of a chain. On a variant, they apply to its only field.
const STEPS: &str =
    "payload option varopt result list count assoc map bytes string rest raw range le be constant with builtin";

const LIMIT: &str =
    "a limit is the value of the item that it limits: write `string = 3`, `bytes = 3`, `list = 3` or `dynamic = 3`";

/// Names that people know from other libraries, and what to write instead.
const ELSEWHERE: &[(&str, &str)] = &[
    ("max", LIMIT),
    ("max_len", LIMIT),
    ("max_size", LIMIT),
    ("limit", LIMIT),
    (
        "default",
        "write `dft = value` for a field that JSON may leave out, or `option(default = value)` for a presence flag",
    ),
    ("rename", "write `name = \"..\"`"),
];

/// Checks that the item is allowed at `place`.
pub(super) fn check(item: &Item, place: Place) -> Result<()> {
    let key = item.key.to_string();
    if place.keywords().contains(&key.as_str()) {
        return Ok(());
    }
    let others = [Place::Type, Place::Field, Place::Variant];
    match others.into_iter().find(|other| other.keywords().contains(&key.as_str())) {
        Some(other) => item.error(format!("`{key}` belongs on {}; {}", other.name(), place.takes())),
        None => unknown(item, place),
    }
}

/// Returns all items.
#[cfg(test)]
pub(crate) fn item_keywords() -> impl Iterator<Item = &'static str> {
    [Place::Type, Place::Field, Place::Variant].into_iter().flat_map(Place::keywords)
}

/// Returns the error for an unknown item. It suggests the most similar known item, or lists all of them if none is
/// similar.
pub(super) fn unknown<T>(item: &Item, place: Place) -> Result<T> {
    const ALL: &str = "`tezos_encoding::attributes` has all items";
    let (key, known) = (item.key.to_string(), place.keywords());
    if let Some((_, instead)) = ELSEWHERE.iter().find(|(name, _)| *name == key) {
        return item.error(format!("unknown `{key}`: {instead}"));
    }
    if nearest(&key, &known).is_some() {
        return item.unknown(&known, ALL);
    }
    let others = [Place::Type, Place::Field, Place::Variant].into_iter().filter(|other| *other != place);
    let found = others.into_iter().find_map(|other| nearest(&key, &other.keywords()).map(|near| (near, other)));
    match found {
        Some((near, other)) => {
            let message = format!("unknown `{key}`: did you mean `{near}`? It belongs on {}; {ALL}", other.name());
            item.error(message)
        }
        None => item.unknown(&[], place.takes()),
    }
}

impl Place {
    const fn name(self) -> &'static str {
        match self {
            Self::Type => "a type",
            Self::Field => "a field",
            Self::Variant => "a variant",
        }
    }

    /// Returns the lists of the items that are allowed here.
    const fn lists(self) -> &'static [&'static str] {
        match self {
            Self::Type => &[TYPE, WRAPPERS],
            Self::Field => &[FIELD, WRAPPERS, STEPS],
            Self::Variant => &[VARIANT, WRAPPERS, STEPS],
        }
    }

    /// Returns the items that are allowed here.
    fn keywords(self) -> Vec<&'static str> {
        let scalars = primitives::LEAVES.iter().map(|row| row.keyword).filter(|_| self != Self::Type);
        self.lists().iter().flat_map(|list| list.split_whitespace()).chain(scalars).collect()
    }

    /// `a type takes tags, tag, ..`
    fn takes(self) -> String {
        let keywords = match self {
            Self::Type | Self::Field => self.keywords().join(", "),
            Self::Variant => VARIANT.replace(' ', ", ") + " and the items of its one field",
        };
        format!("{} takes {keywords}", self.name())
    }
}
