//! The rules of the pool, one by one.

use core::time::Duration;
use std::{
    fs,
    net::{Ipv4Addr, Ipv6Addr},
    path::PathBuf,
};

use tezos_messages::{
    handshake::{Motive, NetworkVersion},
    hash::PeerId,
    p2p::Swap,
    point::Point,
    session::{ChunkError, Role, SessionError},
};
use tezos_net::{
    Error,
    pool::{Action, ConnectionNumber, Denied, Discovery, KnownPoint, Pool, PoolConfig, Reason, Unwanted, load, store},
};

const OURS: PeerId = PeerId([100; 16]);
const START: Duration = Duration::from_secs(1_700_000_000);

fn at(seconds: u64) -> Duration {
    START + Duration::from_secs(seconds)
}

/// The `n`th point, in a network of its own.
fn point(n: u8) -> Point {
    Point { addr: address(n), port: 9732 }
}

fn address(n: u8) -> Ipv6Addr {
    Ipv4Addr::new(20, n, 0, 1).to_ipv6_mapped()
}

fn peer(n: u8) -> PeerId {
    PeerId([n; 16])
}

fn pool(config: PoolConfig) -> Pool {
    Pool::new(config, OURS, 1).unwrap()
}

fn small() -> PoolConfig {
    PoolConfig {
        min_connections: 1,
        expected_connections: 4,
        max_connections: 7,
        max_incoming: 5,
        ..PoolConfig::default()
    }
}

/// All that a pool wants to do.
fn actions(pool: &mut Pool, now: Duration) -> Vec<Action> {
    core::iter::from_fn(|| pool.next_action(now)).collect()
}

/// The points that a pool dials.
fn dials(pool: &mut Pool, now: Duration) -> Vec<(ConnectionNumber, Point)> {
    let dials = actions(pool, now).into_iter().filter_map(|action| match action {
        Action::Dial { connection, point } => Some((connection, point)),
        _ => None,
    });
    let mut dials: Vec<_> = dials.collect();
    dials.sort_by_key(|(_, point)| *point);
    dials
}

/// Lets the `n`th peer connect to a pool.
fn accept(pool: &mut Pool, now: Duration, n: u8) -> Result<ConnectionNumber, Unwanted> {
    let id = pool.admit(now, address(n)).map_err(Unwanted::Close)?;
    match pool.introduce(now, id, peer(n), 9732, false) {
        Ok(()) => pool.established(now, id),
        Err(unwanted) => {
            pool.closed(now, id, None);
            return Err(unwanted);
        }
    }
    Ok(id)
}

fn invalid() -> Error {
    Error::Session {
        offset: 0,
        error: SessionError::Chunk { offset: 0, error: ChunkError::Short { chunk: 0, length: 1 } },
    }
}

fn motive(unwanted: &Unwanted) -> Option<Motive> {
    match unwanted {
        Unwanted::Nack(motive, _) => Some(*motive),
        _ => None,
    }
}

/// Points that refuse at once, as an attacker may advertise them, are not dialled as fast as they refuse.
#[test]
fn attempts_that_fail_at_once_take_their_time() {
    let mut pool = pool(PoolConfig { max_dials: 4, ..PoolConfig::default() });
    pool.learn((1..=200).map(point));
    let (mut now, mut times) = (at(0), Vec::new());
    while times.len() < 30 {
        while let Some(action) = pool.next_action(now) {
            let Action::Dial { connection, .. } = action else { panic!("{action:?}") };
            times.push(now);
            pool.closed(now, connection, None);
        }
        now = pool.wakes_at().expect("points are left to try");
    }
    let every = pool.config().dial_every;
    let expected = [at(0); 4].into_iter().chain((1..).map(|number| at(0) + every * number)).take(30);
    assert_eq!(times, expected.collect::<Vec<_>>());
}

#[test]
fn too_few_connections_are_opened_up_to_the_target() {
    let mut pool = pool(small());
    pool.learn((1..=20).map(point));
    // min_threshold 2, min_target 3, max_target 5, max_threshold 6.
    let first = dials(&mut pool, at(0));
    assert_eq!(first.len(), 5);
    assert_eq!(actions(&mut pool, at(1)), []);
    let (failed, reached) = first.split_first().unwrap();
    pool.closed(at(1), failed.0, None);
    let next = dials(&mut pool, at(1));
    assert_eq!(next.len(), 1);
    assert_ne!(next[0].1, failed.1, "another point is tried first");
    for ((id, to), n) in reached.iter().zip(50..).take(3) {
        pool.introduce(at(2), *id, peer(n), to.port, false).unwrap();
        pool.established(at(2), *id);
    }
    assert_eq!(pool.running(), 3);
    assert_eq!(actions(&mut pool, at(2)), []);
    assert_eq!(pool.wakes_at(), Some(at(2) + pool.config().idle));
}

