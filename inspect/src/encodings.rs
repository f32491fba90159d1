//! Finds encodings by id or description.

use std::{
    collections::BTreeMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use tezos_encoding::{
    Revision,
    schema::{
        Encoding, Named, Scope, at,
        generate::{Generate, Unmade},
        grammar,
    },
};
use tezos_protocols::{Protocol, registry};

use crate::protocols::of_protocol;

/// The number of seeds to try if a function of the user refuses all values of a size.
const TRIES: u32 = 1000;
/// The minimum similarity of an id that is suggested; 1 means equal.
const MIN_SIMILARITY: f64 = 0.75;
/// The factor applied to the similarity if only the text after the last dot is similar.
const LAST_STEP_FACTOR: f64 = 0.95;
/// The minimum length of a text for which ids that contain it are suggested.
const MIN_CONTAINED_BYTES: usize = 3;
/// The maximum number of suggested ids.
const MAX_SUGGESTIONS: usize = 3;

/// Returns all encodings, by id.
pub fn all() -> &'static [Named] {
    static ALL: LazyLock<Vec<Named>> = LazyLock::new(|| {
        // Without a protocol, an encoding that depends on the revision is that of the newest revision.
        let newest = |named: &Named| Named { encoding: at(named.encoding, Revision::NEWEST), ..named.clone() };
        let mut all = tezos_messages::encodings().to_vec();
        all.extend(registry::encodings().iter().map(newest));
        all.extend_from_slice(tezos_rlp::encodings());
        // Encodings that both crates register, such as timestamps, are listed once.
        all.sort_by(|one, other| one.id.cmp(&other.id));
        all.dedup_by(|one, other| one.id == other.id);
        all
    });
    &ALL
}

/// Returns a generator of values of an encoding, with examples for types that accept few byte strings.
pub fn generate(encoding: &'static Encoding) -> Generate {
    registry::add_examples(tezos_messages::generate(encoding))
}

/// Returns an endless sequence of values. If a function of the user refuses all values of a size, other seeds are tried.
pub fn values(generate: &Generate, seed: u64) -> impl Iterator<Item = Result<Vec<u8>, Unmade>> {
    let mut values = generate.values(seed);
    let mut seed = seed;
    std::iter::from_fn(move || {
        for _ in 0..TRIES {
            match values.next() {
                Some(Err(Unmade::Refused { .. })) => {
                    seed = seed.wrapping_add(1);
                    values = generate.values(seed);
                }
                made => return made,
            }
        }
        values.next()
    })
}

/// Returns the encoding with this id. An id without a protocol is looked up in the protocol that is given first.
fn find(id: &str, chosen: Option<Protocol>) -> Option<&'static Named> {
    let of = |protocol: Protocol, name: &str| with_id(of_protocol(protocol), &format!("{}.{name}", protocol.id()));
    if let Some(named) = chosen.and_then(|protocol| of(protocol, id)) {
        return Some(named);
    }
    let (owner, name) = id.split_once('.').unwrap_or_default();
    let owner = owner.parse().ok().and_then(|protocol| of(protocol, name));
    owner.or_else(|| with_id(all(), id))
}

