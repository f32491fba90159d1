//! Limits and timeouts for peers, and what a node announces.

use core::{ops::RangeInclusive, time::Duration};

use tezos_messages::{
    handshake::{Motive, NetworkVersion},
    p2p::PeerMessage,
    session::Config,
    text::Text,
};

use crate::{LargeMessages, Message};

/// Versions of the peer layer that Octez supports.
///
/// Rule: [`p2p_version.ml`, `supported`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_version/p2p_version.ml
const P2P_VERSIONS: RangeInclusive<u16> = 0..=1;

/// What happens to a peer that has spent its [`Allowance`](tezos_messages::session::Allowance).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnOverBudget {
    /// Nothing is read from it until the budget is refilled, so its writes block. A message that costs more than the burst can never be paid for, and
    /// disconnects the peer.
    #[default]
    Wait,
    /// It is disconnected: [`Error::OverBudget`](crate::Error::OverBudget).
    Cut,
}

/// Limits and timeouts for peers, and what a node announces.
///
/// ```
/// use core::time::Duration;
/// use tezos_messages::p2p::PeerMessage;
/// use tezos_net::Settings;
///
/// let mut settings = Settings::<PeerMessage>::new("TEZOS_MAINNET");
/// settings.session.message_max_bytes = 1 << 20;
/// settings.idle_timeout = Some(Duration::from_secs(60));
/// ```
#[derive(Debug, Clone)]
pub struct Settings<M: Message = PeerMessage> {
    /// Limits of the session: the peer's proof of work, the bytes of a message in both directions, the work that a peer may cause.
    pub session: Config,
    /// The limit for the heap that decoding one message may take, in bytes: see [`HeapBudget`](tezos_encoding::HeapBudget). A peer decodes one
    /// message at a time and keeps none, so this is also the limit for each peer.
    pub message_heap_max_bytes: usize,
    /// The memory for messages of more than 256 KiB, which all peers with a clone of these settings share; `None` for no limit.
    pub large_messages: Option<LargeMessages>,
    /// What happens to a peer that has spent its allowance.
    pub on_over_budget: OnOverBudget,
    /// Timeout for the whole handshake.
    pub handshake_timeout: Duration,
    /// Timeout for a whole message while one is awaited; `None` for no timeout.
    pub idle_timeout: Option<Duration>,
    /// Timeout for the peer to receive what is sent, while that is awaited; `None` for no timeout.
    pub send_timeout: Option<Duration>,
    /// The number of queued bytes from which on the sink is not ready. One message may exceed it.
    pub send_buffer_bytes: usize,
    /// The network, such as `TEZOS_MAINNET`. A peer of another network gets a nack.
    pub chain_name: Text,
    /// Supported versions of the messages. The last one is announced.
    pub distributed_db_versions: RangeInclusive<u16>,
    /// Supported versions of the peer layer. The last one is announced.
    pub p2p_versions: RangeInclusive<u16>,
    /// The port on which this node listens; 0 to announce none.
    pub port: u16,
    /// The metadata of this node.
    pub metadata: M::Metadata,
}

impl<M: Message> Settings<M> {
    /// Returns the settings of a node on a network: a timeout of 5 s for the handshake, as in Octez; 5 minutes without a message and 1 minute in which
    /// nothing can be sent, chosen here; 64 MiB of heap for a message; 64 KiB of queued bytes.
    ///
    /// Rule: [`p2p_limits.ml`, `authentication_timeout`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p_services/p2p_limits.ml#L64
    #[must_use]
    pub fn new(chain_name: impl Into<Text>) -> Self {
        Self {
            session: M::session_config(),
            message_heap_max_bytes: 64 << 20,
            large_messages: None,
            on_over_budget: OnOverBudget::default(),
            handshake_timeout: Duration::from_secs(5),
            idle_timeout: Some(Duration::from_secs(300)),
            send_timeout: Some(Duration::from_secs(60)),
            send_buffer_bytes: 64 << 10,
            chain_name: chain_name.into(),
            distributed_db_versions: M::DISTRIBUTED_DB_VERSIONS,
            p2p_versions: P2P_VERSIONS,
            port: 0,
            metadata: M::Metadata::default(),
        }
    }

    /// Returns the version to announce.
    pub(crate) fn announced(&self) -> NetworkVersion {
        NetworkVersion {
            chain_name: self.chain_name.clone(),
            distributed_db_version: *self.distributed_db_versions.end(),
            p2p_version: *self.p2p_versions.end(),
        }
    }