#[test]
fn peers_are_asked_for_points_where_none_is_left() {
    let mut pool = pool(small());
    let id = accept(&mut pool, at(0), 1).unwrap();
    pool.learn([point(1)]);
    let ask = Action::Send { connection: id, message: Discovery::Bootstrap };
    assert_eq!(actions(&mut pool, at(0)), [ask]);
    assert_eq!(pool.wakes_at(), Some(at(5)));
    assert_eq!(actions(&mut pool, at(4)), []);
    // An answer ends the waiting.
    pool.received(at(4), id, Discovery::Advertise(vec![point(2), point(3)]));
    let found: Vec<_> = dials(&mut pool, at(4)).into_iter().map(|(_, point)| point).collect();
    assert_eq!(found, [point(2), point(3)]);
}

/// Points that cannot be dialled do not make the node ask again: answers to it would bring more of them.
#[test]
fn peers_are_asked_once_in_a_while() {
    let mut pool = pool(PoolConfig { max_per_network: 1, ..small() });
    let id = accept(&mut pool, at(0), 1).unwrap();
    assert_eq!(actions(&mut pool, at(0)).len(), 1);
    for second in 1..5 {
        let point = Point { addr: Ipv4Addr::new(20, 1, 0, second).to_ipv6_mapped(), port: 9732 };
        pool.received(at(second.into()), id, Discovery::Advertise(vec![point]));
        assert_eq!(actions(&mut pool, at(second.into())), []);
    }
    assert_eq!(actions(&mut pool, at(5)).len(), 1);
}

#[test]
fn of_too_many_connections_some_are_closed_but_no_trusted_ones() {
    let mut pool = pool(PoolConfig { max_incoming: 7, swap_linger: None, ..small() });
    for n in 1..=6 {
        accept(&mut pool, START, n).unwrap();
    }
    assert_eq!(motive(&accept(&mut pool, START, 7).unwrap_err()), Some(Motive::TOO_MANY_CONNECTIONS));
    assert_eq!(actions(&mut pool, START), []);
    // A trusted peer is accepted up to the maximum; then the node returns to its target, which is 5.
    pool.trust_peer(peer(8));
    let trusted = accept(&mut pool, START, 8).unwrap();
    let closed = actions(&mut pool, START);
    assert_eq!(closed.len(), 2);
    for action in closed {
        let Action::Close { connection, reason: Reason::TooMany } = action else { panic!("{action:?}") };
        assert_ne!(connection, trusted);
    }
    assert_eq!(pool.running(), 5);
}

#[test]
fn the_delay_grows_with_each_failure() {
    let mut pool = pool(PoolConfig::default());
    pool.learn([point(1)]);
    let (mut now, mut failed, mut delays) = (at(0), at(0), Vec::new());
    for _ in 0..=30 {
        let id = loop {
            match dials(&mut pool, now)[..] {
                [(id, _)] => break id,
                _ => now += Duration::from_millis(100),
            }
        };
        delays.push((now - failed).as_secs_f64());
        pool.closed(now, id, None);
        failed = now;
    }
    delays.remove(0);
    assert!(delays[0] >= 1.0 && delays[0] <= 5.1, "{delays:?}");
    // 1.2 to the power of 29 is 198; a tenth is random; a round waits for points for 5 s.
    assert!(delays[29] >= 197.0 && delays[29] <= 198.0 * 1.1 + 5.1, "{delays:?}");
}

#[test]
fn a_point_is_dialled_a_minute_after_a_session() {
    let mut pool = pool(PoolConfig {
        reconnection: tezos_net::pool::Reconnection { jitter: 0.0, ..Default::default() },
        ..PoolConfig::default()
    });
    pool.learn([point(1)]);
    let (id, _) = dials(&mut pool, at(0))[0];
    pool.introduce(at(1), id, peer(1), 9732, false).unwrap();
    pool.established(at(1), id);
    pool.closed(at(100), id, None);
    let later = (100..200).find(|second| !dials(&mut pool, at(*second)).is_empty());
    assert!(later.is_some_and(|second| (160..=165).contains(&second)), "{later:?}");
}

