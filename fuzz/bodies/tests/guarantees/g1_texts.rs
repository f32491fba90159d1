//! Guarantee 1 for texts: JSON of values and of descriptions, truncated and changed at each character, and deeply nested.

use tezos_codec_fuzz_bodies::{KNOWN, Known};
use tezos_encoding::Json;
use tezos_encoding::schema::layout::layout;
use tezos_encoding::schema::{Description, decode, describe, diff, from_json, to_json};

use super::each_known;

/// Maximum size in bytes of texts that are truncated and changed at each character.
const TEXT_MAX_BYTES: usize = 150;

/// The characters that replace each character of a text.
const REPLACEMENTS: &str = "\"\\{}[],:-0e.n\u{0}é";

/// Calls `each` with the text truncated at each character, and with each character replaced or removed.
fn changed(text: &str, mut each: impl FnMut(&str)) {
    for (at, removed) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + removed.len_utf8()..]);
        each(before);
        each(&[before, after].concat());
        for other in REPLACEMENTS.chars() {
            each(&[before, other.to_string().as_str(), after].concat());
        }
    }
}

/// Checks that the bytes of an accepted text can be decoded, and that their JSON converts back.
fn read(known: &Known, text: &str) {
    if let Ok(bytes) = from_json(known.encoding, text) {
        assert!(decode(known.encoding, &bytes).is_ok(), "{}: {text}", known.name);
        let json = to_json(known.encoding, &bytes).unwrap_or_else(|error| panic!("{}: {text}: {error}", known.name));
        let again = from_json(known.encoding, &json).unwrap();
        assert_eq!(to_json(known.encoding, &again).as_ref(), Ok(&json), "{}: {text}", known.name);
    }
}

#[test]
fn json_of_values_causes_no_panic() {
    each_known(|known| {
        let generate = known.generate().max_bytes(40);
        let texts = generate.values(5).take(2).map(|bytes| to_json(known.encoding, &bytes.unwrap()).unwrap());
        texts.filter(|text| text.len() <= TEXT_MAX_BYTES).for_each(|text| changed(&text, |text| read(known, text)));
        for open in ["[", "{\"a\":", "\"", "9", "-", "[[],"] {
            read(known, &open.repeat(100_000));
        }
    });
}

/// Checks that a parsed description can be printed, compared and drawn.
fn show(description: &Description, beside: &Description) {
    assert!(!description.to_json().is_empty());
    assert!(!description.to_string().is_empty() && !description.to_markdown().is_empty());
    let (one, other) = (diff(beside, description), diff(description, beside));
    assert_eq!(one.is_empty(), other.is_empty());
    assert!(!layout(description).to_svg().is_empty());
}

#[test]
fn json_of_descriptions_causes_no_panic() {
    each_known(|known| {
        let description = describe(known.encoding);
        let text = description.to_json();
        assert_eq!(Description::from_json(&text).map(|read| read.to_json()).as_deref(), Ok(text.as_str()));
        if text.len() > 4 * TEXT_MAX_BYTES {
            return;
        }
        changed(&text, |text| {
            if let Ok(read) = Description::from_json(text) {
                show(&read, &description);
            }
        });
    });
    for open in ["[", "{\"a\":", "{\"encoding\":{\"kind\":\"Dyn\",\"inner\":", "\""] {
        assert!(Description::from_json(&open.repeat(100_000)).is_err());
        assert!(open.repeat(100_000).parse::<Json>().is_err());
    }
}

/// Checks descriptions whose definitions refer to each other in a cycle, or to nothing.
#[test]
fn cycles_of_definitions_cause_no_panic() {
    let recursive = KNOWN.iter().filter(|known| known.name.starts_with("recursive"));
    for known in recursive {
        let description = describe(known.encoding);
        let text = description.to_json();
        let names: Vec<&str> = description.definitions.iter().map(|definition| definition.title.as_str()).collect();
        for (name, other) in
            names.iter().flat_map(|name| names.iter().chain([&"nothing"]).map(move |other| (name, other)))
        {
            let [from, to] = [name, other].map(|name| format!("\"{name}\""));
            if let Ok(read) = Description::from_json(&text.replace(&from, &to)) {
                show(&read, &description);
            }
        }
    }
}
