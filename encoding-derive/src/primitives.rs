//! The scalar forms that attributes name.

/// One of them.
#[derive(Debug)]
pub(crate) struct Row {
    /// As in `builtin = "..."`, and, where `leaf`, as an item of its own.
    pub(crate) keyword: &'static str,
    /// Its form in `tezos_encoding::wire`.
    pub(crate) form: &'static str,
}

const fn row(keyword: &'static str, form: &'static str) -> Row {
    Row { keyword, form }
}

/// For `builtin = ".."`.
pub(crate) const BUILTINS: &[Row] = &[
    row("Int8", "Int8"),
    row("Uint8", "Uint8"),
    row("Int16", "Int16"),
    row("Uint16", "Uint16"),
    row("Int31", "Int31"),
    row("Uint30", "Uint30"),
    row("Int32", "Int32"),
    row("Uint32", "Uint32"),
    row("Int64", "Int64"),
    row("Uint64", "Uint64"),
    row("Bool", "Bool"),
    row("Float", "Float"),
    row("Timestamp", "Int64"),
    row("N", "Narith"),
    row("Z", "Zarith"),
];

/// For items that name a form.
pub(crate) const LEAVES: &[Row] =
    &[row("timestamp", "Int64"), row("zarith", "Zarith"), row("narith", "Narith"), row("mutez", "Narith")];

/// The row with this keyword.
pub(crate) fn find(rows: &'static [Row], keyword: &str) -> Option<&'static Row> {
    rows.iter().find(|row| row.keyword == keyword)
}

/// The keywords, for errors.
pub(crate) fn keywords(rows: &[Row]) -> String {
    rows.iter().map(|row| row.keyword).collect::<Vec<_>>().join(", ")
}