#[test]
fn limits_of_handshakes_addresses_and_networks_are_kept() {
    let config = PoolConfig { max_handshakes: 6, max_per_address: 2, max_per_network: 3, ..PoolConfig::default() };
    let mut pool = pool(config);
    let from = |last| Ipv4Addr::new(1, 2, 3, last).to_ipv6_mapped();
    let first = pool.admit(START, from(1)).unwrap();
    pool.admit(START, from(1)).unwrap();
    assert_eq!(pool.admit(START, from(1)), Err(Denied::Address));
    pool.admit(START, from(2)).unwrap();
    assert_eq!(pool.admit(START, from(3)), Err(Denied::Network));
    for n in 1..=3 {
        pool.admit(START, address(n)).unwrap();
    }
    assert_eq!(pool.admit(START, address(4)), Err(Denied::Handshakes));
    pool.closed(START, first, None);
    pool.admit(START, from(1)).unwrap();
    // IPv6 counts by /48.
    let mut pool = Pool::new(pool.config().clone(), OURS, 1).unwrap();
    for n in 0..3 {
        pool.admit(START, format!("2001:db8:0:{n}::1").parse().unwrap()).unwrap();
    }
    assert_eq!(pool.admit(START, "2001:db8:0:9::1".parse().unwrap()), Err(Denied::Network));
    pool.admit(START, "2001:db8:1::1".parse().unwrap()).unwrap();
}

#[test]
fn peers_cannot_take_all_connections() {
    let mut pool = pool(PoolConfig { max_incoming: 2, ..small() });
    accept(&mut pool, START, 1).unwrap();
    accept(&mut pool, START, 2).unwrap();
    let Err(Unwanted::Nack(motive, points)) = accept(&mut pool, START, 3) else { panic!() };
    assert_eq!(motive, Motive::TOO_MANY_CONNECTIONS);
    // Others are suggested.
    assert_eq!(points.len(), 2);
    pool.trust(point(4), None);
    accept(&mut pool, START, 4).unwrap();
}

#[test]
fn a_peer_is_connected_once() {
    let mut pool = pool(PoolConfig::default());
    accept(&mut pool, START, 1).unwrap();
    assert_eq!(motive(&accept(&mut pool, START, 1).unwrap_err()), Some(Motive::ALREADY_CONNECTED));
    // The same peer from elsewhere.
    let id = pool.admit(START, address(2)).unwrap();
    let unwanted = pool.introduce(START, id, peer(1), 9732, false).unwrap_err();
    assert_eq!(motive(&unwanted), Some(Motive::ALREADY_CONNECTED));
    // This node.
    let id = pool.admit(START, address(3)).unwrap();
    assert_eq!(pool.introduce(START, id, OURS, 9732, false), Err(Unwanted::Close(Denied::Myself)));
}

/// Two nodes dial each other at the same time: both keep the connection that the greater opened.
#[test]
fn of_two_connections_that_cross_one_is_kept() {
    for (theirs, is_kept) in [(peer(1), false), (peer(200), true)] {
        let mut pool = pool(PoolConfig::default());
        pool.learn([point(1)]);
        let (ours, _) = dials(&mut pool, START)[0];
        let incoming = pool.admit(START, address(1)).unwrap();
        let done = pool.introduce(START, incoming, theirs, 9732, false);
        assert_eq!(done.is_ok(), is_kept, "{theirs}: {done:?}");
        if is_kept {
            let unwanted = pool.introduce(START, ours, theirs, 9732, false).unwrap_err();
            assert_eq!(motive(&unwanted), Some(Motive::ALREADY_CONNECTED));
        } else {
            pool.closed(START, incoming, None);
            pool.introduce(START, ours, theirs, 9732, false).unwrap();
        }
    }
}

#[test]
fn invalid_bytes_are_refused_for_a_day() {
    let mut pool = pool(PoolConfig::default());
    let id = accept(&mut pool, at(0), 1).unwrap();
    pool.closed(at(0), id, Some(&invalid()));
    let denied = pool.admit(at(1), address(1)).unwrap_err();
    assert_eq!(denied.to_string(), "greylisted for 84599 s because it sent invalid bytes");
    // The peer from another address.
    let id = pool.admit(at(1), address(2)).unwrap();
    let unwanted = pool.introduce(at(1), id, peer(1), 9732, false).unwrap_err();
    assert!(matches!(unwanted, Unwanted::Close(Denied::Greylisted(_))), "{unwanted}");
    pool.closed(at(1), id, None);
    assert_eq!(dials(&mut pool, at(120)), [], "its point is not dialled");
    accept(&mut pool, at(86_400), 1).unwrap();
    // The connection failed, or it is this node's own fault: nobody is refused.
    for error in [Error::Closed, Error::Io(std::io::ErrorKind::ConnectionReset.into())] {
        let id = accept(&mut pool, at(86_400), 3).unwrap();
        pool.closed(at(86_400), id, Some(&error));
        assert!(pool.greylist().address(at(86_400), address(3)).is_none());
    }
}

