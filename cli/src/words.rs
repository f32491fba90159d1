//! The fixed words between the arguments of a command, such as `from` in `decode ID from DATA`.

use clap::ValueEnum;

/// Declares words that are required at their position on the command line, each as an enum with one variant.
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
pub(crate) enum ValueFormat {
    /// Bytes.
    Binary,
    /// JSON.
    Json,
}
