//! One file a command: its arguments with their help, and `run`.

pub(crate) mod conformance;
pub(crate) mod record;
pub(crate) mod replay;
