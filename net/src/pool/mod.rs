//! Who is connected, who is known, and what a node does next to keep the number of its connections.
//!
//! A [`Pool`] opens no sockets and has no clock: [`Node`](crate::node::Node) tells it what happened and when, and does what it returns. So whole networks
//! of pools can be simulated in one thread, and a seed gives the same run again.
//!
//! Times are durations since the Unix epoch, by a clock that never goes back.
//!
//! Rule: [`p2p_maintenance.ml`][maintenance], [`p2p_pool.ml`][pool], [`p2p_connect_handler.ml`][connect], [`p2p_protocol.ml`][protocol].
//!
//! [maintenance]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_maintenance.ml
//! [pool]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_pool.ml
//! [connect]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_connect_handler.ml
//! [protocol]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_protocol.ml

mod action;
mod config;
mod connections;
mod exchange;
mod file;
mod greylist;
mod known;
mod maintain;

use core::{net::Ipv6Addr, time::Duration};
use std::collections::{BTreeSet, VecDeque};

use fastrand::Rng;
use tezos_messages::{
    handshake::Motive,
    hash::PeerId,
    point::Point,
    session::{Role, SessionError},
};

use crate::Error;

pub use self::action::{Action, ConnectionNumber, Denied, Discovery, Reason, Unwanted};
pub use self::config::{ConfigError, GreylistConfig, PoolConfig, Reconnection};
pub use self::connections::Connection;
pub use self::file::{KnownPoint, load, store};
pub use self::greylist::{Greylist, Greylisted, Offence};
use self::{
    config::Bounds,
    connections::{Connections, Stage},
    known::KnownPoints,
    maintain::Round,
};

/// The number of points that a nack suggests. Octez sends 50: a peer that receives more than 100 greylists the sender.
const SUGGESTED_POINTS: usize = 50;

/// Who is connected, who is known, and what a node does next: see the [module](self).
///
/// ```
/// use core::time::Duration;
/// use tezos_messages::hash::PeerId;
/// use tezos_net::pool::{Action, Pool, PoolConfig};
///
/// let mut pool = Pool::new(PoolConfig::default(), PeerId([0; 16]), 7).unwrap();
/// pool.learn(["1.2.3.4:9732".parse().unwrap()]);
/// let now = Duration::from_secs(1_700_000_000);
/// let Some(Action::Dial { point, .. }) = pool.next_action(now) else { panic!() };
/// assert_eq!(point.to_string(), "1.2.3.4:9732");
/// assert_eq!(pool.next_action(now), None); // until something happens
/// ```
#[derive(Debug, Clone)]
pub struct Pool {
    config: PoolConfig,
    bounds: Bounds,
    /// The identifier of this node.
    ours: PeerId,
    /// Points at which this node found itself.
    our_points: BTreeSet<Point>,
    trusted_peers: BTreeSet<PeerId>,
    connections: Connections,
    known: KnownPoints,
    greylist: Greylist,
    /// What was decided and not yet returned.
    actions: VecDeque<Action>,
    /// When the number of connections is checked next.
    check_at: Duration,
    /// Set while there are too few connections.
    round: Option<Round>,
    /// True if connections or known points have changed since the round last looked at them.
    is_changed: bool,
    /// When all attempts to open connections so far have had their [`PoolConfig::dial_every`].
    dialled_until: Duration,
    /// When the last swap succeeded.
    swapped_at: Duration,
    random: Rng,
}

