//! The scheduler and the executors.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use ballista_core::error::Result;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::{default_config_producer, default_session_builder};
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use clap::Args;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::SessionConfig;
use tezos_archive_sql::functions;

use crate::codec::Codec;
use crate::order::SortBehindShuffles;

/// Run the scheduler, which plans queries and gives their tasks to executors.
///
/// The options have the names that they have in Ballista's own scheduler. Connections are not authenticated: bind it to an address that
/// only trusted machines reach.
#[derive(Debug, Args)]
pub(crate) struct Scheduler {
    /// The address on which to listen
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind_host: IpAddr,
    /// The port on which to listen
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    bind_port: u16,
    /// The name by which executors reach the scheduler
    #[arg(long, value_name = "HOST", default_value = "localhost")]
    external_host: String,
    /// The time without a heartbeat after which an executor is lost and its work is done again
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    executor_timeout_seconds: u64,
    /// The time between two searches for lost executors
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    expire_dead_executor_interval_seconds: u64,
}

/// Run an executor, which reads blocks for the queries of a scheduler.
///
/// The options have the names that they have in Ballista's own executor. Connections are not authenticated: bind it to an address that only
/// trusted machines reach.
#[derive(Debug, Args)]
pub(crate) struct Executor {
    #[command(flatten)]
    scheduler: Address,
    /// The address on which to listen
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind_host: IpAddr,
    /// The port for results
    #[arg(long, value_name = "PORT", default_value_t = 50051)]
    bind_port: u16,
    /// The port for tasks
    #[arg(long, value_name = "PORT", default_value_t = 50052)]
    bind_grpc_port: u16,
    /// The name by which other machines reach the executor. By default the address from which it connects to the scheduler
    #[arg(long, value_name = "HOST")]
    external_host: Option<String>,
    /// The folder of intermediate results. By default a temporary one
    #[arg(long, value_name = "DIR")]
    work_dir: Option<String>,
    /// The number of partitions that are read at the same time. By default one for each core
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    vcores: usize,
    /// The maximum memory of sorts, joins and groups, which go to temporary files beyond it. By default 70% of the memory
    #[arg(long, value_name = "BYTES")]
    memory_pool_size: Option<u64>,
    /// The time between two heartbeats
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    executor_heartbeat_interval_seconds: u64,
}

/// Where the scheduler is.
#[derive(Debug, Args)]
pub(crate) struct Address {
    /// The machine of the scheduler
    #[arg(long, value_name = "HOST", default_value = "localhost")]
    scheduler_host: String,
    /// The port of the scheduler
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    scheduler_port: u16,
}

impl Address {
    pub(crate) fn url(&self) -> String {
        format!("http://{}:{}", self.scheduler_host, self.scheduler_port)
    }
}

/// Runs the scheduler until it is ended.
pub(crate) async fn schedule(scheduler: Scheduler) -> Result<()> {
    let codec = Arc::new(Codec::default());
    let address = SocketAddr::new(scheduler.bind_host, scheduler.bind_port);
    let config = SchedulerConfig {
        bind_host: scheduler.bind_host.to_string(),
        bind_port: scheduler.bind_port,
        external_host: scheduler.external_host,
        executor_timeout_seconds: scheduler.executor_timeout_seconds,
        no_executors_grace_period_seconds: scheduler.executor_timeout_seconds,
        expire_dead_executor_interval_seconds: scheduler.expire_dead_executor_interval_seconds,
        override_session_builder: Some(Arc::new(session)),
        override_logical_codec: Some(codec.clone()),
        override_physical_codec: Some(codec),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    start_server(cluster, address, Arc::new(config)).await
}

/// Runs an executor until it is ended.
pub(crate) async fn execute(executor: Executor) -> Result<()> {
    let codec = Arc::new(Codec::default());
    let registry = BallistaFunctionRegistry::from(&session(default_config_producer())?);
    let config = ExecutorProcessConfig {
        bind_host: executor.bind_host.to_string(),
        port: executor.bind_port,
        grpc_port: executor.bind_grpc_port,
        external_host: executor.external_host,
        scheduler_host: executor.scheduler.scheduler_host,
        scheduler_port: executor.scheduler.scheduler_port,
        work_dir: executor.work_dir,
        vcores: executor.vcores,
        memory_pool_size: executor.memory_pool_size,
        executor_heartbeat_interval_seconds: executor.executor_heartbeat_interval_seconds,
        override_function_registry: Some(Arc::new(registry)),
        override_logical_codec: Some(codec.clone()),
        override_physical_codec: Some(codec),
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config)).await
}

/// Creates the session in which a query is planned, with the functions.
fn session(config: SessionConfig) -> datafusion::common::Result<SessionState> {
    let state = SessionStateBuilder::new_from_existing(default_session_builder(config)?);
    let mut state = state.with_physical_optimizer_rule(Arc::new(SortBehindShuffles)).build();
    functions::register(&mut state)?;
    Ok(state)
}
