//! The printer of the concrete syntax.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use tezos_encoding::ToJson;

use super::Micheline;
use super::children::Children;
use super::kind::{ExprKind, Int};
use super::node::MichelineRef;
use super::walk::{Visit, Walk};

/// Maximum indentation in columns; deeper nodes are printed on one line.
const MAX_INDENT: usize = 1000;

/// Maximum length of a name whose first argument starts on the same line.
const SHORT_NAME: usize = 4;

impl Micheline {
    /// Returns the concrete syntax of the expression, which [`super::parse`] parses.
    ///
    /// Expressions of fewer than `width` characters are printed on one line; others have a line for each argument or element. With a width
    /// of 80 the text equals the output of `octez-client`, except that nodes indented beyond column 1000 are printed on one line. The
    /// outermost application has no parentheses.
    ///
    /// ```
    /// use tezos_protocols::micheline::{Micheline, Prim};
    /// let pair = Micheline::prim(Prim::Pair, [Micheline::string("first"), Micheline::string("second")]);
    /// assert_eq!(pair.pretty(80).to_string(), r#"Pair "first" "second""#);
    /// assert_eq!(pair.pretty(10).to_string(), "Pair \"first\"\n     \"second\"");
    /// ```
    ///
    /// Three kinds of nodes, none of which occur in Michelson, are printed as text that does not parse to the same expression: in strings
    /// that are not UTF-8, invalid bytes are replaced by U+FFFD; an unknown primitive is printed as its number; and a number of more than
    /// 32,768 bytes as `wire:` and its bytes.
    ///
    /// Rule: [`micheline_printer.ml`](https://gitlab.com/tezos/tezos/-/blob/d26a8bef82/src/lib_micheline/micheline_printer.ml),
    /// `print_expr_unwrapped`.
    #[must_use]
    pub fn pretty(&self, width: usize) -> Pretty<'_> {
        Pretty { node: self.root(), width }
    }
}

impl fmt::Debug for Micheline {
    /// Writes the concrete syntax on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Micheline {
    /// Writes the concrete syntax on one line; see [`Micheline::pretty`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.pretty(usize::MAX), f)
    }
}

impl fmt::Debug for MichelineRef<'_> {
    /// Writes the concrete syntax on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_owned(), f)
    }
}

/// The concrete syntax of an expression: [`Micheline::pretty`].
#[derive(Clone, Copy, Debug)]
pub struct Pretty<'a> {
    node: MichelineRef<'a>,
    width: usize,
}

impl fmt::Display for Pretty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = if self.width == usize::MAX { Vec::new() } else { sizes(self.node) };
        let mut printer = Printer { out: f, column: 0, open: Vec::new(), sizes, nodes: 0, width: self.width };
        printer.enter(self.node, false, false)?;
        while let Some(open) = printer.open.last_mut() {
            let is_first = core::mem::replace(&mut open.is_first, false);
            let (separator, in_line, is_argument) =
                (open.separator(is_first), open.indent.is_none(), !open.is_sequence);
            match (open.children.next(), open.indent) {
                (Some(child), indent) => {
                    printer.put(separator)?;
                    if let (true, Some(indent)) = (separator.ends_with('\n'), indent) {
                        printer.indent(indent)?;
                    }
                    printer.enter(child, is_argument, in_line)?;
                }
                (None, _) => {
                    let close = open.close;
                    printer.open.pop();
                    printer.put(close)?;
                }
            }
        }
        Ok(())
    }
}

/// An open sequence or application.
struct Open<'a> {
    children: Children<'a>,
    is_sequence: bool,
    is_first: bool,
    /// The column in which the children's lines begin; `None` if the node is on one line.
    indent: Option<usize>,
    /// True if the first argument starts a new line.
    breaks: bool,
    close: &'static str,
}

impl Open<'_> {
    /// Returns the separator before the next child.
    fn separator(&self, is_first: bool) -> &'static str {
        match (self.is_sequence, is_first, self.indent.is_some()) {
            (true, true, _) => "",
            (true, false, true) => " ;\n",
            (true, false, false) => " ; ",
            (false, true, true) if self.breaks => "\n",
            (false, true, _) | (false, false, false) => " ",
            (false, false, true) => "\n",
        }
    }
}

struct Printer<'a, 'f, 'g> {
    out: &'f mut fmt::Formatter<'g>,
    column: usize,
    open: Vec<Open<'a>>,
    /// The lengths of the nodes on one line, in the order of their encoding; empty if the whole expression is on one line.
    sizes: Vec<usize>,
    nodes: usize,
    width: usize,
}

