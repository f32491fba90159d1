//! The client: it sends a query to the scheduler and fetches the result from the executors.

use std::sync::Arc;

use ballista_core::JobId;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::extension::{SessionConfigExt, SessionStateExt};
use ballista_core::serde::protobuf::operator_metric::Metric;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{GetJobMetricsParams, OperatorMetric};
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::protobuf::LogicalPlanNode;
use tezos_archive_sql::REFUSED;
use tezos_archive_sql::command::Engine;

use crate::codec::Codec;

/// The maximum bytes of the metrics of a query.
const METRICS_MAX_BYTES: usize = 64 << 20;

/// A cluster, by the address of its scheduler.
#[derive(Debug)]
pub(crate) struct Cluster {
    pub(crate) url: String,
}

impl Engine for Cluster {
    fn session(&self, config: SessionConfig, runtime: Arc<RuntimeEnv>) -> Result<SessionContext> {
        let config = config.upgrade_for_ballista().with_ballista_logical_extension_codec(Arc::new(Codec::default()));
        // Where the adaptive planner of Ballista 55.0 arrives at an invalid plan, as for a sorted union, the error is only logged and the query never
        // ends.
        let config = config.with_ballista_adaptive_query_planner(false);
        let state = SessionStateBuilder::new().with_default_features().with_config(config).with_runtime_env(runtime);
        Ok(SessionContext::new_with_state(state.build().upgrade_for_ballista(self.url.clone())?))
    }

    /// Executors count what they refuse in a metric, which the scheduler keeps with the job.
    async fn is_refused(&self, plan: &dyn ExecutionPlan) -> Result<bool> {
        let Some(job) = job(plan) else { return Ok(false) };
        let unknown =
            "the result is whole, but it is not known whether blocks were refused: query the table `refusals`";
        self.has_refusals(job).await.map_err(|error| error.context(unknown))
    }
}

impl Cluster {
    async fn has_refusals(&self, job: JobId) -> Result<bool> {
        let client = SchedulerGrpcClient::connect(self.url.clone()).await.map_err(external)?;
        let mut client = client.max_decoding_message_size(METRICS_MAX_BYTES);
        let answer = client.get_job_metrics(GetJobMetricsParams { job_id: job.to_string() }).await.map_err(external)?;
        let stages = answer.into_inner().stages;
        let mut metrics = stages.iter().flat_map(|stage| &stage.operators).flat_map(|operator| &operator.metrics);
        Ok(metrics.any(is_refusal))
    }
}

/// Returns the job of a plan; `None` if it was executed by the client, as queries of `information_schema` are.
fn job(plan: &dyn ExecutionPlan) -> Option<JobId> {
    match plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>() {
        Some(query) => query.job_id(),
        None => plan.children().into_iter().find_map(|child| job(child.as_ref())),
    }
}

fn is_refusal(metric: &OperatorMetric) -> bool {
    matches!(&metric.metric, Some(Metric::Count(count)) if count.name == REFUSED && count.value > 0)
}

fn external(error: impl std::error::Error + Send + Sync + 'static) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}
