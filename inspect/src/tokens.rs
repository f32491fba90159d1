//! Splits JSON into tokens.

/// Returns the tokens of JSON, each with whether it is the name of a field.
pub fn tokens(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let token = (!rest.is_empty()).then(|| first(rest))?;
        rest = rest.get(token.len()..).unwrap_or_default().trim_start();
        Some((token, token.starts_with('"') && rest.starts_with(':')))
    })
}

/// Returns the first token.
pub fn first(text: &str) -> &str {
    text.get(..length(text)).unwrap_or(text)
}

/// Returns the length of the first token in bytes.
fn length(text: &str) -> usize {
    let mut bytes = text.bytes();
    match bytes.next() {
        Some(b'"') => {
            let mut escaped = false;
            let end = bytes.position(|byte| {
                let ends = byte == b'"' && !escaped;
                escaped = byte == b'\\' && !escaped;
                ends
            });
            end.map_or(text.len(), |end| end.saturating_add(2))
        }
        Some(b'{' | b'}' | b'[' | b']' | b',' | b':') => 1,
        // Numbers, `true`, `false` and `null` are ASCII.
        _ => {
            let ends = |byte: u8| matches!(byte, b',' | b'}' | b']' | b':') || byte.is_ascii_whitespace();
            text.bytes().position(ends).unwrap_or(text.len())
        }
    }
}
