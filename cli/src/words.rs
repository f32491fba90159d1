//! The words between the arguments of a command: `decode ID from DATA`.

use clap::ValueEnum;

/// A word that is required at its position.
macro_rules! words {
    ($($(#[$doc:meta])* $word:ident)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
        pub(crate) enum $word {
            #[value(help = None)]
            $word,
        }
    )+};
}

words! {
    /// `from`.
    From
    /// `with`.
    With
    /// `encoding`.
    Encoding
    /// `schema`.
    Schema
}

/// The format of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Bytes.
    Binary,
    /// JSON.
    Json,
}
