//! Blocks over RPC: in binary, where the node offers it, or in JSON.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde::Deserialize;
use tezos_hashes::hash::{BlockHash, ProtocolHash};
use tezos_protocols::Protocol;
use ureq::http::StatusCode;
use ureq::{Agent, Body};

use crate::answer::AnswerChecker;
use crate::check::Checked;
use crate::error::{Error, Fault, Loss, Refusal};
use crate::follow::Follow;
use crate::{Block, Blocks, Options, Place, Range};

/// The levels of a range.
const RANGE: i32 = 1_000;

/// The number of blocks after which one is final: consensus has agreed on it twice.
const FINAL: i32 = 2;

/// The maximum number of bytes of an answer, which in JSON is larger than in binary.
const ANSWER_MAX_BYTES: u64 = 0x2000_0000;

/// How long to wait for an answer, and the first time to wait before a request is repeated.
const TIMEOUT: Duration = Duration::from_secs(120);
const WAIT: Duration = Duration::from_millis(100);

/// A node, or whatever answers as one.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    /// The address without a slash at its end.
    base: Arc<str>,
    agent: Agent,
    limit: Arc<RateLimit>,
    retries: u32,
}

/// An answer.
pub(crate) enum Answer {
    Binary(Bytes),
    Json(String),
}

/// Why there is no answer.
pub(crate) struct NoAnswer {
    pub(crate) fault: Fault,
    /// Whether the node answered, and other requests may do better.
    pub(crate) is_reachable: bool,
}

impl Client {
    pub(crate) fn new(address: &str, options: &Options) -> Self {
        let config = Agent::config_builder().http_status_as_error(false).timeout_connect(Some(TIMEOUT));
        Self {
            base: address.trim_end_matches('/').into(),
            agent: config.build().new_agent(),
            limit: Arc::new(RateLimit::new(options.rate)),
            retries: options.retries,
        }
    }

    /// Returns where something was found.
    pub(crate) fn place(&self, path: &str) -> Place {
        Place { source: Path::new(&format!("{}{path}", self.base)).into(), offset: 0 }
    }

    /// Requests a path until it is answered. Binary is preferred if `binary` is set.
    pub(crate) fn get(&self, path: &str, binary: bool) -> Result<Answer, NoAnswer> {
        let mut wait = WAIT;
        for tried in 0_u32.. {
            let failure = match self.once(path, binary) {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            if failure.is_final || tried >= self.retries {
                let NoRepeat { fault, is_reachable, .. } = failure;
                return Err(NoAnswer { fault, is_reachable });
            }
            thread::sleep(wait);
            wait = wait.saturating_mul(2);
        }
        Err(NoAnswer { fault: Fault::new("", "no request was made"), is_reachable: false })
    }

    /// Requests JSON, and reads it as a value.
    pub(crate) fn json<T: for<'a> Deserialize<'a>>(&self, path: &str) -> Result<T, NoAnswer> {
        let fault = |reason: String| NoAnswer { fault: Fault::new("", reason), is_reachable: true };
        match self.get(path, false)? {
            Answer::Json(text) => {
                serde_json::from_str(&text).map_err(|error| fault(format!("unexpected JSON: {error}")))
            }
            Answer::Binary(_) => Err(fault("expected JSON, found application/octet-stream".into())),
        }
    }

    /// Opens a stream of JSON values.
    pub(crate) fn stream(&self, path: &str) -> Result<Body, Fault> {
        self.limit.wait();
        let response = self.agent.get(format!("{}{path}", self.base)).header("accept", "application/json").call();
        let response = response.map_err(|error| Fault::new("", error.to_string()))?;
        match response.status() {
            StatusCode::OK => Ok(response.into_body()),
            status => Err(Fault::new("", format!("the node answered {status}"))),
        }
    }

    fn once(&self, path: &str, binary: bool) -> Result<Answer, NoRepeat> {
        self.limit.wait();
        let accept = if binary { "application/octet-stream, application/json;q=0.5" } else { "application/json" };
        let request = self.agent.get(format!("{}{path}", self.base)).header("accept", accept);
        let request = request.config().timeout_global(Some(TIMEOUT)).build();
        let unreachable = |error: ureq::Error| NoRepeat {
            is_final: matches!(error, ureq::Error::BadUri(_) | ureq::Error::BodyExceedsLimit(_)),
            fault: Fault::new("", error.to_string()),
            is_reachable: false,
        };
        let mut response = request.call().map_err(unreachable)?;
        let status = response.status();
        if status != StatusCode::OK {
            return Err(NoRepeat {
                is_final: !(status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS),
                fault: Fault::new("", format!("the node answered {status}")),
                is_reachable: true,
            });
        }
        let is_binary = response.body().mime_type() == Some("application/octet-stream");
        let body = response.body_mut().with_config().limit(ANSWER_MAX_BYTES).read_to_vec().map_err(unreachable)?;
        if is_binary {
            return Ok(Answer::Binary(body.into()));
        }
        String::from_utf8(body).map(Answer::Json).map_err(|error| NoRepeat {
            is_final: true,
            fault: Fault::new("", format!("expected UTF-8: {error}")),
            is_reachable: true,
        })
    }

    /// Requests a block by its level or hash, and checks it.
    pub(crate) fn block(&self, id: &str, checker: &mut AnswerChecker) -> Result<(Checked, Place), NoAnswer> {
        let path = format!("/chains/main/blocks/{id}");
        let place = self.place(&path);
        let checked = match self.get(&path, true)? {
            Answer::Binary(bytes) => checker.binary(&bytes, &place, || self.protocols(&path)),
            Answer::Json(text) => checker.json(&text, &place),
        };
        let checked = checked.map_err(|fault| NoAnswer { fault, is_reachable: true })?;
        Ok((checked, place))
    }

    /// Returns the protocol of a block and that of the next one.
    fn protocols(&self, path: &str) -> Option<(Protocol, ProtocolHash)> {
        #[derive(Deserialize)]
        struct Protocols {
            protocol: String,
            next_protocol: String,
        }
        let Protocols { protocol, next_protocol } = self.json(&format!("{path}/protocols")).ok()?;
        Some((Protocol::of_hash(&protocol.parse().ok()?)?, next_protocol.parse().ok()?))
    }
}

/// A request that failed once.
struct NoRepeat {
    fault: Fault,
    is_reachable: bool,
    /// Whether the same request would fail again.
    is_final: bool,
}

/// Spreads the requests of all threads evenly over time.
#[derive(Debug)]
struct RateLimit {
    interval: Option<Duration>,
    next: Mutex<Instant>,
}

impl RateLimit {
    fn new(rate: Option<u32>) -> Self {
        let interval = rate.and_then(|rate| Duration::from_secs(1).checked_div(rate));
        Self { interval, next: Mutex::new(Instant::now()) }
    }

