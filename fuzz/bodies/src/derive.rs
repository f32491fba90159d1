//! The derive macros: for any input, they return code or compile errors, and never panic.

use std::sync::LazyLock;

use tezos_codec_fuzz_derive::{Outcome, TRAITS, derived};

use crate::Target;

/// Words of types and of attributes.
const WORDS: &[&str] = &include!("derive/words.rs");

/// The words, then the items of `#[encoding(..)]`. Each two bytes of an input select one, so that texts consist of words instead of
/// characters.
static PIECES: LazyLock<Vec<&str>> = LazyLock::new(|| WORDS.iter().copied().chain(items()).collect());

/// Returns the items in the index of the attribute reference: the texts between backquotes in its first column.
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
    let piece = |index: &[u8]| PIECES[usize::from(u16::from_be_bytes([index[0], index[1]])) % PIECES.len()];
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

/// Checks that all derives agree on whether the text is a type, and that their output is Rust.
fn expanded(text: &str) {
    // Deeply nested types are skipped: the parser of Rust, which is not part of this project, has no depth limit.
    if text.bytes().filter(|byte| b"([{<&*!-#".contains(byte)).count() > 100 {
        return;
    }
    let outcomes = TRAITS.map(|which| derived(text, which));
    assert!(!outcomes.contains(&Outcome::NotRust), "the output for {text} is not Rust");
    assert!(outcomes.iter().all(|outcome| (*outcome == Outcome::NoType) == (outcomes[0] == Outcome::NoType)), "{text}");
}

fn seeds() -> Vec<Vec<u8>> {
    let text = |text: &&str| [&[0], text.as_bytes()].concat();
    let types = WORDS.iter().filter(|piece| piece.starts_with("struct") || piece.starts_with("enum")).map(text);
    let pair = |item| {
        let indices = [item, item * 7].map(|index| u16::try_from(WORDS.len() + index).unwrap().to_be_bytes());
        [&[3], indices.as_flattened()].concat()
    };
    types.chain((0..40).map(pair)).collect()
}
