//! The order of rows behind a shuffle.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::config::ConfigOptions;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::repartition::RepartitionExec;
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::{ExecutionPlan, ExecutionPlanProperties};

/// Sorts the rows behind each shuffle that has to keep their order, because a shuffle of Ballista 55.0 does not. DataFusion plans one over files that
/// are sorted, as those of an export are.
#[derive(Debug)]
pub(crate) struct SortBehindShuffles;

impl PhysicalOptimizerRule for SortBehindShuffles {
    fn optimize(&self, plan: Arc<dyn ExecutionPlan>, _: &ConfigOptions) -> Result<Arc<dyn ExecutionPlan>> {
        let sorted = plan.transform_up(|plan| {
            let shuffle = plan.downcast_ref::<RepartitionExec>().filter(|shuffle| shuffle.preserve_order());
            let Some((shuffle, order)) = shuffle.zip(plan.output_ordering().cloned()) else {
                return Ok(Transformed::no(plan));
            };
            let shuffle = RepartitionExec::try_new(shuffle.input().clone(), shuffle.partitioning().clone())?;
            Ok(Transformed::yes(Arc::new(SortExec::new(order, Arc::new(shuffle)).with_preserve_partitioning(true))))
        });
        sorted.data()
    }

    fn name(&self) -> &'static str {
        "SortBehindShuffles"
    }

    fn schema_check(&self) -> bool {
        true
    }
}
