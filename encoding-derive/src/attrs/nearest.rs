//! Suggestions for mistyped words.

/// Returns the word of `known` that is most similar to `word`: one with at most one edit for every three letters, or
/// one that starts with `word`.
pub(super) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let (least, most) = (1, word.len().div_ceil(3));
    let mistyped = (least..=most).find_map(|edits| {
        let is_near = |known: &&&str| edits.saturating_mul(3) <= known.len().max(word.len());
        known.iter().filter(is_near).find(|known| is_within(word.as_bytes(), known.as_bytes(), edits))
    });
    let begun = || known.iter().find(|known| word.len() > 1 && known.starts_with(word));
    mistyped.or_else(begun).copied()
}

/// Returns true if at most `edits` edits turn one word into the other. An edit inserts, removes or changes a letter, or
/// swaps two.
fn is_within(one: &[u8], other: &[u8], edits: usize) -> bool {
    match (one, other, edits.checked_sub(1)) {
        ([], [], _) => true,
        ([x, one @ ..], [y, other @ ..], _) if x == y => is_within(one, other, edits),
        (_, _, None) => false,
        ([x, y, one_left @ ..], [v, w, other_left @ ..], Some(edits)) if (x, y) == (w, v) => {
            is_within(one_left, other_left, edits)
        }
        ([_, one_left @ ..], [_, other_left @ ..], Some(edits)) => {
            let (shorter, longer) = (is_within(one_left, other, edits), is_within(one, other_left, edits));
            shorter || longer || is_within(one_left, other_left, edits)
        }
        ([..], [..], Some(edits)) => one.len().abs_diff(other.len()) <= edits.saturating_add(1),
    }
}

#[test]
fn similar_words_are_suggested() {
    let known = ["tags", "tag", "dynamic", "short_dynamic", "list", "le", "be", "option", "transparent"];
    for (word, wanted) in [
        ("dynamc", Some("dynamic")),
        ("dynmaic", Some("dynamic")),
        ("dynamicc", Some("dynamic")),
        ("Dynamic", Some("dynamic")),
        ("shortdynamic", Some("short_dynamic")),
        ("tga", Some("tag")),
        ("tgs", Some("tags")),
        ("lst", Some("list")),
        ("lists", Some("list")),
        ("opt", Some("option")),
        ("transparant", Some("transparent")),
        ("l", None),
        ("xy", None),
        ("banana", None),
        ("", None),
    ] {
        assert_eq!(nearest(word, &known), wanted, "{word}");
    }
}
