//! Numbers in tables.

/// Formats a whole number with commas between groups of three digits.
pub fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_apart() {
        assert_eq!([0, 1_000, 171_234].map(grouped), ["0", "1,000", "171,234"]);
    }
}
