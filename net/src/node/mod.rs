#![doc = include_str!("../../docs/node.md")]

mod config;
mod connection;
mod driver;
mod outgoing;

use core::fmt;
use std::{io, sync::Arc};

use tezos_encoding::EncodeError;
use tezos_messages::{hash::PeerId, identity::Identity, p2p::PeerMessage, point::Point};
use tokio::{net::TcpListener, sync::mpsc, task::JoinHandle};

use crate::{
    Error, Info, Message,
    pool::{ConfigError, ConnectionNumber, Offence, Reason},
};

pub use self::config::NodeConfig;
use self::{
    driver::{Command, Driver},
    outgoing::Outgoing,
};

/// What happens to a node.
#[derive(Debug)]
#[non_exhaustive]
pub enum NodeEvent<M: Message = PeerMessage> {
    /// Both sides accept a connection.
    Connected {
        /// The connection.
        connection: ConnectionNumber,
        /// The peer.
        info: Info<M>,
    },
    /// A peer sent a message. The messages by which nodes find others are answered by the node and not passed on.
    Message {
        /// The connection.
        connection: ConnectionNumber,
        /// The message.
        message: M,
    },
    /// A connection with a peer ended.
    Disconnected {
        /// The connection.
        connection: ConnectionNumber,
        /// Why it ended.
        end: End,
    },
}

/// Why a connection ended.
#[derive(Debug)]
#[non_exhaustive]
pub enum End {
    /// The peer closed it.
    Peer,
    /// The node closed it.
    Node(Reason),
    /// It failed.
    Failed(Error),
    /// [`Node::disconnect`] was called.
    Disconnected,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Peer => f.write_str("the peer closed the connection"),
            Self::Node(reason) => reason.fmt(f),
            Self::Failed(error) => error.fmt(f),
            Self::Disconnected => f.write_str("this node closed the connection"),
        }
    }
}

/// Why a message is not sent. The connection, if there is one, can still be used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotSent {
    /// The peer does not read as fast as messages are sent: [`NodeConfig::max_outgoing`] messages or
    /// [`NodeConfig::max_outgoing_bytes`] wait already.
    Full,
    /// The connection has ended.
    Closed,
    /// The message cannot be encoded.
    Encode(EncodeError),
    /// The message is longer than the limit of a session.
    TooLong {
        /// Its length in bytes, without its 4-byte size prefix.
        size: usize,
        /// The limit: `message_max_bytes` of the session's configuration.
        limit: u32,
    },
}

impl fmt::Display for NotSent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("too many messages to this peer wait to be sent"),
            Self::Closed => f.write_str("the connection has ended"),
            Self::Encode(error) => error.fmt(f),
            Self::TooLong { size, limit } => {
                write!(f, "a message of {size} bytes is too long: the limit is {limit} bytes")
            }
        }
    }
}

impl core::error::Error for NotSent {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Encode(error) => Some(error),
            Self::Full | Self::Closed | Self::TooLong { .. } => None,
        }
    }
}

/// A running node. Dropping it stops it; [`Node::stop`] also closes the sessions and stores the known points.
///
/// One task decides about connections, and each connection has a task. Received messages wait in one queue of [`NodeConfig::max_events`] for
/// [`Node::next`]. Each connection holds at most one more message until the queue has room, in the order of their arrival, so that peers take turns.
/// A message in the queue no longer counts in [`NodeConfig::large_messages_bytes`].
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use tezos_messages::{identity::{Identity, PowTarget}, p2p::PeerMessage};
/// use tezos_net::node::{NodeConfig, NodeEvent, Node};
///
/// let mut config = NodeConfig::<PeerMessage>::new("TEZOS_EXAMPLE");
/// config.session.session.target = PowTarget::from_bits(8); // 26 on mainnet
/// config.listen = Some("127.0.0.1:0".parse()?);
/// let identity = || Identity::generate(&PowTarget::from_bits(8));
///
/// let mut first = Node::start(config.clone(), identity()?).await?;
/// config.bootstrap = vec![first.point().unwrap().to_string().parse()?];
/// let mut second = Node::start(config, identity()?).await?;
/// let Some(NodeEvent::Connected { connection, .. }) = second.next().await else { panic!() };
/// second.send(connection, PeerMessage::GetCheckpoint("NetXdQprcVkpaWU".parse()?))?;
///
/// assert!(matches!(first.next().await, Some(NodeEvent::Connected { .. })));
/// let Some(NodeEvent::Message { message, .. }) = first.next().await else { panic!() };
/// assert_eq!(message.kind().1, "Get_checkpoint");
/// second.stop().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Node<M: Message = PeerMessage> {
    commands: mpsc::Sender<Command>,
    outgoing: Arc<Outgoing<M>>,
    events: mpsc::Receiver<NodeEvent<M>>,
    driver: JoinHandle<io::Result<()>>,
    point: Option<Point>,
}

