//! The head of a node, followed over `monitor/heads/main`.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::thread;
use std::time::Duration;

use tezos_hashes::hash::BlockHash;
use ureq::BodyReader;

use crate::answer::AnswerChecker;
use crate::check::Checked;
use crate::error::{Fault, Loss, Refusal};
use crate::rpc::{Client, Header, NoAnswer};
use crate::{Block, Place};

/// The blocks of which the hashes are kept to undo them: more than consensus ever reorganises.
const KEPT: usize = 4_096;

/// The maximum number of bytes of a head in the stream.
const HEAD_MAX_BYTES: u64 = 0x10_0000;

/// How long to wait before a stream that ended is opened again, at first and at most.
const WAIT: Duration = Duration::from_millis(100);
const WAIT_MAX: Duration = Duration::from_secs(30);

/// A change of the main chain.
#[derive(Debug, Clone)]
pub enum Event {
    /// The chain has a new block, whose predecessor is the last that was applied and not undone.
    Apply(Box<Block>),
    /// The last block belongs to another branch now.
    Undo {
        /// Its level.
        level: i32,
        /// Its hash.
        hash: BlockHash,
    },
}

/// The changes of the main chain of a node. The iterator waits for the next, and ends after a refusal with the loss of the rest.
pub struct Follow {
    client: Client,
    checker: AnswerChecker,
    stream: Option<BufReader<BodyReader<'static>>>,
    wait: Duration,
    /// The level and the hash of the last blocks of the main chain.
    applied: VecDeque<(i32, BlockHash)>,
    /// The blocks from the main chain to the new head, the next one last.
    ahead: Vec<(i32, BlockHash)>,
    /// Blocks to undo before.
    undone: usize,
    /// The block whose metadata was refused.
    bare: Option<Block>,
    is_lost: bool,
}

impl Follow {
    pub(crate) fn new(client: Client, checker: AnswerChecker, after: Option<(i32, BlockHash)>) -> Self {
        let applied = after.into_iter().collect();
        Self {
            client,
            checker,
            stream: None,
            wait: WAIT,
            applied,
            ahead: Vec::new(),
            undone: 0,
            bare: None,
            is_lost: false,
        }
    }

    /// Waits for the next head. A stream that ends is opened again: what happened meanwhile is found from the new head.
    fn head(&mut self) -> Header {
        loop {
            let head = match &mut self.stream {
                Some(stream) => next_head(stream),
                None => match self.client.stream("/monitor/heads/main") {
                    Ok(body) => {
                        self.stream = Some(BufReader::new(body.into_with_config().limit(u64::MAX).reader()));
                        continue;
                    }
                    Err(_) => None,
                },
            };
            if let Some(head) = head {
                self.wait = WAIT;
                return head;
            }
            self.stream = None;
            thread::sleep(self.wait);
            self.wait = self.wait.saturating_mul(2).min(WAIT_MAX);
        }
    }

    /// Finds the way from the main chain to a new head: how many blocks to undo, and which to apply.
    fn turn(&mut self, head: Header) -> Result<(), Refusal> {
        let mut ahead = Vec::new();
        let mut next = head;
        loop {
            let same = |(_, hash): &(_, BlockHash)| *hash == next.hash.0;
            if let Some(at) = self.applied.iter().rposition(same) {
                self.undone = self.applied.len().saturating_sub(at).saturating_sub(1);
                break;
            }
            ahead.push((next.level, next.hash.0));
            let Some(lowest) = self.applied.front() else { break };
            if next.level <= lowest.0 {
                let place = self.client.place("/monitor/heads/main");
                let reason =
                    format!("expected a branch from one of the last {} blocks, found none", self.applied.len());
                return Err(Fault::new("header.predecessor", reason).at(place, Some(next.level), Loss::Rest));
            }
            let path = format!("/chains/main/blocks/{}/header", next.predecessor.0);
            next = self.client.json(&path).map_err(|NoAnswer { fault, .. }| {
                fault.at(self.client.place(&path), next.level.checked_sub(1), Loss::Rest)
            })?;
        }
        self.ahead = ahead;
        Ok(())
    }

    fn apply(&mut self, level: i32, hash: BlockHash) -> Result<Event, Refusal> {
        let id = hash.to_string();
        let place: Place = self.client.place(&format!("/chains/main/blocks/{id}"));
        let checked = self.client.block(&id, &mut self.checker);
        self.applied.push_back((level, hash));
        if self.applied.len() > KEPT {
            self.applied.pop_front();
        }
        match checked {
            Ok((Checked { link, .. }, _)) if link.hash != hash => {
                let reason = format!("expected {hash}, found {}", link.hash);
                Err(Fault::new("hash", reason).at(place, Some(level), Loss::Block))
            }
            Ok((Checked { block, metadata_fault: Some(fault), .. }, _)) => {
                self.bare = Some(block);
                Err(fault.at(place, Some(level), Loss::Metadata))
            }
            Ok((checked, _)) => Ok(Event::Apply(Box::new(checked.block))),
            Err(NoAnswer { fault, .. }) => {
                self.checker.follow(None);
                Err(fault.at(place, Some(level), Loss::Block))
            }
        }
    }
}

impl Iterator for Follow {
    type Item = Result<Event, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(block) = self.bare.take() {
                return Some(Ok(Event::Apply(Box::new(block))));
            }
            if let Some(undone) = self.undone.checked_sub(1) {
                self.undone = undone;
                self.checker.follow(None);
                let Some((level, hash)) = self.applied.pop_back() else { continue };
                return Some(Ok(Event::Undo { level, hash }));
            }
            if let Some((level, hash)) = self.ahead.pop() {
                return Some(self.apply(level, hash));
            }
            if self.is_lost {
                return None;
            }
            let head = self.head();
            if let Err(refusal) = self.turn(head) {
                self.is_lost = true;
                return Some(Err(refusal));
            }
        }
    }
}

/// Reads the next line with a head; `None` at the end of the stream.
fn next_head(stream: &mut BufReader<BodyReader<'static>>) -> Option<Header> {
    let mut line = Vec::new();
    stream.take(HEAD_MAX_BYTES).read_until(b'\n', &mut line).ok()?;
    serde_json::from_slice(&line).ok()
}
