//! Messages by which nodes find others.

use core::time::Duration;

use tezos_messages::{hash::PeerId, p2p::Swap, point::Point};

use super::{Action, ConnectionNumber, Discovery, Pool, Reason, connections::Connection};

/// The number of points of an `Advertise`.
const ADVERTISED_POINTS: usize = 50;

/// The least time between two answers to messages of one peer, by kind: `Bootstrap`, `Advertise`, `Swap_request`, `Swap_ack`. Octez delays the
/// second message, here it is ignored.
///
/// Rule: [`p2p_protocol.ml`, `throttler`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_protocol.ml
const PAUSES: [Duration; 4] =
    [Duration::from_millis(100), Duration::from_millis(100), Duration::from_secs(60), Duration::from_secs(60)];

impl Pool {
    /// Takes a message by which nodes find others. A private node answers none.
    ///
    /// Rule: [`p2p_protocol.ml`, `Default_answerer`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_protocol.ml
    pub fn received(&mut self, now: Duration, id: ConnectionNumber, message: Discovery) {
        let kind = match message {
            Discovery::Disconnect => return self.close(now, id, Reason::Disconnect),
            Discovery::Bootstrap => 0,
            Discovery::Advertise(_) => 1,
            Discovery::SwapRequest(_) => 2,
            Discovery::SwapAck(_) => 3,
        };
        if self.config.is_private || !self.is_answered(now, id, kind) {
            return;
        }
        match message {
            Discovery::Disconnect => {}
            Discovery::Bootstrap => self.advertise(now, id),
            Discovery::Advertise(points) => {
                let source = self.connections.get(id).and_then(Connection::peer);
                self.learn_from(source, points);
            }
            Discovery::SwapRequest(swap) => self.swap_request(now, id, &swap),
            Discovery::SwapAck(swap) => self.swap_ack(now, id, &swap),
        }
    }

    /// Returns true if it is time to answer another message of a kind.
    fn is_answered(&mut self, now: Duration, id: ConnectionNumber, kind: usize) -> bool {
        let Some(connection) = self.connections.get_mut(id).filter(|connection| connection.is_running()) else {
            return false;
        };
        let (Some(answered), Some(pause)) = (connection.answered.get_mut(kind), PAUSES.get(kind)) else { return false };
        let is_time = answered.is_none_or(|before| now.saturating_sub(before) >= *pause);
        if is_time {
            *answered = Some(now);
        }
        is_time
    }

    /// Answers a `Bootstrap`.
    fn advertise(&mut self, now: Duration, id: ConnectionNumber) {
        if self.connections.get(id).is_none_or(|connection| connection.is_private) {
            return;
        }
        let greylist = &self.greylist;
        let may_connect = |point: &Point| greylist.address(now, point.addr).is_none();
        let points = self.known.sample(ADVERTISED_POINTS, &mut self.random, may_connect);
        if !points.is_empty() {
            self.actions.push_back(Action::Send { connection: id, message: Discovery::Advertise(points) });
        }
    }

    /// Gives a peer in exchange for the proposed one, and connects to that.
    fn swap_request(&mut self, now: Duration, id: ConnectionNumber, proposed: &Swap) {
        let Some(linger) = self.config.swap_linger else { return };
        let is_swapping = self.connections.iter().any(|(_, connection)| connection.replaces.is_some());
        if is_swapping || now.saturating_sub(self.swapped_at) < linger || !self.may_swap_to(now, proposed) {
            return;
        }
        if let Some(given) = self.random_swap(id) {
            let replaced = given.peer_id;
            self.actions.push_back(Action::Send { connection: id, message: Discovery::SwapAck(given) });
            self.swap(now, proposed, replaced);
        }
    }

    /// Connects to the peer that was given in exchange for the one that this node offered.
    fn swap_ack(&mut self, now: Duration, id: ConnectionNumber, given: &Swap) {
        let offered = self.connections.get_mut(id).and_then(|connection| connection.offered.take());
        if let Some(offered) = offered.filter(|_| self.config.swap_linger.is_some() && self.may_swap_to(now, given)) {
            self.swap(now, given, offered);
        }
    }

    /// Returns true if a peer that is to be exchanged is not connected, and may be.
    fn may_swap_to(&self, now: Duration, swap: &Swap) -> bool {
        let is_connected = |(_, connection): (_, &Connection)| {
            connection.peer == Some(swap.peer_id) || connection.point == Some(swap.point)
        };
        swap.peer_id != self.ours
            && !self.our_points.contains(&swap.point)
            && self.greylist.peer(now, &swap.peer_id).is_none()
            && self.greylist.address(now, swap.point.addr).is_none()
            && !self.connections.iter().any(is_connected)
            && self.connections.full(&self.config).check(swap.point.addr).is_ok()
    }

    /// Opens a connection that replaces that with `replaced`.
    fn swap(&mut self, now: Duration, to: &Swap, replaced: PeerId) {
        self.known.learn(&self.config, to.point, None);
        if self.known.get(&to.point).is_some() {
            self.dial(now, to.point, Some(replaced));
        }
    }

    /// Proposes to a random peer to exchange another one.
    pub(super) fn propose_swap(&mut self) {
        if self.config.is_private || self.config.swap_linger.is_none() {
            return;
        }
        let peers = self.connections.iter().filter(|(_, connection)| connection.is_running() && !connection.is_private);
        let peers: Vec<_> = peers.map(|(id, _)| id).collect();
        let Some(recipient) = self.random.choice(peers) else { return };
        let Some(offer) = self.random_swap(recipient) else { return };
        if let Some(connection) = self.connections.get_mut(recipient) {
            connection.offered = Some(offer.peer_id);
        }
        self.actions.push_back(Action::Send { connection: recipient, message: Discovery::SwapRequest(offer) });
    }

    /// Returns a random peer that may be given away: not private, not trusted, and at a known point.
    fn random_swap(&mut self, except: ConnectionNumber) -> Option<Swap> {
        let others = self.connections.iter().filter_map(|(id, connection)| {
            let may = id != except && connection.is_running() && !connection.is_private && !connection.is_trusted;
            let (point, peer_id) = (connection.point?, connection.peer?);
            may.then_some(Swap { point, peer_id })
        });
        let others: Vec<Swap> = others.collect();
        self.random.choice(others)
    }
}