impl<'a> Printer<'a, '_, '_> {
    /// Prints a node up to its first child.
    fn enter(&mut self, node: MichelineRef<'a>, is_argument: bool, in_line: bool) -> fmt::Result {
        let is_small = self.sizes.get(self.nodes).is_none_or(|size| *size < self.width);
        let in_line = in_line || is_small || self.column > MAX_INDENT;
        self.nodes = self.nodes.saturating_add(1);
        match node.kind() {
            ExprKind::Int(number) => self.put(&decimal(number)),
            ExprKind::String(text) => self.quoted(&String::from_utf8_lossy(text)),
            ExprKind::Bytes(bytes) => {
                self.put("0x")?;
                bytes.chunks(32).try_for_each(|chunk| self.put(&hex::encode(chunk)))
            }
            ExprKind::Sequence(children) if children.clone().next().is_none() => self.put("{}"),
            ExprKind::Sequence(children) => {
                self.put("{ ")?;
                let indent = (!in_line).then_some(self.column);
                self.open.push(Open {
                    children,
                    is_sequence: true,
                    is_first: true,
                    indent,
                    breaks: false,
                    close: " }",
                });
                Ok(())
            }
            ExprKind::Application(application) => {
                let (annots, mut args) = (application.annots_text(), application.args());
                let has_args = args.by_ref().next().is_some();
                let is_wrapped = is_argument && (has_args || !annots.is_empty());
                if is_wrapped {
                    self.put("(")?;
                }
                let start = self.column;
                self.put(&application.prim.to_string())?;
                if !annots.is_empty() {
                    self.put(" ")?;
                    self.put(&String::from_utf8_lossy(annots))?;
                }
                let close = if is_wrapped { ")" } else { "" };
                if !has_args {
                    return self.put(close);
                }
                let breaks = self.column.saturating_sub(start) > SHORT_NAME;
                let column = if breaks { start.saturating_add(2) } else { self.column.saturating_add(1) };
                let (children, indent) = (application.args(), (!in_line).then_some(column));
                self.open.push(Open { children, is_sequence: false, is_first: true, indent, breaks, close });
                Ok(())
            }
        }
    }

    fn put(&mut self, text: &str) -> fmt::Result {
        self.column = match text.ends_with('\n') {
            true => 0,
            false => self.column.saturating_add(text.len()),
        };
        self.out.write_str(text)
    }

    fn indent(&mut self, column: usize) -> fmt::Result {
        self.column = column;
        write!(self.out, "{:column$}", "")
    }

    /// Prints a string in quotes.
    fn quoted(&mut self, text: &str) -> fmt::Result {
        self.put("\"")?;
        for piece in text.split_inclusive(|sign| escape(sign).is_some()) {
            let escaped = piece.chars().next_back().and_then(escape);
            match escaped.and_then(|escape| Some((escape, piece.get(..piece.len().checked_sub(1)?)?))) {
                Some((escape, before)) => {
                    self.put(before)?;
                    self.put(escape)?;
                }
                None => self.put(piece)?,
            }
        }
        self.put("\"")
    }
}

fn escape(sign: char) -> Option<&'static str> {
    match sign {
        '"' => Some("\\\""),
        '\n' => Some("\\n"),
        '\r' => Some("\\r"),
        '\u{8}' => Some("\\b"),
        '\t' => Some("\\t"),
        '\\' => Some("\\\\"),
        _ => None,
    }
}

/// Returns the decimal digits of a number, or its bytes if it is too long.
fn decimal(number: Int<'_>) -> String {
    let number = number.to_z();
    if let Ok(number) = i128::try_from(&number) {
        return number.to_string();
    }
    number.to_json().map_or_else(|_| number.to_string(), |json| json.trim_matches('"').to_string())
}

/// Returns the lengths of the nodes, from which the reference decides whether a node is on one line (`preformat`), in the order of their
/// encoding.
fn sizes(root: MichelineRef<'_>) -> Vec<usize> {
    let mut sizes = Vec::new();
    // For each node, the index of the first node after its end.
    let mut ends = Vec::new();
    for visit in Walk::new(root) {
        let Visit::Enter(node) = visit else { continue };
        let between = |count: usize, each: usize| count.saturating_mul(each);
        let own = match node.kind() {
            ExprKind::Int(number) => decimal(number).len(),
            ExprKind::String(text) => text.len(),
            ExprKind::Bytes(bytes) => bytes.len().saturating_mul(2).saturating_add(2),
            ExprKind::Sequence(items) => between(items.count(), 3).saturating_add(4),
            ExprKind::Application(application) => {
                let annots = application.annots_text().len();
                let annots = if annots == 0 { 0 } else { annots.saturating_add(2) };
                let name = application.prim.to_string().len();
                between(application.args().count(), 1).saturating_add(name).saturating_add(annots)
            }
        };
        ends.push(sizes.len().saturating_add(node.extent().nodes()));
        sizes.push(own);
    }
    // First the sums from each node to the last one, then from each node to its own end.
    let mut total = 0usize;
    for size in sizes.iter_mut().rev() {
        total = total.saturating_add(*size);
        *size = total;
    }
    let behind: Vec<usize> = ends.iter().map(|end| sizes.get(*end).copied().unwrap_or_default()).collect();
    sizes.iter().zip(behind).map(|(sum, behind)| sum.saturating_sub(behind)).collect()
}
