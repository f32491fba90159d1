//! The JSON of expressions. It is printed from the bytes of an expression, and read by way of the intermediate encoding from which
//! [`super::schema`] derives it.
//!
//! | tag | payload                                             | JSON                                          |
//! |----:|-----------------------------------------------------|-----------------------------------------------|
//! | 0   | `z`                                                 | `{"int":"5"}`                                 |
//! | 1   | 4-byte size prefix, text                            | `{"string":"a"}`                              |
//! | 2   | 4-byte size prefix, bytes                           | `{"bytes":"00ff"}`                            |
//! | 3   | 4-byte size prefix, expressions                     | `[..]`                                        |
//! | 4   | primitive, optional arguments, optional annotations | `{"prim":"Pair","args":[..],"annots":["%a"]}` |
//!
//! Optional values start with a presence flag. The arguments have a 4-byte size prefix; so have the annotations, and each annotation.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tezos_encoding::schema::{Encoding, JsonPrinter, Scalar};
use tezos_encoding::{HasEncoding, Reader, Z};

use super::annotation::{ANNOTATION_MAX_BYTES, Annotations, MALFORMED};
use super::build::MichelineBuilder;
use super::prim::{self, Prim};
use super::rules::Rules;
use super::scan::scan;

pub(super) const INT: u32 = 0;
pub(super) const STRING: u32 = 1;
pub(super) const BYTES: u32 = 2;
pub(super) const SEQUENCE: u32 = 3;
pub(super) const APPLICATION: u32 = 4;

/// A node whose children are being printed.
struct Open {
    children: Left,
    /// Whether the children are arguments, of an application.
    is_application: bool,
    /// Whether the children are in brackets.
    has_list: bool,
    is_annotated: bool,
}

/// The children that remain.
enum Left {
    /// Their number.
    Count(u8),
    /// Those before the last bytes, of which this is the number.
    Until(usize),
}

/// Reads an expression, and prints its JSON.
pub(super) fn to_json(input: &mut Reader<'_>, rules: Rules, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    let bytes = input.remaining();
    scan(input, rules).map_err(|_| REFUSED.to_string())?;
    let read = bytes.len().saturating_sub(input.remaining().len());
    let mut at = Input(bytes.get(..read).unwrap_or_default());
    let mut open: Vec<Open> = Vec::new();
    while let Some(tag) = at.byte() {
        out.comma();
        if let Some(node) = enter(tag, &mut at, rules, out)? {
            open.push(node);
        }
        while let Some(node) = open.pop_if(|node| node.is_complete(&at)) {
            leave(&node, &mut at, out);
        }
    }
    Ok(())
}

impl Open {
    /// Returns true if no child remains; otherwise, counts the next one.
    fn is_complete(&mut self, at: &Input<'_>) -> bool {
        match &mut self.children {
            Left::Count(0) => true,
            Left::Count(count) => {
                *count = count.saturating_sub(1);
                false
            }
            Left::Until(end) => at.0.len() <= *end,
        }
    }
}

/// Prints a leaf, or what precedes the children of a node, which it returns.
fn enter(tag: u8, at: &mut Input<'_>, rules: Rules, out: &mut JsonPrinter<'_>) -> Result<Option<Open>, String> {
    match tag {
        0 => {
            out.raw("{\"int\":");
            out.scalar(&Scalar::Z, at.number())?;
            out.raw("}");
            return Ok(None);
        }
        1 => {
            out.raw("{\"string\":");
            out.text(at.block());
            out.raw("}");
            return Ok(None);
        }
        10 => {
            out.raw("{\"bytes\":");
            out.bytes(at.block());
            out.raw("}");
            return Ok(None);
        }
        2 => {
            out.raw("[");
            let children = Left::Until(at.block_end());
            return Ok(Some(Open { children, is_application: false, has_list: true, is_annotated: false }));
        }
        _ => {}
    }
    out.raw("{\"prim\":");
    prim(Prim::from(at.byte().unwrap_or_default()), rules, out)?;
    let children = match tag {
        9 => Left::Until(at.block_end()),
        _ => Left::Count(tag.saturating_sub(3) / 2),
    };
    let has_list = match children {
        Left::Count(count) => count > 0,
        Left::Until(end) => at.0.len() > end,
    };
    if has_list {
        out.raw(",\"args\":[");
    }
    Ok(Some(Open { children, is_application: true, has_list, is_annotated: matches!(tag, 4 | 6 | 8 | 9) }))
}

