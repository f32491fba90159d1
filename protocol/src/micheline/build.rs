//! A builder that makes expressions node by node.

use alloc::vec::Vec;
use core::ops::Range;

use tezos_encoding::Z;

use super::annotation::are_annotations;
use super::index::Extent;
use super::kind::ExprKind;
use super::node::MichelineRef;
use super::owned::Micheline;
use super::prim::Prim;
use super::walk::{Visit, Walk};

/// Builds a [`Micheline`] from its nodes in the order of their encoding, in linear time at any depth.
///
/// ```
/// use tezos_protocols::micheline::{MichelineBuilder, Prim};
///
/// // A million levels.
/// let mut builder = MichelineBuilder::new();
/// for _ in 0..1_000_000 {
///     builder.open(Prim::Some);
/// }
/// builder.int(7);
/// for _ in 0..1_000_000 {
///     builder.close("");
/// }
/// let micheline = builder.finish().unwrap();
/// assert_eq!(micheline.as_bytes().len(), 2_000_002);
/// ```
#[derive(Debug, Default)]
pub struct MichelineBuilder {
    nodes: Vec<Draft>,
    /// The open nodes, innermost last.
    open: Vec<usize>,
    data: Vec<u8>,
}

#[derive(Debug)]
struct Draft {
    what: What,
    /// The encoded bytes of a leaf, or the text of annotations.
    data: Range<usize>,
    /// Whether there is an annotation, which may be empty.
    annotated: bool,
    children: usize,
    /// The index after the last descendant.
    end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Leaf,
    Sequence,
    Application(Prim),
}

impl Draft {
    /// Returns the tag, and whether the encoding contains the size of the arguments and annotations.
    fn layout(&self) -> (u8, bool, bool) {
        let annotated = self.annotated;
        match (self.what, self.children) {
            (What::Leaf, _) => (0, false, false),
            (What::Sequence, _) => (2, true, false),
            (What::Application(_), children @ 0..=2) => {
                let tag = u8::try_from(children).unwrap_or_default().saturating_mul(2).saturating_add(3);
                (tag.saturating_add(annotated.into()), false, annotated)
            }
            (What::Application(_), _) => (9, true, true),
        }
    }

    /// Returns the number of bytes before and after the encoded children.
    fn own(&self) -> (usize, usize) {
        let (_, sized, annotated) = self.layout();
        let head: usize = match self.what {
            What::Leaf => return (self.data.len(), 0),
            What::Sequence => 1,
            What::Application(_) => 2,
        };
        let behind = if annotated { self.data.len().saturating_add(4) } else { 0 };
        (if sized { head.saturating_add(4) } else { head }, behind)
    }
}

impl MichelineBuilder {
    /// Bytes of heap per node, in addition to those of the value.
    pub(super) const NODE_BYTES: usize = size_of::<Draft>().saturating_mul(3);

    /// Creates a builder without nodes.
    ///
    /// ```
    /// use tezos_protocols::micheline::MichelineBuilder;
    /// assert!(MichelineBuilder::new().finish().is_none()); // no expression yet
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a number.
    ///
    /// ```
    /// use tezos_protocols::micheline::MichelineBuilder;
    /// let mut builder = MichelineBuilder::new();
    /// builder.int(5);
    /// assert_eq!(builder.finish().unwrap().to_string(), "5");
    /// ```
    pub fn int(&mut self, number: i64) {
        self.number(&number.into());
    }

    /// Adds a number of arbitrary size.
    ///
    /// ```
    /// use tezos_protocols::micheline::MichelineBuilder;
    /// let mut builder = MichelineBuilder::new();
    /// builder.number(&"18446744073709551616".parse().unwrap()); // 2^64
    /// assert_eq!(builder.finish().unwrap().to_string(), "18446744073709551616");
    /// ```
    pub fn number(&mut self, number: &Z) {
        let start = self.data.len();
        self.data.push(0);
        number.with_wire(|bytes| self.data.extend_from_slice(bytes));
        self.leaf(start);
    }