    /// Returns the version that both sides use: the lower of the two that they announce.
    ///
    /// Rule: [`p2p_connect_handler.ml`, `select`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p/p2p_connect_handler.ml#L367
    ///
    /// # Errors
    /// The motive of the nack, if the two have no version in common.
    pub fn select(&self, theirs: &NetworkVersion) -> Result<NetworkVersion, Motive> {
        if self.chain_name != theirs.chain_name {
            return Err(Motive::UNKNOWN_CHAIN_NAME);
        }
        let distributed_db_version = common(&self.distributed_db_versions, theirs.distributed_db_version)
            .ok_or(Motive::DEPRECATED_DISTRIBUTED_DB_VERSION)?;
        let p2p_version = common(&self.p2p_versions, theirs.p2p_version).ok_or(Motive::DEPRECATED_P2P_VERSION)?;
        Ok(NetworkVersion { chain_name: self.chain_name.clone(), distributed_db_version, p2p_version })
    }
}

/// Returns the lower of our highest version and theirs, if it is supported.
fn common(ours: &RangeInclusive<u16>, theirs: u16) -> Option<u16> {
    Some(theirs.min(*ours.end())).filter(|version| ours.contains(version))
}

#[cfg(test)]
mod tests {
    use tezos_messages::{dal, identity::PowTarget, session::Network};

    use super::*;

    #[test]
    fn the_lower_version_is_selected() {
        let mut ours = Settings::<PeerMessage>::new("TEZOS");
        ours.distributed_db_versions = 1..=2;
        ours.p2p_versions = 1..=1;
        let version = |chain_name: &str, distributed_db_version, p2p_version| NetworkVersion {
            chain_name: chain_name.into(),
            distributed_db_version,
            p2p_version,
        };
        for (theirs, selected) in [
            (version("TEZOS", 1, 1), Ok(version("TEZOS", 1, 1))),
            (version("TEZOS", 2, 1), Ok(version("TEZOS", 2, 1))),
            (version("TEZOS", 3, 2), Ok(version("TEZOS", 2, 1))),
            (version("TEZOS", 7, 9), Ok(version("TEZOS", 2, 1))),
            (version("TEZOS", 0, 1), Err(Motive::DEPRECATED_DISTRIBUTED_DB_VERSION)),
            (version("TEZOS", 2, 0), Err(Motive::DEPRECATED_P2P_VERSION)),
            (version("TEZOS", 0, 0), Err(Motive::DEPRECATED_DISTRIBUTED_DB_VERSION)),
            (version("DAL_TEZOS", 2, 1), Err(Motive::UNKNOWN_CHAIN_NAME)),
            (version("TEZOS2", 0, 0), Err(Motive::UNKNOWN_CHAIN_NAME)),
        ] {
            assert_eq!(ours.select(&theirs), selected);
        }
        assert_eq!(ours.announced(), version("TEZOS", 2, 1));
    }

    /// The versions are those of Octez: `p2p_version.ml`, `distributed_db_message.ml`, `transport_layer_interface.ml`.
    #[test]
    fn settings_have_defaults() {
        fn of<M: Message>(versions: RangeInclusive<u16>, network: Network, metadata_bytes: RangeInclusive<usize>) {
            let settings = Settings::<M>::new("TEZOS");
            assert_eq!(settings.chain_name, "TEZOS");
            assert_eq!((settings.distributed_db_versions, settings.p2p_versions), (versions, 0..=1));
            let Config { target, message_max_bytes, chunk_max_bytes, allowance, .. } = settings.session;
            assert_eq!((settings.session.network, settings.session.metadata_bytes), (network, metadata_bytes));
            assert_eq!((target, message_max_bytes, chunk_max_bytes), (PowTarget::from_bits(26), 16_777_216, 65_517));
            assert_eq!((allowance, settings.on_over_budget), (None, OnOverBudget::Wait));
            assert_eq!(settings.handshake_timeout, Duration::from_secs(5));
            assert_eq!(settings.idle_timeout, Some(Duration::from_secs(300)));
            assert_eq!(settings.send_timeout, Some(Duration::from_secs(60)));
            assert_eq!((settings.message_heap_max_bytes, settings.send_buffer_bytes), (67_108_864, 65_536));
            assert_eq!((settings.port, settings.metadata), (0, M::Metadata::default()));
        }
        of::<PeerMessage>(0..=2, Network::Chain, 2..=2);
        of::<dal::DalPeerMessage>(0..=0, Network::Dal, 3..=usize::MAX);
    }
}
