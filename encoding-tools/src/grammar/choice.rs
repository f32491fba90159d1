//! Parses unions, options, results and names.

use std::collections::{HashMap, HashSet};

use tezos_encoding_core::{
    Reader, Revision,
    schema::{Case, Encoding, Extent, Field, Split, TagSize},
    walk::JsonPrinter,
    wire::Prefix,
};

use super::{
    GrammarError, Parsed, Parser, keep, keep_all, keep_text,
    product::with_reserves,
    scalar::{block, raw},
};

fn union(tag: TagSize, cases: Vec<Case>) -> &'static Encoding {
    keep(Encoding::Union { tag, cases: keep_all(cases), ignore_unknown: false })
}

impl Parser<'_> {
    /// Parses `(tag=uint8){..}` after `union`.
    pub(super) fn union(&mut self) -> Parsed {
        let tag = self.in_brackets(|parser| {
            parser.label("tag")?;
            match (parser.text.is_keyword("uint8"), parser.text.is_keyword("uint16")) {
                (true, _) => Ok(TagSize::U8),
                (_, true) => Ok(TagSize::U16),
                _ => Err(parser.text.mistake("`uint8` or `uint16`")),
            }
        })?;
        self.text.expect("{")?;
        self.cases(tag)
    }

    /// Parses cases and the closing bracket.
    pub(super) fn cases(&mut self, tag: TagSize) -> Parsed {
        let (mut cases, mut titles) = (Vec::<Case>::new(), HashMap::new());
        loop {
            let column = self.text.column();
            let number = self.text.number("a tag")?;
            if number > tag.max() {
                return Err(GrammarError::new(column, format_args!("the maximum tag is {}", tag.max())));
            }
            if let Some(other) = titles.get(&number) {
                return Err(GrammarError::new(column, format_args!("`{other}` already has this tag")));
            }
            let title = keep_text(self.text.word("the name of a case")?);
            titles.insert(number, title);
            let payload = if self.text.sign(":") { self.product()? } else { &Encoding::Empty };
            let mut case = Case::new(number, title, payload);
            if self.text.is_keyword("if") {
                self.text.keyword("even")?;
                case = case.when(Some(is_even));
            }
            let own = cases.len();
            cases.push(case);
            while self.text.sign(",") {
                self.text.keyword("json")?;
                self.text.keyword("only")?;
                let title = keep_text(self.text.word("the name of a case")?);
                // The description does not have its payload: it is text of any size, the digits of the values of 100
                // and above.
                let json = block(Prefix::U30, raw(true, Extent::Rest));
                if let Some(case) = cases.get_mut(own) {
                    let split = Split {
                        inner: case.payload,
                        json,
                        to_json: digits,
                        from_json: json_only,
                        is_checked: false,
                        revision: None,
                    };
                    *case = case.when(Some(is_below_100)).otherwise(keep(split));
                }
                cases.push(Case::json_only(title, json));
            }
            if !self.text.either("|", "}")? {
                return Ok(union(tag, cases));
            }
        }
    }

    /// Parses `X` or `X*Y*..`, which is a tuple.
    fn product(&mut self) -> Parsed {
        let mut factors = vec![(self.text.column(), self.encoding()?)];
        while self.text.sign("*") {
            factors.push((self.text.column(), self.encoding()?));
        }
        match factors.as_slice() {
            [(_, only)] => Ok(only),
            _ => Ok(keep(Encoding::Tuple(keep_all(with_reserves(&factors)?)))),
        }
    }

    /// Parses `(X)` after `option`.
    pub(super) fn option(&mut self) -> Parsed {
        let some = self.in_brackets(Self::encoding)?;
        Ok(union(TagSize::U8, vec![Case::new(1, "Some", some), Case::new(0, "None", &Encoding::Null)]))
    }

    /// Parses `(X, Y)` after `result`.
    pub(super) fn result(&mut self) -> Parsed {
        let (ok, error) = self.in_brackets(|parser| {
            let ok = parser.encoding()?;
            parser.text.expect(",")?;
            Ok((ok, parser.encoding()?))
        })?;
        let object = |name, encoding| keep(Encoding::Object(keep_all(vec![Field::req(name, encoding)])));
        // `Result` is the reference's name for the error case (`encoding.ml`, `result`).
        let cases = vec![Case::new(1, "Ok", object("ok", ok)), Case::new(0, "Result", object("error", error))];
        Ok(union(TagSize::U8, cases))
    }

    /// Parses `(a,b,c)` or `(c0..c9)` after `string_enum`.
    pub(super) fn string_enum(&mut self) -> Parsed {
        self.text.expect("(")?;
        let column = self.text.column();
        let first = self.text.word("a name")?;
        let (mut names, mut known) = (vec![keep_text(first)], HashSet::from([first]));
        if self.text.sign("..") {
            let last = self.text.word("the last name")?;
            self.text.expect(")")?;
            let names = counted(first, last).ok_or_else(|| {
                GrammarError::new(column, "a range of names is one word with increasing numbers, as in `c0..c9`")
            })?;
            return Ok(keep(Encoding::Enum(keep_all(names))));
        }
        while self.text.either(",", ")")? {
            let column = self.text.column();
            let name = self.text.word("a name")?;
            if !known.insert(name) {
                return Err(GrammarError::new(column, format_args!("the name `{name}` occurs twice")));
            }
            names.push(keep_text(name));
        }
        Ok(keep(Encoding::Enum(keep_all(names))))
    }
}

/// Returns true if the last byte of a number is even.
pub(super) fn is_even(bytes: &[u8]) -> bool {
    bytes.last().is_none_or(|last| last & 1 == 0)
}

/// Returns true for a byte below 100.
fn is_below_100(payload: &[u8]) -> bool {
    matches!(payload, [number] if *number < 100)
}

/// Returns the digits of a byte, as text with a size prefix.
fn digits(payload: &mut Reader<'_>, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    let Ok([number]) = payload.bytes() else { return Err("this is not a byte".to_owned()) };
    out.string(&number);
    Ok(())
}

fn json_only(_: &[u8], _: Revision) -> Result<Vec<u8>, String> {
    Err("the case is only in JSON".to_owned())
}

/// Returns the names from one to another, which differ only in the number at their end.
fn counted(first: &str, last: &str) -> Option<Vec<&'static str>> {
    let word = first.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let from: u32 = first.strip_prefix(word)?.parse().ok()?;
    let to: u32 = last.strip_prefix(word)?.parse().ok()?;
    (from <= to && to <= 0xffff).then(|| (from..=to).map(|number| keep_text(&format!("{word}{number}"))).collect())
}
