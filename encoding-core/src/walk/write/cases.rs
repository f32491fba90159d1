//! Unions: the cases are tried in turn if the source does not have the index of the case.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::ptr;

use super::json::JsonPart;
use super::known::{Known, constant, fields};
use super::lists::ListPart;
use super::{Got, Node, TagBits, Task, Trouble, Writer, trouble};
use crate::error::{EncodeError, ErrorKind, Segment};
use crate::revision::{Revision, RevisionNames};
use crate::schema::{Case, CaseKind, Encoding, Part, RlpTag, TagSize};

/// Wasted steps per case that are not counted: about as many as it takes to look at one value.
const FREE: usize = 64;

/// Cases to try in turn.
#[derive(Clone, Copy)]
pub(super) enum Cases {
    /// Those of a union.
    Union(TagSize, &'static [Case]),
    /// Those of a part of a compact encoding: its bits of the tag, and the tag before the first case was tried.
    Part(&'static Part, TagBits, u32),
}

/// A guess of a union's case that has matched so far.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// The offset of the union in the output.
    start: usize,
    /// The end of the case in the output.
    end: usize,
    /// The number of guesses that enclose it.
    depth: usize,
    /// The index of the case.
    case: usize,
}

impl Choice {
    fn is_same(&self, other: &Self) -> bool {
        (self.start, self.depth, self.case) == (other.start, other.depth, other.case)
    }

    /// Returns true if the guess depends on `other`: its offset or its nesting does.
    fn depends_on(&self, other: &Self) -> bool {
        (self.start, self.depth) > (other.start, other.depth)
    }
}

/// A union whose case is being guessed.
pub(super) struct Attempt<'s> {
    cases: Cases,
    /// The index of the case to try next.
    next: usize,
    node: Node<'s>,
    // The state of the writer before the first case.
    written: usize,
    path: usize,
    depth: u32,
    objects: usize,
    reached: usize,
    choices: usize,
    lists: usize,
    /// The number of open objects whose fields are counted, and the number of fields of the innermost one.
    found: (usize, usize),
    /// Steps that were not wasted before the current case was tried.
    useful: usize,
    /// The refusal of the case whose constant is in the text, or that matched the longest part of the text.
    furthest: Option<Refusal>,
}

/// Why a case does not match.
struct Refusal {
    progress: Progress,
    /// Whether a later case matched equally much.
    tied: bool,
    case: usize,
    trouble: Box<Trouble>,
}

/// How much of the text a case matched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Progress {
    /// Whether a constant of the case is in the text, such as its `kind`.
    is_named: bool,
    /// The last value of the text that it looked at.
    reached: usize,
    /// Twice the number of fields entered, plus one for a value of the right kind that was refused.
    rank: usize,
    /// The index in the tape of the refused value.
    at: usize,
}

impl Cases {
    /// Returns true if the only value of a case is `null`.
    fn is_nothing(&self, index: usize) -> bool {
        match self {
            Self::Union(_, cases) => cases.get(index).is_some_and(|case| matches!(case.payload, Encoding::Null)),
            Self::Part(part, ..) => matches!(part, Part::Option(_)) && index == 1,
        }
    }

    /// Returns true if a constant of a case, or of one of its own cases, is in the text, which is an object.
    fn is_named(&self, index: usize, node: Node<'_>, revision: Revision) -> bool {
        let (Self::Union(_, cases), Node::Json(part)) = (self, node) else { return false };
        let Some(case) = cases.get(index).filter(|_| part.is_object()) else { return false };
        let mut is_named = false;
        // Most constants are in the same field.
        let mut last = ("", None);
        fields(case.payload, revision, &mut |field, constant| {
            let Some(constant) = constant.filter(|_| !is_named) else { return };
            if last.0 != field {
                last = (field, part.constant(field).and_then(|part| part.string()));
            }
            is_named = last.1.as_deref() == Some(constant);
        });
        is_named
    }

