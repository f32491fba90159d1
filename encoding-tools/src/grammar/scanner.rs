//! The words, numbers and signs of a description.

use super::GrammarError;

/// The rest of a description. A copy is a position that can be returned to.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'d> {
    rest: &'d str,
    /// The current column, counted from 1.
    column: usize,
}

impl<'d> Scanner<'d> {
    pub(super) fn new(whole: &'d str) -> Self {
        let mut scanner = Self { rest: whole, column: 1 };
        scanner.skip_spaces();
        scanner
    }

    /// Returns the current column, counted from 1.
    pub(super) const fn column(&self) -> usize {
        self.column
    }

    /// Returns the next word or sign, for errors.
    fn found(&self) -> String {
        match self.rest.chars().next() {
            None => "the end".to_owned(),
            Some(first) if is_word(first) => format!("`{}`", self.take_while(is_word)),
            Some(first) => format!("`{first}`"),
        }
    }

    /// Returns the error that `expected` was expected.
    pub(super) fn mistake(&self, expected: &str) -> GrammarError {
        GrammarError::expected(self.column(), expected, self.found())
    }

    /// Consumes this sign, if it is next.
    pub(super) fn sign(&mut self, sign: &str) -> bool {
        let found = self.rest.starts_with(sign);
        if found {
            self.step(sign.len());
        }
        found
    }

    /// Consumes this sign.
    pub(super) fn expect(&mut self, sign: &str) -> Result<(), GrammarError> {
        if self.sign(sign) { Ok(()) } else { Err(self.mistake(&format!("`{sign}`"))) }
    }

    /// Consumes one of two signs: returns `true` for the first, `false` for the second.
    pub(super) fn either(&mut self, first: &str, second: &str) -> Result<bool, GrammarError> {
        match (self.sign(first), self.sign(second)) {
            (true, _) => Ok(true),
            (false, true) => Ok(false),
            (false, false) => Err(self.mistake(&format!("`{first}` or `{second}`"))),
        }
    }

    /// Consumes a word: letters, digits, `_`, and single dots.
    pub(super) fn word(&mut self, expected: &str) -> Result<&'d str, GrammarError> {
        let word = self.take_while(|sign| is_word(sign) || sign == '.');
        let word = word.split("..").next().unwrap_or(word);
        if word.is_empty() {
            return Err(self.mistake(expected));
        }
        self.step(word.len());
        Ok(word)
    }

    /// Consumes this word.
    pub(super) fn keyword(&mut self, keyword: &str) -> Result<(), GrammarError> {
        if self.is_keyword(keyword) { Ok(()) } else { Err(self.mistake(&format!("`{keyword}`"))) }
    }

    /// Consumes this word, if it is next.
    pub(super) fn is_keyword(&mut self, keyword: &str) -> bool {
        let word = self.take_while(is_word);
        let found = word == keyword;
        if found {
            self.step(word.len());
        }
        found
    }

    /// Consumes a number with its sign.
    pub(super) fn number<T: std::str::FromStr>(&mut self, expected: &str) -> Result<T, GrammarError> {
        let digits = self.take_while(|sign| sign.is_ascii_digit() || "+-.eE".contains(sign));
        // Two dots separate the ends of a range; they are not part of a fraction.
        let digits = digits.split("..").next().unwrap_or(digits);
        let mistake = match digits {
            "" => self.mistake(expected),
            digits => GrammarError::expected(self.column(), expected, format_args!("`{digits}`")),
        };
        let number = digits.parse().map_err(|_| mistake)?;
        self.step(digits.len());
        Ok(number)
    }

    /// Consumes text in double quotes, which may contain `\"`.
    pub(super) fn quoted(&mut self) -> Result<String, GrammarError> {
        let mut text = String::new();
        let mut escaped = false;
        let mut signs = self.rest.char_indices();
        if !matches!(signs.next(), Some((_, '"'))) {
            return Err(self.mistake("text in double quotes"));
        }
        for (at, sign) in signs {
            match sign {
                '"' if !escaped => {
                    self.step(at.saturating_add(1));
                    return Ok(text);
                }
                '\\' if !escaped => escaped = true,
                sign => {
                    text.push(sign);
                    escaped = false;
                }
            }
        }
        Err(self.mistake("text that ends with a double quote"))
    }

    /// Checks that nothing follows.
    pub(super) fn end(&self) -> Result<(), GrammarError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.mistake("the end")) }
    }

    fn take_while(&self, part: impl Fn(char) -> bool) -> &'d str {
        let end = self.rest.find(|sign| !part(sign)).unwrap_or(self.rest.len());
        self.rest.get(..end).unwrap_or_default()
    }

    /// Consumes a number of bytes and the spaces after them.
    fn step(&mut self, bytes: usize) {
        self.skip(bytes);
        self.skip_spaces();
    }

    fn skip_spaces(&mut self) {
        self.skip(self.rest.len().saturating_sub(self.rest.trim_start().len()));
    }

    fn skip(&mut self, bytes: usize) {
        let (over, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.column = self.column.saturating_add(over.chars().count());
        self.rest = rest;
    }
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}
