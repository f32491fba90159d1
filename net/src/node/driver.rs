//! The task that decides about the connections of a node.

use core::{
    future::pending,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    time::Duration,
};
use std::{
    io,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use tezos_messages::{hash::PeerId, identity::Identity, point::Point};
use tokio::{
    net::{TcpListener, TcpStream, lookup_host},
    sync::mpsc,
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

use super::{
    End, NodeConfig, NodeEvent, StartError,
    connection::{self, Origin, Report, Shared},
    outgoing::Outgoing,
};
use crate::{
    Address, LargeMessages, Message, TotalBandwidth,
    pool::{self, Action, ConnectionNumber, Offence, Pool},
};

/// The number of reports of connections that wait for the node. Connections wait where it is full.
const REPORTS: usize = 64;

/// The least time before names are resolved again.
const RESOLVE_EVERY: Duration = Duration::from_secs(60);

/// How long sessions may take to end when the node stops.
const FAREWELL: Duration = Duration::from_secs(1);

/// What the owner of a node wants.
#[derive(Debug)]
pub(super) enum Command {
    Disconnect { connection: ConnectionNumber, offence: Option<Offence> },
    Trust { point: Point, expected: Option<PeerId> },
    TrustPeer { peer: PeerId },
    Stop,
}

/// Decides about the connections of a node.
#[derive(Debug)]
pub(super) struct Driver<M: Message> {
    config: NodeConfig<M>,
    pool: Pool,
    listener: Option<TcpListener>,
    shared: Arc<Shared<M>>,
    reports: mpsc::Receiver<Report>,
    commands: mpsc::Receiver<Command>,
    outgoing: Arc<Outgoing<M>>,
    tasks: JoinSet<()>,
    /// The clock: the time since the Unix epoch at the start, and the start.
    start: (Duration, Instant),
    resolve_at: Duration,
    store_at: Duration,
    listens_at: Duration,
}

/// Returns an IPv6 address, to which one of IPv4 is mapped.
pub(super) const fn mapped(address: IpAddr) -> Ipv6Addr {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped(),
        IpAddr::V6(address) => address,
    }
}

impl<M: Message> Driver<M> {
    pub(super) fn new(
        config: NodeConfig<M>,
        identity: Identity,
        listener: Option<TcpListener>,
        point: Option<Point>,
        outgoing: Arc<Outgoing<M>>,
        commands: mpsc::Receiver<Command>,
        events: mpsc::Sender<NodeEvent<M>>,
    ) -> Result<Self, StartError> {
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).map_err(|_| StartError::NoRandomness)?;
        let ours = *identity.peer_id();
        let mut pool = Pool::new(config.pool.clone(), ours, u64::from_ne_bytes(seed)).map_err(StartError::Config)?;
        if let Some(file) = &config.points {
            pool.restore(pool::load(file).map_err(StartError::Points)?);
        }
        let mut settings = config.session.clone();
        if settings.port == 0 {
            settings.port = point.map_or(0, |point| point.port);
        }
        let large = || LargeMessages::new(config.large_messages_bytes, config.large_message_time);
        settings.large_messages.get_or_insert_with(large);
        let (sent, reports) = mpsc::channel(REPORTS);
        let shared = Shared {
            identity,
            settings,
            dialer: config.dialer.clone(),
            total: TotalBandwidth::new(config.bandwidth),
            reports: sent,
            events,
        };
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self {
            store_at: since_epoch.saturating_add(config.store_every),
            config,
            pool,
            listener,
            shared: Arc::new(shared),
            reports,
            commands,
            outgoing,
            tasks: JoinSet::new(),
            start: (since_epoch, Instant::now()),
            resolve_at: Duration::ZERO,
            listens_at: Duration::ZERO,
        })
    }

    fn now(&self) -> Duration {
        let (since_epoch, start) = self.start;
        since_epoch.saturating_add(start.elapsed())
    }

    /// Runs until the owner stops the node.
    pub(super) async fn run(mut self) -> io::Result<()> {
        loop {
            let now = self.now();
            self.on_time(now);
            while let Some(action) = self.pool.next_action(now) {
                self.act(action);
            }
            let wait = self.wakes_at().saturating_sub(now);
            tokio::select! {
                accepted = accept(self.listener.as_ref().filter(|_| now >= self.listens_at)) => self.accepted(accepted),
                Some(report) = self.reports.recv() => self.report(report),
                command = self.commands.recv() => match command {
                    None | Some(Command::Stop) => return self.stop().await,
                    Some(command) => self.command(command),
                },
                Some(_) = self.tasks.join_next() => {}
                () = sleep(wait) => {}
            }
        }
    }

    /// Returns the next time at which something is to be done.
    fn wakes_at(&self) -> Duration {
        let now = self.now();
        let resolves = Some(self.resolve_at).filter(|_| self.needs_names());
        let listens = Some(self.listens_at).filter(|at| *at > now);
        let stores = self.config.points.as_ref().map(|_| self.store_at);
        let times = [self.pool.wakes_at(), resolves, listens, stores];
        times.into_iter().flatten().min().unwrap_or(Duration::MAX).min(now.saturating_add(RESOLVE_EVERY))
    }

    fn needs_names(&self) -> bool {
        !self.config.bootstrap.is_empty() && !self.pool.connections().any(|(_, connection)| connection.is_running())
    }

    /// Does what is due.
    fn on_time(&mut self, now: Duration) {
        if now >= self.resolve_at && self.needs_names() {
            self.resolve_at = now.saturating_add(RESOLVE_EVERY);
            for address in self.config.bootstrap.clone() {
                let (reports, port) = (self.shared.reports.clone(), self.config.dialer.default_port);
                self.tasks.spawn(resolve(address, port, reports));
            }
        }
        if now >= self.store_at {
            self.store_at = now.saturating_add(self.config.store_every);
            if let Some(file) = self.config.points.clone() {
                let points: Vec<_> = self.pool.known().collect();
                // After an error it is tried again, and `stop` returns that of the last time.
                self.tasks.spawn_blocking(move || drop(pool::store(&file, points)));
            }
        }
    }

    fn store(&self) -> io::Result<()> {
        self.config.points.iter().try_for_each(|file| pool::store(file, self.pool.known()))
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Dial { connection, point } => {
                let address =
                    Address { host: point.addr.to_canonical().to_string(), port: Some(point.port), peer: None };
                self.spawn(connection, Origin::Dialled(address));
            }
            Action::Send { connection, message } => {
                // A peer that does not read gets no points.
                let _ = self.outgoing.queue(connection, M::from_discovery(message));
            }
            Action::Close { connection, reason } => self.outgoing.close(connection, Some(End::Node(reason))),
        }
    }

    fn spawn(&mut self, connection: ConnectionNumber, origin: Origin) {
        let directions = self.outgoing.open(connection);
        self.tasks.spawn(connection::run(Arc::clone(&self.shared), connection, origin, directions));
    }

    fn accepted(&mut self, accepted: io::Result<(TcpStream, SocketAddr)>) {
        let now = self.now();
        match accepted {
            // Dropping the stream of a peer that is denied closes it.
            Ok((stream, from)) => {
                if let Ok(connection) = self.pool.admit(now, mapped(from.ip().to_canonical())) {
                    let _ = stream.set_nodelay(true);
                    self.spawn(connection, Origin::Accepted(stream));
                }
            }
            Err(_) => self.listens_at = now.saturating_add(self.config.listen_pause),
        }
    }

    fn report(&mut self, report: Report) {
        let now = self.now();
        match report {
            Report::Introduced { connection, peer, port, is_private, verdict } => {
                let _ = verdict.send(self.pool.introduce(now, connection, peer, port, is_private));
            }
            Report::Established { connection } => self.pool.established(now, connection),
            Report::Discovery { connection, message } => self.pool.received(now, connection, message),
            Report::Ended { connection, end, back } => {
                let error = if let End::Failed(error) = &end { Some(error) } else { None };
                self.pool.closed(now, connection, error);
                self.outgoing.close(connection, None);
                let _ = back.send(end);
            }
            Report::Resolved { points, expected } => {
                self.pool.learn(points.iter().copied());
                if let Some(peer) = expected {
                    points.iter().for_each(|point| self.pool.expect(*point, peer));
                }
            }
        }
    }

    fn command(&mut self, command: Command) {
        let now = self.now();
        match command {
            Command::Disconnect { connection, offence } => {
                if let Some(offence) = offence {
                    self.pool.blame(now, connection, offence);
                }
                self.outgoing.close(connection, offence.map(|_| End::Disconnected));
            }
            Command::Trust { point, expected } => self.pool.trust(point, expected),
            Command::TrustPeer { peer } => self.pool.trust_peer(peer),
            Command::Stop => {}
        }
    }

    /// Closes all sessions and stores the known points.
    async fn stop(mut self) -> io::Result<()> {
        self.reports.close();
        self.outgoing.close_all();
        let _ = timeout(FAREWELL, async { while self.tasks.join_next().await.is_some() {} }).await;
        self.store()
    }
}

/// Waits for a connection, if the node accepts any.
async fn accept(listener: Option<&TcpListener>) -> io::Result<(TcpStream, SocketAddr)> {
    match listener {
        Some(listener) => listener.accept().await,
        None => pending().await,
    }
}

/// Lets the system resolve the name of an address.
async fn resolve(address: Address, port: u16, reports: mpsc::Sender<Report>) {
    let target = (address.host.as_str(), address.port.unwrap_or(port));
    if let Ok(found) = lookup_host(target).await {
        let points = found.map(|at| Point { addr: mapped(at.ip()), port: at.port() }).collect();
        let _ = reports.send(Report::Resolved { points, expected: address.peer }).await;
    }
}