    /// Returns the name of a case.
    fn title(&self, index: usize) -> &'static str {
        match self {
            Self::Union(_, cases) => cases.get(index).map_or("", |case| case.title),
            Self::Part(Part::Union(union), ..) => union.cases.get(index).map_or("", |case| case.title),
            Self::Part(Part::Option(_), ..) => ["some", "none"].get(index).copied().unwrap_or_default(),
            Self::Part(..) => ["int32", "the other"].get(index).copied().unwrap_or_default(),
        }
    }

    /// Returns the index of the first case at or after `index` that may be written in a revision.
    fn next(&self, index: usize, revision: Revision) -> Option<usize> {
        match self {
            Self::Union(_, cases) => {
                let mut rest = cases.iter().enumerate().skip(index);
                rest.find(|(_, case)| !matches!(case.kind, CaseKind::JsonOnly) && case.revisions.contain(revision))
                    .map(|(index, _)| index)
            }
            Self::Part(part, ..) => (index < part.cases()).then_some(index),
        }
    }

    /// Returns the index of the first case at or after `index` that may be written in a revision and whose JSON may look like this.
    fn next_like(
        &self,
        mut index: usize,
        node: Node<'_>,
        revision: Revision,
        named: &mut Option<Named>,
    ) -> Option<usize> {
        let (Self::Union(_, cases), Node::Json(part)) = (self, node) else { return self.next(index, revision) };
        let is_first = index == 0;
        if let Some(named) = named.as_ref().filter(|named| is_first && named.is_of(cases, part)) {
            return Some(named.index);
        }
        let (mut last, mut looked) = (LastField::default(), 0usize);
        loop {
            index = self.next(index, revision)?;
            looked = looked.saturating_add(1);
            if cases.get(index).is_none_or(|case| last.allows(case.payload, part, revision)) {
                if is_first && last.compared == looked {
                    let (field, constant) = (last.name.unwrap_or_default(), last.constant);
                    *named = Some(Named { cases, field, constant, index });
                }
                return Some(index);
            }
            index = index.saturating_add(1);
        }
    }
}

/// The case that a constant told from all cases before it: the objects of a list often have the same `kind`.
pub(super) struct Named {
    cases: &'static [Case],
    field: &'static str,
    constant: &'static str,
    index: usize,
}

impl Named {
    /// Returns true if an object has the constant of the case of a union.
    fn is_of(&self, cases: &'static [Case], part: JsonPart<'_>) -> bool {
        ptr::eq(self.cases, cases)
            && part.is_object()
            && part.get(self.field).is_some_and(|value| value.is_string(self.constant))
    }
}

/// The field of an object that was looked for last, and its value: most cases of a union start with the same one.
#[derive(Default)]
struct LastField<'t> {
    name: Option<&'static str>,
    value: Option<JsonPart<'t>>,
    text: Option<Cow<'t, str>>,
    /// The number of cases whose constant was compared with the text of this field, and the last constant.
    compared: usize,
    constant: &'static str,
}

impl<'t> LastField<'t> {
    /// Returns false if a JSON value has another structure than that of an encoding, has another constant or lacks the first field.
    fn allows(&mut self, encoding: &'static Encoding, part: JsonPart<'t>, revision: Revision) -> bool {
        match encoding {
            Encoding::Null => part.is_null(),
            Encoding::Constant(text) => part.is_string(text),
            Encoding::List { .. } | Encoding::Tuple(_) => part.is_array(),
            Encoding::Object(fields) => {
                let mut fields = fields.iter().filter(|field| field.revisions.contain(revision));
                let Some(first) = fields.next() else { return part.is_object() };
                self.find(part, first.name);
                match (self.value, constant(first.encoding)) {
                    (Some(_), Some(text)) => {
                        self.compared = self.compared.saturating_add(1);
                        self.constant = text;
                        self.text.as_deref() == Some(text)
                    }
                    (Some(_), None) => true,
                    (None, _) => part.is_object() && first.encoding.may_be_left_out(),
                }
            }
            Encoding::Merge([first, ..]) => self.allows(first, part, revision),
            Encoding::Split(split) => self.allows(split.json, part, revision),
            _ => encoding.wrapped().is_none_or(|inner| self.allows(inner, part, revision)),
        }
    }

    /// Looks for a field of the value that all calls are about.
    fn find(&mut self, part: JsonPart<'t>, name: &'static str) {
        if self.name != Some(name) {
            self.name = Some(name);
            self.compared = 0;
            self.value = if part.is_object() { part.get(name) } else { None };
            self.text = self.value.and_then(|value| value.string());
        }
    }
}

