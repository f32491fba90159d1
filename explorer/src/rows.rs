//! The parts of bytes as rows of a tree.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tezos_codec_inspect::nested::{Part, Parts};
use tezos_encoding::{
    Segment,
    schema::{ShortPath, SliceKind},
};

/// The maximum number of characters of a value in a row; the page shows the whole value of one row at a time.
const SHOWN: usize = 160;

/// A row of the tree: a container, or a part of the bytes.
#[derive(Clone, Debug)]
pub(crate) struct Row<'m> {
    pub(crate) offset: usize,
    /// The number of containers around it.
    pub(crate) depth: usize,
    label: String,
    /// The part; none for a container.
    pub(crate) part: Option<Part<'m>>,
}

impl Row<'_> {
    /// Returns the offset of the first byte after the part; of a container, its own offset.
    pub(crate) fn end(&self) -> usize {
        self.offset.saturating_add(self.part.as_ref().map_or(0, |part| part.slice.bytes.len()))
    }

    /// Returns the class of the part: `layout`, `text`, `bytes` or `number`.
    pub(crate) fn kind(&self) -> &'static str {
        match self.part.as_ref().map(|part| part.slice.kind) {
            None => "container",
            Some(kind) if kind.is_layout() => "layout",
            Some(SliceKind::Text) => "text",
            Some(SliceKind::Bytes) => "bytes",
            Some(_) => "number",
        }
    }

    /// Returns the row as the page shows it.
    pub(crate) fn json(&self) -> Value {
        let value = self.part.as_ref().map(|part| part.slice.pretty.as_str()).unwrap_or_default();
        let shown = value.char_indices().nth(SHOWN).and_then(|(end, _)| value.get(..end));
        json!({
            "offset": self.offset,
            "end": self.end(),
            "depth": self.depth,
            "label": self.label,
            "kind": self.kind(),
            "value": shown.map_or_else(|| value.to_owned(), |start| format!("{start}…")),
        })
    }

    /// Returns all that is known of the row, which ends at the byte `end`, before the row `next`.
    pub(crate) fn details(&self, end: usize, next: usize) -> Value {
        let part = self.part.as_ref();
        json!({
            "offset": self.offset,
            "end": end,
            "next": next,
            "kind": self.kind(),
            "path": part.map(Part::path),
            "name": part.map(|part| &part.slice.name),
            "value": part.map(|part| &part.slice.pretty),
        })
    }
}

/// A step from a container to what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Of(Segment),
    /// From bytes to the value that they are.
    Inside,
    /// The levels of a long path that are left out.
    Hidden(usize),
}

impl Step {
    fn label(self) -> String {
        match self {
            Self::Of(Segment::Field(name) | Segment::Case(name)) => name.into(),
            Self::Of(Segment::Index(index)) => format!("[{index}]"),
            Self::Inside => "the value in these bytes".into(),
            Self::Hidden(levels) => format!("… {levels} levels …"),
        }
    }
}

/// Returns what a part without a name is.
const fn word(kind: SliceKind) -> &'static str {
    match kind {
        SliceKind::Tag { .. } => "tag",
        SliceKind::Size => "size in bytes",
        SliceKind::Count => "number of elements",
        SliceKind::Presence => "presence flag",
        SliceKind::Padding => "padding",
        SliceKind::Magic => "constant bytes",
        SliceKind::Text => "text",
        SliceKind::Bytes => "bytes",
        _ => "value",
    }
}

/// Returns the steps to a part.
fn steps(paths: &[ShortPath]) -> Vec<Step> {
    let mut steps = Vec::new();
    for path in paths {
        if !std::ptr::eq(path, paths.as_ptr()) {
            steps.push(Step::Inside);
        }
        steps.extend(path.head().segments().map(Step::Of));
        if let Some((hidden, tail)) = path.tail() {
            steps.push(Step::Hidden(hidden));
            steps.extend(tail.segments().map(Step::Of));
        }
    }
    steps
}

/// An iterator of rows. Its clones continue from the same part.
#[derive(Clone)]
pub(crate) struct Rows<'m> {
    parts: Parts<'m>,
    /// The steps to the innermost open container.
    open: Vec<Step>,
    /// The rows of the last part that were not returned yet.
    next: VecDeque<Row<'m>>,
}

impl<'m> Rows<'m> {
    pub(crate) const fn new(parts: Parts<'m>) -> Self {
        Self { parts, open: Vec::new(), next: VecDeque::new() }
    }

    /// Adds the rows of a part: containers that begin with it, and the part itself. The tag or the size of a value is in the container of the
    /// value.
    fn add(&mut self, part: Part<'m>) {
        let steps = steps(&part.paths);
        let shared = self.open.iter().zip(&steps).take_while(|(one, other)| one == other).count();
        self.open.truncate(shared);
        let offset = part.slice.offset;
        let own = usize::from(!part.slice.kind.is_layout());
        for step in steps.iter().take(steps.len().saturating_sub(own)).skip(shared) {
            self.next.push_back(Row { offset, depth: self.open.len(), label: step.label(), part: None });
            self.open.push(*step);
        }
        // Of a value with a tag or a size, the container has the name.
        let label = steps.get(self.open.len()).map_or_else(|| word(part.slice.kind).to_owned(), |step| step.label());
        self.next.push_back(Row { offset, depth: self.open.len(), label, part: Some(part) });
    }
}

impl<'m> Iterator for Rows<'m> {
    type Item = Row<'m>;

    fn next(&mut self) -> Option<Row<'m>> {
        if self.next.is_empty() {
            let part = self.parts.next()?;
            self.add(part);
        }
        self.next.pop_front()
    }
}