#[test]
fn trusted_points_are_not_refused() {
    let mut pool = pool(PoolConfig::default());
    pool.trust(point(1), Some(peer(1)));
    let id = accept(&mut pool, START, 1).unwrap();
    pool.closed(START, id, Some(&invalid()));
    accept(&mut pool, START, 1).unwrap();
    // Only the expected peer.
    let mut pool = Pool::new(PoolConfig::default(), OURS, 1).unwrap();
    pool.trust(point(1), Some(peer(2)));
    assert_eq!(accept(&mut pool, START, 1), Err(Unwanted::Close(Denied::OtherPeer { expected: peer(2) })));
}

#[test]
fn a_private_node_knows_trusted_peers_only() {
    let mut pool = pool(PoolConfig { is_private: true, ..PoolConfig::default() });
    assert_eq!(accept(&mut pool, START, 1), Err(Unwanted::Close(Denied::Private)));
    pool.trust_peer(peer(2));
    let id = accept(&mut pool, START, 2).unwrap();
    pool.received(START, id, Discovery::Advertise(vec![point(5)]));
    pool.received(START, id, Discovery::Bootstrap);
    pool.learn([point(6)]);
    pool.trust(point(7), None);
    assert_eq!(actions(&mut pool, START).len(), 1);
    assert_eq!(pool.known().filter(|known| known.point == point(5)).count(), 0);
    let dialled: Vec<_> = pool.connections().filter(|(_, one)| one.role() == Role::Initiator).collect();
    assert!(matches!(dialled[..], [(_, one)] if one.point() == Some(point(7))));
}

#[test]
fn a_bootstrap_is_answered_with_points_that_were_met() {
    let mut pool = pool(PoolConfig::default());
    pool.learn([point(50)]);
    let ids: Vec<_> = (1..=3).map(|n| accept(&mut pool, START, n).unwrap()).collect();
    let hidden = pool.admit(START, address(4)).unwrap();
    pool.introduce(START, hidden, peer(4), 9732, true).unwrap();
    pool.established(START, hidden);
    actions(&mut pool, START);
    pool.received(START, ids[0], Discovery::Bootstrap);
    let [Action::Send { connection, message: Discovery::Advertise(points) }] = &actions(&mut pool, START)[..] else {
        panic!()
    };
    let mut points = points.clone();
    points.sort();
    assert_eq!((connection, &points[..]), (&ids[0], &[point(1), point(2), point(3)][..]));
    // A second one at once is not answered, and a private peer never.
    pool.received(START, ids[0], Discovery::Bootstrap);
    pool.received(START, hidden, Discovery::Bootstrap);
    assert_eq!(actions(&mut pool, START), []);
    pool.received(START + Duration::from_millis(100), ids[0], Discovery::Bootstrap);
    assert_eq!(actions(&mut pool, START + Duration::from_millis(100)).len(), 1);
}

#[test]
fn impossible_points_are_not_learnt() {
    let mut pool = pool(PoolConfig::default());
    let texts = ["0.0.0.0:9732", "1.2.3.4:0", "[::]:1", "224.0.0.1:9732", "[ff02::1]:9732"];
    pool.learn(texts.map(|text| text.parse().unwrap()));
    assert_eq!(pool.known().count(), 0);
}

#[test]
fn one_peer_fills_a_part_of_the_known_points() {
    let mut pool = pool(PoolConfig { max_points_of_peer: 3, ..PoolConfig::default() });
    let ids = [1, 2].map(|n| accept(&mut pool, START, n).unwrap());
    let mut now = START;
    let mut advertise = |pool: &mut Pool, id, numbers: core::ops::Range<u8>| {
        now += Duration::from_secs(1);
        let before = pool.known().count();
        pool.received(now, id, Discovery::Advertise(numbers.map(point).collect()));
        pool.known().count() - before
    };
    assert_eq!(advertise(&mut pool, ids[0], 10..20), 3);
    assert_eq!(advertise(&mut pool, ids[0], 20..30), 0);
    assert_eq!(advertise(&mut pool, ids[1], 30..40), 3);
    // Points where a node is do not count.
    let (id, reached) = dials(&mut pool, START).into_iter().find(|(_, to)| *to < point(20)).unwrap();
    pool.introduce(START, id, peer(50), reached.port, false).unwrap();
    assert_eq!(advertise(&mut pool, ids[0], 40..50), 1);
    assert_eq!(advertise(&mut pool, ids[0], 50..60), 0);
}

