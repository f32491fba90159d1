//! The scalars that attributes name.

/// A scalar.
#[derive(Debug)]
pub(crate) struct Row {
    /// The name in attributes.
    pub(crate) keyword: &'static str,
    /// Its name in `tezos_encoding::wire`.
    pub(crate) form: &'static str,
    /// The Rust types that fit it.
    pub(crate) types: &'static [&'static str],
}

const fn row(keyword: &'static str, form: &'static str, types: &'static [&'static str]) -> Row {
    Row { keyword, form, types }
}

const INTEGERS: &[&str] = &["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"];

/// The scalars for `builtin = ".."`. The last two require a `range`.
pub(crate) const BUILTINS: &[Row] = &[
    row("Int8", "Int8", &["i8"]),
    row("Uint8", "Uint8", &["u8"]),
    row("Int16", "Int16", &["i16"]),
    row("Uint16", "Uint16", &["u16"]),
    row("Int31", "Int31", &["i32"]),
    row("Uint30", "Uint30", &["u32"]),
    row("Int32", "Int32", &["i32"]),
    row("Uint32", "Uint32", &["u32"]),
    row("Int64", "Int64", &["i64"]),
    row("Uint64", "Uint64", &["u64"]),
    row("Bool", "Bool", &["bool"]),
    row("Float", "Float", &["f64"]),
    row("Timestamp", "Int64", &["i64"]),
    row("N", "Narith", &["N", "u64"]),
    row("Z", "Zarith", &["Z", "i64"]),
    row("Null", "Null", &["()"]),
    row("UintLikeN", "UintLikeN", INTEGERS),
    row("IntLikeZ", "IntLikeZ", INTEGERS),
];

/// The scalars that are items by themselves.
pub(crate) const LEAVES: &[Row] = &[
    row("timestamp", "Int64", &["i64"]),
    row("zarith", "Zarith", &["Z", "i64"]),
    row("narith", "Narith", &["N", "u64"]),
    row("mutez", "Narith", &["N", "u64"]),
];

/// Returns the row with this keyword.
pub(crate) fn find(rows: &'static [Row], keyword: &str) -> Option<&'static Row> {
    rows.iter().find(|row| row.keyword == keyword)
}

/// Returns the keywords, for errors.
pub(crate) fn keywords(rows: &[Row]) -> String {
    rows.iter().map(|row| row.keyword).collect::<Vec<_>>().join(", ")
}