    /// Adds a string.
    ///
    /// ```
    /// use tezos_protocols::micheline::MichelineBuilder;
    /// let mut builder = MichelineBuilder::new();
    /// builder.string(b"gold");
    /// assert_eq!(builder.finish().unwrap().to_string(), r#""gold""#);
    /// ```
    pub fn string(&mut self, text: &[u8]) {
        self.block(1, text);
    }

    /// Adds bytes.
    ///
    /// ```
    /// use tezos_protocols::micheline::MichelineBuilder;
    /// let mut builder = MichelineBuilder::new();
    /// builder.bytes(&[0xca, 0xfe]);
    /// assert_eq!(builder.finish().unwrap().to_string(), "0xcafe");
    /// ```
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.block(10, bytes);
    }

    /// Opens a sequence. The nodes added until the matching [`MichelineBuilder::close`] are its elements.
    ///
    /// ```
    /// use tezos_protocols::micheline::MichelineBuilder;
    /// let mut builder = MichelineBuilder::new();
    /// builder.open_sequence();
    /// [1, 2].map(|number| builder.int(number));
    /// builder.close("");
    /// assert_eq!(builder.finish().unwrap().to_string(), "{ 1 ; 2 }");
    /// ```
    pub fn open_sequence(&mut self) {
        self.begin(What::Sequence);
    }

    /// Opens an application of `prim`. The nodes added until the matching [`MichelineBuilder::close`] are its arguments.
    ///
    /// ```
    /// use tezos_protocols::micheline::{MichelineBuilder, Prim};
    /// let mut builder = MichelineBuilder::new();
    /// builder.open(Prim::Pair);
    /// builder.int(5);
    /// builder.string(b"gold");
    /// builder.close("");
    /// assert_eq!(builder.finish().unwrap().to_string(), r#"Pair 5 "gold""#);
    /// ```
    pub fn open(&mut self, prim: Prim) {
        self.begin(What::Application(prim));
    }

    /// Closes the innermost open sequence or application. `annots` are the annotations of an application, separated by spaces; they are
    /// ignored for a sequence.
    ///
    /// ```
    /// use tezos_protocols::micheline::{MichelineBuilder, Prim};
    /// let mut builder = MichelineBuilder::new();
    /// builder.open(Prim::unit);
    /// builder.close("%default :none");
    /// assert_eq!(builder.finish().unwrap().to_string(), "unit %default :none");
    /// ```
    pub fn close(&mut self, annots: impl AsRef<[u8]>) {
        let annots = annots.as_ref();
        self.close_with(Some(annots).filter(|annots| !annots.is_empty()));
    }

    /// Closes the innermost open sequence or application, which may have a single empty annotation.
    pub(super) fn close_with(&mut self, annots: Option<&[u8]>) {
        let Some(node) = self.open.pop() else { return };
        let (start, end) = (self.data.len(), self.nodes.len());
        if let Some(draft) = self.nodes.get_mut(node) {
            draft.end = end;
            if draft.what != What::Sequence {
                draft.annotated = annots.is_some();
                self.data.extend_from_slice(annots.unwrap_or_default());
                draft.data = start..self.data.len();
            }
        }
    }

    /// Returns the expression, or `None` unless exactly one expression was added and closed. Annotations are checked when it is encoded.
    ///
    /// ```
    /// use tezos_protocols::micheline::{MichelineBuilder, Prim};
    /// let mut builder = MichelineBuilder::new();
    /// builder.open(Prim::Some);
    /// builder.int(5);
    /// assert!(builder.finish().is_none()); // it is open
    /// ```
    #[must_use]
    pub fn finish(self) -> Option<Micheline> {
        let one = self.nodes.first().is_some_and(|root| root.end == self.nodes.len());
        if !one || !self.open.is_empty() {
            return None;
        }
        // The number of bytes from each node to the end.
        let (mut total, mut sums) = (0usize, Vec::with_capacity(self.nodes.len()));
        for draft in self.nodes.iter().rev() {
            let (before, behind) = draft.own();
            total = total.saturating_add(before).saturating_add(behind);
            sums.push(total);
        }
        sums.reverse();
        let inside = |node: usize, end: usize| {
            let from = |node: usize| sums.get(node).copied().unwrap_or_default();
            from(node).saturating_sub(from(end))
        };
        let (mut bytes, mut index) = (Vec::with_capacity(total), Vec::with_capacity(self.nodes.len()));
        let (mut prim, mut well_formed) = (0u8, true);
        let mut open: Vec<&Draft> = Vec::new();
        let size = |bytes: &mut Vec<u8>, size: usize| {
            bytes.extend_from_slice(&u32::try_from(size).unwrap_or(u32::MAX).to_be_bytes());
        };
        for (node, draft) in self.nodes.iter().enumerate() {
            index.push(Extent::new(inside(node, draft.end), draft.end.saturating_sub(node)));
            let (tag, sized, _) = draft.layout();
            match draft.what {
                What::Leaf => bytes.extend_from_slice(self.data.get(draft.data.clone()).unwrap_or_default()),
                What::Sequence => bytes.push(tag),
                What::Application(number) => {
                    prim = prim.max(number.number());
                    bytes.extend_from_slice(&[tag, number.number()]);
                }
            }
            if sized {
                size(&mut bytes, inside(node.saturating_add(1), draft.end));
            }
            open.push(draft);
            // The annotations of every node that ends here.
            while let Some(last) = open.pop_if(|last| last.end == node.saturating_add(1)) {
                if let (_, _, true) = last.layout() {
                    let text = self.data.get(last.data.clone()).unwrap_or_default();
                    well_formed &= are_annotations(text, true);
                    size(&mut bytes, text.len());
                    bytes.extend_from_slice(text);
                }
            }
        }
        Some(Micheline { bytes, index, prim, well_formed })
    }

    fn block(&mut self, tag: u8, bytes: &[u8]) {
        let start = self.data.len();
        self.data.push(tag);
        self.data.extend_from_slice(&u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_be_bytes());
        self.data.extend_from_slice(bytes);
        self.leaf(start);
    }

    fn leaf(&mut self, start: usize) {
        self.push(What::Leaf, start..self.data.len());
    }

    fn begin(&mut self, what: What) {
        let node = self.nodes.len();
        self.push(what, 0..0);
        self.open.push(node);
    }

    fn push(&mut self, what: What, data: Range<usize>) {
        if let Some(parent) = self.open.last().and_then(|parent| self.nodes.get_mut(*parent)) {
            parent.children = parent.children.saturating_add(1);
        }
        let end = self.nodes.len().saturating_add(1);
        self.nodes.push(Draft { what, data, annotated: false, children: 0, end });
    }

    /// Adds a copy of an expression.
    ///
    /// ```
    /// use tezos_protocols::micheline::{Micheline, MichelineBuilder, Prim};
    /// let mut builder = MichelineBuilder::new();
    /// let gold: Micheline = r#"Pair 5 "gold""#.parse().unwrap();
    /// builder.open(Prim::Some);
    /// builder.add(gold.root());
    /// builder.close("");
    /// assert_eq!(builder.finish().unwrap().to_string(), r#"Some (Pair 5 "gold")"#);
    /// ```
    pub fn add(&mut self, node: MichelineRef<'_>) {
        if !node.is_indexed() {
            return self.add(node.to_owned().root());
        }
        for visit in Walk::new(node) {
            match visit {
                Visit::Enter(node) => match node.kind() {
                    ExprKind::Int(number) => self.number(&number.to_z()),
                    ExprKind::String(text) => self.string(text),
                    ExprKind::Bytes(bytes) => self.bytes(bytes),
                    ExprKind::Sequence(_) => self.open_sequence(),
                    ExprKind::Application(application) => self.open(application.prim),
                },
                Visit::Leave(node) => self.close(node.annots_text()),
            }
        }
    }
}
