//! All limits of a node.

use core::{net::SocketAddr, time::Duration};
use std::path::PathBuf;

use tezos_messages::{p2p::PeerMessage, text::Text};

use crate::{
    Address, Bandwidth, Dialer, Message, Settings,
    pool::{ConfigError, PoolConfig},
};

/// All limits of a node. [`NodeConfig::check`] tells whether they can be kept.
///
/// | limit | default | in Octez |
/// |---|---|---|
/// | [`pool`](NodeConfig::pool): connections, greylist, swaps | [`PoolConfig`] | `p2p_limits.ml` |
/// | [`session`](NodeConfig::session): bytes, heap, work and time of a session | [`Settings`] | `p2p_limits.ml` |
/// | [`bandwidth`](NodeConfig::bandwidth): bytes per second | 8 MiB for a peer, 64 MiB in total | none |
/// | [`large_messages_bytes`](NodeConfig::large_messages_bytes): memory for messages of more than 256 KiB | 512 MiB | none |
/// | [`large_message_time`](NodeConfig::large_message_time): for each of these to arrive | 30 s | none |
/// | [`dialer`](NodeConfig::dialer): the time to open a connection | 10 s | `connection_timeout` |
/// | [`max_events`](NodeConfig::max_events): messages that wait for the node's owner | 10, and one for each connection | `incoming_app_message_queue_size`, for each connection |
/// | [`max_outgoing`](NodeConfig::max_outgoing): messages that wait for a peer | 64 | none |
/// | [`max_outgoing_bytes`](NodeConfig::max_outgoing_bytes): their bytes | 8 MiB | `outgoing_message_queue_size` |
/// | [`listen_pause`](NodeConfig::listen_pause): after an error of the system | 5 s | `p2p_welcome.ml` |
///
/// Of a sandbox all nodes have one address: raise [`PoolConfig::max_per_address`] and [`PoolConfig::max_per_network`].
#[derive(Debug, Clone)]
pub struct NodeConfig<M: Message = PeerMessage> {
    /// Limits and timeouts of each session, and what the node announces. The port is set by the node if it is 0 and the node listens.
    pub session: Settings<M>,
    /// The number of connections, and whom they are with. The metadata in [`session`](Self::session) of a private node announces it too.
    pub pool: PoolConfig,
    /// The bytes per second.
    pub bandwidth: Bandwidth,
    /// The memory that messages of more than 256 KiB of all peers share, in bytes: see [`LargeMessages`](crate::LargeMessages).
    pub large_messages_bytes: usize,
    /// The time in which a message of more than 256 KiB has to arrive once it has its part of this memory.
    pub large_message_time: Duration,
    /// How connections are opened.
    pub dialer: Dialer,
    /// The address on which the node listens; `None` not to listen.
    pub listen: Option<SocketAddr>,
    /// Where other nodes are at first. Names are resolved by the system, not by the proxy of the dialer, when the node starts and, once a minute,
    /// while it has no connection.
    pub bootstrap: Vec<Address>,
    /// The file in which known points are kept; `None` to forget them.
    pub points: Option<PathBuf>,
    /// How often the file of known points is written.
    pub store_every: Duration,
    /// The number of events that wait for [`Node::next`](super::Node::next).
    pub max_events: usize,
    /// The number of messages that wait for a peer to read.
    pub max_outgoing: usize,
    /// The bytes of these messages. One longer message may wait alone.
    pub max_outgoing_bytes: u32,
    /// How long the node does not accept connections after an error of the system, such as too many open files.
    pub listen_pause: Duration,
}

impl<M: Message> NodeConfig<M> {
    /// Returns the configuration of a node of a network that does not listen and knows no other node.
    #[must_use]
    pub fn new(chain_name: impl Into<Text>) -> Self {
        Self {
            session: Settings::new(chain_name),
            pool: PoolConfig::default(),
            bandwidth: Bandwidth::default(),
            large_messages_bytes: 512 << 20,
            large_message_time: Duration::from_secs(30),
            dialer: Dialer::default(),
            listen: None,
            bootstrap: Vec::new(),
            points: None,
            store_every: Duration::from_secs(300),
            max_events: 10,
            max_outgoing: 64,
            max_outgoing_bytes: 8 << 20,
            listen_pause: Duration::from_secs(5),
        }
    }

    /// Checks that the limits can be kept.
    ///
    /// # Errors
    /// The first field that is out of range.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.pool.check()?;
        let least = |field, value: u64, least: u64| match value >= least {
            true => Ok(()),
            false => Err(ConfigError { field, value: value.to_string(), expected: format!("at least {least}") }),
        };
        let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        least("max_events", count(self.max_events), 1)?;
        least("max_outgoing", count(self.max_outgoing), 1)?;
        least("max_outgoing_bytes", self.max_outgoing_bytes.into(), 1)?;
        least("bandwidth.peer", self.bandwidth.peer.unwrap_or(u64::MAX), 1 << 10)?;
        least("bandwidth.total", self.bandwidth.total.unwrap_or(u64::MAX), self.bandwidth.peer.unwrap_or(1 << 10))?;
        let message =
            count(self.session.message_heap_max_bytes).saturating_add(self.session.session.message_max_bytes.into());
        least("large_messages_bytes", count(self.large_messages_bytes), message)?;
        least("large_message_time", self.large_message_time.as_secs(), 1)?;
        least("store_every", self.store_every.as_secs(), 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_checked() {
        assert_eq!(NodeConfig::<PeerMessage>::new("TEZOS").check(), Ok(()));
        let fails = |change: fn(&mut NodeConfig)| {
            let mut config = NodeConfig::new("TEZOS");
            change(&mut config);
            config.check().unwrap_err().to_string()
        };
        assert_eq!(fails(|config| config.pool.max_dials = 0), "max_dials is 0: expected at least 1");
        assert_eq!(fails(|config| config.max_events = 0), "max_events is 0: expected at least 1");
        assert_eq!(fails(|config| config.max_outgoing = 0), "max_outgoing is 0: expected at least 1");
        assert_eq!(fails(|config| config.max_outgoing_bytes = 0), "max_outgoing_bytes is 0: expected at least 1");
        assert_eq!(fails(|config| config.bandwidth.peer = Some(9)), "bandwidth.peer is 9: expected at least 1024");
        assert_eq!(
            fails(|config| config.bandwidth.total = Some(1 << 20)),
            "bandwidth.total is 1048576: expected at least 8388608"
        );
        assert_eq!(
            fails(|config| config.large_messages_bytes = 64 << 20),
            "large_messages_bytes is 67108864: expected at least 83886080"
        );
        assert_eq!(
            fails(|config| config.large_message_time = Duration::ZERO),
            "large_message_time is 0: expected at least 1"
        );
        assert_eq!(fails(|config| config.store_every = Duration::ZERO), "store_every is 0: expected at least 1");
    }
}
