//! A network of pools with a clock and links of its own.
//!
//! The pools do no input and output, so that a thousand fit into one thread, and a seed gives the same run again. Turmoil and madsim run real
//! sockets over a simulated network; each of these nodes would then pay for the cryptography of its 8,000 handshakes.

use core::{net::Ipv4Addr, time::Duration};
use std::{
    cmp::Reverse,
    collections::{BTreeSet, BinaryHeap, HashMap},
};

use fastrand::Rng;
use tezos_messages::{handshake::Motive, hash::PeerId, point::Point, session::Role};
use tezos_net::{
    Error,
    pool::{Action, ConnectionNumber, Discovery, KnownPoint, Pool, PoolConfig, Unwanted},
};

/// The port of all nodes.
const PORT: u16 = 9732;

/// How long an attempt to reach a node that does not answer takes.
const TIMEOUT: Duration = Duration::from_secs(10);

/// One end of a link: a node, which has restarted so often, and its connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct End {
    node: usize,
    life: u32,
    connection: ConnectionNumber,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum What {
    /// An attempt to connect arrives.
    Arrive { from: End, to: usize },
    /// It failed.
    Failed { from: End },
    /// The connection message of the other side arrives.
    Hello { to: End, peer: usize },
    /// The other side accepts.
    Ack { to: End },
    /// The other side refuses.
    Nack { to: End, motive: Motive, points: Vec<Point> },
    /// A message arrives.
    Message { to: End, message: Discovery },
    /// The other side closed the connection.
    Closed { to: End },
    /// A node looks at its clock.
    Wake { node: usize, life: u32 },
}

#[derive(Debug, PartialEq, Eq)]
struct Event {
    at: Duration,
    number: u64,
    what: What,
}

impl Ord for Event {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (self.at, self.number).cmp(&(other.at, other.number))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

struct Node {
    pool: Pool,
    life: u32,
    is_up: bool,
    stored: Vec<KnownPoint>,
    /// When it looks at its clock next.
    wakes_at: Option<Duration>,
}

/// What happened in a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) events: u64,
    pub(crate) dials: u64,
    pub(crate) established: u64,
    pub(crate) nacks: u64,
    pub(crate) swaps: u64,
}

/// A simulated network.
pub(crate) struct World {
    config: PoolConfig,
    nodes: Vec<Node>,
    /// The other end of each link.
    links: HashMap<End, End>,
    /// Ends that have accepted, and ends whose other end has.
    accepted: BTreeSet<End>,
    acked: BTreeSet<End>,
    queue: BinaryHeap<Reverse<Event>>,
    pub(crate) now: Duration,
    number: u64,
    random: Rng,
    /// Nodes below and from this number on cannot reach each other.
    pub(crate) partition: Option<usize>,
    pub(crate) figures: Figures,
}

/// The address of a node: each in a network of its own.
pub(crate) fn point(node: usize) -> Point {
    let [.., high, low] = u32::try_from(node).unwrap().to_be_bytes();
    Point { addr: Ipv4Addr::new(20, high, low, 1).to_ipv6_mapped(), port: PORT }
}

fn peer_id(node: usize) -> PeerId {
    let mut id = [0; 16];
    // Not in the order of the addresses.
    let mixed = u64::try_from(node).unwrap().wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    id[..8].copy_from_slice(&mixed.to_be_bytes());
    PeerId(id)
}

fn node_at(point: &Point) -> Option<usize> {
    let [20, high, low, 1] = point.addr.to_ipv4_mapped()?.octets() else { return None };
    (point.port == PORT).then(|| usize::from(u16::from_be_bytes([high, low])))
}

impl World {
    /// Returns a network of nodes that know the first `bootstrap` of them only.
    pub(crate) fn new(nodes: usize, bootstrap: usize, config: PoolConfig, seed: u64) -> Self {
        let mut world = Self {
            nodes: Vec::new(),
            config,
            links: HashMap::new(),
            accepted: BTreeSet::new(),
            acked: BTreeSet::new(),
            queue: BinaryHeap::new(),
            now: Duration::from_secs(1_700_000_000),
            number: 0,
            random: Rng::with_seed(seed),
            partition: None,
            figures: Figures::default(),
        };
        for node in 0..nodes {
            let mut pool = world.pool(node);
            pool.learn((0..bootstrap).filter(|other| *other != node).map(point));
            world.nodes.push(Node { pool, life: 0, is_up: true, stored: Vec::new(), wakes_at: None });
            let start = Duration::from_millis(world.random.u64(0..10_000));
            world.schedule(start, What::Wake { node, life: 0 });
        }
        world
    }

