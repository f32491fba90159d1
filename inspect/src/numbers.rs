//! Numbers in text.

/// Formats an integer with thousands separators: `1234567` as `1,234,567`.
pub fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// Formats a count with its noun: `1 message`, `2 messages`.
pub fn counted(number: impl ToString, one: &str, many: &str) -> String {
    let number = grouped(number);
    let what = if number == "1" { one } else { many };
    format!("{number} {what}")
}
