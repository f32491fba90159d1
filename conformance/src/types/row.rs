//! A type and its description, and macros that declare them.

use crate::engine::Engine;

/// A description, and the engine of its type.
pub(super) type Row = (&'static str, fn() -> Engine);

/// Makes a [`Row`] of a description and a type, which is declared as `tuple(u8, bool)`, `object { a: u8 }`, `union { A(u8) }` or
/// `named(Type)`, with its attributes before it.
macro_rules! row {
    ($name:expr, [$($attr:tt)*] tuple $body:tt) => { $crate::types::row::row!(@ $name, [$($attr)*] struct Row $body;) };
    ($name:expr, [$($attr:tt)*] object $body:tt) => { $crate::types::row::row!(@ $name, [$($attr)*] struct Row $body) };
    ($name:expr, [$($attr:tt)*] union $body:tt) => { $crate::types::row::row!(@ $name, [$($attr)*] enum Row $body) };
    ($name:expr, [] named($type:ty)) => { ($name, $crate::engine::Engine::of::<$type>) };
    (@ $name:expr, [$($attr:tt)*] $($item:tt)+) => {{
        #[derive(tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter)]
        $($attr)*
        $($item)+
        ($name, $crate::engine::Engine::of::<Row>)
    }};
}
pub(super) use row;

/// Makes rows of `"tup(uint8, bool)" => tuple(u8, bool);`.
macro_rules! rows {
    ($($(#[$attr:meta])* $name:literal => $kind:ident $body:tt;)*) => {
        &[$($crate::types::row::row!($name, [$(#[$attr])*] $kind $body)),*]
    };
}
pub(super) use rows;
