//! The parser of the concrete syntax.

use alloc::string::String;
use alloc::vec::Vec;

use tezos_encoding::{FromJson, Z};

use super::build::MichelineBuilder;
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use super::token::{Point, Sort, Token, tokens};
use super::{Micheline, Prim};

/// How the parser treats indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Checked as by the reference's parser by default, and `octez-client` with `--enforce-indentation`: arguments and elements begin to
    /// the right of the enclosing node, and those that begin a line are aligned with the first.
    Checked,
    /// Ignored, as by `octez-client typecheck script` by default.
    Free,
}

/// Parses one expression. The outermost application does not need parentheses.
///
/// ```
/// use tezos_protocols::micheline::{Alignment, Micheline, Prim, parse};
/// let pair = parse("Pair 5 /* five */ \"a\"", Alignment::Checked).unwrap();
/// assert_eq!(pair, Micheline::prim(Prim::Pair, [Micheline::int(5), Micheline::string("a")]));
/// assert_eq!(parse("(Pair 5 \"a\")", Alignment::Checked).unwrap(), pair);
///
/// let error = parse("Pair 5\n  Pear", Alignment::Free).unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 2));
/// assert_eq!(error.to_string(), "line 2, character 2: no primitive has this name");
/// ```
///
/// Macros of Michelson, which `octez-client` expands (`CADR`, `ASSERT_CMPEQ`), are not primitives and are refused.
///
/// The reference reports all errors; this function returns the first. It also accepts two things that the reference refuses: annotations of
/// an application without parentheses, as the printer writes them, and comments after the expression.
///
/// # Errors
/// If a character or token is not allowed at its position; the first is reported.
///
/// Rule: [`micheline_parser.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/lib_micheline/micheline_parser.ml),
/// `parse_expression`.
pub fn parse(text: &str, alignment: Alignment) -> Result<Micheline, SyntaxError> {
    Parser::new(text, alignment)?.expression()
}

/// Parses a script: the elements of a sequence, with or without braces around them.
///
/// ```
/// use tezos_protocols::micheline::{Alignment, parse, parse_script};
/// let text = "parameter unit; storage unit;\ncode { CDR ; NIL operation ; PAIR }";
/// let script = parse_script(text, Alignment::Checked).unwrap();
/// assert_eq!(script, parse(&format!("{{ {} }}", text.replace('\n', " ")), Alignment::Checked).unwrap());
/// ```
///
/// # Errors
/// The errors of [`parse`].
///
/// Rule: [`micheline_parser.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/lib_micheline/micheline_parser.ml),
/// `parse_toplevel`.
pub fn parse_script(text: &str, alignment: Alignment) -> Result<Micheline, SyntaxError> {
    Parser::new(text, alignment)?.script()
}

/// The kind of node that encloses the expressions being parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// A script.
    Script,
    /// A sequence in braces.
    Sequence,
    /// An application without parentheses.
    Bare,
    /// An application in parentheses.
    Wrapped,
}

/// An open sequence or application.
struct Open {
    mode: Mode,
    start: Point,
    /// The end of its last token that is relevant to alignment.
    stop: Point,
    annots: String,
    /// The column of the first child, and the line on which the last child begins.
    children: Option<(usize, usize)>,
}

struct Parser<'t> {
    tokens: core::iter::Peekable<alloc::vec::IntoIter<Token<'t>>>,
    builder: MichelineBuilder,
    open: Vec<Open>,
    alignment: Alignment,
    /// The end of the text.
    end: Point,
}

type Parsed<T = ()> = Result<T, SyntaxError>;

impl<'t> Parser<'t> {
    fn new(text: &'t str, alignment: Alignment) -> Parsed<Self> {
        let tokens = tokens(text)?;
        let end = tokens.last().map_or(Point::START, |token| token.stop);
        Ok(Self {
            tokens: tokens.into_iter().peekable(),
            builder: MichelineBuilder::new(),
            open: Vec::new(),
            alignment,
            end,
        })
    }