impl Pool {
    /// Returns a pool without connections. `ours` is the identifier of this node; `seed` determines all random choices.
    ///
    /// # Errors
    /// Those of [`PoolConfig::check`].
    pub fn new(config: PoolConfig, ours: PeerId, seed: u64) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            bounds: config.bounds(),
            greylist: Greylist::new(config.greylist),
            config,
            ours,
            our_points: BTreeSet::new(),
            trusted_peers: BTreeSet::new(),
            connections: Connections::default(),
            known: KnownPoints::default(),
            actions: VecDeque::new(),
            check_at: Duration::ZERO,
            round: None,
            is_changed: false,
            dialled_until: Duration::ZERO,
            swapped_at: Duration::ZERO,
            random: Rng::with_seed(seed),
        })
    }

    /// Adds points, such as those that a name resolves to.
    pub fn learn(&mut self, points: impl IntoIterator<Item = Point>) {
        self.learn_from(None, points);
    }

    /// Adds a point that is kept, is not refused for what it did, and may be expected to be a certain peer. Its scores are forgotten.
    pub fn trust(&mut self, point: Point, expected: Option<PeerId>) {
        self.greylist.pardon(point.addr, expected.as_ref());
        let known = self.known.entry(point);
        known.trusted = true;
        known.expected = expected;
        self.is_changed = true;
    }

    /// Accepts only this peer at a known point.
    pub fn expect(&mut self, point: Point, peer: PeerId) {
        if let Some(known) = self.known.get_mut(&point) {
            known.expected = Some(peer);
        }
    }

    /// Adds an offence to the scores of the peer and the address of a connection, except those that are trusted. The connection stays open.
    pub fn blame(&mut self, now: Duration, id: ConnectionNumber, offence: Offence) {
        let Some(Connection { from, peer, is_trusted, .. }) = self.connections.get(id) else { return };
        if !is_trusted && !self.is_trusted_address(*from) {
            self.greylist.add(now, *from, *peer, offence);
        }
    }

    /// Accepts a peer wherever it comes from, also in private mode.
    pub fn trust_peer(&mut self, peer: PeerId) {
        self.trusted_peers.insert(peer);
    }

    /// Decides about a connection that a peer opened, before the handshake.
    ///
    /// # Errors
    /// The reason for which the connection is to be closed. The peer is not told.
    pub fn admit(&mut self, now: Duration, from: Ipv6Addr) -> Result<ConnectionNumber, Denied> {
        if let Some(greylisted) = self.greylist.address(now, from).filter(|_| !self.is_trusted_address(from)) {
            return Err(Denied::Greylisted(greylisted));
        }
        if self.connections.handshakes() >= self.config.max_handshakes {
            return Err(Denied::Handshakes);
        }
        if !self.is_trusted_address(from) {
            self.connections.full(&self.config).check(from)?;
        }
        Ok(self.connections.add(Connection::incoming(from)))
    }

    /// Decides about a connection whose peer is known, between the two halves of the handshake. `port` is 0 if the peer does not listen.
    ///
    /// # Errors
    /// Whether the peer is told, and what. [`Pool::closed`] is to be called then too.
    pub fn introduce(
        &mut self,
        now: Duration,
        id: ConnectionNumber,
        peer: PeerId,
        port: u16,
        is_private: bool,
    ) -> Result<(), Unwanted> {
        let Some(connection) = self.connections.get_mut(id) else { return Err(Unwanted::Close(Denied::Unknown)) };
        let (role, from) = (connection.role, connection.from);
        let listens_at = Some(Point { addr: from, port }).filter(|_| port != 0);
        let point = connection.point.or(listens_at);
        (connection.peer, connection.point, connection.is_private) = (Some(peer), point, is_private);
        // A node is there, also if one of the two sides refuses the other.
        if let Some(point) = point.filter(|point| role == Role::Initiator && self.known.get(point).is_some()) {
            self.known.reached(now, point, !is_private);
        }
        let known = point.and_then(|point| self.known.get(&point));
        let is_trusted = known.is_some_and(|known| known.trusted) || self.trusted_peers.contains(&peer);
        self.connections.get_mut(id).into_iter().for_each(|connection| connection.is_trusted = is_trusted);
        if let Some(expected) = known.and_then(|known| known.expected).filter(|expected| *expected != peer) {
            return Err(Unwanted::Close(Denied::OtherPeer { expected }));
        }
        if peer == self.ours {
            return Err(Unwanted::Close(Denied::Myself));
        }
        if let Some(greylisted) = self.greylist.peer(now, &peer).filter(|_| !is_trusted) {
            return Err(Unwanted::Close(Denied::Greylisted(greylisted)));
        }
        if self.config.is_private && !is_trusted {
            return Err(Unwanted::Close(Denied::Private));
        }
        let limit = if is_trusted { self.config.max_connections } else { self.bounds.max_threshold };
        let is_full = self.connections.accepted() >= limit
            || (role == Role::Responder && !is_trusted && self.connections.incoming() >= self.config.max_incoming);
        if is_full {
            return Err(Unwanted::Nack(Motive::TOO_MANY_CONNECTIONS, self.suggestions(now)));
        }
        if self.is_connected_otherwise(id, peer, point) {
            return Err(Unwanted::Nack(Motive::ALREADY_CONNECTED, self.suggestions(now)));
        }
        if let Some(connection) = self.connections.get_mut(id) {
            connection.stage = Stage::Accepted;
        }
        Ok(())
    }

    /// True if another connection with this peer exists, or is being opened and takes precedence.
    ///
    /// If two nodes open connections to each other at the same time, that of the node with the greater identifier is kept by both. Octez refuses
    /// incoming ones then, so that both may be lost and opened again.
    fn is_connected_otherwise(&self, id: ConnectionNumber, peer: PeerId, point: Option<Point>) -> bool {
        let is_incoming = self.connections.get(id).is_some_and(|connection| connection.role == Role::Responder);
        self.connections.iter().any(|(other, connection)| {
            let is_same = connection.peer == Some(peer) || (connection.point.is_some() && connection.point == point);
            let precedes = connection.stage != Stage::Opening
                || (is_incoming && connection.role == Role::Initiator && self.ours > peer);
            other != id && is_same && precedes
        })
    }

    /// Notes that both sides have accepted a connection.
    pub fn established(&mut self, now: Duration, id: ConnectionNumber) {
        let Some(connection) = self.connections.get_mut(id) else { return };
        self.is_changed = true;
        connection.stage = Stage::Running;
        let (point, is_private, replaces) = (connection.point, connection.is_private, connection.replaces.take());
        if let Some(point) = point.filter(|point| !self.our_points.contains(point)) {
            self.known.learn(&self.config, point, None);
            self.known.reached(now, point, !is_private);
            self.known.entry(point).connection = Some(id);
        }
        if let Some(replaced) = replaces {
            self.swapped_at = now;
            if let Some(replaced) = self.connections.with_peer(&replaced) {
                self.close(now, replaced, Reason::Swapped);
            }
        }
        if self.connections.running() >= self.config.max_connections {
            self.check_at = now;
        }
    }

    /// Notes that a connection ended, or could not be opened, by an error or without one. Whose fault it was is judged here.
    pub fn closed(&mut self, now: Duration, id: ConnectionNumber, error: Option<&Error>) {
        error.and_then(Offence::of).into_iter().for_each(|offence| self.blame(now, id, offence));
        let Some(connection) = self.connections.remove(id) else { return };
        self.is_changed = true;
        let was_running = connection.stage == Stage::Running;
        if let Some(point) = connection.point
            && self.known.get(&point).is_some_and(|known| known.connection == Some(id))
        {
            let reconnection = &self.config.reconnection;
            match was_running {
                true => self.known.left(now, &point, reconnection, &mut self.random),
                false => self.known.failed(now, &point, reconnection, &mut self.random),
            }
        }
        match error {
            Some(Error::Nacked { peers, .. }) => self.learn_from(connection.peer, peers.iter().copied()),
            Some(Error::Session { error: SessionError::Myself { .. }, .. }) => self.is_ours(connection.point),
            Some(Error::Refused { .. }) => {
                let point = connection.point.filter(|point| self.known.get(point).is_some_and(|known| !known.trusted));
                point.into_iter().for_each(|point| self.known.forget(&point));
            }
            _ => {}
        }
        if was_running && self.connections.running() < self.config.min_connections {
            self.check_at = now;
        }
    }

    /// Returns the connections, also those that are being opened, in the order of their opening.
    pub fn connections(&self) -> impl Iterator<Item = (ConnectionNumber, &Connection)> {
        self.connections.iter()
    }

    /// Returns the number of connections that both sides have accepted.
    #[must_use]
    pub fn running(&self) -> usize {
        self.connections.running()
    }

    /// Returns the scores of peers and addresses.
    #[must_use]
    pub const fn greylist(&self) -> &Greylist {
        &self.greylist
    }

    /// Returns the configuration.
    #[must_use]
    pub const fn config(&self) -> &PoolConfig {
        &self.config
    }

    fn is_trusted_address(&self, address: Ipv6Addr) -> bool {
        self.known.trusts(address)
    }

    /// Remembers that this node is at a point.
    fn is_ours(&mut self, point: Option<Point>) {
        if let Some(point) = point {
            self.our_points.insert(point);
            self.known.forget(&point);
        }
    }

    fn learn_from(&mut self, source: Option<PeerId>, points: impl IntoIterator<Item = Point>) {
        let mut left = match source {
            None => usize::MAX,
            Some(_) if self.config.is_private => 0,
            Some(peer) => self.config.max_points_of_peer.saturating_sub(self.known.advertised_by(peer)),
        };
        for point in points.into_iter().filter(|point| !self.our_points.contains(point)) {
            if left > 0 && self.known.learn(&self.config, point, source) {
                left = left.saturating_sub(1);
                self.is_changed = true;
            }
        }
    }

    /// Returns the points to suggest to a peer that is refused.
    fn suggestions(&mut self, now: Duration) -> Vec<Point> {
        if self.config.is_private {
            return Vec::new();
        }
        let greylist = &self.greylist;
        self.known.sample(SUGGESTED_POINTS, &mut self.random, |point| greylist.address(now, point.addr).is_none())
    }

    /// Ends a connection that both sides have accepted.
    fn close(&mut self, now: Duration, id: ConnectionNumber, reason: Reason) {
        self.closed(now, id, None);
        self.actions.push_back(Action::Close { connection: id, reason });
    }
}
