//! Networks of a thousand nodes in virtual time.

mod world;

use core::time::Duration;

use tezos_messages::point::Point;
use tezos_net::pool::{Discovery, Pool, PoolConfig};

use world::{Figures, World, point};

const MINUTE: Duration = Duration::from_secs(60);
const NODES: usize = 1000;

/// Fewer connections than by default, so that the run is short and the graph is sparse.
fn config() -> PoolConfig {
    PoolConfig {
        min_connections: 4,
        expected_connections: 8,
        max_connections: 16,
        max_incoming: 10,
        ..PoolConfig::default()
    }
}

/// No node exceeds its limits. One connection more is possible for a moment: that which replaces another one.
fn check_limits(world: &mut World) {
    if !world.now.as_secs().is_multiple_of(10) {
        return;
    }
    for pool in world.pools() {
        let config = pool.config();
        assert!(pool.running() <= config.max_connections + 1, "{} connections", pool.running());
        let incoming = World::incoming(pool);
        assert!(incoming <= config.max_incoming, "{incoming} incoming connections");
        let known = pool.known().count();
        assert!(known <= config.known_points.0 + config.max_connections, "{known} points");
    }
}

fn least(world: &World) -> usize {
    world.pools().map(Pool::running).min().unwrap()
}

/// Runs until each node has its least number of connections and all are in one graph. Returns the time that this took.
fn settle(world: &mut World, limit: Duration) -> Duration {
    let start = world.now;
    while world.now < start + limit {
        world.run(Duration::from_secs(5), check_limits);
        if least(world) >= config().min_connections && world.reachable() == world.pools().count() {
            return world.now - start;
        }
    }
    panic!(
        "after {limit:?}: {} connections at least, {} of {} nodes reachable",
        least(world),
        world.reachable(),
        world.pools().count()
    );
}

/// The seed of a run: 1, or `SIMULATION_SEED`, which repeats a run that failed. `ci/nightly` runs others.
fn seed() -> u64 {
    std::env::var("SIMULATION_SEED").map_or(1, |seed| seed.parse().expect("SIMULATION_SEED is a number"))
}

#[test]
fn a_network_forms_and_survives_a_partition_and_churn() {
    let seed = seed();
    println!("SIMULATION_SEED={seed}");
    let mut world = World::new(NODES, 3, config(), seed);
    let formed = settle(&mut world, 10 * MINUTE);

    world.separate(NODES / 2);
    world.run(10 * MINUTE, check_limits);
    assert_eq!(world.reachable(), NODES / 2);
    assert!(least(&world) >= config().min_connections);
    world.partition = None;
    let healed = settle(&mut world, 30 * MINUTE);

    // Each second a node stops, and starts again 30 s later.
    let mut second = 0;
    world.run(5 * MINUTE, |world| {
        check_limits(world);
        second += 1;
        world.kill(second * 7 % NODES);
        if second > 30 {
            world.restart((second - 30) * 7 % NODES);
        }
    });
    for stopped in second - 29..=second {
        world.restart(stopped * 7 % NODES);
    }
    let recovered = settle(&mut world, 10 * MINUTE);
    let Figures { events, dials, established, nacks, swaps } = world.figures;
    println!(
        "formed in {formed:?}, healed in {healed:?}, recovered from churn in {recovered:?}: \
         {events} events, {dials} dials, {established} sides established, {nacks} nacks, {swaps} swaps"
    );
    assert!(swaps > 0);
}

#[test]
fn a_seed_gives_the_same_run() {
    let run = |seed| {
        let mut world = World::new(50, 2, config(), seed);
        world.run(5 * MINUTE, check_limits);
        world.figures
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}

/// Returns the least number of points of real nodes that one of the first `nodes` nodes knows.
fn real_points(world: &World, nodes: usize) -> usize {
    let real = |pool: &Pool| pool.known().filter(|known| known.point.port == point(0).port).count();
    world.pools().take(nodes).map(real).min().unwrap()
}

/// Peers that advertise forged points fill a part of each table only, so that the nodes stay connected and keep points of real ones.
#[test]
fn forged_points_do_not_displace_real_ones() {
    let (nodes, honest) = (100, 95);
    let mut world = World::new(nodes, 3, config(), 1);
    world.run(10 * MINUTE, check_limits);
    let before = real_points(&world, honest);
    let mut forged = 0_u32;
    world.run(10 * MINUTE, |world| {
        check_limits(world);
        for attacker in honest..nodes {
            let points = (0..100).map(|_| {
                forged += 1;
                Point { addr: std::net::Ipv4Addr::from_bits(0x3000_0000 | forged).to_ipv6_mapped(), port: 1 }
            });
            let message = Discovery::Advertise(points.collect());
            world.flood(attacker, &message);
        }
    });
    let after = real_points(&world, honest);
    println!("{forged} forged points: {before} points of real nodes before, {after} after");
    assert!(after >= before, "{before} points of real nodes before, {after} after");
    settle(&mut world, 10 * MINUTE);
}
