//! The points that a node knows.

use core::{cmp::Reverse, net::Ipv6Addr, time::Duration};
use std::collections::BTreeMap;

use fastrand::Rng;
use tezos_messages::{hash::PeerId, point::Point};

use super::{ConnectionNumber, PoolConfig, Reconnection};

/// A known point.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    /// True if the operator of the node chose it: it is kept, and greylists and limits for each network do not apply.
    pub(super) trusted: bool,
    /// The only peer that may be there.
    pub(super) expected: Option<PeerId>,
    /// True if its node was met and may be advertised.
    pub(super) is_public: bool,
    /// The connection, also one that is being opened.
    pub(super) connection: Option<ConnectionNumber>,
    /// When its node was last seen.
    pub(super) seen: Option<Duration>,
    /// When it was last missed: an attempt failed, or a session ended.
    pub(super) missed: Option<Duration>,
    /// The peer that advertised it, until it is reached.
    source: Option<PeerId>,
    /// The delay after the next failure.
    delay: Option<Duration>,
    /// No attempt is made before.
    not_before: Duration,
}

/// The points that a node knows: at most those of [`PoolConfig::known_points`], besides trusted and connected ones.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownPoints {
    points: BTreeMap<Point, Known>,
}

/// True if nobody can listen there.
fn is_impossible(point: &Point) -> bool {
    let address = point.addr.to_canonical();
    point.port == 0 || address.is_unspecified() || address.is_multicast()
}

impl KnownPoints {
    pub(super) fn get(&self, point: &Point) -> Option<&Known> {
        self.points.get(point)
    }

    pub(super) fn get_mut(&mut self, point: &Point) -> Option<&mut Known> {
        self.points.get_mut(point)
    }

    /// True if a trusted point has this address.
    pub(super) fn trusts(&self, address: Ipv6Addr) -> bool {
        let from = Point { addr: address, port: 0 };
        self.points.range(from..).take_while(|(point, _)| point.addr == address).any(|(_, known)| known.trusted)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Point, &Known)> {
        self.points.iter()
    }

    /// Returns a point, which is new if it is not known. Nothing limits these: they come from the operator, or from a connection.
    pub(super) fn entry(&mut self, point: Point) -> &mut Known {
        self.points.entry(point).or_default()
    }

    /// Returns the number of points that a peer advertised and that were never reached.
    pub(super) fn advertised_by(&self, peer: PeerId) -> usize {
        self.points.values().filter(|known| known.source == Some(peer)).count()
    }

    /// Adds a point, which perhaps a peer advertised. Returns false if it is known or impossible, or if no other can be forgotten for it.
    pub(super) fn learn(&mut self, config: &PoolConfig, point: Point, source: Option<PeerId>) -> bool {
        if is_impossible(&point) || self.points.contains_key(&point) {
            return false;
        }
        let (max, target) = config.known_points;
        if self.points.len() >= max {
            self.forget_worst(target.min(max.saturating_sub(1)));
        }
        if self.points.len() >= max {
            return false;
        }
        self.points.insert(point, Known { source, ..Known::default() });
        true
    }

    /// Forgets points until `target` are left: first those that were missed and never seen, of these the one that was missed the longest ago.
    fn forget_worst(&mut self, target: usize) {
        let removable = self.points.iter().filter(|(_, known)| !known.trusted && known.connection.is_none());
        let mut worst: Vec<_> =
            removable.map(|(point, known)| (known.missed.is_none(), known.seen, known.missed, *point)).collect();
        worst.sort_unstable();
        let count = self.points.len().saturating_sub(target);
        worst.into_iter().take(count).for_each(|(.., point)| self.forget(&point));
    }

    pub(super) fn forget(&mut self, point: &Point) {
        self.points.remove(point);
    }

    /// Notes that a node listens at a point.
    pub(super) fn reached(&mut self, now: Duration, point: Point, is_public: bool) {
        let known = self.entry(point);
        (known.seen, known.is_public, known.source) = (Some(now), is_public, None);
    }

    /// Notes that an attempt failed: the next one is made after a delay, which grows.
    pub(super) fn failed(&mut self, now: Duration, point: &Point, config: &Reconnection, random: &mut Rng) {
        if let Some(known) = self.points.get_mut(point) {
            let delay = known.delay.unwrap_or(config.initial).min(config.max);
            known.delay = Some(scaled(delay, config.factor).min(config.max));
            known.wait(now, delay, config, random);
        }
    }

    /// Notes that a session ended: the next attempt is made after a constant delay.
    pub(super) fn left(&mut self, now: Duration, point: &Point, config: &Reconnection, random: &mut Rng) {
        if let Some(known) = self.points.get_mut(point) {
            known.seen = Some(now);
            known.delay = None;
            known.wait(now, config.after_session, config, random);
        }
    }

    /// Returns the point to dial next: one that was never missed, or else that which was missed the longest ago, but not since `since`.
    pub(super) fn candidate(
        &self,
        now: Duration,
        since: Duration,
        random: &mut Rng,
        is_possible: impl Fn(&Point, &Known) -> bool,
    ) -> Option<Point> {
        let is_due = |known: &Known| known.not_before <= now && known.missed.is_none_or(|missed| missed <= since);
        let mut best: Option<(Option<Duration>, Point)> = None;
        let mut equal = 0_u32;
        for (point, known) in &self.points {
            if known.connection.is_some() || !is_due(known) || !is_possible(point, known) {
                continue;
            }
            match best {
                Some((missed, _)) if missed < known.missed => {}
                // Each of several equals with the same probability.
                Some((missed, _)) if missed == known.missed => {
                    equal = equal.saturating_add(1);
                    if random.u32(0..=equal) == 0 {
                        best = Some((known.missed, *point));
                    }
                }
                _ => (best, equal) = (Some((known.missed, *point)), 0),
            }
        }
        best.map(|(_, point)| point)
    }

    /// Returns at most `size` points to advertise: three of five are the best, the others are random. The best are those that were seen last,
    /// those without a connection first.
    ///
    /// Rule: [`p2p_pool.ml`, `list_known_points`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_pool.ml
    pub(super) fn sample(&self, size: usize, random: &mut Rng, is_possible: impl Fn(&Point) -> bool) -> Vec<Point> {
        let public = self.points.iter().filter(|(point, known)| known.is_public && is_possible(point));
        let mut points: Vec<_> =
            public.map(|(point, known)| (known.connection.is_some(), Reverse(known.seen), *point)).collect();
        points.sort_unstable();
        let mut points: Vec<Point> = points.into_iter().map(|(.., point)| point).collect();
        let others = size.saturating_mul(2) / 5;
        let best = size.saturating_sub(others);
        if let Some(rest) = points.get_mut(best..) {
            random.shuffle(rest);
        }
        points.truncate(size);
        points
    }
}

impl Known {
    fn wait(&mut self, now: Duration, delay: Duration, config: &Reconnection, random: &mut Rng) {
        self.connection = None;
        self.missed = Some(now);
        self.not_before = now.saturating_add(scaled(delay, 1.0 + config.jitter * random.f64()));
    }
}

/// Returns a time multiplied by a positive factor.
fn scaled(time: Duration, factor: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}