    fn wait(&self) {
        let Some(interval) = self.interval else { return };
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let turn = (*next).max(now);
        *next = turn.checked_add(interval).unwrap_or(turn);
        drop(next);
        thread::sleep(turn.saturating_duration_since(now));
    }
}

/// The header of a block in JSON.
#[derive(Deserialize, Debug)]
pub(crate) struct Header {
    pub(crate) hash: BlockHashText,
    pub(crate) level: i32,
    pub(crate) predecessor: BlockHashText,
}

/// The hash of a block in base58check.
#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(try_from = "String")]
pub(crate) struct BlockHashText(pub(crate) BlockHash);

impl TryFrom<String> for BlockHashText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map(Self).map_err(|error| format!("{error}"))
    }
}

/// The blocks of a node.
#[derive(Debug)]
pub(crate) struct Rpc {
    client: Client,
    options: Options,
    first: i32,
    last: i32,
}

impl Rpc {
    pub(crate) fn open(address: &str, options: &Options) -> Result<Self, Error> {
        let client = Client::new(address, options);
        let refused = |NoAnswer { fault, .. }| Error::new(Path::new(address), fault.reason);
        let chain: String = client.json("/chains/main/chain_id").map_err(refused)?;
        let chain = chain.parse().map_err(|error| Error::new(Path::new(address), format!("the chain: {error}")))?;
        if let Some(expected) = options.chain.filter(|expected| *expected != chain) {
            return Err(Error::new(Path::new(address), format!("expected the chain {expected}, found {chain}")));
        }
        let (first, last) = match options.levels {
            Some(levels) => levels,
            None => {
                let head: Header = client.json("/chains/main/blocks/head/header").map_err(refused)?;
                (1, head.level.saturating_sub(FINAL))
            }
        };
        Ok(Self { client, options: Options { chain: Some(chain), ..options.clone() }, first, last })
    }

    pub(crate) fn ranges(&self) -> Vec<Range> {
        let step = usize::try_from(RANGE).unwrap_or(1);
        let starts = (self.first..=self.last).step_by(step).enumerate();
        let range = |(index, first): (usize, i32)| {
            let last = first.saturating_add(RANGE.saturating_sub(1)).min(self.last);
            Range { levels: Some((first, last)), index }
        };
        starts.map(range).collect()
    }

    pub(crate) fn range(&self, range: &Range) -> Option<Blocks> {
        let (first, last) = range.levels?;
        let checker = AnswerChecker::new(&self.options);
        Some(Box::new(RpcBlocks { client: self.client.clone(), checker, next: Some(first), last, bare: None }))
    }

    pub(crate) fn follow(&self, after: Option<(i32, BlockHash)>) -> Follow {
        Follow::new(self.client.clone(), AnswerChecker::new(&self.options), after)
    }
}

/// The blocks of a range.
struct RpcBlocks {
    client: Client,
    checker: AnswerChecker,
    next: Option<i32>,
    last: i32,
    /// The block whose metadata was refused.
    bare: Option<Block>,
}

impl Iterator for RpcBlocks {
    type Item = Result<Block, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(block) = self.bare.take() {
            return Some(Ok(block));
        }
        let level = self.next.filter(|level| *level <= self.last)?;
        self.next = level.checked_add(1);
        let refused = |fault: Fault, loss| {
            fault.at(self.client.place(&format!("/chains/main/blocks/{level}")), Some(level), loss)
        };
        match self.client.block(&level.to_string(), &mut self.checker) {
            Ok((checked, _)) if checked.link.level != level => {
                let found = checked.link.level;
                Some(Err(refused(Fault::new("header.level", format!("expected {level}, found {found}")), Loss::Block)))
            }
            Ok((Checked { block, metadata_fault: Some(fault), .. }, _)) => {
                self.bare = Some(block);
                Some(Err(refused(fault, Loss::Metadata)))
            }
            Ok((checked, _)) => Some(Ok(checked.block)),
            Err(NoAnswer { fault, is_reachable: true }) => {
                self.checker.follow(None);
                Some(Err(refused(fault, Loss::Block)))
            }
            Err(NoAnswer { fault, is_reachable: false }) => {
                self.next = None;
                Some(Err(refused(fault, Loss::Rest)))
            }
        }
    }
}
