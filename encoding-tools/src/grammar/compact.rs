//! Parses compact encodings.

use std::collections::HashSet;

use tezos_encoding_core::schema::{Class, CompactSchema, Encoding, Part, PartCase, PartField, PartUnion, SharedTag};

use super::{GrammarError, Parsed, Parser, keep, keep_all, keep_text};

impl Parser<'_> {
    /// Parses `(tag=uint8, C)` after `compact`.
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
                let sentence = format!("the parts need {} bits, but the tag has {}", part.bits(), tag.bits());
                return Err(GrammarError::new(column, sentence));
            }
            Ok(keep(Encoding::Compact(keep(CompactSchema::new(tag, part)))))
        })
    }

    fn part(&mut self) -> Result<&'static Part, GrammarError> {
        self.nested(Self::one_part).map(keep)
    }

    fn one_part(&mut self) -> Result<Part, GrammarError> {
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
            "union" => self.part_union()?,
            word if word.starts_with("tup") => self.part_elements(column, word)?,
            word if word.starts_with("obj") => self.part_fields(column, word)?,
            word => {
                let found = format!("`{word}`");
                return Err(GrammarError::expected(column, "a part of a compact encoding", found));
            }
        })
    }

    /// Parses `bits=B, X` in the brackets of `list`.
    fn short_list(&mut self) -> Result<Part, GrammarError> {
        self.label("bits")?;
        let bits = self.text.number("a number of bits")?;
        self.text.expect(",")?;
        let column = self.text.column();
        let item = self.encoding()?;
        let size = item.size();
        if size.is_zeroable() || size.class == Class::Variable {
            return Err(GrammarError::new(
                column,
                "the element of a list must have at least one byte and must not extend to the end of the block",
            ));
        }
        Ok(Part::List { bits, item })
    }

    /// Parses `(union_tag_bits=N, cases_tag_bits=N){A: C | void | B: C}` after `union`; the numbers may be omitted.
    fn part_union(&mut self) -> Result<Part, GrammarError> {
        let (mut tag_bits, mut cases_bits) = (None, None);
        if self.text.sign("(") {
            loop {
                let column = self.text.column();
                let place = match self.text.word("`union_tag_bits` or `cases_tag_bits`")? {
                    "union_tag_bits" if tag_bits.is_none() => &mut tag_bits,
                    "cases_tag_bits" if cases_bits.is_none() => &mut cases_bits,
                    word => {
                        let found = format!("`{word}`");
                        return Err(GrammarError::expected(
                            column,
                            "`union_tag_bits` or `cases_tag_bits`, each once",
                            found,
                        ));
                    }
                };
                self.text.expect("=")?;
                *place = Some((self.text.column(), self.text.number("a number of bits")?));
                if !self.text.either(",", ")")? {
                    break;
                }
            }
        }
        self.text.expect("{")?;
        let (mut cases, mut count) = (Vec::new(), 0u32);
        loop {
            let title = self.text.word("the name of a case, or `void`")?;
            if self.text.sign(":") {
                cases.push(PartCase::new(count, keep_text(title), self.part()?));
            } else if title != "void" {
                return Err(self.text.mistake("`:`"));
            }
            count = count.saturating_add(1);
            if !self.text.either("|", "}")? {
                break;
            }
        }
        let needed = PartUnion::new(keep_all(cases));
        // Void cases count too.
        let needed = needed.with_tag_bits(u32::BITS.saturating_sub(count.saturating_sub(1).leading_zeros()));
        let tag_bits = enough(tag_bits, needed.tag_bits)?;
        let cases_bits = enough(cases_bits, needed.cases_bits)?;
        Ok(Part::Union(needed.with_tag_bits(tag_bits).with_cases_bits(cases_bits)))
    }

    /// Parses `(C, C)` after `tup2`.
    fn part_elements(&mut self, column: usize, word: &str) -> Result<Part, GrammarError> {
        self.text.expect("(")?;
        let mut parts = vec![self.part()?];
        while self.text.either(",", ")")? {
            parts.push(self.part()?);
        }
        check_count(column, word, "tup", parts.len())?;
        Ok(Part::Tuple(keep_all(parts)))
    }

    /// Parses `{req a: C; opt b: C}` after `obj2`.
    fn part_fields(&mut self, column: usize, word: &str) -> Result<Part, GrammarError> {
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

/// Returns a number of bits, given with its column, or else the number that is needed; fails if fewer are given.
fn enough(given: Option<(usize, u32)>, needed: u32) -> Result<u32, GrammarError> {
    match given {
        Some((column, bits)) if bits < needed => {
            Err(GrammarError::new(column, format_args!("the cases need {needed} of these bits")))
        }
        given => Ok(given.map_or(needed, |(_, bits)| bits)),
    }
}

/// Checks that `tup2` has two elements.
fn check_count(column: usize, word: &str, kind: &str, count: usize) -> Result<(), GrammarError> {
    let expected = format!("{kind}{count}");
    match word == expected {
        true => Ok(()),
        false => Err(GrammarError::expected(column, format_args!("`{expected}`"), format_args!("`{word}`"))),
    }
}