    fn pool(&mut self, node: usize) -> Pool {
        Pool::new(self.config.clone(), peer_id(node), self.random.u64(..)).unwrap()
    }

    pub(crate) fn pools(&self) -> impl Iterator<Item = &Pool> {
        self.nodes.iter().filter(|node| node.is_up).map(|node| &node.pool)
    }

    /// Runs for a time, and calls `check` after each second.
    pub(crate) fn run(&mut self, time: Duration, mut check: impl FnMut(&mut Self)) {
        let end = self.now + time;
        let mut next = self.now;
        while self.now < end {
            next += Duration::from_secs(1);
            while self.queue.peek().is_some_and(|Reverse(event)| event.at <= next) {
                let Reverse(event) = self.queue.pop().unwrap();
                self.now = event.at;
                self.figures.events += 1;
                self.happen(event.what);
            }
            self.now = next;
            check(self);
        }
    }

    /// Stops a node, with all its connections.
    pub(crate) fn kill(&mut self, node: usize) {
        self.nodes[node].is_up = false;
        self.nodes[node].stored = self.nodes[node].pool.known().collect();
        let mine: Vec<End> = self.links.keys().copied().filter(|end| end.node == node).collect();
        for end in mine {
            self.cut(end);
        }
    }

    /// Starts a node again, with the points that it stored.
    pub(crate) fn restart(&mut self, node: usize) {
        let mut pool = self.pool(node);
        pool.restore(self.nodes[node].stored.clone());
        let life = self.nodes[node].life + 1;
        self.nodes[node] = Node { pool, life, is_up: true, stored: Vec::new(), wakes_at: None };
        self.schedule(Duration::ZERO, What::Wake { node, life });
    }

    /// Separates the nodes below `at` from the others: connections between them break.
    pub(crate) fn separate(&mut self, at: usize) {
        self.partition = Some(at);
        let across = self.links.iter().filter(|(one, other)| (one.node < at) != (other.node < at));
        let mut across: Vec<End> = across.map(|(end, _)| *end).collect();
        across.sort_unstable();
        for end in across {
            self.closed(end, None);
            self.cut(end);
        }
    }

    /// Lets a node send a message over its first connections.
    pub(crate) fn flood(&mut self, node: usize, message: &Discovery) {
        let life = self.nodes[node].life;
        let running: Vec<_> =
            self.nodes[node].pool.connections().filter(|(_, one)| one.is_running()).map(|(id, _)| id).collect();
        for connection in running {
            self.send(End { node, life, connection }, |to| What::Message { to, message: message.clone() });
        }
    }

    /// Returns the number of nodes that node 0 reaches over running connections, through those of others.
    pub(crate) fn reachable(&self) -> usize {
        let first = self.nodes.iter().position(|node| node.is_up).unwrap();
        let mut reached = BTreeSet::from([first]);
        let mut border = vec![first];
        while let Some(node) = border.pop() {
            for (_, connection) in self.nodes[node].pool.connections().filter(|(_, one)| one.is_running()) {
                let other = connection.point().as_ref().and_then(node_at).unwrap();
                if self.nodes[other].is_up && reached.insert(other) {
                    border.push(other);
                }
            }
        }
        reached.len()
    }

    fn schedule(&mut self, after: Duration, what: What) {
        self.number += 1;
        self.queue.push(Reverse(Event { at: self.now + after, number: self.number, what }));
    }

    fn latency(&mut self) -> Duration {
        Duration::from_millis(self.random.u64(10..200))
    }

    fn is_alive(&self, end: End) -> bool {
        let node = &self.nodes[end.node];
        node.is_up && node.life == end.life
    }

    /// Sends something to the other end of a link, if there is one.
    fn send(&mut self, from: End, what: impl FnOnce(End) -> What) {
        if let Some(to) = self.links.get(&from).copied() {
            // A link keeps the order of its messages.
            self.schedule(Duration::from_millis(50), what(to));
        }
    }

    /// Removes a link, and tells its other end.
    fn cut(&mut self, end: End) {
        if let Some(other) = self.links.remove(&end) {
            self.links.remove(&other);
            self.schedule(Duration::from_millis(50), What::Closed { to: other });
        }
    }

