//! The derive macros: whatever stands before a type, they answer with code or with errors, and never panic.

use std::sync::LazyLock;

use tezos_codec_fuzz_derive::{Outcome, TRAITS, derived};

use crate::Target;

/// Words of types and of attributes.
const WORDS: &[&str] = &include!("derive/words.rs");

/// The words, and behind them the items of `#[encoding(..)]`; two bytes of an input take one each, so that texts are made of words and
/// not of signs.
static PIECES: LazyLock<Vec<&str>> = LazyLock::new(|| WORDS.iter().copied().chain(items()).collect());

/// Returns the items of the index of the attribute reference: what is in its first column, between backquotes.
pub(crate) fn items() -> impl Iterator<Item = &'static str> {
    let reference = include_str!("../../../encoding/docs/attributes.md");
    let (_, index) = reference.split_once("\n# Index\n").unwrap_or_default();
    let rows = index.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('|'));
    rows.flat_map(|(items, _)| items.split('`').step_by(2)).filter(|item| !item.trim().is_empty())
}

/// The first byte selects whether the rest is a text or a list of pieces.
pub(crate) fn target() -> Target {
    Target::plain("derive", body, seeds)
}

fn body(input: &[u8]) {
    let Some((how, rest)) = input.split_first() else { return };
    if how & 1 == 0 {
        return expanded(&String::from_utf8_lossy(rest));
    }
    let piece = |place: &[u8]| PIECES[usize::from(u16::from_be_bytes([place[0], place[1]])) % PIECES.len()];
    let words: Vec<&str> = rest.chunks_exact(2).map(piece).collect();
    match how & 2 {
        0 => expanded(&words.join(" ")),
        _ => expanded(&format!(
            "#[encoding({})] struct S {{ #[encoding({})] f: Vec<u8> }}",
            words.join(","),
            words.join(",")
        )),
    }
}

/// All derives of a type agree whether it is one that they take; what they write is Rust.
fn expanded(text: &str) {
    // A type may be as deep as its text says; what parses Rust has no limit of its own, and is not ours.
    if text.bytes().filter(|byte| b"([{<&*!-#".contains(byte)).count() > 100 {
        return;
    }
    let outcomes = TRAITS.map(|which| derived(text, which));
    assert!(!outcomes.contains(&Outcome::NotRust), "{text} becomes something that is no Rust");
    assert!(outcomes.iter().all(|outcome| (*outcome == Outcome::NoType) == (outcomes[0] == Outcome::NoType)), "{text}");
}

fn seeds() -> Vec<Vec<u8>> {
    let text = |text: &&str| [&[0], text.as_bytes()].concat();
    let types = WORDS.iter().filter(|piece| piece.starts_with("struct") || piece.starts_with("enum")).map(text);
    let pair = |item| {
        let places = [item, item * 7].map(|place| u16::try_from(WORDS.len() + place).unwrap().to_be_bytes());
        [&[3], places.as_flattened()].concat()
    };
    types.chain((0..40).map(pair)).collect()
}
