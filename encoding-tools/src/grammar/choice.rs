//! Unions, options, results, names.

use tezos_encoding_core::{
    schema::{Case, Encoding, Extent, Field, TagSize},
    wire::Prefix,
};

use super::{
    Mistake, Parsed, Parser, keep, keep_all, keep_text,
    scalar::{headed, raw},
    sequence::with_tails,
};

impl Parser<'_> {
    /// `(tag=uint8){..}` behind `union`.
    pub(super) fn union(&mut self) -> Parsed {
        self.text.expect("(")?;
        self.label("tag")?;
        let tag = match (self.text.is_keyword("uint8"), self.text.is_keyword("uint16")) {
            (true, _) => TagSize::U8,
            (_, true) => TagSize::U16,
            _ => return Err(self.text.mistake("`uint8` or `uint16`")),
        };
        self.text.expect(")")?;
        self.text.expect("{")?;
        self.cases(tag)
    }

    /// Cases and the bracket behind them.
    pub(super) fn cases(&mut self, tag: TagSize) -> Parsed {
        let mut cases = Vec::<Case>::new();
        loop {
            let column = self.text.column();
            let number = self.text.number("a tag")?;
            if number > tag.max() {
                return Err(Mistake::new(column, format_args!("the greatest tag is {}", tag.max())));
            }
            if let Some(other) = cases.iter().find(|case| case.own_tag() == Some(number)) {
                return Err(Mistake::new(column, format_args!("`{}` has this tag already", other.title)));
            }
            let title = keep_text(self.text.word("the name of a case")?);
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
                // What it holds is not said: the size of the whole has no bound, and the values from 100 on are its.
                if let Some(case) = cases.get_mut(own) {
                    *case = case.when(Some(is_below_100));
                }
                cases.push(Case::json_only(title, headed(Prefix::U30, raw(true, Extent::Rest))));
            }
            if !self.text.either("|", "}")? {
                return Ok(keep(Encoding::Union { tag, cases: keep_all(cases), ignore_unknown: false }));
            }
        }
    }

    /// `X` or `X*Y*..`, which is a tuple.
    fn product(&mut self) -> Parsed {
        let mut factors = vec![(self.text.column(), self.encoding()?)];
        while self.text.sign("*") {
            factors.push((self.text.column(), self.encoding()?));
        }
        match factors.as_slice() {
            [(_, only)] => Ok(only),
            several => Ok(keep(Encoding::Tuple(keep_all(with_tails(several)?)))),
        }
    }

    /// `(X)` behind `option`.
    pub(super) fn option(&mut self) -> Parsed {
        self.text.expect("(")?;
        let some = self.encoding()?;
        self.text.expect(")")?;
        let cases = vec![Case::new(1, "Some", some), Case::new(0, "None", &Encoding::Null)];
        Ok(keep(Encoding::Union { tag: TagSize::U8, cases: keep_all(cases), ignore_unknown: false }))
    }

    /// `(X, Y)` behind `result`.
    pub(super) fn result(&mut self) -> Parsed {
        self.text.expect("(")?;
        let ok = self.encoding()?;
        self.text.expect(",")?;
        let error = self.encoding()?;
        self.text.expect(")")?;
        let object = |name, encoding| keep(Encoding::Object(keep_all(vec![Field::req(name, encoding)])));
        // The reference calls the case of an error so (`encoding.ml`, `result`).
        let cases = vec![Case::new(1, "Ok", object("ok", ok)), Case::new(0, "Result", object("error", error))];
        Ok(keep(Encoding::Union { tag: TagSize::U8, cases: keep_all(cases), ignore_unknown: false }))
    }

    /// `(a,b,c)` or `(c0..c9)` behind `string_enum`.
    pub(super) fn string_enum(&mut self) -> Parsed {
        self.text.expect("(")?;
        let column = self.text.column();
        let first = self.text.word("a name")?;
        let mut names = vec![keep_text(first)];
        if self.text.sign("..") {
            let last = self.text.word("the last name")?;
            self.text.expect(")")?;
            let names = counted(first, last).ok_or_else(|| {
                Mistake::new(column, "a range of names is one word with numbers going up, as in `c0..c9`")
            })?;
            return Ok(keep(Encoding::Enum(keep_all(names))));
        }
        while self.text.either(",", ")")? {
            let column = self.text.column();
            let name = self.text.word("a name")?;
            if names.contains(&name) {
                return Err(Mistake::new(column, format_args!("there is a name `{name}` already")));
            }
            names.push(keep_text(name));
        }
        Ok(keep(Encoding::Enum(keep_all(names))))
    }
}

/// Whether the last byte of a number is even.
pub(super) fn is_even(bytes: &[u8]) -> bool {
    bytes.last().is_none_or(|last| last & 1 == 0)
}

/// Whether a byte is below 100.
fn is_below_100(payload: &[u8]) -> bool {
    matches!(payload, [number] if *number < 100)
}

/// The names from one to another that differ in the number at their end.
fn counted(first: &str, last: &str) -> Option<Vec<&'static str>> {
    let word = first.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let from: u32 = first.strip_prefix(word)?.parse().ok()?;
    let to: u32 = last.strip_prefix(word)?.parse().ok()?;
    (from <= to && to <= 0xffff).then(|| (from..=to).map(|number| keep_text(&format!("{word}{number}"))).collect())
}
