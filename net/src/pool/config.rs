//! How many connections a node keeps, and with whom.

use core::{error, fmt, time::Duration};

/// How many connections a node keeps, whom it refuses, and when it looks for others.
///
/// The documentation of each field has its default and the name of the limit in Octez. Limits that Octez does not have are chosen here.
///
/// Rule: [`p2p_limits.ml`, `default`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p_services/p2p_limits.ml
#[derive(Debug, Clone, PartialEq)]
pub struct PoolConfig {
    /// With fewer connections the node looks for peers at once. 10, as `min_connections`.
    pub min_connections: usize,
    /// The number of connections that the node aims at. 50, as `expected_connections`.
    pub expected_connections: usize,
    /// With this number of connections, which only trusted peers reach, the node closes some at once. 100, as `max_connections`.
    pub max_connections: usize,
    /// The number of connections that peers opened. 75: the rest is left to connections that the node opens, so that strangers cannot take all.
    pub max_incoming: usize,
    /// The number of incoming connections in their handshake. 20, as `max_incoming_connections`.
    pub max_handshakes: usize,
    /// The number of connections that are being opened. 20; Octez has no limit.
    pub max_dials: usize,
    /// The least time between two attempts to open a connection, after a burst of [`max_dials`](Self::max_dials). 50 ms; Octez has no limit. With
    /// 0 s, points of an attacker that refuse at once are dialled without a pause.
    pub dial_every: Duration,
    /// The number of connections with one address, those in their handshake included. 4; Octez has no limit. Trusted points are not counted.
    pub max_per_address: usize,
    /// The number of connections with one network: a /24 of IPv4, a /48 of IPv6. 16; Octez has no limit. Trusted points are not counted.
    pub max_per_network: usize,
    /// True if only trusted points and peers are connected, and no points are exchanged. False, as `private_mode`.
    pub is_private: bool,
    /// The time after which the node checks the number of its connections, and proposes a swap. 2 minutes, as `maintenance_idle_time`.
    pub idle: Duration,
    /// The time for which the node waits for points after it has asked its peers. 5 s, as `time_between_looking_for_peers`.
    pub patience: Duration,
    /// The least time between two swaps; `None` for no swaps. 30 s, as `swap_linger`.
    pub swap_linger: Option<Duration>,
    /// The number of known points above which points are forgotten, and the number that is left. 400 and 300, as `max_known_points`.
    pub known_points: (usize, usize),
    /// The number of points that are known from one peer only and were never reached. 100; Octez has no limit, and one peer can displace all others.
    pub max_points_of_peer: usize,
    /// The delay before the next attempt to reach a point.
    pub reconnection: Reconnection,
    /// Who is refused, and for how long.
    pub greylist: GreylistConfig,
}

impl Default for PoolConfig {
    fn default() -> Self {
        Self {
            min_connections: 10,
            expected_connections: 50,
            max_connections: 100,
            max_incoming: 75,
            max_handshakes: 20,
            max_dials: 20,
            dial_every: Duration::from_millis(50),
            max_per_address: 4,
            max_per_network: 16,
            is_private: false,
            idle: Duration::from_secs(120),
            patience: Duration::from_secs(5),
            swap_linger: Some(Duration::from_secs(30)),
            known_points: (400, 300),
            max_points_of_peer: 100,
            reconnection: Reconnection::default(),
            greylist: GreylistConfig::default(),
        }
    }
}

/// The delay before the next attempt to reach a point: it grows with each failure.
///
/// Rule: [`point_reconnection_config.ml`, `default`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p_services/point_reconnection_config.ml
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reconnection {
    /// The delay after the first failure. 1 s.
    pub initial: Duration,
    /// The factor of the delay after each further one. 1.2.
    pub factor: f64,
    /// The longest delay. 2 days.
    pub max: Duration,
    /// The delay after a session. 1 minute.
    pub after_session: Duration,
    /// The share of each delay that is random, so that nodes do not return at the same time. 0.1, chosen here.
    pub jitter: f64,
}

impl Default for Reconnection {
    fn default() -> Self {
        Self {
            initial: Duration::from_secs(1),
            factor: 1.2,
            max: Duration::from_secs(2 * 86_400),
            after_session: Duration::from_secs(60),
            jitter: 0.1,
        }
    }
}

/// Who is refused, and for how long: see [`Greylist`](super::Greylist).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GreylistConfig {
    /// The score of invalid bytes. 1 day, as `greylist_timeout`.
    pub invalid: Duration,
    /// The score of a timeout, or of more work than the allowance. 10 minutes, chosen here.
    pub costly: Duration,
    /// The score up to which nobody is refused. 30 minutes, chosen here.
    pub tolerance: Duration,
    /// The number of peers with a score. 1,023, as `peer_greylist_size`.
    pub max_peers: usize,
    /// The number of addresses with a score. 4,096; Octez has a Bloom filter of 2 MB, which also refuses addresses by chance.
    pub max_addresses: usize,
}

impl Default for GreylistConfig {
    fn default() -> Self {
        Self {
            invalid: Duration::from_secs(86_400),
            costly: Duration::from_secs(600),
            tolerance: Duration::from_secs(1800),
            max_peers: 1023,
            max_addresses: 4096,
        }
    }
}

