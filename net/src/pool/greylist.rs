//! Peers and addresses that are refused for a time.

use core::{fmt, net::Ipv6Addr, time::Duration};
use std::collections::BTreeMap;

use tezos_messages::{hash::PeerId, session::SessionError};

use super::GreylistConfig;
use crate::Error;

/// What a peer did wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Offence {
    /// Its bytes are not valid: a chunk that cannot be decrypted, too little proof of work, a message that cannot be decoded or is out of turn.
    Invalid,
    /// It caused work or waiting that an honest peer seldom causes: more than its allowance, a timeout in the handshake or in the middle of a message.
    Costly,
}

impl Offence {
    /// Returns what the peer did wrong, if an error is its fault.
    ///
    /// Rule: [`p2p_connect_handler.ml`, `raw_authenticate`][rule], [`p2p_conn.ml`, `loop`][messages]. Octez does not count timeouts.
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_connect_handler.ml#L414
    /// [messages]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_conn.ml
    #[must_use]
    pub const fn of(error: &Error) -> Option<Self> {
        use SessionError::{ContentTooLong, Myself, OurAck, OurMetadata, OutOfTurn, Seal, Truncated};
        match error {
            // This node itself, a connection that ended, and what this node sends.
            Error::Session { error: Myself { .. } | Truncated { .. }, .. } => None,
            Error::Session {
                error: ContentTooLong { .. } | OurAck { .. } | OurMetadata { .. } | OutOfTurn { .. } | Seal(_),
                ..
            } => None,
            Error::Session { .. } | Error::Decode { .. } => Some(Self::Invalid),
            Error::OverBudget { .. } | Error::TimedOut { .. } => Some(Self::Costly),
            _ => None,
        }
    }
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Invalid => "it sent invalid bytes",
            Self::Costly => "it caused too much work or waiting",
        })
    }
}

/// Returns the key of an address's score: the address for IPv4, its first 64 bits for IPv6, because a host can use all addresses of a /64.
fn host(address: Ipv6Addr) -> Ipv6Addr {
    match address.to_ipv4_mapped() {
        Some(_) => address,
        None => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)),
    }
}

/// The scores of peers and addresses.
///
/// A score is a time: each offence adds to it, and it falls by a second each second. Peers and addresses with a score above the
/// [tolerance](GreylistConfig::tolerance) are refused. Both tables are limited: a full one forgets the lowest score.
///
/// IPv6 addresses with the same first 64 bits have one score.
#[derive(Debug, Clone)]
pub struct Greylist {
    config: GreylistConfig,
    peers: Scores<PeerId>,
    addresses: Scores<Ipv6Addr>,
}

impl Greylist {
    /// Returns an empty list.
    #[must_use]
    pub fn new(config: GreylistConfig) -> Self {
        let GreylistConfig { max_peers, max_addresses, .. } = config;
        Self { config, peers: Scores::new(max_peers), addresses: Scores::new(max_addresses) }
    }

    /// Adds an offence to the scores of an address and of a peer, if it is known.
    pub fn add(&mut self, now: Duration, address: Ipv6Addr, peer: Option<PeerId>, offence: Offence) {
        let score = match offence {
            Offence::Invalid => self.config.invalid,
            Offence::Costly => self.config.costly,
        };
        self.addresses.add(now, host(address), score, offence);
        peer.into_iter().for_each(|peer| self.peers.add(now, peer, score, offence));
    }

    /// Returns why an address is refused.
    #[must_use]
    pub fn address(&self, now: Duration, address: Ipv6Addr) -> Option<Greylisted> {
        self.addresses.greylisted(now, &host(address), self.config.tolerance)
    }

    /// Returns why a peer is refused.
    #[must_use]
    pub fn peer(&self, now: Duration, peer: &PeerId) -> Option<Greylisted> {
        self.peers.greylisted(now, peer, self.config.tolerance)
    }

    /// Forgets the scores of an address and of a peer.
    pub fn pardon(&mut self, address: Ipv6Addr, peer: Option<&PeerId>) {
        self.addresses.entries.remove(&host(address));
        peer.into_iter().for_each(|peer| _ = self.peers.entries.remove(peer));
    }
}

/// Why a peer or an address is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Greylisted {
    /// The last offence.
    pub offence: Offence,
    /// The time after which it is accepted again.
    pub remaining: Duration,
}

impl fmt::Display for Greylisted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "greylisted for {} s because {}", self.remaining.as_secs(), self.offence)
    }
}

