//! Recursive encodings.
//!
//! A schema that is constant data finds the body of a recursive encoding through a function; one that is made from a
//! description needs a function that finds what was made. There is a fixed number of such functions, each with a place for
//! one body.

use std::sync::{
    OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use tezos_encoding_core::schema::{Class, Encoding, Mu, TagSize};

use super::{Mistake, Parsed, Parser, keep, keep_text};

/// Levels of nesting that a reader accepts. The reference has no limit but its memory.
const DEPTH: u32 = 100_000;

/// Recursive encodings that a run of the tool can make.
const PLACES: usize = 64;

static BODIES: [OnceLock<&'static Encoding>; PLACES] = [const { OnceLock::new() }; PLACES];
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// The body in one place.
fn body<const PLACE: usize>() -> &'static Encoding {
    BODIES.get(PLACE).and_then(OnceLock::get).copied().unwrap_or(&Encoding::Empty)
}

macro_rules! functions {
    ($($place:literal)*) => { [$(body::<$place>,)*] };
}

static FUNCTIONS: [fn() -> &'static Encoding; PLACES] = functions! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
};

/// Recursive encodings that are being read, innermost last.
#[derive(Default)]
pub(super) struct Names(Vec<(String, &'static Encoding)>);

impl Names {
    /// The innermost encoding of this name.
    pub(super) fn find(&self, name: &str) -> Option<&'static Encoding> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, encoding)| *encoding)
    }
}

impl Parser<'_> {
    /// `(name){..}` behind `mu`, where `name` stands for the whole.
    pub(super) fn recursive(&mut self) -> Parsed {
        self.text.expect("(")?;
        let column = self.text.column();
        let name = keep_text(self.text.word("the name of the recursive encoding")?);
        self.text.expect(")")?;
        self.text.expect("{")?;
        let place = TAKEN.fetch_add(1, Ordering::Relaxed);
        let (Some(cell), Some(function)) = (BODIES.get(place), FUNCTIONS.get(place)) else {
            return Err(Mistake::new(
                column,
                format_args!("a run of the tool has room for {PLACES} recursive encodings"),
            ));
        };
        let start = self.text.place();
        // The end of a value is known from its bytes unless that turns out to be wrong.
        let inside = Mu { name, class: Class::Dynamic, least: 1, depth: DEPTH, body: *function };
        let (mut whole, mut body) = self.with_name(inside)?;
        if body.size().class == Class::Variable {
            self.text.go_back(start);
            (whole, body) = self.with_name(Mu { class: Class::Variable, ..inside })?;
        }
        let _ = cell.set(body);
        Ok(whole)
    }

    /// A recursive encoding, and its body.
    fn with_name(&mut self, mu: Mu) -> Result<(&'static Encoding, &'static Encoding), Mistake> {
        let column = self.text.column();
        let whole = keep(Encoding::Mu(Box::leak(Box::new(mu))));
        self.names.0.push((mu.name.to_owned(), whole));
        let body = self.body();
        self.names.0.pop();
        let body = body?;
        if body.size().is_zeroable() {
            return Err(Mistake::new(column, "a recursive encoding takes at least one byte"));
        }
        Ok((whole, body))
    }

    /// Cases of a union or fields of an object.
    fn body(&mut self) -> Parsed {
        let place = self.text.place();
        if self.text.number::<u32>("a tag").is_ok() {
            self.text.go_back(place);
            return self.cases(TagSize::U8);
        }
        self.fields()
    }
}
