//! Recursive encodings.
//!
//! A recursive encoding has a function that returns its body. For encodings that are made at run time, there is a fixed number of such
//! functions, each with a cell for one body.

use std::sync::{
    OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use tezos_encoding_core::schema::{Class, Encoding, Mu, TagSize};

use super::{Mistake, Parsed, Parser, keep, keep_text};

/// Maximum depth of values. The reference has no limit but its memory.
const DEPTH: u32 = 100_000;

/// Maximum number of recursive encodings in a program.
const MAX_BODIES: usize = 64;

static BODIES: [OnceLock<&'static Encoding>; MAX_BODIES] = [const { OnceLock::new() }; MAX_BODIES];
static TAKEN: AtomicUsize = AtomicUsize::new(0);

fn body<const INDEX: usize>() -> &'static Encoding {
    BODIES.get(INDEX).and_then(OnceLock::get).copied().unwrap_or(&Encoding::Empty)
}

macro_rules! functions {
    ($($index:literal)*) => { [$(body::<$index>,)*] };
}

static FUNCTIONS: [fn() -> &'static Encoding; MAX_BODIES] = functions! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
};

/// The recursive encodings around the current position, innermost last.
#[derive(Default)]
pub(super) struct Names(Vec<(String, &'static Encoding)>);

impl Names {
    /// Returns the innermost encoding with this name.
    pub(super) fn find(&self, name: &str) -> Option<&'static Encoding> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, encoding)| *encoding)
    }
}

impl Parser<'_> {
    /// Parses `(name){..}` behind `mu`, where `name` stands for the whole.
    pub(super) fn recursive(&mut self) -> Parsed {
        let (column, name) = self.in_brackets(|parser| {
            Ok((parser.text.column(), keep_text(parser.text.word("the name of the recursive encoding")?)))
        })?;
        self.text.expect("{")?;
        let index = TAKEN.fetch_add(1, Ordering::Relaxed);
        let (Some(cell), Some(function)) = (BODIES.get(index), FUNCTIONS.get(index)) else {
            return Err(Mistake::new(
                column,
                format_args!("a run of the tool has room for {MAX_BODIES} recursive encodings"),
            ));
        };
        let start = self.text;
        // Dynamic size is an assumption, which the size of the body may refute.
        let inside = Mu { name, class: Class::Dynamic, least: 1, depth: DEPTH, body: *function };
        let (mut whole, mut body) = self.with_name(inside)?;
        if body.size().class == Class::Variable {
            self.text = start;
            (whole, body) = self.with_name(Mu { class: Class::Variable, ..inside })?;
        }
        let _ = cell.set(body);
        Ok(whole)
    }

    /// Returns a recursive encoding and its body.
    fn with_name(&mut self, mu: Mu) -> Result<(&'static Encoding, &'static Encoding), Mistake> {
        let column = self.text.column();
        let whole = keep(Encoding::Mu(keep(mu)));
        self.names.0.push((mu.name.to_owned(), whole));
        let body = self.body();
        self.names.0.pop();
        let body = body?;
        if body.size().is_zeroable() {
            return Err(Mistake::new(column, "a recursive encoding takes at least one byte"));
        }
        Ok((whole, body))
    }

    /// Parses the cases of a union or the fields of an object.
    fn body(&mut self) -> Parsed {
        let start = self.text;
        if self.text.number::<u32>("a tag").is_ok() {
            self.text = start;
            return self.cases(TagSize::U8);
        }
        self.fields()
    }
}
