//! Nodes on loopback.

use core::time::Duration;
use std::{fs, path::PathBuf};

use futures_util::SinkExt;
use tezos_messages::{
    hash::{BlockHash, ChainId},
    identity::{Identity, PowTarget},
    operation::RawOperation,
    p2p::PeerMessage,
};
use tezos_net::{
    Error, Peer,
    node::{End, Node, NodeConfig, NodeEvent, NotSent, StartError},
    pool::{ConnectionNumber, Offence, PoolConfig},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};

const DIFFICULTY: u8 = 1;

/// All nodes have one address here, and wait less than on a public network.
fn config() -> NodeConfig {
    let mut config = NodeConfig::new("TEZOS_TEST");
    config.session.session.target = PowTarget::from_bits(DIFFICULTY);
    config.listen = Some("127.0.0.1:0".parse().unwrap());
    config.pool = PoolConfig {
        min_connections: 2,
        expected_connections: 5,
        max_connections: 8,
        max_incoming: 8,
        max_per_address: 100,
        max_per_network: 100,
        patience: Duration::from_millis(50),
        ..PoolConfig::default()
    };
    config
}

fn identity() -> Identity {
    Identity::generate(&PowTarget::from_bits(DIFFICULTY)).unwrap()
}

async fn start(config: NodeConfig) -> Node {
    Node::start(config, identity()).await.unwrap()
}

/// A node that knows another one.
async fn start_beside(other: &Node, config: NodeConfig) -> Node {
    let bootstrap = vec![other.point().unwrap().to_string().parse().unwrap()];
    start(NodeConfig { bootstrap, ..config }).await
}

async fn next(node: &mut Node) -> NodeEvent {
    timeout(Duration::from_secs(20), node.next()).await.expect("an event").expect("the node runs")
}

async fn connected(node: &mut Node) -> ConnectionNumber {
    match next(node).await {
        NodeEvent::Connected { connection, .. } => connection,
        other => panic!("{other:?}"),
    }
}

async fn ended(node: &mut Node) -> (ConnectionNumber, End) {
    match next(node).await {
        NodeEvent::Disconnected { connection, end } => (connection, end),
        other => panic!("{other:?}"),
    }
}

fn request() -> PeerMessage {
    PeerMessage::GetCheckpoint(ChainId([1, 2, 3, 4]))
}

#[tokio::test]
async fn nodes_that_know_one_of_them_find_each_other() {
    let mut nodes = vec![start(config()).await];
    for _ in 0..5 {
        let node = start_beside(&nodes[0], config()).await;
        nodes.push(node);
    }
    for node in &mut nodes {
        let mut peers = 0;
        while peers < 3 {
            match next(node).await {
                NodeEvent::Connected { .. } => peers += 1,
                NodeEvent::Disconnected { .. } => peers -= 1,
                other => panic!("{other:?}"),
            }
        }
    }
    for node in nodes {
        node.stop().await.unwrap();
    }
}

#[tokio::test]
async fn messages_pass_both_ways_and_connections_end_with_a_reason() {
    let mut one = start(config()).await;
    let mut other = start_beside(&one, config()).await;
    let (here, there) = (connected(&mut one).await, connected(&mut other).await);
    one.send(here, request()).unwrap();
    other.send(there, request()).unwrap();
    for node in [&mut one, &mut other] {
        assert!(matches!(next(node).await, NodeEvent::Message { message, .. } if message == request()));
    }
    one.disconnect(here, Some(Offence::Invalid)).await;
    assert!(matches!(ended(&mut one).await, (id, End::Disconnected) if id == here));
    assert!(matches!(ended(&mut other).await, (id, End::Peer | End::Failed(_)) if id == there));
    assert_eq!(one.send(here, request()), Err(NotSent::Closed));
    // Its address is greylisted: nobody from there is answered.
    let mut refused = TcpStream::connect(("127.0.0.1", one.point().unwrap().port)).await.unwrap();
    assert_eq!(refused.read(&mut [0; 100]).await.unwrap_or(0), 0);
}