impl Attempt<'_> {
    /// Returns the current case as a guess that has matched.
    pub(super) fn choice(&self, depth: usize, end: usize) -> Choice {
        Choice { start: self.written, end, depth, case: self.next.saturating_sub(1) }
    }

    /// Returns the field of an RLP list that the union is, if shorter lists do not have it.
    pub(super) fn newer(&self) -> Option<ListPart> {
        let Cases::Union(TagSize::Rlp(of @ RlpTag::Least(_)), cases) = self.cases else { return None };
        let tag = cases.get(self.next.saturating_sub(1))?.tag;
        Some(ListPart::Newer(self.written, of, tag))
    }

    /// Records why the current case does not match, with the writer's path and the last value looked at. Takes time
    /// linear in the path inside the case that the refusal of an inner union does not have yet.
    fn refused(&mut self, mut trouble: Box<Trouble>, path: &[Segment], reached: usize, revision: Revision) {
        let inside = path.get(self.path..).unwrap_or_default();
        let fields = trouble.fields.saturating_add(trouble::fields(inside)).saturating_mul(2);
        let case = self.next.saturating_sub(1);
        let rank = match trouble.kind {
            // That a value is not `null` does not tell which case was intended.
            _ if self.cases.is_nothing(case) => 0,
            ErrorKind::WrongValue { .. }
            | ErrorKind::UnexpectedField { .. }
            | ErrorKind::MissingField
            | ErrorKind::UnknownName { .. }
            | ErrorKind::NoCaseMatched
            | ErrorKind::NearestCase { .. } => fields,
            // The case was read completely.
            _ if inside.is_empty() && trouble.inside.segments().next().is_none() => usize::MAX,
            _ => fields.saturating_add(1),
        };
        let is_named = self.cases.is_named(case, self.node, revision);
        let progress = Progress { is_named, reached, rank, at: trouble.at.unwrap_or_default() };
        match &mut self.furthest {
            Some(furthest) if furthest.progress > progress => {}
            Some(furthest) if furthest.progress == progress => furthest.tied = true,
            furthest => {
                trouble.extend(inside);
                *furthest = Some(Refusal { progress, tied: false, case, trouble });
            }
        }
    }

    /// Returns the refusal of the text's constant, if it is that of no case.
    fn unknown_name(&self, revision: Revision) -> Option<Box<Trouble>> {
        let furthest = self.furthest.as_ref().filter(|furthest| !furthest.progress.is_named)?;
        let (Cases::Union(_, cases), Node::Json(part)) = (self.cases, self.node) else { return None };
        let mut found = None;
        fields(cases.get(furthest.case)?.payload, revision, &mut |field, constant| {
            if found.is_none() && constant.is_some() {
                found = part.constant(field).map(|part| (field, part));
            }
        });
        let (field, part) = found?;
        if field.is_empty() {
            return Some(part.refuse_name("name", "").known(Known::Cases(cases, field)));
        }
        let mut unknown = part.refuse_name(field, "a string").known(Known::Cases(cases, field));
        unknown.extend(&[Segment::Field(field)]);
        Some(unknown)
    }

    /// Returns the refusal of the whole union after its last case was refused, with the path inside the union.
    fn refusal(self, revision: Revision) -> Box<Trouble> {
        if let Some(unknown) = self.unknown_name(revision) {
            return unknown;
        }
        let none = || self.node.refuse(ErrorKind::NoCaseMatched);
        let Some(Refusal { progress, tied, case, trouble }) = self.furthest else { return none() };
        match trouble.kind {
            _ if !tied => trouble,
            // Every case expects a value of another kind.
            ErrorKind::WrongValue { .. } | ErrorKind::UnknownName { .. } | ErrorKind::NoCaseMatched
                if progress.rank == 0 =>
            {
                none()
            }
            // No case has the field, so that none is closest.
            ErrorKind::UnexpectedField { twice: false, .. } if progress.rank == 0 => match self.cases {
                Cases::Union(_, cases) => Box::new(Trouble { known: Known::Fields(cases), ..*trouble }),
                Cases::Part(..) => trouble,
            },
            // Unions in unions are told apart by the innermost one.
            ErrorKind::NearestCase { .. } => trouble,
            kind => {
                let error = EncodeError::at_path(kind, trouble.inside).into();
                let kind = ErrorKind::NearestCase { case: self.cases.title(case), error };
                Trouble::new(kind, trouble.at.or(Some(progress.reached))).known(trouble.known)
            }
        }
    }
}

impl<'s> Writer<'s> {
    /// Backtracks to the last union whose case was a guess, and tries its next case.
    pub(super) fn retreat(&mut self, mut trouble: Box<Trouble>) -> Got<()> {
        while let Some(task) = self.tasks.pop() {
            if !matches!(task, Task::EndAttempt) {
                continue;
            }
            let Some(mut attempt) = self.attempts.pop() else { continue };
            if !self.quick {
                attempt.refused(trouble, &self.path, self.reached, self.revision);
            }
            self.out.truncate(attempt.written);
            self.objects.truncate(attempt.objects);
            self.path.truncate(attempt.path);
            self.depth = attempt.depth;
            self.reached = attempt.reached;
            self.choices.truncate(attempt.choices);
            self.lists.truncate(attempt.lists);
            self.found.truncate(attempt.found.0);
            self.found.last_mut().into_iter().for_each(|found| *found = attempt.found.1);
            let loss = self.useful(attempt.node).saturating_sub(attempt.useful);
            if loss > FREE {
                self.wasted = self.wasted.saturating_add(loss);
            }
            if self.wasted > self.max_wasted {
                return Err(attempt.node.refuse(ErrorKind::TooManyCases));
            }
            match self.attempt(attempt) {
                Ok(()) => return Ok(()),
                Err(why) => trouble = why,
            }
        }
        Err(trouble)
    }

