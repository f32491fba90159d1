//! The derive macros: for any input, they return code or compile errors, and never panic.

use std::sync::LazyLock;

use tezos_codec_fuzz_derive::{Outcome, TRAITS, derived};

use crate::Target;

/// Words of types and of attributes.
const WORDS: &[&str] = &include!("derive/words.rs");

/// Items of `#[rlp(..)]`.
const RLP: [&str; 24] = [
    "#[rlp(",
    "untagged",
    "number",
    "typed",
    "transparent",
    "trailing",
    "view",
    "tag = 2",
    "list",
    "list = 3",
    "list(min = 1, max = 2)",
    "bytes = 3",
    "string = 3",
    "little",
    "option = \"string\"",
    "option = \"list\"",
    "option = \"wrapped\"",
    "since_items = 1",
    "since_items = 2",
    "via = \"encoding\"",
    "via = \"rlp\"",
    "via = \"envelope\"",
    "via = \"text\"",
    "with = \"Form\"",
];

/// The words, then the items of `#[encoding(..)]` and of `#[rlp(..)]`. Each two bytes of an input select one, so that texts consist of words
/// instead of characters.
static PIECES: LazyLock<Vec<&str>> = LazyLock::new(|| WORDS.iter().copied().chain(items()).chain(RLP).collect());

/// Returns the items in the index of the attribute reference: the texts between backquotes in its first column.
pub(crate) fn items() -> impl Iterator<Item = &'static str> {
    let reference = include_str!("../../../encoding/docs/attributes.md");
    let (_, index) = reference.split_once("\n# Index\n").unwrap_or_default();
    let rows = index.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('|'));
    rows.flat_map(|(items, _)| items.split('`').step_by(2)).filter(|item| !item.trim().is_empty())
}

/// The first byte selects whether the rest is a text or a list of pieces, and which attributes these are.
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
    let (attribute, items) = (if how & 4 == 0 { "encoding" } else { "rlp" }, words.join(","));
    match how & 10 {
        0 | 8 => expanded(&words.join(" ")),
        2 => expanded(&format!("#[{attribute}({items})] struct S {{ #[{attribute}({items})] f: Vec<u8> }}")),
        _ => expanded(&format!(
            "#[{attribute}({items})] enum E {{ #[{attribute}({items})] A {{ #[{attribute}({items})] f: Option<u8>, g: u8 }}, B }}"
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
    let rlp = |item: u8| {
        let index = u16::try_from(PIECES.len() - RLP.len()).unwrap() + u16::from(item);
        [&[[6, 14][usize::from(item % 2)]], &index.to_be_bytes()[..]].concat()
    };
    types.chain((0..40).map(pair)).chain((1..24).map(rlp)).collect()
}