    fn closed(&mut self, end: End, error: Option<&Error>) {
        self.accepted.remove(&end);
        self.acked.remove(&end);
        if self.is_alive(end) {
            self.nodes[end.node].pool.closed(self.now, end.connection, error);
            self.act(end.node);
        }
    }

    fn happen(&mut self, what: What) {
        match what {
            What::Wake { node, life } => {
                if self.nodes[node].is_up && self.nodes[node].life == life {
                    self.nodes[node].wakes_at = None;
                    self.act(node);
                }
            }
            What::Arrive { from, to } => self.arrive(from, to),
            What::Failed { from } => self.closed(from, None),
            What::Hello { to, peer } => self.hello(to, peer),
            What::Ack { to } => {
                self.acked.insert(to);
                self.establish(to);
            }
            What::Nack { to, motive, points } => self.closed(to, Some(&Error::Nacked { motive, peers: points })),
            What::Message { to, message } => {
                if self.is_alive(to) {
                    self.figures.swaps += u64::from(matches!(message, Discovery::SwapAck(_)));
                    self.nodes[to.node].pool.received(self.now, to.connection, message);
                    self.act(to.node);
                }
            }
            What::Closed { to } => self.closed(to, None),
        }
    }

    fn arrive(&mut self, from: End, to: usize) {
        let is_separate = self.partition.is_some_and(|at| (from.node < at) != (to < at));
        if is_separate || !self.nodes.get(to).is_some_and(|node| node.is_up) {
            return self.schedule(TIMEOUT, What::Failed { from });
        }
        let latency = self.latency();
        match self.nodes[to].pool.admit(self.now, point(from.node).addr) {
            Err(_) => self.schedule(latency, What::Failed { from }),
            Ok(connection) => {
                let here = End { node: to, life: self.nodes[to].life, connection };
                self.links.insert(from, here);
                self.links.insert(here, from);
                self.schedule(latency, What::Hello { to: from, peer: to });
                self.schedule(latency, What::Hello { to: here, peer: from.node });
            }
        }
    }

    fn hello(&mut self, to: End, peer: usize) {
        if !self.is_alive(to) || !self.links.contains_key(&to) {
            return;
        }
        match self.nodes[to.node].pool.introduce(self.now, to.connection, peer_id(peer), PORT, false) {
            Ok(()) => {
                self.accepted.insert(to);
                self.send(to, |to| What::Ack { to });
                self.establish(to);
            }
            Err(Unwanted::Nack(motive, points)) => {
                self.figures.nacks += 1;
                self.send(to, |to| What::Nack { to, motive, points });
                self.closed(to, None);
                if let Some(other) = self.links.remove(&to) {
                    self.links.remove(&other);
                }
            }
            Err(_) => {
                self.closed(to, None);
                self.cut(to);
            }
        }
    }

    fn establish(&mut self, end: End) {
        if self.accepted.contains(&end) && self.acked.contains(&end) && self.is_alive(end) {
            self.figures.established += 1;
            self.nodes[end.node].pool.established(self.now, end.connection);
            self.act(end.node);
        }
    }

    /// Does what a pool decides.
    fn act(&mut self, node: usize) {
        let life = self.nodes[node].life;
        while let Some(action) = self.nodes[node].pool.next_action(self.now) {
            match action {
                Action::Dial { connection, point } => {
                    self.figures.dials += 1;
                    let latency = self.latency();
                    let from = End { node, life, connection };
                    match node_at(&point) {
                        Some(to) => self.schedule(latency, What::Arrive { from, to }),
                        None => self.schedule(TIMEOUT, What::Failed { from }),
                    }
                }
                Action::Send { connection, message } => {
                    self.send(End { node, life, connection }, |to| What::Message { to, message });
                }
                Action::Close { connection, .. } => self.cut(End { node, life, connection }),
                other => panic!("{other:?}"),
            }
        }
        let (wakes_at, now) = (self.nodes[node].pool.wakes_at(), self.now);
        if let Some(at) = wakes_at.filter(|at| self.nodes[node].wakes_at.is_none_or(|known| *at < known || known < now))
        {
            self.nodes[node].wakes_at = Some(at);
            self.schedule(at.saturating_sub(self.now), What::Wake { node, life });
        }
    }

    /// Returns the number of connections that peers opened and a node accepted.
    pub(crate) fn incoming(pool: &Pool) -> usize {
        pool.connections().filter(|(_, one)| one.is_running() && one.role() == Role::Responder).count()
    }
}
