//! Parses objects, tuples and lists.

use std::collections::HashSet;

use tezos_encoding_core::schema::{Class, Count, DefaultBytes, Encoding, Field, Scalar};

use super::{GrammarError, Parsed, Parser, keep, keep_all, keep_text};
use crate::made;

/// Encodings, each with its column.
type Columns = Vec<(usize, &'static Encoding)>;

/// Returns the encodings of consecutive fields.
pub(super) fn with_reserves(fields: &Columns) -> Result<Vec<&'static Encoding>, GrammarError> {
    made::with_reserves(fields).map_err(|(column, sentence)| GrammarError::new(column, sentence))
}

impl Parser<'_> {
    /// Parses `{a: X; b?: X; c??: X; d=VALUE: X}` after `obj`.
    pub(super) fn object(&mut self) -> Parsed {
        self.text.expect("{")?;
        self.fields()
    }

    /// Parses fields and the closing bracket.
    pub(super) fn fields(&mut self) -> Parsed {
        let (mut names, mut known, mut encodings) = (Vec::new(), HashSet::new(), Vec::new());
        loop {
            names.push(self.field_name(&mut known)?);
            encodings.push((self.text.column(), self.field()?));
            if !self.text.either(";", "}")? {
                break;
            }
        }
        let fields = names.into_iter().zip(with_reserves(&encodings)?).map(|(name, field)| Field::req(name, field));
        Ok(keep(Encoding::Object(keep_all(fields.collect()))))
    }

    /// Parses the name of a field, which must be new.
    pub(super) fn field_name(&mut self, known: &mut HashSet<&'static str>) -> Result<&'static str, GrammarError> {
        let column = self.text.column();
        let name = keep_text(self.text.word("the name of a field")?);
        if !known.insert(name) {
            return Err(GrammarError::new(column, format_args!("the field `{name}` occurs twice")));
        }
        Ok(name)
    }

    /// Parses a field after its name.
    fn field(&mut self) -> Parsed {
        if self.text.sign("??") {
            self.text.expect(":")?;
            return Ok(keep(Encoding::Varopt(self.encoding()?)));
        }
        if self.text.sign("?") {
            self.text.expect(":")?;
            let inner = self.encoding()?;
            // A value that extends to the end of the block has no presence flag (`encoding.ml`, `opt`).
            let at_end = inner.size().class == Class::Variable;
            return Ok(keep(if at_end { Encoding::Varopt(inner) } else { Encoding::Opt(inner) }));
        }
        if self.text.sign("=") {
            let column = self.text.column();
            let value = self.text.number::<i64>("a whole number")?;
            self.text.expect(":")?;
            let inner = self.encoding()?;
            let Some(bytes) = bytes_of(value, inner) else {
                return Err(GrammarError::new(
                    column,
                    "the default value must be an integer that the encoding can represent",
                ));
            };
            return Ok(keep(Encoding::Dft { inner, default: DefaultBytes::Known(keep_all(bytes)) }));
        }
        if self.text.sign(":") { self.encoding() } else { Err(self.text.mistake("`:`, `?`, `??` or `=`")) }
    }

    /// Parses `(X, Y, ..)` after `tup`.
    pub(super) fn tuple(&mut self) -> Parsed {
        let elements = with_reserves(&self.elements()?)?;
        Ok(keep(Encoding::Tuple(keep_all(elements))))
    }

    /// Parses `(X, Y, ..)` after `merge_objs` or `merge_tups`.
    pub(super) fn merge(&mut self, objects: bool) -> Parsed {
        let parts = self.elements()?;
        if let Some((column, _)) = parts.iter().find(|(_, part)| !part.merges(objects)) {
            let what = if objects { "objects" } else { "tuples" };
            return Err(GrammarError::new(*column, format_args!("only {what} can be merged here")));
        }
        Ok(keep(Encoding::Merge(keep_all(with_reserves(&parts)?))))
    }

    fn elements(&mut self) -> Result<Columns, GrammarError> {
        self.text.expect("(")?;
        let mut elements = Vec::new();
        loop {
            elements.push((self.text.column(), self.encoding()?));
            if !self.text.either(",", ")")? {
                return Ok(elements);
            }
        }
    }

    /// Parses `(X)` or `(max=N, X)`.
    pub(super) fn list_to_end(&mut self, array: bool) -> Parsed {
        self.in_brackets(|parser| {
            let count = Count::ToEnd { min: 0, max: parser.max()? };
            parser.list(count, array)
        })
    }

    /// Parses `(N, X)`.
    pub(super) fn list_of_exactly(&mut self, array: bool) -> Parsed {
        self.in_brackets(|parser| {
            let count = Count::Exactly(parser.count()?);
            parser.text.expect(",")?;
            parser.list(count, array)
        })
    }

    /// Parses `(K, X)` or `(K, max=N, X)`.
    pub(super) fn list_with_length(&mut self, array: bool) -> Parsed {
        self.in_brackets(|parser| {
            let prefix = parser.prefix()?;
            parser.text.expect(",")?;
            let column = parser.text.column();
            let max = parser.max()?;
            if max.is_some_and(|max| max > prefix.max()) {
                return Err(GrammarError::new(
                    column,
                    format_args!("`{}` cannot represent this number", prefix.name()),
                ));
            }
            parser.list(Count::Prefixed { prefix, max }, array)
        })
    }

    /// Parses `max=N,` or nothing.
    fn max(&mut self) -> Result<Option<usize>, GrammarError> {
        if !self.text.is_keyword("max") {
            return Ok(None);
        }
        self.text.expect("=")?;
        let max = self.count()?;
        self.text.expect(",")?;
        Ok(Some(max))
    }

    /// Parses the element of a list.
    fn list(&mut self, count: Count, array: bool) -> Parsed {
        let column = self.text.column();
        let item = self.encoding()?;
        let size = item.size();
        if size.class == Class::Variable {
            return Err(GrammarError::new(column, "the element of a list must not extend to the end of the block"));
        }
        if size.is_zeroable() {
            return Err(GrammarError::new(column, "the element of a list must have at least one byte"));
        }
        Ok(keep(Encoding::List { item, count, array }))
    }
}

/// Encodes an integer of a fixed width.
fn bytes_of(value: i64, encoding: &Encoding) -> Option<Vec<u8>> {
    let Encoding::Scalar(Scalar::Int(int)) = encoding else { return None };
    let mut bytes = Vec::new();
    int.write(value.into(), &mut bytes).ok()?;
    Some(bytes)
}