#[tokio::test]
async fn messages_that_wait_are_sent_before_a_connection_is_closed() {
    let mut one = start(config()).await;
    let mut other = start_beside(&one, config()).await;
    let here = connected(&mut one).await;
    connected(&mut other).await;
    for _ in 0..20 {
        one.send(here, request()).unwrap();
    }
    one.stop().await.unwrap();
    for _ in 0..20 {
        assert!(matches!(next(&mut other).await, NodeEvent::Message { message, .. } if message == request()));
    }
    assert!(matches!(ended(&mut other).await, (_, End::Peer | End::Failed(_))));
}

#[tokio::test]
async fn a_peer_that_does_not_read_fills_its_queue_only() {
    // Limited by messages, and by bytes.
    fill(NodeConfig { max_outgoing: 2, ..config() }).await;
    fill(NodeConfig { max_outgoing: 1000, max_outgoing_bytes: 250_000, ..config() }).await;
}

async fn fill(limits: NodeConfig) {
    let mut node = start(limits).await;
    let stream = TcpStream::connect(("127.0.0.1", node.point().unwrap().port)).await.unwrap();
    let settings = config().session;
    let peer: Peer<_> = Peer::connect(stream, &identity(), &settings).await.unwrap();
    let connection = connected(&mut node).await;
    let operation = RawOperation { branch: BlockHash([0; 32]), data: vec![7; 100_000].into() };
    let large = PeerMessage::Operation(operation);
    let mut sent = 0;
    let full = loop {
        match node.send(connection, large.clone()) {
            Ok(()) => sent += 1,
            Err(error) => break error,
        }
        sleep(Duration::from_millis(1)).await;
    };
    assert_eq!(full, NotSent::Full);
    assert!((2..200).contains(&sent), "{sent} messages were sent");
    drop(peer);
    assert!(matches!(ended(&mut node).await, (_, End::Failed(_) | End::Peer)));
}

#[tokio::test]
async fn a_message_that_cannot_be_sent_does_not_end_the_connection() {
    let mut limits = config();
    limits.session.session.message_max_bytes = 1000;
    let mut one = start(limits).await;
    let mut other = start_beside(&one, config()).await;
    let here = connected(&mut one).await;
    connected(&mut other).await;
    let operation = |bytes| RawOperation { branch: BlockHash([0; 32]), data: vec![7; bytes].into() };
    let error = one.send(here, PeerMessage::Operation(operation(2000))).unwrap_err();
    assert_eq!(error.to_string(), "a message of 2034 bytes is too long: the limit is 1000 bytes");
    let error = one.send(here, PeerMessage::Operation(operation(200_000))).unwrap_err();
    assert!(matches!(error, NotSent::Encode(_)), "{error}");
    one.send(here, request()).unwrap();
    assert!(matches!(next(&mut other).await, NodeEvent::Message { message, .. } if message == request()));
}

