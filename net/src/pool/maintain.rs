//! Keeps the number of connections between its limits.

use core::time::Duration;

use tezos_messages::{hash::PeerId, point::Point};

use super::{Action, Discovery, Pool, Reason, connections::Connection};

/// A search for peers, from the first attempt until there are enough, or no point is left to try.
#[derive(Debug, Clone)]
pub(super) struct Round {
    /// Points that were missed since are not tried again.
    since: Duration,
    /// When the next round starts; set once `Bootstrap` was sent to the peers, which is not repeated before. New points are tried at once.
    next_at: Option<Duration>,
    /// When the next connection may be opened, if [`PoolConfig::dial_every`](super::PoolConfig::dial_every) delays it.
    dial_at: Option<Duration>,
}

impl Round {
    const fn new(now: Duration) -> Self {
        Self { since: now, next_at: None, dial_at: None }
    }

    /// Returns when the round goes on although nothing happened.
    fn wakes_at(&self) -> Option<Duration> {
        [self.next_at, self.dial_at].into_iter().flatten().min()
    }
}

impl Pool {
    /// Returns what to do next; `None` until something happens, or until the time that [`Pool::wakes_at`] returns.
    ///
    /// Rule: [`p2p_maintenance.ml`, `do_maintain`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_maintenance.ml
    pub fn next_action(&mut self, now: Duration) -> Option<Action> {
        if self.actions.is_empty() {
            match &self.round {
                None if now >= self.check_at => self.check(now),
                Some(round) if self.is_changed || round.wakes_at().is_some_and(|at| now >= at) => {
                    self.look_for_peers(now);
                }
                _ => {}
            }
        }
        self.actions.pop_front()
    }

    /// Returns when [`Pool::next_action`] returns something although nothing happened. `None` while it waits for connections that are being
    /// opened.
    #[must_use]
    pub fn wakes_at(&self) -> Option<Duration> {
        match &self.round {
            None => Some(self.check_at),
            Some(round) => round.wakes_at(),
        }
    }

    /// Acts if there are too few connections or too many.
    fn check(&mut self, now: Duration) {
        self.check_at = now.saturating_add(self.config.idle);
        let count = self.connections.running();
        if count < self.bounds.min_threshold {
            self.round = Some(Round::new(now));
            self.look_for_peers(now);
        } else if count > self.bounds.max_threshold {
            self.close_some(now, count.saturating_sub(self.bounds.max_target));
        } else {
            self.propose_swap();
        }
    }

    /// Closes random connections, except with trusted peers.
    fn close_some(&mut self, now: Duration, count: usize) {
        let running =
            self.connections.iter().filter(|(_, connection)| connection.is_running() && !connection.is_trusted);
        let mut running: Vec<_> = running.map(|(id, _)| id).collect();
        self.random.shuffle(&mut running);
        running.into_iter().take(count).for_each(|id| self.close(now, id, Reason::TooMany));
    }

    /// Opens connections until there are enough, and asks for points where none is left to try.
    fn look_for_peers(&mut self, now: Duration) {
        let Some(round) = &mut self.round else { return };
        self.is_changed = false;
        if self.connections.running() >= self.bounds.min_target {
            self.round = None;
            self.check_at = now.saturating_add(self.config.idle);
            return;
        }
        if round.next_at.is_some_and(|next| now >= next) {
            *round = Round::new(now);
        }
        let Round { since, next_at, .. } = *round;
        let (mut dials, mut dial_at) = (self.connections.dials(), None);
        while dials < self.config.max_dials && self.connections.running().saturating_add(dials) < self.bounds.max_target
        {
            dial_at = self.dials_at(now);
            let candidate = if dial_at.is_none() { self.candidate(now, since) } else { None };
            let Some(point) = candidate else { break };
            self.dial(now, point, None);
            dials = dials.saturating_add(1);
        }
        if let Some(round) = &mut self.round {
            round.dial_at = dial_at;
        }
        if dials == 0 && dial_at.is_none() && next_at.is_none() {
            self.ask_for_points();
            let next_at = Some(now.saturating_add(self.config.patience));
            self.round = Some(Round { since, next_at, dial_at });
        }
    }

    /// Returns when another connection may be opened; `None` if that is now.
    fn dials_at(&self, now: Duration) -> Option<Duration> {
        let burst = u32::try_from(self.config.max_dials).unwrap_or(u32::MAX).saturating_sub(1);
        let at = self.dialled_until.saturating_sub(self.config.dial_every.saturating_mul(burst));
        Some(at).filter(|at| now < *at)
    }

    /// Asks all peers for points.
    fn ask_for_points(&mut self) {
        if self.config.is_private {
            return;
        }
        for (connection, peer) in self.connections.iter() {
            if peer.is_running() && !peer.is_private {
                self.actions.push_back(Action::Send { connection, message: Discovery::Bootstrap });
            }
        }
    }

    fn candidate(&mut self, now: Duration, since: Duration) -> Option<Point> {
        let (config, greylist, full) = (&self.config, &self.greylist, self.connections.full(&self.config));
        self.known.candidate(now, since, &mut self.random, |point, known| {
            known.trusted
                || (!config.is_private && greylist.address(now, point.addr).is_none() && full.check(point.addr).is_ok())
        })
    }

    /// Opens a connection, which may replace that with a peer.
    pub(super) fn dial(&mut self, now: Duration, point: Point, replaces: Option<PeerId>) {
        self.dialled_until = self.dialled_until.max(now).saturating_add(self.config.dial_every);
        let connection = self.connections.add(Connection::outgoing(point, replaces));
        self.known.entry(point).connection = Some(connection);
        self.actions.push_back(Action::Dial { connection, point });
    }
}
