//! Parses recursive encodings.

use tezos_encoding_core::schema::{Class, Encoding, Mu, TagSize};

use super::{GrammarError, Parsed, Parser, keep, keep_text};
use crate::made::{Body, DEPTH, MAX_BODIES};

/// The recursive encodings that enclose the current position, innermost last.
#[derive(Default)]
pub(super) struct Names(Vec<(String, &'static Encoding)>);

impl Names {
    /// Returns the innermost encoding with this name.
    pub(super) fn find(&self, name: &str) -> Option<&'static Encoding> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, encoding)| *encoding)
    }
}

impl Parser<'_> {
    /// Parses `(name){..}` after `mu`, where `name` stands for the whole encoding.
    pub(super) fn recursive(&mut self) -> Parsed {
        let (column, name) = self.in_brackets(|parser| {
            Ok((parser.text.column(), keep_text(parser.text.word("the name of the recursive encoding")?)))
        })?;
        self.text.expect("{")?;
        let Some(cell) = Body::take() else {
            return Err(GrammarError::new(
                column,
                format_args!("a program can have at most {MAX_BODIES} recursive encodings"),
            ));
        };
        let start = self.text;
        // The size class is assumed to be dynamic; the size of the body may show that it is not.
        let inside = Mu { name, class: Class::Dynamic, least: 1, depth: DEPTH, body: cell.function };
        let (mut whole, mut body) = self.with_name(inside)?;
        if body.size().class == Class::Variable {
            self.text = start;
            (whole, body) = self.with_name(Mu { class: Class::Variable, ..inside })?;
        }
        cell.set(body);
        Ok(whole)
    }

    /// Returns a recursive encoding and its body.
    fn with_name(&mut self, mu: Mu) -> Result<(&'static Encoding, &'static Encoding), GrammarError> {
        let column = self.text.column();
        let whole = keep(Encoding::Mu(keep(mu)));
        self.names.0.push((mu.name.to_owned(), whole));
        let body = self.body();
        self.names.0.pop();
        let body = body?;
        if body.size().is_zeroable() {
            return Err(GrammarError::new(column, "a recursive encoding must have at least one byte"));
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
