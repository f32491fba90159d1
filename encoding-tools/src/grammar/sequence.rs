//! Lists, tuples, and what is made one of several.

use tezos_encoding_core::schema::{Class, Count, Encoding};

use super::{Mistake, Parsed, Parser, keep, keep_all};

/// Bytes that fields take which stand behind a field that goes to the end of the block; none where their size is not fixed.
fn tail(behind: &[&'static Encoding]) -> Option<usize> {
    behind.iter().try_fold(0usize, |sum, field| match field.size().class {
        Class::Fixed(bytes) => sum.checked_add(bytes),
        _ => None,
    })
}

/// Fields one after the other, each with its column: one that goes to the end of the block leaves room for those behind it.
pub(super) fn with_tails(fields: &[(usize, &'static Encoding)]) -> Result<Vec<&'static Encoding>, Mistake> {
    let all: Vec<_> = fields.iter().map(|(_, field)| *field).collect();
    let mut laid_out = Vec::new();
    for (at, (column, field)) in fields.iter().enumerate() {
        let behind = all.get(at.saturating_add(1)..).unwrap_or_default();
        let encoding = match (field.size().class, tail(behind)) {
            (Class::Variable, None) => {
                let sentence = "this goes to the end of the block, but what follows has no fixed size";
                return Err(Mistake::new(*column, sentence));
            }
            (Class::Variable, Some(bytes)) if !behind.is_empty() => keep(Encoding::Reserve { bytes, inner: field }),
            _ => field,
        };
        laid_out.push(encoding);
    }
    Ok(laid_out)
}

impl Parser<'_> {
    /// `(X)` or `(max=N, X)`.
    pub(super) fn list_to_end(&mut self, array: bool) -> Parsed {
        self.text.expect("(")?;
        let max = self.max()?;
        let item = self.item()?;
        self.text.expect(")")?;
        Ok(keep(Encoding::List { item, count: Count::ToEnd { min: 0, max }, array }))
    }

    /// `(N, X)`.
    pub(super) fn list_of_exactly(&mut self, array: bool) -> Parsed {
        self.text.expect("(")?;
        let count = Count::Exactly(self.count()?);
        self.text.expect(",")?;
        let item = self.item()?;
        self.text.expect(")")?;
        Ok(keep(Encoding::List { item, count, array }))
    }

    /// `(K, X)` or `(K, max=N, X)`.
    pub(super) fn list_with_length(&mut self, array: bool) -> Parsed {
        self.text.expect("(")?;
        let prefix = self.prefix()?;
        self.text.expect(",")?;
        let column = self.text.column();
        let max = self.max()?;
        if max.is_some_and(|max| max > prefix.max()) {
            return Err(Mistake::new(column, format_args!("`{}` does not count so far", prefix.name())));
        }
        let item = self.item()?;
        self.text.expect(")")?;
        Ok(keep(Encoding::List { item, count: Count::Prefixed { prefix, max }, array }))
    }

    /// `max=N,` or nothing.
    fn max(&mut self) -> Result<Option<usize>, Mistake> {
        if !self.text.is_keyword("max") {
            return Ok(None);
        }
        self.text.expect("=")?;
        let max = self.count()?;
        self.text.expect(",")?;
        Ok(Some(max))
    }

    /// The element of a list.
    fn item(&mut self) -> Parsed {
        let column = self.text.column();
        let item = self.encoding()?;
        let size = item.size();
        match size.class {
            Class::Variable => {
                Err(Mistake::new(column, "the element of a list ends by itself, this one with its block"))
            }
            _ if size.is_zeroable() => Err(Mistake::new(column, "the element of a list takes at least one byte")),
            _ => Ok(item),
        }
    }

    /// `(X, Y, ..)` behind `tup`.
    pub(super) fn tuple(&mut self) -> Parsed {
        let elements = with_tails(&self.elements()?)?;
        Ok(keep(Encoding::Tuple(keep_all(elements))))
    }

    /// `(X, Y, ..)` behind `merge_objs` or `merge_tups`.
    pub(super) fn merge(&mut self, objects: bool) -> Parsed {
        let parts = self.elements()?;
        for (column, part) in &parts {
            if !part.merges(objects) {
                let what = if objects { "only objects" } else { "only tuples" };
                return Err(Mistake::new(*column, format_args!("{what} can be merged here")));
            }
        }
        Ok(keep(Encoding::Merge(keep_all(with_tails(&parts)?))))
    }

    fn elements(&mut self) -> Result<Vec<(usize, &'static Encoding)>, Mistake> {
        self.text.expect("(")?;
        let mut elements = Vec::new();
        loop {
            elements.push((self.text.column(), self.encoding()?));
            if !self.text.either(",", ")")? {
                return Ok(elements);
            }
        }
    }
}
