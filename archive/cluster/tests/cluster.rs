//! A scheduler and two executors on free ports of the loopback device.

use std::fs::File;
use std::io::Seek;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// When a test gives up waiting.
const PATIENCE: Duration = Duration::from_secs(180);

/// The processes, which are killed after the test.
pub(crate) struct Cluster {
    folder: TempDir,
    port: String,
    processes: Vec<Child>,
}

/// A query that runs.
pub(crate) struct Query {
    child: Child,
    out: File,
    err: File,
}

impl Cluster {
    /// Starts a scheduler and two executors with a core each, and waits until the scheduler knows them.
    pub(crate) fn start() -> Self {
        let [port] = free_ports();
        let mut cluster = Self { folder: tempfile::tempdir().unwrap(), port: port.clone(), processes: Vec::new() };
        let timeouts = ["--executor-timeout-seconds", "5", "--expire-dead-executor-interval-seconds", "1"];
        cluster.run("scheduler", &[&["scheduler", "--bind-port", &port], &timeouts[..]].concat());
        cluster.wait(|| TcpListener::bind((Ipv4Addr::LOCALHOST, port.parse().unwrap())).is_err());
        for name in ["first", "second"] {
            let [bind, grpc] = free_ports();
            let work = cluster.work(name);
            let ports = ["executor", "--scheduler-port", &port, "--bind-port", &bind, "--bind-grpc-port", &grpc];
            let rest = ["--vcores", "1", "--executor-heartbeat-interval-seconds", "1", "--work-dir"];
            cluster.run(name, &[&ports[..], &rest, &[work.to_str().unwrap()]].concat());
            let registered = format!("port: {bind}, grpc_port: {grpc}");
            cluster.wait(|| cluster.log("scheduler").contains(&registered));
        }
        cluster
    }

    /// Starts a process that logs to a file with its name.
    fn run(&mut self, name: &str, arguments: &[&str]) {
        let log = File::create(self.folder.path().join(name)).unwrap();
        let child = program().args(arguments).stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap();
        self.processes.push(child);
    }

    /// Returns what a process has logged.
    pub(crate) fn log(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    /// Returns the folder of the intermediate results of an executor.
    fn work(&self, name: &str) -> PathBuf {
        let folder = self.folder.path().join(format!("{name}.work"));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Waits until a condition holds.
    fn wait(&self, mut holds: impl FnMut() -> bool) {
        let started = Instant::now();
        while !holds() {
            assert!(started.elapsed() < PATIENCE, "{}", self.log("scheduler"));
            sleep(Duration::from_millis(20));
        }
    }

    /// Starts a query.
    pub(crate) fn start_query(&self, arguments: &[&str]) -> Query {
        let [out, err] = [(); 2].map(|()| tempfile::tempfile().unwrap());
        let mut command = program();
        command.args(["sql", "--scheduler-port", &self.port, "--format", "csv"]).args(arguments);
        command.stdout(out.try_clone().unwrap()).stderr(err.try_clone().unwrap());
        Query { child: command.spawn().unwrap(), out, err }
    }

    /// Waits until a query ends. Returns its exit status, its result, and its errors.
    pub(crate) fn finish(&self, mut query: Query) -> (Option<i32>, String, String) {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = query.child.try_wait().unwrap() {
                break status;
            }
            if started.elapsed() > PATIENCE {
                query.child.kill().unwrap();
                panic!("the query does not end: {}", self.log("scheduler"));
            }
            sleep(Duration::from_millis(20));
        };
        let [out, err] = [query.out, query.err].map(|mut file| {
            file.rewind().unwrap();
            std::io::read_to_string(file).unwrap()
        });
        (status.code(), out, err)
    }

    /// Runs a query.
    pub(crate) fn query(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        self.finish(self.start_query(arguments))
    }

    /// Runs a query that succeeds, and returns its result.
    pub(crate) fn csv(&self, arguments: &[&str]) -> String {
        let (status, out, err) = self.query(arguments);
        assert_eq!(status, Some(0), "{arguments:?}: {err}");
        out
    }

    /// Kills the second executor as soon as it has finished a task of a query, and the query has not ended.
    pub(crate) fn kill_while(&mut self, query: &mut Query) {
        let work = self.work("second");
        self.wait(|| has_result(&work));
        let executor = self.processes.last_mut().unwrap();
        executor.kill().unwrap();
        executor.wait().unwrap();
        assert!(query.child.try_wait().unwrap().is_none(), "the query ended before the executor was killed");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in &mut self.processes {
            // It may have been killed by the test.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tezos-codec-cluster"))
}

/// Returns ports that are free now.
fn free_ports<const COUNT: usize>() -> [String; COUNT] {
    let listeners = [(); COUNT].map(|()| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port().to_string())
}

/// Returns true if a folder has a file that is not empty.
fn has_result(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| match path.is_dir() {
        true => has_result(&path),
        false => path.metadata().is_ok_and(|metadata| metadata.len() > 0),
    })
}
