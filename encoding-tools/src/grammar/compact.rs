//! Compact encodings.

use tezos_encoding_core::schema::{Class, Compact, Encoding, Part, PartCase, PartField, SharedTag};

use super::{MAX_DEPTH, Mistake, Parsed, Parser, keep, keep_all, keep_text};

/// What comes of a part.
type Shared = Result<&'static Part, Mistake>;

/// A part that lives as long as the program.
fn keep_part(part: Part) -> &'static Part {
    Box::leak(Box::new(part))
}

impl Parser<'_> {
    /// `(tag=uint8, C)` behind `compact`.
    pub(super) fn compact(&mut self) -> Parsed {
        self.text.expect("(")?;
        self.label("tag")?;
        let tags = [("uint0", SharedTag::U0), ("uint8", SharedTag::U8), ("uint16", SharedTag::U16)];
        let found = tags.into_iter().find(|(name, _)| self.text.is_keyword(name));
        let Some((_, tag)) = found else { return Err(self.text.mistake("`uint0`, `uint8` or `uint16`")) };
        self.text.expect(",")?;
        let column = self.text.column();
        let part = self.part()?;
        if part.bits() > tag.bits() {
            let sentence = format_args!("the parts need {} bits, and the tag has {}", part.bits(), tag.bits());
            return Err(Mistake::new(column, sentence));
        }
        self.text.expect(")")?;
        Ok(keep(Encoding::Compact(Box::leak(Box::new(Compact::new(tag, part))))))
    }

    fn part(&mut self) -> Shared {
        if self.depth >= MAX_DEPTH {
            let sentence = format_args!("the description is nested deeper than {MAX_DEPTH} levels");
            return Err(Mistake::new(self.text.column(), sentence));
        }
        self.depth = self.depth.saturating_add(1);
        let part = self.part_form();
        self.depth = self.depth.saturating_sub(1);
        part
    }

    fn part_form(&mut self) -> Shared {
        let column = self.text.column();
        Ok(keep_part(match self.text.word("a part of a compact encoding")? {
            "null" => Part::Null,
            "unit" => Part::Unit,
            "bool" => Part::Bool,
            "int32" => Part::Int32,
            "int64" => Part::Int64,
            "payload" => Part::Payload(self.encoding()?),
            "option" => {
                self.text.expect("(")?;
                let part = self.part()?;
                self.text.expect(")")?;
                Part::Option(part)
            }
            "or_int32" => Part::OrInt32(self.in_brackets()?),
            "list" => self.short_list()?,
            "union" => self.part_cases()?,
            word if word.starts_with("tup") => self.part_elements(column, word)?,
            word if word.starts_with("obj") => self.part_fields(column, word)?,
            word => {
                let found = format_args!("`{word}`");
                return Err(Mistake::expected(column, "a part of a compact encoding", found));
            }
        }))
    }

    /// `(bits=B, X)` behind `list`.
    fn short_list(&mut self) -> Result<Part, Mistake> {
        self.text.expect("(")?;
        self.label("bits")?;
        let bits = self.text.number("a number of bits")?;
        self.text.expect(",")?;
        let column = self.text.column();
        let item = self.encoding()?;
        let size = item.size();
        if size.is_zeroable() || size.class == Class::Variable {
            return Err(Mistake::new(column, "the element of a list takes at least one byte and ends by itself"));
        }
        self.text.expect(")")?;
        Ok(Part::List { bits, item })
    }

    /// `{A: C | B: C}` behind `union`.
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

    /// `(C, C)` behind `tup2`.
    fn part_elements(&mut self, column: usize, word: &str) -> Result<Part, Mistake> {
        self.text.expect("(")?;
        let mut parts = vec![self.part()?];
        while self.text.either(",", ")")? {
            parts.push(self.part()?);
        }
        counted(column, word, "tup", parts.len())?;
        Ok(Part::Tuple(keep_all(parts)))
    }

    /// `{req a: C; opt b: C}` behind `obj2`.
    fn part_fields(&mut self, column: usize, word: &str) -> Result<Part, Mistake> {
        self.text.expect("{")?;
        let mut fields = Vec::<PartField>::new();
        loop {
            let optional = match (self.text.is_keyword("req"), self.text.is_keyword("opt")) {
                (false, false) => return Err(self.text.mistake("`req` or `opt`")),
                (_, optional) => optional,
            };
            let column = self.text.column();
            let name = keep_text(self.text.word("the name of a field")?);
            if fields.iter().any(|field| field.name == name) {
                return Err(Mistake::new(column, format_args!("there is a field `{name}` already")));
            }
            self.text.expect(":")?;
            fields.push(PartField { name, part: self.part()?, optional });
            if !self.text.either(";", "}")? {
                break;
            }
        }
        counted(column, word, "obj", fields.len())?;
        Ok(Part::Object(keep_all(fields)))
    }
}

/// That `tup2` has two elements.
fn counted(column: usize, word: &str, kind: &str, found: usize) -> Result<(), Mistake> {
    let wanted = format!("{kind}{found}");
    if word == wanted {
        Ok(())
    } else {
        Err(Mistake::expected(column, format_args!("`{wanted}`"), format_args!("`{word}`")))
    }
}