#[tokio::test]
async fn messages_wait_for_the_owner_and_each_peer_has_its_turn() {
    let mut node = start(config()).await;
    let address = ("127.0.0.1", node.point().unwrap().port);
    let settings = config().session;
    let flood: Vec<PeerMessage> = (0..200_u32).map(|n| PeerMessage::GetCurrentHead(ChainId(n.to_be_bytes()))).collect();
    let mut flooder: Peer<_> =
        Peer::connect(TcpStream::connect(address).await.unwrap(), &identity(), &settings).await.unwrap();
    let flooding = connected(&mut node).await;
    for message in flood.clone() {
        flooder.feed(message).await.unwrap();
    }
    flooder.flush().await.unwrap();
    sleep(Duration::from_millis(200)).await;
    let mut honest: Peer<_> =
        Peer::connect(TcpStream::connect(address).await.unwrap(), &identity(), &settings).await.unwrap();
    honest.send(request()).await.unwrap();
    sleep(Duration::from_secs(1)).await;
    let (mut received, mut waited) = (Vec::new(), None);
    while received.len() < flood.len() {
        match next(&mut node).await {
            NodeEvent::Message { connection, message } if connection == flooding => received.push(message),
            NodeEvent::Message { .. } => waited = Some(received.len()),
            NodeEvent::Connected { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(received == flood, "a message was lost or changed its place");
    // The queue was full before its connection, and again before its message.
    assert!(waited.is_some_and(|before| before < 40), "{waited:?} messages came before that of the other peer");
}

#[tokio::test]
async fn invalid_bytes_are_an_offence() {
    let node = start(config()).await;
    let address = ("127.0.0.1", node.point().unwrap().port);
    let mut hostile = TcpStream::connect(address).await.unwrap();
    hostile.write_all(&[0, 20]).await.unwrap();
    hostile.write_all(&[7; 20]).await.unwrap();
    let mut all = Vec::new();
    let _ = hostile.read_to_end(&mut all).await;
    // The next connection is closed before anything is sent.
    let mut again = TcpStream::connect(address).await.unwrap();
    let mut all = Vec::new();
    let _ = again.read_to_end(&mut all).await;
    assert!(all.is_empty());
}

#[tokio::test]
async fn known_points_survive_a_restart() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("node");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let points = Some(folder.join("points.json"));
    let mut lasting = start(config()).await;
    let mut first = start_beside(&lasting, NodeConfig { points: points.clone(), ..config() }).await;
    connected(&mut first).await;
    first.stop().await.unwrap();
    connected(&mut lasting).await;
    assert!(matches!(next(&mut lasting).await, NodeEvent::Disconnected { .. }));
    // It knows nobody but by its file.
    let mut second = start(NodeConfig { points: points.clone(), ..config() }).await;
    connected(&mut second).await;
    second.stop().await.unwrap();
    fs::write(points.clone().unwrap(), "no points").unwrap();
    let error = Node::start(NodeConfig { points, ..config() }, identity()).await.unwrap_err();
    assert!(matches!(error, StartError::Points(_)), "{error}");
}

#[tokio::test]
async fn a_full_node_suggests_others() {
    let pool = PoolConfig {
        max_connections: 1,
        expected_connections: 1,
        min_connections: 1,
        max_incoming: 1,
        ..config().pool
    };
    let mut full = start(NodeConfig { pool, ..config() }).await;
    let first = start_beside(&full, config()).await;
    connected(&mut full).await;
    let stream = TcpStream::connect(("127.0.0.1", full.point().unwrap().port)).await.unwrap();
    let error = Peer::<_, PeerMessage>::connect(stream, &identity(), &config().session).await.unwrap_err();
    let Error::Nacked { motive, peers } = &error else { panic!("{error}") };
    assert_eq!((motive.to_string(), &peers[..]), ("Too many connections".into(), &[first.point().unwrap()][..]));
}

#[tokio::test]
async fn impossible_configurations_are_refused() {
    let mut wrong = config();
    wrong.bandwidth.total = Some(5);
    let error = Node::start(wrong, identity()).await.unwrap_err();
    assert_eq!(error.to_string(), "bandwidth.total is 5: expected at least 8388608");
    let taken = start(config()).await;
    let listen = format!("127.0.0.1:{}", taken.point().unwrap().port).parse().ok();
    let error = Node::start(NodeConfig { listen, ..config() }, identity()).await.unwrap_err();
    assert!(matches!(error, StartError::Listen(_)), "{error}");
}

#[tokio::test]
async fn a_private_node_accepts_whom_it_trusts() {
    let pool = PoolConfig { is_private: true, ..config().pool };
    let mut private = start(NodeConfig { pool, ..config() }).await;
    let (address, settings, friend) = (("127.0.0.1", private.point().unwrap().port), config().session, identity());
    let connect = async || {
        let stream = TcpStream::connect(address).await.unwrap();
        Peer::<_, PeerMessage>::connect(stream, &friend, &settings).await
    };
    assert!(connect().await.is_err());
    private.trust_peer(*friend.peer_id()).await;
    let _peer = connect().await.unwrap();
    connected(&mut private).await;
}
