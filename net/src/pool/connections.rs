//! The connections of a pool, and their numbers.

use core::{net::Ipv6Addr, time::Duration};
use std::collections::BTreeMap;

use tezos_messages::{hash::PeerId, point::Point, session::Role};

use super::{ConnectionNumber, Denied, PoolConfig};

/// How far a connection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// It is being opened, or the peer is not accepted yet.
    Opening,
    /// This side accepts the peer.
    Accepted,
    /// Both sides accept the connection.
    Running,
}

/// A connection of a pool.
#[derive(Debug, Clone)]
pub struct Connection {
    pub(super) role: Role,
    pub(super) stage: Stage,
    pub(super) from: Ipv6Addr,
    pub(super) point: Option<Point>,
    pub(super) peer: Option<PeerId>,
    pub(super) is_private: bool,
    pub(super) is_trusted: bool,
    /// The peer that is given in exchange if the connection is established.
    pub(super) replaces: Option<PeerId>,
    /// The peer that was offered in a `Swap_request` without an answer.
    pub(super) offered: Option<PeerId>,
    /// When each kind of message was last answered.
    pub(super) answered: [Option<Duration>; 4],
}

impl Connection {
    pub(super) const fn incoming(from: Ipv6Addr) -> Self {
        Self {
            role: Role::Responder,
            stage: Stage::Opening,
            from,
            point: None,
            peer: None,
            is_private: false,
            is_trusted: false,
            replaces: None,
            offered: None,
            answered: [None; 4],
        }
    }

    pub(super) const fn outgoing(point: Point, replaces: Option<PeerId>) -> Self {
        Self { role: Role::Initiator, point: Some(point), replaces, ..Self::incoming(point.addr) }
    }

    /// Returns our side: whether this node or the peer opened the connection.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// Returns true if both sides have accepted the connection.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.stage == Stage::Running
    }

    /// Returns the peer, once it is known.
    #[must_use]
    pub const fn peer(&self) -> Option<PeerId> {
        self.peer
    }

    /// Returns the point at which the peer listens, if it is known.
    #[must_use]
    pub const fn point(&self) -> Option<Point> {
        self.point
    }

    /// Returns the address of the connection.
    #[must_use]
    pub const fn address(&self) -> Ipv6Addr {
        self.from
    }
}

/// The network of an address: a /24 of IPv4, a /48 of IPv6.
fn network(address: Ipv6Addr) -> u128 {
    let bits = if address.to_ipv4_mapped().is_some() { 8 } else { 80 };
    address.to_bits() >> bits << bits
}

/// All connections of a pool.
#[derive(Debug, Clone, Default)]
pub(super) struct Connections {
    last: u64,
    all: BTreeMap<ConnectionNumber, Connection>,
}

impl Connections {
    pub(super) fn add(&mut self, connection: Connection) -> ConnectionNumber {
        self.last = self.last.saturating_add(1);
        let id = ConnectionNumber(self.last);
        self.all.insert(id, connection);
        id
    }

    pub(super) fn remove(&mut self, id: ConnectionNumber) -> Option<Connection> {
        self.all.remove(&id)
    }

    pub(super) fn get(&self, id: ConnectionNumber) -> Option<&Connection> {
        self.all.get(&id)
    }

    pub(super) fn get_mut(&mut self, id: ConnectionNumber) -> Option<&mut Connection> {
        self.all.get_mut(&id)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (ConnectionNumber, &Connection)> {
        self.all.iter().map(|(id, connection)| (*id, connection))
    }

    /// Returns the connection with a peer that both sides have accepted.
    pub(super) fn with_peer(&self, peer: &PeerId) -> Option<ConnectionNumber> {
        let mut found = self.iter().filter(|(_, connection)| connection.is_running() && connection.peer == Some(*peer));
        found.next().map(|(id, _)| id)
    }

    fn count(&self, counts: impl Fn(&Connection) -> bool) -> usize {
        self.all.values().filter(|connection| counts(connection)).count()
    }

    pub(super) fn running(&self) -> usize {
        self.count(Connection::is_running)
    }

    /// Those that this side has accepted.
    pub(super) fn accepted(&self) -> usize {
        self.count(|connection| connection.stage >= Stage::Accepted)
    }

    /// Those that peers opened and this side has accepted.
    pub(super) fn incoming(&self) -> usize {
        self.count(|connection| connection.role == Role::Responder && connection.stage >= Stage::Accepted)
    }

    /// Those that peers opened and whose handshake is not over.
    pub(super) fn handshakes(&self) -> usize {
        self.count(|connection| connection.role == Role::Responder && !connection.is_running())
    }

    /// Those that this node opened and whose handshake is not over.
    pub(super) fn dials(&self) -> usize {
        self.count(|connection| connection.role == Role::Initiator && !connection.is_running())
    }

    /// Returns the addresses and networks that have as many connections as they may.
    pub(super) fn full(&self, config: &PoolConfig) -> Full {
        let (mut addresses, mut networks) = (BTreeMap::<_, usize>::new(), BTreeMap::<_, usize>::new());
        for connection in self.all.values().filter(|connection| !connection.is_trusted) {
            let counts = [
                addresses.entry(connection.from.to_bits()).or_default(),
                networks.entry(network(connection.from)).or_default(),
            ];
            counts.into_iter().for_each(|count| *count = count.saturating_add(1));
        }
        addresses.retain(|_, count| *count >= config.max_per_address);
        networks.retain(|_, count| *count >= config.max_per_network);
        Full { addresses, networks }
    }
}

/// The addresses and networks with which no more connections may be opened.
pub(super) struct Full {
    addresses: BTreeMap<u128, usize>,
    networks: BTreeMap<u128, usize>,
}

impl Full {
    /// Checks that there may be one more connection with an address and its network.
    pub(super) fn check(&self, address: Ipv6Addr) -> Result<(), Denied> {
        if self.addresses.contains_key(&address.to_bits()) {
            return Err(Denied::Address);
        }
        match self.networks.contains_key(&network(address)) {
            true => Err(Denied::Network),
            false => Ok(()),
        }
    }
}