/// Returns the encoding with this id in a list that is sorted by id.
fn with_id(sorted: &'static [Named], id: &str) -> Option<&'static Named> {
    sorted.binary_search_by(|named| named.id.as_ref().cmp(id)).ok().and_then(|index| sorted.get(index))
}

/// Returns the ids most similar to an unknown one, the most similar first. The whole ids and the texts after their last dots are compared;
/// an id that contains the text is similar too.
pub fn near(text: &str) -> Vec<&'static str> {
    let of_a_protocol = text.split_once('.').and_then(|(owner, _)| owner.parse().ok()).map_or(&[][..], of_protocol);
    let text = text.to_lowercase();
    let similarity = |id: &str| {
        let id = &*id.to_lowercase();
        let last = id.rsplit('.').next().unwrap_or(id);
        let whole = strsim::jaro_winkler(id, &text);
        let part = strsim::jaro_winkler(last, text.rsplit('.').next().unwrap_or(&text)) * LAST_STEP_FACTOR;
        let inside = if text.len() >= MIN_CONTAINED_BYTES && id.contains(&*text) { LAST_STEP_FACTOR } else { 0.0 };
        whole.max(part).max(inside)
    };
    let known = all().iter().chain(of_a_protocol);
    let mut near: Vec<(f64, &'static str)> = known.map(|named| (similarity(&named.id), named.id.as_ref())).collect();
    near.retain(|(similarity, _)| *similarity >= MIN_SIMILARITY);
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    near.into_iter().take(MAX_SUGGESTIONS).map(|(_, id)| id).collect()
}

/// Returns the error for an id that is not known, with similar ones.
#[must_use]
pub fn unknown(id: &str) -> String {
    let near = near(id).iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    let advice = if near.is_empty() { String::new() } else { format!("; similar ids: {near}") };
    format!("`{id}` is not the id or the description of an encoding{advice}")
}

/// Returns the encoding for a description such as `list(uint16)`. Each description is parsed once.
fn described(description: &str) -> Option<&'static Named> {
    static KNOWN: Mutex<BTreeMap<String, &'static Named>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(named) = known.get(description) {
        return Some(named);
    }
    let named = unregistered(description, "As described", grammar::parse(description).ok()?);
    known.insert(description.to_owned(), named);
    Some(named)
}

/// Returns an encoding that is not registered, with what it was found by as its id. It is never freed, as schemas are not.
pub fn unregistered(id: &str, title: &'static str, encoding: &'static Encoding) -> &'static Named {
    Box::leak(Box::new(Named { id: id.to_owned().into(), title: title.into(), encoding, scope: Scope::Whole }))
}

/// Returns the encoding with this id or for this description. An id without a protocol is looked up in the `chosen` protocol first.
pub fn named(text: &str, chosen: Option<Protocol>) -> Option<&'static Named> {
    find(text, chosen).or_else(|| described(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_descriptions_are_found() {
        let id = |text, chosen| named(text, chosen).map(|named| &*named.id);
        for (text, chosen, expected) in [
            ("p2p_message", None, Some("p2p_message")),
            ("seoul.operation", None, Some("023-PtSeouLo.operation")),
            ("operation", None, Some("operation")),
            ("operation", Some(Protocol::Seoul), Some("023-PtSeouLo.operation")),
            ("p2p_message", Some(Protocol::Seoul), Some("p2p_message")),
            ("list(uint16)", None, Some("list(uint16)")),
            ("list(uint16", None, None),
        ] {
            assert_eq!(id(text, chosen), expected, "{text}");
        }
        assert!(all().iter().all(|row| named(&row.id, None).is_some_and(|found| std::ptr::eq(found, row))));
        // A description is parsed once.
        let [one, other] = [named("list(uint16)", None), named("list(uint16)", None)].map(Option::unwrap);
        assert!(std::ptr::eq(one, other));
    }

    #[test]
    fn the_most_similar_ids_are_suggested() {
        assert_eq!(near("p2p_mesage").first(), Some(&"p2p_message"));
        assert_eq!(near("blockheader").first(), Some(&"block_header"));
        assert_eq!(near("Current_head").first(), Some(&"p2p_message.current_head"));
        assert_eq!(near("locator").first(), Some(&"block_locator"));
        assert_eq!(near("beta.fitness").first(), Some(&"fitness"));
        assert_eq!(near("023-PtSeouLo.operatoin").first(), Some(&"023-PtSeouLo.operation"));
        assert_eq!(near("zzzz"), [""; 0]);
        // An id that contains the text is suggested for three letters and more, and at most three ids are.
        assert!(near("pot").is_empty() || !near("pot").contains(&"p2p_point.id"));
        assert!(near("hea").iter().all(|id| id.contains("hea")) && near("hea").len() == 3, "{:?}", near("hea"));
        assert!(!near("xy").iter().any(|id| id.contains("xy")));
    }
}
