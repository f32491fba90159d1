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
use tezos_encoding::{HasEncoding, Reader, Revision, Z};

use super::annotation::{ANNOTATION_MAX_BYTES, MALFORMED};
use super::build::MichelineBuilder;
use super::kind::ExprKind;
use super::node::MichelineRef;
use super::owned::Micheline;
use super::prim::{self, Prim};
use super::rules::Rules;
use super::walk::{Visit, Walk};

pub(super) const INT: u32 = 0;
pub(super) const STRING: u32 = 1;
pub(super) const BYTES: u32 = 2;
pub(super) const SEQUENCE: u32 = 3;
pub(super) const APPLICATION: u32 = 4;

/// Reads an expression, and prints its JSON.
pub(super) fn to_json(input: &mut Reader<'_>, rules: Rules, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    let micheline = Micheline::read_with(input, rules).map_err(|_| REFUSED.to_string())?;
    for visit in Walk::new(micheline.root()) {
        match visit {
            Visit::Enter(node) => {
                out.comma();
                enter(node, rules, out)?;
            }
            Visit::Leave(node) => leave(node, out),
        }
    }
    Ok(())
}

/// Prints a leaf, or what precedes the children of a node.
fn enter(node: MichelineRef<'_>, rules: Rules, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    match node.kind() {
        ExprKind::Int(number) => {
            out.raw("{\"int\":");
            out.scalar(&Scalar::Z, number.as_bytes())?;
            out.raw("}");
        }
        ExprKind::String(text) => {
            out.raw("{\"string\":");
            out.text(text);
            out.raw("}");
        }
        ExprKind::Bytes(bytes) => {
            out.raw("{\"bytes\":");
            out.bytes(bytes);
            out.raw("}");
        }
        ExprKind::Sequence(_) => out.raw("["),
        ExprKind::Application(application) => {
            out.raw("{\"prim\":");
            prim(application.prim, rules, out)?;
            if application.args().next().is_some() {
                out.raw(",\"args\":[");
            }
        }
    }
    Ok(())
}

/// Prints what follows the children of a node.
fn leave(node: MichelineRef<'_>, out: &mut JsonPrinter<'_>) {
    let ExprKind::Application(application) = node.kind() else { return out.raw("]") };
    if application.args().next().is_some() {
        out.raw("]");
    }
    let mut annots = application.annots().peekable();
    if annots.peek().is_some() {
        out.raw(",\"annots\":[");
        annots.for_each(|annot| {
            out.comma();
            out.text(annot);
        });
        out.raw("]");
    }
    out.raw("}");
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
pub(super) fn from_json(bytes: &[u8], revision: Revision) -> Result<Vec<u8>, String> {
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
            if annots.as_ref().is_some_and(Vec::is_empty) && Rules::at(revision).well_formed {
                return Err(MALFORMED.to_string());
            }
            builder.close_with(annots.as_deref());
        }
    }
    builder.finish().map(|micheline| micheline.bytes).ok_or_else(|| REFUSED.to_string())
}

/// Bytes that the writer of the schema produced, which are always complete.
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