    fn sort(&mut self) -> Option<Sort> {
        self.tokens.peek().map(|token| token.sort)
    }

    /// Returns the error for the next token.
    fn refuse<T>(&mut self, kind: SyntaxErrorKind) -> Parsed<T> {
        let at = self.tokens.peek().map_or(self.end, |token| token.start);
        Err(SyntaxError::new(at, kind))
    }

    fn expression(mut self) -> Parsed<Micheline> {
        let Some(token) = self.tokens.next() else { return self.refuse(SyntaxErrorKind::Empty) };
        match token.sort {
            Sort::Ident => self.apply(Mode::Bare, token, token)?,
            _ => self.argument(token)?,
        }
        while !self.open.is_empty() {
            self.step()?;
        }
        if self.sort().is_some() {
            return self.refuse(SyntaxErrorKind::Unexpected);
        }
        self.finish()
    }

    fn script(mut self) -> Parsed<Micheline> {
        self.builder.open_sequence();
        self.open_node(Mode::Script, Point::START, Point::START);
        while !self.open.is_empty() {
            self.step()?;
        }
        let script = self.finish()?;
        // A single sequence in braces is the script itself.
        let mut elements = script.root().children();
        match (elements.next(), elements.next()) {
            (Some(only), None) if only.tag() == 2 => Ok(only.to_owned()),
            _ => Ok(script),
        }
    }

    fn finish(self) -> Parsed<Micheline> {
        self.builder.finish().ok_or(SyntaxError::new(Point::START, SyntaxErrorKind::Empty))
    }

    /// Parses the next token inside the innermost open node.
    fn step(&mut self) -> Parsed {
        let (mode, start) = self.open.last().map_or((Mode::Script, Point::START), |open| (open.mode, open.start));
        let Some(token) = self.tokens.peek().copied() else {
            return match mode {
                Mode::Bare | Mode::Script => self.close(None),
                Mode::Sequence | Mode::Wrapped => Err(SyntaxError::new(start, SyntaxErrorKind::Unclosed)),
            };
        };
        match (mode, token.sort) {
            (Mode::Script | Mode::Sequence, Sort::Semi) => {
                self.tokens.next();
                match self.sort() {
                    Some(Sort::Semi) => self.refuse(SyntaxErrorKind::ExtraSemicolon),
                    _ => Ok(()),
                }
            }
            (Mode::Sequence, Sort::CloseBrace) | (Mode::Wrapped, Sort::CloseParen) => {
                self.tokens.next();
                self.close(Some(token))
            }
            // Whether the token is allowed depends on the enclosing node.
            (Mode::Bare, Sort::Semi | Sort::CloseBrace) if self.open.len() > 1 => self.close(None),
            (Mode::Script | Mode::Sequence, Sort::Ident) => {
                self.tokens.next();
                self.apply(Mode::Bare, token, token)
            }
            (Mode::Script | Mode::Sequence, Sort::Int | Sort::String | Sort::Bytes) => {
                self.tokens.next();
                match self.sort() {
                    None | Some(Sort::Semi | Sort::CloseBrace) => self.argument(token),
                    Some(_) => self.refuse(SyntaxErrorKind::Unexpected),
                }
            }
            (Mode::Script | Mode::Sequence, Sort::OpenParen) => self.refuse(SyntaxErrorKind::Unexpected),
            (Mode::Wrapped, Sort::Semi | Sort::CloseBrace) => Err(SyntaxError::new(start, SyntaxErrorKind::Unclosed)),
            _ => {
                self.tokens.next();
                self.argument(token)
            }
        }
    }

