//! Blocks over RPC, from a server on loopback.

use std::collections::HashMap;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use tezos_archive_store::{Event, Loss, Options, open};
use tezos_hashes::hash::{BlockHash, ChainId};
use tezos_protocols::Protocol;
use tezos_protocols::block::BlockAnswer;

use crate::made::{Expected, Made, made, read, seen};
use crate::server::{Response, Server};

/// The blocks of a node.
#[derive(Clone)]
struct Node {
    chain: ChainId,
    /// The protocol of each block, the one after it, and the answer.
    blocks: HashMap<i32, (Protocol, Protocol, Vec<u8>)>,
    levels: HashMap<String, i32>,
    head: i32,
}

impl Node {
    fn new(made: &Made) -> Self {
        let file = fs::read(&made.path).unwrap();
        let chain = ChainId(file[4..8].try_into().unwrap());
        let (mut blocks, mut levels, mut at) = (HashMap::new(), HashMap::new(), 0);
        for (index, expected) in made.expected.iter().enumerate() {
            let end = at + 4 + usize::try_from(u32::from_be_bytes(file[at..at + 4].try_into().unwrap())).unwrap();
            let next = made.expected.get(index + 1).unwrap_or(expected).protocol;
            let hash = BlockHash(file[at + 8..at + 40].try_into().unwrap());
            blocks.insert(expected.level, (expected.protocol, next, file[at..end].to_vec()));
            levels.insert(hash.to_string(), expected.level);
            at = end;
        }
        Self { chain, blocks, levels, head: made.expected.last().unwrap().level }
    }

    fn answer(&self, path: &str, binary: bool) -> Response {
        if path == "/chains/main/chain_id" {
            return Response::json(format!("\"{}\"", self.chain));
        }
        let Some(path) = path.strip_prefix("/chains/main/blocks/") else { return Response::status(404) };
        let (id, what) = path.split_once('/').unwrap_or((path, ""));
        let level = match id {
            "head" => Some(self.head),
            id => id.parse().ok().or_else(|| self.levels.get(id).copied()),
        };
        let Some((protocol, next, answer)) = level.and_then(|level| self.blocks.get(&level)) else {
            return Response::status(404);
        };
        match what {
            "header" => Response::json(header(answer)),
            "protocols" => {
                let [protocol, next] = [protocol, next].map(|protocol| protocol.hashes()[0]);
                Response::json(format!(r#"{{"protocol":"{protocol}","next_protocol":"{next}"}}"#))
            }
            _ if binary => Response::binary(answer.clone()),
            _ => {
                let BlockAnswer(block): BlockAnswer = protocol.decode(answer).unwrap();
                Response::json(protocol.to_json(&block).unwrap())
            }
        }
    }
}

/// Returns what a node gives of a header, as far as it is read.
fn header(answer: &[u8]) -> String {
    let hash = BlockHash(answer[8..40].try_into().unwrap());
    let level = i32::from_be_bytes(answer[44..48].try_into().unwrap());
    let predecessor = BlockHash(answer[49..81].try_into().unwrap());
    format!(r#"{{"hash":"{hash}","level":{level},"proto":1,"predecessor":"{predecessor}","other":[1]}}"#)
}

fn levels(made: &Made) -> (i32, i32) {
    (made.expected[0].level, made.expected.last().unwrap().level)
}

#[test]
fn blocks_are_read_in_binary_or_in_json() {
    let Some(made) = made(&["--kind", "binary", "--blocks", "60"]) else { return };
    for has_binary in [true, false] {
        let node = Node::new(&made);
        let server = Server::start(move |path, binary| node.answer(path, binary && has_binary));
        let options = Options { levels: Some(levels(&made)), ..Options::default() };
        let (blocks, refusals) = read(&open(&server.address, &options).unwrap());
        assert_eq!(refusals, []);
        assert_eq!(blocks, made.expected);
    }
}

#[test]
fn the_last_blocks_are_final() {
    let Some(made) = made(&["--kind", "binary", "--blocks", "60"]) else { return };
    let node = Node::new(&made);
    let server = Server::start(move |path, binary| node.answer(path, binary));
    let ranges = open(&server.address, &Options::default()).unwrap().ranges();
    assert_eq!(ranges.iter().map(|range| range.levels.unwrap()).collect::<Vec<_>>(), [(1, 57)]);
}

#[test]
fn requests_are_repeated_and_missing_blocks_refused() {
    let Some(made) = made(&["--kind", "binary", "--blocks", "60"]) else { return };
    let mut node = Node::new(&made);
    let (first, last) = levels(&made);
    node.blocks.remove(&(first + 3));
    let count = AtomicUsize::new(0);
    // Every third request fails.
    let server = Server::start(move |path, binary| match count.fetch_add(1, Ordering::SeqCst) % 3 {
        1 => Response::status(503),
        _ => node.answer(path, binary),
    });
    let options = Options { levels: Some((first, last)), ..Options::default() };
    let (blocks, refusals) = read(&open(&server.address, &options).unwrap());
    let expected: Vec<Expected> =
        made.expected.iter().filter(|expected| expected.level != first + 3).cloned().collect();
    assert_eq!(blocks, expected);
    let [refusal] = refusals.as_slice() else { panic!("{refusals:?}") };
    assert_eq!((refusal.level, refusal.loss), (Some(first + 3), Loss::Block));
    assert_eq!(refusal.reason, "the node answered 404 Not Found");
}

#[test]
fn damaged_answers_are_refused() {
    let Some(made) = made(&["--kind", "binary", "--blocks", "60"]) else { return };
    let node = Node::new(&made);
    let (first, _) = levels(&made);
    let server = Server::start(move |path, binary| match path {
        "/chains/main/chain_id" => node.answer(path, binary),
        // The body is cut.
        _ => Response { status: 200, mime: "application/octet-stream", body: vec![0, 0, 1] },
    });
    let options = Options { levels: Some((first, first + 9)), retries: 1, ..Options::default() };
    let source = open(&server.address, &options).unwrap();
    let (blocks, refusals) = read(&source);
    assert_eq!((blocks.len(), refusals.len()), (0, 10));
    assert!(refusals.iter().all(|refusal| refusal.loss == Loss::Block), "{refusals:?}");
}

#[test]
fn a_node_that_is_not_there_is_an_error() {
    let options = Options { retries: 1, ..Options::default() };
    let error = open("http://127.0.0.1:1", &options).unwrap_err().to_string();
    assert!(error.starts_with("http://127.0.0.1:1: "), "{error}");
}

#[test]
fn the_rate_is_kept_by_all_threads() {
    let Some(made) = made(&["--kind", "binary", "--blocks", "60"]) else { return };
    let node = Node::new(&made);
    let (first, _) = levels(&made);
    let server = Server::start(move |path, binary| node.answer(path, binary));
    let options = Options { levels: Some((first, first + 4)), rate: Some(20), ..Options::default() };
    let start = Instant::now();
    let source = open(&server.address, &options).unwrap();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| source.range(&source.ranges()[0]).for_each(|block| drop(block.unwrap())));
        }
    });
    let least = Duration::from_millis(50) * u32::try_from(server.requests() - 1).unwrap();
    assert!(server.requests() >= 11 && start.elapsed() >= least, "{} in {:?}", server.requests(), start.elapsed());
}