/// The scores of at most `max` keys.
#[derive(Debug, Clone)]
struct Scores<K> {
    max: usize,
    /// The time at which the score is zero, and the last offence.
    entries: BTreeMap<K, (Duration, Offence)>,
}

impl<K: Ord + Copy> Scores<K> {
    const fn new(max: usize) -> Self {
        Self { max, entries: BTreeMap::new() }
    }

    fn add(&mut self, now: Duration, key: K, score: Duration, offence: Offence) {
        if !self.entries.contains_key(&key) && self.entries.len() >= self.max {
            self.entries.retain(|_, (end, _)| *end > now);
        }
        let before = self.entries.get(&key).map_or(now, |(end, _)| now.max(*end));
        self.entries.insert(key, (before.saturating_add(score), offence));
        if self.entries.len() > self.max
            && let Some((&lowest, _)) = self.entries.iter().min_by_key(|(_, (end, _))| *end)
        {
            self.entries.remove(&lowest);
        }
    }

    fn greylisted(&self, now: Duration, key: &K, tolerance: Duration) -> Option<Greylisted> {
        let &(end, offence) = self.entries.get(key)?;
        let remaining = end.checked_sub(now)?.checked_sub(tolerance)?;
        (!remaining.is_zero()).then_some(Greylisted { offence, remaining })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn at(minutes: u32) -> Duration {
        MINUTE.saturating_mul(minutes)
    }

    fn address(text: &str) -> Ipv6Addr {
        match text.parse().unwrap() {
            std::net::IpAddr::V4(address) => address.to_ipv6_mapped(),
            std::net::IpAddr::V6(address) => address,
        }
    }

    #[test]
    fn invalid_bytes_are_an_offence_for_a_day_less_the_tolerance() {
        let mut list = Greylist::new(GreylistConfig::default());
        let peer = PeerId([1; 16]);
        list.add(at(0), address("1.2.3.4"), Some(peer), Offence::Invalid);
        let text = list.peer(at(0), &peer).unwrap().to_string();
        assert_eq!(text, "greylisted for 84600 s because it sent invalid bytes");
        assert!(list.address(at(24 * 60 - 31), address("1.2.3.4")).is_some());
        assert_eq!(list.address(at(24 * 60 - 30), address("1.2.3.4")), None);
        assert_eq!(list.address(at(0), address("1.2.3.5")), None);
    }

    #[test]
    fn a_few_timeouts_are_tolerated() {
        let mut list = Greylist::new(GreylistConfig::default());
        let from = address("1.2.3.4");
        for minute in 0..3 {
            list.add(at(minute), from, None, Offence::Costly);
            assert_eq!(list.address(at(minute), from), None);
        }
        list.add(at(3), from, None, Offence::Costly);
        // Four times 10 minutes, of which 3 have passed, less the 30 that are tolerated.
        assert_eq!(list.address(at(3), from).unwrap().remaining, at(7));
        assert_eq!(list.address(at(10), from), None);
    }

    #[test]
    fn half_of_an_ipv6_address_counts() {
        let mut list = Greylist::new(GreylistConfig::default());
        list.add(at(0), address("2001:db8::1"), None, Offence::Invalid);
        assert!(list.address(at(0), address("2001:db8::ffff:1")).is_some());
        assert_eq!(list.address(at(0), address("2001:db8:0:1::1")), None);
        list.pardon(address("2001:db8::2"), None);
        assert_eq!(list.address(at(0), address("2001:db8::1")), None);
    }

    #[test]
    fn the_lowest_score_is_forgotten() {
        let mut list = Greylist::new(GreylistConfig { max_addresses: 2, ..GreylistConfig::default() });
        let from = |last: u8| address(&format!("1.2.3.{last}"));
        list.add(at(0), from(1), None, Offence::Invalid);
        list.add(at(1), from(2), None, Offence::Invalid);
        // Too low to replace one of the others.
        list.add(at(1), from(3), None, Offence::Costly);
        assert!(list.address(at(1), from(1)).is_some());
        list.add(at(2), from(3), None, Offence::Invalid);
        let listed = |list: &Greylist, now| [1, 2, 3].map(|last| list.address(now, from(last)).is_some());
        assert_eq!(listed(&list, at(2)), [false, true, true]);
        // What has ended makes way.
        list.add(at(3 * 24 * 60), from(4), None, Offence::Costly);
        assert_eq!(list.addresses.entries.len(), 1);
    }
}
