//! The extents of the nodes of an expression, with which a cursor skips a node in constant time.

use alloc::vec::Vec;

use tezos_encoding::{Fault, FaultKind, Reader};

/// The size of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// The number of bytes.
    bytes: u32,
    /// The number of nodes, whose extents follow each other in the index.
    nodes: u32,
}

impl Extent {
    pub(super) fn new(bytes: usize, nodes: usize) -> Self {
        let cut = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Self { bytes: cut(bytes), nodes: cut(nodes) }
    }

    #[inline]
    pub(super) fn bytes(self) -> usize {
        usize::try_from(self.bytes).unwrap_or(usize::MAX)
    }

    #[inline]
    pub(super) fn nodes(self) -> usize {
        usize::try_from(self.nodes).unwrap_or(usize::MAX)
    }
}

/// A node whose arguments or elements are not all read.
struct Open {
    /// The position in the index.
    node: usize,
    /// The offset of the first byte.
    start: usize,
    /// The number of arguments that remain, or the end of its block.
    left: Left,
    annotated: bool,
}

#[derive(Clone, Copy)]
enum Left {
    Arguments(u8),
    Until(usize),
}

/// Returns the extents of the `nodes` nodes of a checked expression, in the order of their first bytes.
///
/// # Errors
/// `Too_deep` and `Heap_exceeded` if an expression exceeds `limits`; `List_too_long` for 2^32 bytes or more.
pub(super) fn index(bytes: &[u8], nodes: usize, limits: &Reader<'_>) -> Result<Vec<Extent>, Fault> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(Fault::with_detail(FaultKind::ListTooLong, bytes, usize::MAX));
    }
    limits.charge(nodes.saturating_mul(size_of::<Extent>()))?;
    let mut index = Vec::with_capacity(nodes);
    let mut open: Vec<Open> = Vec::new();
    let mut levels = limits.clone();
    let mut at = 0usize;
    let size = |at: usize| {
        let size = bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |size| u32::from_be_bytes(*size));
        usize::try_from(size).unwrap_or(usize::MAX)
    };
    while let Some(tag) = bytes.get(at) {
        // A whole leaf, or the bytes of a node before its children.
        let start = at;
        let (head, left) = match tag {
            0 => {
                let digits = bytes.get(at.saturating_add(1)..).unwrap_or_default();
                (digits.iter().take_while(|byte| **byte >= 0x80).count().saturating_add(2), None)
            }
            1 | 10 => (size(at.saturating_add(1)).saturating_add(5), None),
            2 => (5, Some(Left::Until(size(at.saturating_add(1)).saturating_add(at).saturating_add(5)))),
            9 => (6, Some(Left::Until(size(at.saturating_add(2)).saturating_add(at).saturating_add(6)))),
            3 | 4 => (2, Some(Left::Arguments(0))),
            5 | 6 => (2, Some(Left::Arguments(1))),
            _ => (2, Some(Left::Arguments(2))),
        };
        at = at.saturating_add(head);
        let node = index.len();
        index.push(Extent::new(head, 1));
        levels.enter(u32::MAX)?;
        match left {
            None => levels.leave(),
            Some(left) => {
                if open.len() == open.capacity() {
                    limits.charge(open.len().max(2).saturating_mul(2).saturating_mul(size_of::<Open>()))?;
                }
                open.push(Open { node, start, left, annotated: matches!(tag, 4 | 6 | 8 | 9) });
            }
        }
        while let Some(last) = open.last_mut() {
            let is_complete = match &mut last.left {
                Left::Arguments(0) => true,
                Left::Arguments(left) => {
                    *left = left.saturating_sub(1);
                    false
                }
                Left::Until(end) => at >= *end,
            };
            if !is_complete {
                break;
            }
            if last.annotated {
                at = at.saturating_add(size(at)).saturating_add(4);
            }
            let extent = Extent::new(at.saturating_sub(last.start), index.len().saturating_sub(last.node));
            if let Some(place) = index.get_mut(last.node) {
                *place = extent;
            }
            open.pop();
            levels.leave();
        }
    }
    Ok(index)
}