/// Why a node cannot start.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The configuration is impossible.
    Config(ConfigError),
    /// The address to listen on cannot be used.
    Listen(io::Error),
    /// The file of known points cannot be read.
    Points(io::Error),
    /// The system gave no random bytes.
    NoRandomness,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(error) => error.fmt(f),
            Self::Listen(error) => write!(f, "cannot listen: {error}"),
            Self::Points(error) => write!(f, "the file of known points: {error}"),
            Self::NoRandomness => f.write_str("the system gave no random bytes"),
        }
    }
}

impl core::error::Error for StartError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Config(error) => Some(error),
            Self::Listen(error) | Self::Points(error) => Some(error),
            Self::NoRandomness => None,
        }
    }
}

impl<M: Message> Node<M> {
    /// Starts a node: it listens, reads the known points, and opens connections.
    ///
    /// # Errors
    /// All of [`StartError`].
    pub async fn start(config: NodeConfig<M>, identity: Identity) -> Result<Self, StartError> {
        config.check().map_err(StartError::Config)?;
        let listener = match config.listen {
            Some(address) => Some(TcpListener::bind(address).await.map_err(StartError::Listen)?),
            None => None,
        };
        let address = listener.as_ref().map(TcpListener::local_addr).transpose().map_err(StartError::Listen)?;
        let point = address.map(|address| Point { addr: driver::mapped(address.ip()), port: address.port() });
        let ((sent, events), (commands, received)) = (mpsc::channel(config.max_events), mpsc::channel(1));
        let outgoing = Arc::new(Outgoing::new(&config));
        let driver = Driver::new(config, identity, listener, point, Arc::clone(&outgoing), received, sent)?;
        Ok(Self { commands, outgoing, events, driver: tokio::spawn(driver.run()), point })
    }

    /// Returns where the node listens.
    #[must_use]
    pub const fn point(&self) -> Option<Point> {
        self.point
    }

    /// Waits for what happens next; `None` after the node has stopped.
    ///
    /// # Cancellation
    /// Nothing is lost.
    pub async fn next(&mut self) -> Option<NodeEvent<M>> {
        self.events.recv().await
    }

    /// Queues a message for a peer.
    ///
    /// # Errors
    /// [`NotSent`].
    pub fn send(&self, connection: ConnectionNumber, message: M) -> Result<(), NotSent> {
        self.outgoing.queue(connection, message)
    }

    /// Closes a connection after the messages that wait for the peer. After an offence it is closed at once, and the peer is refused for a time.
    pub async fn disconnect(&self, connection: ConnectionNumber, offence: Option<Offence>) {
        let _ = self.commands.send(Command::Disconnect { connection, offence }).await;
    }

    /// Adds a point that is trusted, and perhaps the only peer that may be there. See [`Pool::trust`](crate::pool::Pool::trust).
    pub async fn trust(&self, point: Point, expected: Option<PeerId>) {
        let _ = self.commands.send(Command::Trust { point, expected }).await;
    }

    /// Accepts a peer wherever it comes from. See [`Pool::trust_peer`](crate::pool::Pool::trust_peer).
    pub async fn trust_peer(&self, peer: PeerId) {
        let _ = self.commands.send(Command::TrustPeer { peer }).await;
    }

    /// Closes all sessions, after the messages that can be sent within a second, and stores the known points.
    ///
    /// # Errors
    /// Those of writing the file of known points.
    pub async fn stop(mut self) -> io::Result<()> {
        let _ = self.commands.send(Command::Stop).await;
        self.events.close();
        while self.events.recv().await.is_some() {}
        match (&mut self.driver).await {
            Ok(done) => done,
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

impl<M: Message> Drop for Node<M> {
    fn drop(&mut self) {
        self.driver.abort();
    }
}
