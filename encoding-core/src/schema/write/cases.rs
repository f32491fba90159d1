//! Unions: the case that a value is of, tried one after the other where it does not say.

use super::Writer;
use super::task::{Attempt, Task, Tried};
use crate::error::{ErrorKind, Segment};
use crate::schema::source::Node;
use crate::schema::trouble::{Got, Trouble};
use crate::schema::{Case, CaseKind, TagSize};

/// Steps for a case that is given up which are none in vain: as many as it takes to look at a value.
const FREE: usize = 64;

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
