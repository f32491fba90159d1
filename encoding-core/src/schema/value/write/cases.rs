//! Unions: the case that a value is of, tried one after the other where it does not say.

use alloc::vec::Vec;

use super::compact::Place;
use super::{Task, Writer};
use crate::error::{ErrorKind, Segment};
use crate::schema::value::source::{Got, Node, Trouble};
use crate::schema::{Case, CaseKind, Encoding, Part, TagSize};

/// Cases that are tried in turn.
#[derive(Clone, Copy)]
pub(super) enum Tried {
    /// Those of a union.
    Union(TagSize, &'static [Case]),
    /// Those of a part of a compact encoding: where its bits go, and the tag before the first case.
    Part(&'static Part, Place, u32),
}

impl Tried {
    /// How many cases there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Union(_, cases) => cases.len(),
            Self::Part(part, ..) => part.cases(),
        }
    }

    /// Whether a case is nothing at all.
    fn is_nothing(&self, index: usize) -> bool {
        match self {
            Self::Union(_, cases) => cases.get(index).is_some_and(|case| matches!(case.payload, Encoding::Null)),
            Self::Part(part, ..) => matches!(part, Part::Option(_)) && index == 1,
        }
    }

    /// The first case from one on that may be written.
    pub(super) fn next(&self, from: usize) -> Option<usize> {
        let written = |index: &usize| match self {
            Self::Union(_, cases) => cases.get(*index).is_some_and(|case| !matches!(case.kind, CaseKind::JsonOnly)),
            Self::Part(..) => true,
        };
        (from..self.len()).find(written)
    }
}

/// A union whose case is a guess.
pub(super) struct Attempt<'s> {
    cases: Tried,
    /// The case to try next.
    index: usize,
    node: Node<'s>,
    /// What was there before the first.
    written: usize,
    entered: usize,
    depth: u32,
    objects: usize,
    /// Steps that were none in vain, before the case that is tried.
    useful: usize,
    /// The refusal of the case that got furthest.
    furthest: Option<Refusal>,
}

struct Refusal {
    /// How far: the fields that were entered; of two cases, the one that has such a value gets further than one that has not.
    rank: usize,
    trail: Vec<Segment>,
    trouble: Trouble,
}

/// Steps for a case that is given up which are none in vain: as many as it takes to look at a value.
const FREE: usize = 64;

impl<'s> Attempt<'s> {
    /// Takes note of why the case before did not fit, with the path to where that was.
    fn refused(&mut self, trouble: Trouble, trail: &[Segment]) {
        let inside = trail.get(self.entered..).unwrap_or_default();
        let fields = inside.iter().filter(|segment| !matches!(segment, Segment::Case(_))).count().saturating_mul(2);
        let rank = match trouble.kind() {
            // What is not `null` is no absent value: that says nothing of what it should be.
            _ if self.cases.is_nothing(self.index.saturating_sub(1)) => 0,
            ErrorKind::WrongValue { .. }
            | ErrorKind::UnexpectedField { .. }
            | ErrorKind::MissingField
            | ErrorKind::NoCaseMatched => fields,
            // All of the case was read.
            _ if inside.is_empty() => usize::MAX,
            _ => fields.saturating_add(1),
        };
        match &mut self.furthest {
            Some(furthest) if furthest.rank > rank => {}
            Some(furthest) if furthest.rank == rank => {
                furthest.trail.clear();
                furthest.trouble = self.node.refuse(ErrorKind::NoCaseMatched);
            }
            furthest => *furthest = Some(Refusal { rank, trail: inside.to_vec(), trouble }),
        }
    }
}

impl<'s> Writer<'s> {
    /// Goes back to the last union whose case was a guess, and on to its next case.
    pub(super) fn retreat(&mut self, mut trouble: Trouble) -> Got<()> {
        while let Some(task) = self.tasks.pop() {
            if !matches!(task, Task::Try) {
                continue;
            }
            let Some(mut attempt) = self.attempts.pop() else { continue };
            attempt.refused(trouble, &self.trail);
            self.out.truncate(attempt.written);
            self.objects.truncate(attempt.objects);
            self.trail.truncate(attempt.entered);
            self.depth = attempt.depth;
            let loss = self.useful(attempt.node).saturating_sub(attempt.useful);
            if loss > FREE {
                self.wasted = self.wasted.saturating_add(loss);
            }
            if self.wasted > self.waste {
                return Err(attempt.node.refuse(ErrorKind::TooManyCases));
            }
            match self.attempt(attempt) {
                Ok(()) => return Ok(()),
                Err(why) => trouble = why,
            }
        }
        Err(trouble)
    }

    /// Tries the cases from the first on.
    pub(super) fn guess(&mut self, cases: Tried, node: Node<'s>) -> Got<()> {
        let (written, entered, depth, objects) = (self.out.len(), self.trail.len(), self.depth, self.objects.len());
        let attempt = Attempt { cases, index: 0, node, written, entered, depth, objects, useful: 0, furthest: None };
        self.attempt(attempt)
    }

    /// Starts the next case; with none left, the refusal of the one that got furthest is the union's.
    fn attempt(&mut self, mut attempt: Attempt<'s>) -> Got<()> {
        let (tried, node) = (attempt.cases, attempt.node);
        let Some(index) = tried.next(attempt.index) else {
            let Some(furthest) = attempt.furthest else { return Err(node.refuse(ErrorKind::NoCaseMatched)) };
            self.trail.extend(furthest.trail);
            return Err(furthest.trouble);
        };
        attempt.index = index.saturating_add(1);
        attempt.useful = self.useful(node);
        self.attempts.push(attempt);
        self.tasks.push(Task::Try);
        match tried {
            Tried::Union(tag, cases) => match cases.get(index) {
                Some(case) => self.case(tag, cases, case, node),
                None => Ok(()),
            },
            Tried::Part(part, place, tag) => {
                self.set(place, tag);
                self.part_case(part, index, node, place);
                Ok(())
            }
        }
    }

    /// Steps that were none in vain.
    fn useful(&self, node: Node<'s>) -> usize {
        self.steps.saturating_add(node.work()).saturating_sub(self.wasted)
    }

    /// Starts a case: its tag and what is to be said of its payload.
    pub(super) fn case(
        &mut self,
        tag: TagSize,
        cases: &'static [Case],
        case: &'static Case,
        node: Node<'s>,
    ) -> Got<()> {
        match case.kind {
            CaseKind::JsonOnly => return Err(ErrorKind::NoCaseMatched.into()),
            CaseKind::Other { .. } => self.tasks.push(Task::EndOther(tag, cases, self.out.len())),
            CaseKind::Tagged | CaseKind::When(None) => self.big_endian(case.tag.into(), tag.bytes()),
            CaseKind::When(Some(accepts)) => {
                self.big_endian(case.tag.into(), tag.bytes());
                self.tasks.push(Task::EndWhen(self.out.len(), accepts));
            }
        }
        self.enter(Segment::Case(case.title), case.payload, node);
        Ok(())
    }
}
