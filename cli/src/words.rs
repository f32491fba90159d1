//! The words between the arguments of a command: `decode ID from DATA`.

use clap::ValueEnum;

/// A word that has to stand at its place.
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

/// One of the two forms of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Bytes.
    Binary,
    /// JSON.
    Json,
}
