//! Guarantee 1, for texts: JSON of values and of descriptions, cut and changed at each byte, and nested without end.

use tezos_codec_fuzz_bodies::{KNOWN, Known};
use tezos_encoding::Json;
use tezos_encoding::schema::layout::layout;
use tezos_encoding::schema::{Description, decode, describe, diff, from_json, to_json};

use super::each_known;

/// Letters of the longest text that is cut and changed at each.
const MOST: usize = 150;

/// What is put into the place of a letter.
const LETTERS: &str = "\"\\{}[],:-0e.n\u{0}é";

/// The text cut at each letter, and with each letter changed or left out.
fn changed(text: &str, mut each: impl FnMut(&str)) {
    for (place, letter) in text.char_indices() {
        let (before, behind) = (&text[..place], &text[place + letter.len_utf8()..]);
        each(before);
        each(&[before, behind].concat());
        for other in LETTERS.chars() {
            each(&[before, other.to_string().as_str(), behind].concat());
        }
    }
}

/// A text that is read is one of bytes that are read.
fn read(known: &Known, text: &str) {
    if let Ok(bytes) = from_json(known.encoding, text) {
        assert!(decode(known.encoding, &bytes).is_ok(), "{}: {text}", known.name);
        let json = to_json(known.encoding, &bytes).unwrap_or_else(|error| panic!("{}: {text}: {error}", known.name));
        let again = from_json(known.encoding, &json).unwrap();
        assert_eq!(to_json(known.encoding, &again).as_ref(), Ok(&json), "{}: {text}", known.name);
    }
}

#[test]
fn values() {
    each_known(|known| {
        let generate = known.generate().max_bytes(40);
        let texts = generate.values(5).take(2).map(|bytes| to_json(known.encoding, &bytes.unwrap()).unwrap());
        texts.filter(|text| text.len() <= MOST).for_each(|text| changed(&text, |text| read(known, text)));
        for open in ["[", "{\"a\":", "\"", "9", "-", "[[],"] {
            read(known, &open.repeat(100_000));
        }
    });
}

/// What shows a description to people takes any that is read.
fn show(description: &Description, beside: &Description) {
    assert!(!description.to_json().is_empty());
    assert!(!description.to_string().is_empty() && !description.to_markdown().is_empty());
    let (one, other) = (diff(beside, description), diff(description, beside));
    assert_eq!(one.is_empty(), other.is_empty());
    assert!(!layout(description).to_svg().is_empty());
}

#[test]
fn descriptions() {
    each_known(|known| {
        let description = describe(known.encoding);
        let text = description.to_json();
        assert_eq!(Description::from_json(&text).map(|read| read.to_json()).as_deref(), Ok(text.as_str()));
        if text.len() > 4 * MOST {
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

/// A description whose definitions name each other in a circle, or nothing.
#[test]
fn circles_of_definitions() {
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