/// The numbers of connections at which the node acts, and those at which it stops.
///
/// Rule: [`p2p_connect_handler.ml`, `make_maintenance_bounds`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_connect_handler.ml#L36
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// With fewer, the node looks for peers.
    pub(crate) min_threshold: usize,
    /// It stops with this number.
    pub(crate) min_target: usize,
    /// It never opens more than this number.
    pub(crate) max_target: usize,
    /// With more, it closes some, and it refuses others.
    pub(crate) max_threshold: usize,
}

impl PoolConfig {
    pub(crate) const fn bounds(&self) -> Bounds {
        let Self { min_connections: min, expected_connections: expected, max_connections: max, .. } = *self;
        let (below, above) = (expected.saturating_sub(min) / 3, max.saturating_sub(expected) / 3);
        Bounds {
            min_threshold: min.saturating_add(below),
            min_target: min.saturating_add(below.saturating_mul(2)),
            max_target: max.saturating_sub(above.saturating_mul(2)),
            max_threshold: max.saturating_sub(above),
        }
    }

    /// Checks that the limits can be kept.
    ///
    /// ```
    /// use tezos_net::pool::PoolConfig;
    ///
    /// let config = PoolConfig { max_connections: 40, ..PoolConfig::default() };
    /// assert_eq!(
    ///     config.check().unwrap_err().to_string(),
    ///     "expected_connections is 50: expected at most 40, max_connections"
    /// );
    /// ```
    ///
    /// # Errors
    /// The first field that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let at_most = |field, value: usize, limit: usize, name| match value <= limit {
            true => Ok(()),
            false => Err(ConfigError { field, value: value.to_string(), expected: format!("at most {limit}, {name}") }),
        };
        at_most("min_connections", self.min_connections, self.expected_connections, "expected_connections")?;
        at_most("expected_connections", self.expected_connections, self.max_connections, "max_connections")?;
        at_most("max_incoming", self.max_incoming, self.max_connections, "max_connections")?;
        let (max, target) = self.known_points;
        at_most("known_points.1", target, max, "known_points.0")?;
        let counts = [
            ("max_connections", self.max_connections),
            ("max_handshakes", self.max_handshakes),
            ("max_dials", self.max_dials),
            ("max_per_address", self.max_per_address),
            ("max_per_network", self.max_per_network),
            ("known_points.0", max),
            ("greylist.max_peers", self.greylist.max_peers),
            ("greylist.max_addresses", self.greylist.max_addresses),
        ];
        for (field, value) in counts {
            if value == 0 {
                return Err(ConfigError { field, value: "0".into(), expected: "at least 1".into() });
            }
        }
        let Reconnection { factor, jitter, .. } = self.reconnection;
        if !(1.0..=100.0).contains(&factor) {
            return Err(ConfigError {
                field: "reconnection.factor",
                value: factor.to_string(),
                expected: "a number from 1 to 100".into(),
            });
        }
        if !(0.0..=1.0).contains(&jitter) {
            return Err(ConfigError {
                field: "reconnection.jitter",
                value: jitter.to_string(),
                expected: "a number from 0 to 1".into(),
            });
        }
        let times =
            [("idle", self.idle), ("patience", self.patience), ("reconnection.initial", self.reconnection.initial)];
        match times.into_iter().find(|(_, time)| time.is_zero()) {
            None => Ok(()),
            Some((field, _)) => {
                Err(ConfigError { field, value: "0 s".into(), expected: "a time: the node would never rest".into() })
            }
        }
    }
}

/// A field of a configuration that is out of range.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConfigError {
    /// The field.
    pub field: &'static str,
    /// Its value.
    pub value: String,
    /// The values that are possible.
    pub expected: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}: expected {}", self.field, self.value, self.expected)
    }
}

impl error::Error for ConfigError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_are_those_of_octez() {
        let bounds = PoolConfig::default().bounds();
        assert_eq!(bounds, Bounds { min_threshold: 23, min_target: 36, max_target: 68, max_threshold: 84 });
    }

    #[test]
    fn each_limit_is_checked() {
        assert_eq!(PoolConfig::default().check(), Ok(()));
        let fails = |change: fn(&mut PoolConfig)| {
            let mut config = PoolConfig::default();
            change(&mut config);
            config.check().unwrap_err().to_string()
        };
        assert_eq!(
            fails(|config| config.min_connections = 51),
            "min_connections is 51: expected at most 50, expected_connections"
        );
        assert_eq!(
            fails(|config| config.max_incoming = 101),
            "max_incoming is 101: expected at most 100, max_connections"
        );
        assert_eq!(
            fails(|config| config.known_points = (10, 11)),
            "known_points.1 is 11: expected at most 10, known_points.0"
        );
        assert_eq!(fails(|config| config.max_dials = 0), "max_dials is 0: expected at least 1");
        assert_eq!(fails(|config| config.greylist.max_peers = 0), "greylist.max_peers is 0: expected at least 1");
        assert_eq!(
            fails(|config| config.reconnection.factor = 0.5),
            "reconnection.factor is 0.5: expected a number from 1 to 100"
        );
        assert_eq!(
            fails(|config| config.reconnection.jitter = f64::NAN),
            "reconnection.jitter is NaN: expected a number from 0 to 1"
        );
        assert_eq!(
            fails(|config| config.patience = Duration::ZERO),
            "patience is 0 s: expected a time: the node would never rest"
        );
    }
}