#[test]
fn a_swap_exchanges_peers() {
    let mut pool = pool(small());
    let ids: Vec<_> = (1..=4).map(|n| accept(&mut pool, at(0), n).unwrap()).collect();
    let Some(Action::Send { connection: recipient, message: Discovery::SwapRequest(offer) }) = pool.next_action(at(0))
    else {
        panic!()
    };
    assert!(ids.contains(&recipient));
    let given = Swap { point: point(9), peer_id: peer(9) };
    pool.received(at(1), recipient, Discovery::SwapAck(given.clone()));
    let [(dialled, to)] = dials(&mut pool, at(1))[..] else { panic!() };
    assert_eq!(to, point(9));
    // A second answer is not one.
    pool.received(at(100), recipient, Discovery::SwapAck(Swap { point: point(10), peer_id: peer(10) }));
    assert_eq!(actions(&mut pool, at(100)), []);
    pool.introduce(at(2), dialled, peer(9), 9732, false).unwrap();
    pool.established(at(2), dialled);
    let closed = actions(&mut pool, at(2));
    let [Action::Close { connection, reason: Reason::Swapped }] = closed[..] else { panic!("{closed:?}") };
    assert_eq!(pool.running(), 4);
    assert!(ids.contains(&connection) && connection != recipient);
    assert!(pool.connections().all(|(_, one)| one.peer() != Some(offer.peer_id)));

    // The other side: the proposed peer is dialled, and another one is given.
    let ask = |n| Discovery::SwapRequest(Swap { point: point(n), peer_id: peer(n) });
    let left = ids.iter().find(|id| **id != connection && **id != recipient).unwrap();
    pool.received(at(10), *left, ask(20));
    assert_eq!(actions(&mut pool, at(10)), [], "the last swap was 8 s ago");
    pool.received(at(80), *left, ask(20));
    let [Action::Send { message: Discovery::SwapAck(_), .. }, Action::Dial { connection: failing, point: to }] =
        actions(&mut pool, at(80))[..]
    else {
        panic!()
    };
    assert_eq!(to, point(20));
    pool.closed(at(81), failing, None);
    assert_eq!(pool.running(), 4, "nobody is exchanged if the other cannot be reached");
}

#[test]
fn nacks_suggest_points_and_refusals_forget_them() {
    let mut pool = pool(PoolConfig::default());
    pool.learn([point(1), point(2), point(3)]);
    let dialled = dials(&mut pool, START);
    let peers = vec![point(4)];
    pool.closed(START, dialled[0].0, Some(&Error::Nacked { motive: Motive::TOO_MANY_CONNECTIONS, peers }));
    let announced = NetworkVersion { chain_name: "OTHER".into(), distributed_db_version: 2, p2p_version: 1 };
    pool.closed(START, dialled[1].0, Some(&Error::Refused { motive: Motive::UNKNOWN_CHAIN_NAME, announced }));
    let myself = Error::Session { offset: 0, error: SessionError::Myself { peer: OURS } };
    pool.closed(START, dialled[2].0, Some(&myself));
    let known: Vec<_> = pool.known().map(|known| known.point).collect();
    assert_eq!(known, [point(1), point(4)]);
    pool.learn([point(3)]);
    assert_eq!(pool.known().count(), 2, "this node is at the third point");
}

#[test]
fn points_survive_a_restart() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("points");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("points.json");
    assert_eq!(load(&file).unwrap(), []);
    let mut before = pool(PoolConfig::default());
    before.trust(point(1), Some(peer(1)));
    before.learn([point(2)]);
    accept(&mut before, START, 3).unwrap();
    store(&file, before.known()).unwrap();
    let read = load(&file).unwrap();
    assert_eq!(read, before.known().collect::<Vec<KnownPoint>>());
    assert_eq!(
        read.iter().map(|known| (known.trusted, known.public)).collect::<Vec<_>>(),
        [(true, false), (false, false), (false, true)]
    );
    let mut after = pool(PoolConfig::default());
    after.restore(read);
    assert!(after.known().eq(before.known()));
    fs::write(&file, "[{}]").unwrap();
    let error = load(&file).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
}
