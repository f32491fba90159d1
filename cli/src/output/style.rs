//! Colours. Text always contains their codes, which are stripped when the output is not a terminal or `NO_COLOR` is set.

use anstyle::{AnsiColor, Style};

/// Names of fields and encodings.
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
/// Text values.
pub(crate) const TEXT: Style = AnsiColor::Green.on_default();
/// Numbers and other values.
pub(crate) const NUMBER: Style = AnsiColor::Yellow.on_default();
/// Bytes.
pub(crate) const BYTES: Style = Style::new().bold();
/// Text that only structures the output.
pub(crate) const LAYOUT: Style = Style::new().dimmed();
/// Errors.
pub(crate) const WRONG: Style = AnsiColor::Red.on_default().bold();
/// Success.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