    /// Tries the cases in order.
    pub(super) fn guess(&mut self, cases: Cases, node: Node<'s>) -> Got<()> {
        let (written, path, depth, objects) = (self.out.len(), self.path.len(), self.depth, self.objects.len());
        let (reached, choices) = (self.reached, self.choices.len());
        let found = (self.found.len(), self.found.last().copied().unwrap_or_default());
        self.attempt(Attempt {
            cases,
            next: 0,
            node,
            written,
            path,
            depth,
            objects,
            reached,
            choices,
            lists: self.lists.len(),
            found,
            useful: 0,
            furthest: None,
        })
    }

    /// Tries the next case. If none is left, fails with the refusal of the whole union.
    fn attempt(&mut self, mut attempt: Attempt<'s>) -> Got<()> {
        let (cases, node) = (attempt.cases, attempt.node);
        let next = match self.quick {
            true => cases.next_like(attempt.next, node, self.revision, &mut self.named),
            false => cases.next(attempt.next, self.revision),
        };
        let Some(index) = next else {
            self.reached = attempt.furthest.as_ref().map_or(self.reached, |furthest| furthest.progress.reached);
            return Err(attempt.refusal(self.revision));
        };
        attempt.next = index.saturating_add(1);
        attempt.useful = self.useful(node);
        let choice = attempt.choice(self.attempts.len(), 0);
        self.attempts.push(attempt);
        self.tasks.push(Task::EndAttempt);
        if self.refused.iter().any(|refused| refused.is_same(&choice)) {
            return Err(ErrorKind::NoCaseMatched.into());
        }
        match cases {
            Cases::Union(tag, cases) => cases.get(index).map_or(Ok(()), |case| self.case(tag, cases, case, node)),
            Cases::Part(part, bits, tag) => {
                self.set_tag(bits, tag);
                self.part_case(part, index, node, bits)
            }
        }
    }

    /// Resets the writer to run again without the guess whose output a reader refused at `offset`. A run costs `work`
    /// steps. Returns false if no guess wrote that byte, or if the step limit is reached.
    pub(in crate::walk) fn without_guess_at(&mut self, offset: usize, work: usize) -> bool {
        let holds = |choice: &&Choice| choice.start <= offset && (offset < choice.end || offset == choice.start);
        let Some(guess) = self.choices.iter().find(holds).copied() else { return false };
        let mut refused = core::mem::take(&mut self.refused);
        refused.retain(|refused| !refused.depends_on(&guess));
        refused.push(guess);
        let (steps, wasted) = (self.steps, self.steps.saturating_add(work));
        *self = Self { refused, steps, wasted, ..Self::new(self.max_wasted, self.revision) };
        wasted <= self.max_wasted
    }

    /// Returns the number of steps that were not wasted.
    fn useful(&self, node: Node<'s>) -> usize {
        self.steps.saturating_add(node.work()).saturating_sub(self.wasted)
    }

    /// Starts a case: writes its tag, and schedules the check of its payload.
    pub(super) fn case(
        &mut self,
        tag: TagSize,
        cases: &'static [Case],
        case: &'static Case,
        node: Node<'s>,
    ) -> Got<()> {
        if !case.revisions.contain(self.revision) {
            let (revisions, revision) = (case.revisions, self.revision);
            return Err(ErrorKind::OtherRevision { revisions, revision, names: RevisionNames::default() }.into());
        }
        match case.kind {
            CaseKind::JsonOnly => return Err(ErrorKind::NoCaseMatched.into()),
            CaseKind::Other { .. } => self.tasks.push(Task::EndOther(tag, cases, self.out.len())),
            CaseKind::Tagged | CaseKind::When(None) => tag.put(case.tag, &mut self.out),
            CaseKind::When(Some(accepts)) => {
                tag.put(case.tag, &mut self.out);
                self.tasks.push(Task::EndWhen(self.out.len(), accepts));
            }
        }
        self.enter(Segment::Case(case.title), case.payload, node)
    }
}

#[cfg(test)]
mod tests;
