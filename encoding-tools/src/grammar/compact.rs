//! Compact encodings.

use std::collections::HashSet;

use tezos_encoding_core::schema::{Class, Compact, Encoding, Part, PartCase, PartField, SharedTag};

use super::{Mistake, Parsed, Parser, keep, keep_all, keep_text};

impl Parser<'_> {
    /// Parses `(tag=uint8, C)` behind `compact`.
    pub(super) fn compact(&mut self) -> Parsed {
        self.in_brackets(|parser| {
            parser.label("tag")?;
            let tags = [("uint0", SharedTag::U0), ("uint8", SharedTag::U8), ("uint16", SharedTag::U16)];
            let found = tags.into_iter().find(|(name, _)| parser.text.is_keyword(name));
            let Some((_, tag)) = found else { return Err(parser.text.mistake("`uint0`, `uint8` or `uint16`")) };
            parser.text.expect(",")?;
            let column = parser.text.column();
            let part = parser.part()?;
            if part.bits() > tag.bits() {
                let sentence = format_args!("the parts need {} bits, and the tag has {}", part.bits(), tag.bits());
                return Err(Mistake::new(column, sentence));
            }
            Ok(keep(Encoding::Compact(keep(Compact::new(tag, part)))))
        })
    }

    fn part(&mut self) -> Result<&'static Part, Mistake> {
        self.nested(Self::one_part).map(keep)
    }

    fn one_part(&mut self) -> Result<Part, Mistake> {
        let column = self.text.column();
        Ok(match self.text.word("a part of a compact encoding")? {
            "null" => Part::Null,
            "unit" => Part::Unit,
            "bool" => Part::Bool,
            "int32" => Part::Int32,
            "int64" => Part::Int64,
            "payload" => Part::Payload(self.encoding()?),
            "option" => Part::Option(self.in_brackets(Self::part)?),
            "or_int32" => Part::OrInt32(self.in_brackets(Self::encoding)?),
            "list" => self.in_brackets(Self::short_list)?,
            "union" => self.part_cases()?,
            word if word.starts_with("tup") => self.part_elements(column, word)?,
            word if word.starts_with("obj") => self.part_fields(column, word)?,
            word => {
                let found = format_args!("`{word}`");
                return Err(Mistake::expected(column, "a part of a compact encoding", found));
            }
        })
    }

    /// Parses `bits=B, X` inside the brackets of `list`.
    fn short_list(&mut self) -> Result<Part, Mistake> {
        self.label("bits")?;
        let bits = self.text.number("a number of bits")?;
        self.text.expect(",")?;
        let column = self.text.column();
        let item = self.encoding()?;
        let size = item.size();
        if size.is_zeroable() || size.class == Class::Variable {
            return Err(Mistake::new(column, "the element of a list takes at least one byte and ends by itself"));
        }
        Ok(Part::List { bits, item })
    }

    /// Parses `{A: C | B: C}` behind `union`.
    fn part_cases(&mut self) -> Result<Part, Mistake> {
        self.text.expect("{")?;
        let mut cases = Vec::new();
        for tag in 0.. {
            let title = keep_text(self.text.word("the name of a case")?);
            self.text.expect(":")?;
            cases.push(PartCase::new(tag, title, self.part()?));
            if !self.text.either("|", "}")? {
                break;
            }
        }
        Ok(Part::Union(keep_all(cases)))
    }

    /// Parses `(C, C)` behind `tup2`.
    fn part_elements(&mut self, column: usize, word: &str) -> Result<Part, Mistake> {
        self.text.expect("(")?;
        let mut parts = vec![self.part()?];
        while self.text.either(",", ")")? {
            parts.push(self.part()?);
        }
        check_count(column, word, "tup", parts.len())?;
        Ok(Part::Tuple(keep_all(parts)))
    }

    /// Parses `{req a: C; opt b: C}` behind `obj2`.
    fn part_fields(&mut self, column: usize, word: &str) -> Result<Part, Mistake> {
        self.text.expect("{")?;
        let (mut fields, mut known) = (Vec::<PartField>::new(), HashSet::new());
        loop {
            let optional = match (self.text.is_keyword("req"), self.text.is_keyword("opt")) {
                (false, false) => return Err(self.text.mistake("`req` or `opt`")),
                (_, optional) => optional,
            };
            let name = self.field_name(&mut known)?;
            self.text.expect(":")?;
            fields.push(PartField { name, part: self.part()?, optional });
            if !self.text.either(";", "}")? {
                break;
            }
        }
        check_count(column, word, "obj", fields.len())?;
        Ok(Part::Object(keep_all(fields)))
    }
}

/// Checks that `tup2` has two elements.
fn check_count(column: usize, word: &str, kind: &str, count: usize) -> Result<(), Mistake> {
    let expected = format!("{kind}{count}");
    match word == expected {
        true => Ok(()),
        false => Err(Mistake::expected(column, format_args!("`{expected}`"), format_args!("`{word}`"))),
    }
}