/// A node whose head changes: the second of two streams has another branch, which begins two blocks before the first head.
#[test]
fn reorganisations_are_undone() {
    let Some(made) = made(&["--kind", "binary", "--blocks", "60"]) else { return };
    let Some(branch) = crate::made::made(&["--kind", "binary", "--blocks", "60", "--branch", "50"]) else { return };
    let (main, branch_node) = (Node::new(&made), Node::new(&branch));
    let mut both = main.clone();
    // Hashes find blocks of both; levels those of the first.
    let offset = 1_000_000;
    for (hash, level) in &branch_node.levels {
        if !both.levels.contains_key(hash) {
            both.levels.insert(hash.clone(), level + offset);
            both.blocks.insert(level + offset, branch_node.blocks[level].clone());
        }
    }
    let head = |node: &Node, level: i32| header(&node.blocks[&level].2) + "\n";
    let streams =
        Mutex::new(vec![head(&branch_node, 53) + &head(&branch_node, 55), head(&main, 48) + &head(&main, 51)]);
    let both = Arc::new(both);
    let server = Server::start(move |path, binary| match path {
        "/monitor/heads/main" => match streams.lock().unwrap().pop() {
            Some(heads) => Response::json(heads),
            None => Response::status(503),
        },
        path => both.answer(path, binary),
    });
    let source = open(&server.address, &Options { levels: Some((1, 2)), ..Options::default() }).unwrap();
    let mut seen_events = Vec::new();
    let find = |made: &Made, level: i32| made.expected.iter().find(|block| block.level == level).unwrap().clone();
    for event in source.follow(None).unwrap().take(4 + 2 + 6) {
        seen_events.push(match event.unwrap() {
            Event::Apply(block) => Ok(seen(&block)),
            Event::Undo { level, hash } => Err((level, crate::made::hex(&hash.0))),
        });
    }
    let mut expected: Vec<Result<Expected, (i32, String)>> = (48..=51).map(|level| Ok(find(&made, level))).collect();
    expected.extend([51, 50].map(|level| Err((level, find(&made, level).hash))));
    expected.extend((50..=55).map(|level| Ok(find(&branch, level))));
    assert_eq!(seen_events, expected);
}