    /// Parses an argument, or an element that is not an application, which begins with `token`.
    fn argument(&mut self, token: Token<'t>) -> Parsed {
        let unexpected = SyntaxError::new(token.start, SyntaxErrorKind::Unexpected);
        match token.sort {
            Sort::Int => self.builder.number(&number(token)?),
            Sort::String => self.builder.string(&unescaped(token.text)),
            Sort::Bytes => {
                let bytes = token.text.strip_prefix("0x").and_then(|digits| hex::decode(digits).ok());
                self.builder.bytes(&bytes.ok_or(SyntaxError::new(token.start, SyntaxErrorKind::Hex))?);
            }
            Sort::Ident => {
                self.builder.open(prim(token)?);
                self.builder.close("");
            }
            Sort::OpenBrace => {
                self.builder.open_sequence();
                self.open_node(Mode::Sequence, token.start, token.stop);
                return Ok(());
            }
            Sort::OpenParen => {
                return match self.tokens.next() {
                    Some(name) if name.sort == Sort::Ident => self.apply(Mode::Wrapped, token, name),
                    Some(other) => Err(SyntaxError::new(other.start, SyntaxErrorKind::Unexpected)),
                    None => Err(unexpected),
                };
            }
            Sort::Annot | Sort::Semi | Sort::CloseParen | Sort::CloseBrace => return Err(unexpected),
        }
        self.child(token.start, token.stop)
    }

    /// Opens an application; `first` is its first token.
    fn apply(&mut self, mode: Mode, first: Token<'t>, name: Token<'t>) -> Parsed {
        self.builder.open(prim(name)?);
        self.open_node(mode, first.start, first.stop);
        while let Some(annot) = self.tokens.next_if(|token| token.sort == Sort::Annot) {
            if let Some(open) = self.open.last_mut() {
                if !open.annots.is_empty() {
                    open.annots.push(' ');
                }
                open.annots.push_str(annot.text);
            }
        }
        Ok(())
    }

    fn open_node(&mut self, mode: Mode, start: Point, stop: Point) {
        self.open.push(Open { mode, start, stop, annots: String::new(), children: None });
    }

    /// Closes the innermost open node, whose closing token is `token` if it has one.
    fn close(&mut self, token: Option<Token<'t>>) -> Parsed {
        let Some(mut open) = self.open.pop() else { return Ok(()) };
        self.builder.close(&open.annots);
        if let (Mode::Sequence, Some(token)) = (open.mode, token) {
            open.stop = token.stop;
        }
        let has_width = open.mode == Mode::Sequence || open.children.is_some();
        if has_width && open.mode != Mode::Script && open.start.column >= open.stop.column {
            self.misaligned(open.start)?;
        }
        self.child(open.start, open.stop)
    }

    /// Adds a child to the innermost open node.
    fn child(&mut self, start: Point, stop: Point) -> Parsed {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        open.stop = stop;
        let parent = open.start;
        match open.children.replace((start.column, start.line)) {
            None if open.mode != Mode::Script && parent.column >= start.column => self.misaligned(parent),
            None => Ok(()),
            Some((first_column, last_line)) => {
                open.children = Some((first_column, start.line));
                if stop.line != last_line && start.column != first_column { self.misaligned(start) } else { Ok(()) }
            }
        }
    }

    fn misaligned(&self, at: Point) -> Parsed {
        match self.alignment {
            Alignment::Checked => Err(SyntaxError::new(at, SyntaxErrorKind::Misaligned)),
            Alignment::Free => Ok(()),
        }
    }
}

fn prim(token: Token<'_>) -> Parsed<Prim> {
    token.text.parse().map_err(|_| SyntaxError::new(token.start, SyntaxErrorKind::UnknownPrim))
}

fn number(token: Token<'_>) -> Parsed<Z> {
    if let Ok(number) = token.text.parse::<i128>() {
        return Ok(number.into());
    }
    let (sign, digits) = match token.text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", token.text),
    };
    let digits = digits.trim_start_matches('0');
    let number = Z::from_json(&alloc::format!("\"{sign}{digits}\""));
    number.map_err(|_| SyntaxError::new(token.start, SyntaxErrorKind::LongNumber))
}

/// Returns the text of a string token, without quotes and escapes.
fn unescaped(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.bytes().skip(1).take(text.len().saturating_sub(2));
    while let Some(byte) = rest.next() {
        out.push(match byte {
            b'\\' => match rest.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'b') => 8,
                Some(other) => other,
                None => b'\\',
            },
            other => other,
        });
    }
    out
}
