//! The items that there are, and where each may stand.

use syn::Result;

use super::item::Item;
use crate::primitives;

/// What an attribute stands on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Type,
    Field,
    Variant,
}

/// Where an item may stand.
struct Row {
    keyword: &'static str,
    places: &'static [Place],
    /// Whether a variant takes it because its one field does.
    of_field: bool,
}

const fn row(keyword: &'static str, places: &'static [Place]) -> Row {
    Row { keyword, places, of_field: false }
}

/// A step of a chain of a field.
const fn step(keyword: &'static str) -> Row {
    Row { keyword, places: &[Place::Field, Place::Variant], of_field: true }
}

/// One that stands around a type too.
const fn around(keyword: &'static str) -> Row {
    Row { keyword, places: &[Place::Type, Place::Field, Place::Variant], of_field: true }
}

/// All but those that name a form.
const KEYWORDS: &[Row] = &[
    row("tags", &[Place::Type]),
    row("tag", &[Place::Type, Place::Variant]),
    row("ignore_unknown", &[Place::Type]),
    row("reserved", &[Place::Type]),
    row("versioned", &[Place::Type]),
    row("string_enum", &[Place::Type]),
    row("untagged", &[Place::Type]),
    row("skip", &[Place::Field]),
    row("hash", &[Place::Field]),
    row("name", &[Place::Field, Place::Variant]),
    row("id", &[Place::Type, Place::Field]),
    row("title", &[Place::Type, Place::Field, Place::Variant]),
    row("description", &[Place::Type, Place::Field, Place::Variant]),
    row("field", &[Place::Type]),
    row("json", &[Place::Type, Place::Field, Place::Variant]),
    row("other", &[Place::Variant]),
    row("json_only", &[Place::Variant]),
    row("case", &[Place::Variant]),
    row("on", &[Place::Variant]),
    row("reserve", &[Place::Field]),
    row("select", &[Place::Field]),
    row("dft", &[Place::Field]),
    row("flatten", &[Place::Field]),
    row("mu", &[Place::Type]),
    row("depth", &[Place::Type]),
    row("transparent", &[Place::Type]),
    row("view", &[Place::Type]),
    row("plain", &[Place::Type]),
    row("arena", &[Place::Type]),
    row("guard", &[Place::Type, Place::Field]),
    row("try_from", &[Place::Type, Place::Field]),
    row("from", &[Place::Type, Place::Field]),
    row("into", &[Place::Type, Place::Field]),
    row("legacy", &[Place::Type]),
    row("compact", &[Place::Type]),
    row("endian", &[Place::Type]),
    row("crate", &[Place::Type]),
    row("bound", &[Place::Type]),
    around("dynamic"),
    around("short_dynamic"),
    around("suffix_len"),
    around("sized"),
    around("bounded"),
    around("check_size"),
    around("padded"),
    around("magic"),
    around("composite"),
    step("payload"),
    step("option"),
    step("varopt"),
    step("result"),
    step("list"),
    step("count"),
    step("assoc"),
    step("map"),
    step("bytes"),
    step("string"),
    step("rest"),
    step("raw"),
    step("range"),
    step("le"),
    step("be"),
    step("constant"),
    step("with"),
    step("builtin"),
];

/// Whether the item may stand at `place`.
pub(super) fn check(item: &Item, place: Place) -> Result<()> {
    let key = item.key.to_string();
    let elsewhere = match KEYWORDS.iter().find(|row| row.keyword == key) {
        Some(row) if row.places.contains(&place) => return Ok(()),
        Some(row) => row.places.first().copied(),
        None if primitives::find(primitives::LEAVES, &key).is_none() => None,
        None if place != Place::Type => return Ok(()),
        None => Some(Place::Field),
    };
    match elsewhere {
        Some(other) => item.error(format!("`{key}` belongs on {}; {}", other.name(), place.takes())),
        None => unknown(item, place),
    }
}

/// All items.
#[cfg(test)]
pub(crate) fn item_keywords() -> impl Iterator<Item = &'static str> {
    let scalars = primitives::LEAVES.iter().map(|row| row.keyword);
    KEYWORDS.iter().map(|row| row.keyword).chain(scalars)
}

/// The error for an unknown item.
pub(super) fn unknown<T>(item: &Item, place: Place) -> Result<T> {
    item.error(format!("unknown `{}`; {}", item.key, place.takes()))
}

impl Place {
    const fn name(self) -> &'static str {
        match self {
            Self::Type => "a type",
            Self::Field => "a field",
            Self::Variant => "a variant",
        }
    }

    /// `a type takes tags, tag, ..`
    fn takes(self) -> String {
        let rows = KEYWORDS.iter().filter(|row| row.places.contains(&self));
        let own = rows.filter(|row| self != Self::Variant || !row.of_field);
        let keywords = own.map(|row| row.keyword).collect::<Vec<_>>().join(", ");
        let more = match self {
            Self::Type => String::new(),
            Self::Field => format!(", {}", primitives::keywords(primitives::LEAVES)),
            Self::Variant => " and the items of its one field".to_owned(),
        };
        format!("{} takes {keywords}{more}", self.name())
    }
}
