//! Colours. They are written always; where standard output is no terminal, or `NO_COLOR` is set, they are taken out again.

use anstyle::{AnsiColor, Style};

/// Names: of fields, of encodings.
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
/// Text values.
pub(crate) const TEXT: Style = AnsiColor::Green.on_default();
/// Numbers and other values.
pub(crate) const NUMBER: Style = AnsiColor::Yellow.on_default();
/// Bytes.
pub(crate) const BYTES: Style = Style::new().bold();
/// What is there for the sake of the layout.
pub(crate) const LAYOUT: Style = Style::new().dimmed();
/// What is wrong.
pub(crate) const WRONG: Style = AnsiColor::Red.on_default().bold();
/// What is as it should be.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