/// Prints what follows the children of a node.
fn leave(node: &Open, at: &mut Input<'_>, out: &mut JsonPrinter<'_>) {
    if node.has_list {
        out.raw("]");
    }
    if node.is_annotated {
        let mut annots = Annotations::new(at.block()).peekable();
        if annots.peek().is_some() {
            out.raw(",\"annots\":[");
            annots.for_each(|annot| {
                out.comma();
                out.text(annot);
            });
            out.raw("]");
        }
    }
    if node.is_application {
        out.raw("}");
    }
}

/// Prints the name of a primitive; its number if the protocol is not known.
fn prim(prim: Prim, rules: Rules, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    match (rules.version, u8::ENCODING) {
        (None, Encoding::Scalar(scalar)) => out.scalar(scalar, &[prim.number()]),
        (version, _) => {
            let names = prim::names_in(version.unwrap_or(u16::MAX));
            out.text(names.get(usize::from(prim.number())).copied().unwrap_or_default().as_bytes());
            Ok(())
        }
    }
}

const REFUSED: &str = "these bytes are no expression";

/// Converts the intermediate encoding to the bytes of an expression.
///
/// A single empty annotation is kept up to protocol 010 and refused from 011 on.
pub(super) fn from_json(bytes: &[u8], rules: Rules) -> Result<Vec<u8>, String> {
    let mut builder = MichelineBuilder::new();
    let mut at = Input(bytes);
    // For each open list, the number of bytes that follow it, and whether annotations follow.
    let mut open: Vec<(usize, bool)> = Vec::new();
    while let Some(tag) = at.byte() {
        match u32::from(tag) {
            INT => builder.number(&Z::from_wire(at.number())),
            STRING => builder.string(at.block()),
            BYTES => builder.bytes(at.block()),
            SEQUENCE => {
                builder.open_sequence();
                open.push((at.block_end(), false));
            }
            _ => {
                builder.open(Prim::from(at.byte().unwrap_or_default()));
                let end = if at.byte() == Some(0xff) { at.block_end() } else { at.0.len() };
                open.push((end, true));
            }
        }
        while let Some((_, annotated)) = open.pop_if(|(end, _)| at.0.len() <= *end) {
            let annots = if annotated { at.annotations()? } else { None };
            if annots.as_ref().is_some_and(Vec::is_empty) && rules.well_formed {
                return Err(MALFORMED.to_string());
            }
            builder.close_with(annots.as_deref());
        }
    }
    let micheline = builder.finish().ok_or_else(|| REFUSED.to_string())?;
    match micheline.well_formed || !rules.well_formed {
        true => Ok(micheline.bytes),
        false => Err(MALFORMED.to_string()),
    }
}

/// Bytes of an expression that were checked, or that the writer of the schema produced: they are always complete.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    fn take(&mut self, size: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at_checked(size).unwrap_or((self.0, &[]));
        self.0 = rest;
        taken
    }

    fn number(&mut self) -> &'a [u8] {
        let more = self.0.iter().take_while(|byte| **byte >= 0x80).count();
        self.take(more.saturating_add(1))
    }

    fn size(&mut self) -> usize {
        let size = self.take(4).first_chunk().map_or(0, |size| u32::from_be_bytes(*size));
        usize::try_from(size).unwrap_or(usize::MAX)
    }

    fn block(&mut self) -> &'a [u8] {
        let size = self.size();
        self.take(size)
    }

    /// Returns the number of bytes that follow the block.
    fn block_end(&mut self) -> usize {
        let size = self.size();
        self.0.len().saturating_sub(size)
    }

    /// Returns the annotations, separated by spaces; `None` if there are none.
    fn annotations(&mut self) -> Result<Option<Vec<u8>>, String> {
        let mut text = Vec::new();
        if self.byte() != Some(0xff) {
            return Ok(None);
        }
        let mut annots = Input(self.block());
        if annots.0.is_empty() {
            return Ok(None);
        }
        let mut first = true;
        while !annots.0.is_empty() {
            if !core::mem::take(&mut first) {
                text.push(b' ');
            }
            let annot = annots.block();
            if annot.len() > ANNOTATION_MAX_BYTES {
                return Err("an annotation is longer than 255 bytes".to_string());
            }
            text.extend_from_slice(annot);
        }
        Ok(Some(text))
    }
}
