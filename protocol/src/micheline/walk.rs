//! An iterator over the nodes of an expression in the order of their encoding, without recursion.

use alloc::vec::Vec;

use super::children::Children;
use super::node::MichelineRef;

/// A node that a walk visits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Visit<'a> {
    /// A node, before its children.
    Enter(MichelineRef<'a>),
    /// A sequence or an application, after its children.
    Leave(MichelineRef<'a>),
}

/// A walk, which takes linear time if the extents of the nodes are known.
pub(super) struct Walk<'a> {
    root: Option<MichelineRef<'a>>,
    open: Vec<(MichelineRef<'a>, Children<'a>)>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(root: MichelineRef<'a>) -> Self {
        Self { root: Some(root), open: Vec::new() }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Visit<'a>;

    fn next(&mut self) -> Option<Visit<'a>> {
        let next = match self.open.last_mut() {
            Some((_, children)) => children.next(),
            None => Some(self.root.take()?),
        };
        match next {
            Some(node) => {
                if matches!(node.tag(), 2..=9) {
                    self.open.push((node, node.children()));
                }
                Some(Visit::Enter(node))
            }
            None => self.open.pop().map(|(node, _)| Visit::Leave(node)),
        }
    }
}
