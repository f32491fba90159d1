//! Types of the shell of a node that do not depend on a protocol: headers, the test chain, upgrades.

mod header;
mod test_chain;
mod user_activated;

pub use header::{ContextHashVersion, OperationShellHeader};
pub use test_chain::TestChainStatus;
pub use tezos_hashes::{
    fitness::{Fitness, FitnessElement, FitnessElementView, FitnessView},
    header::ShellHeader,
    time::{SystemTimestamp, Timespan, Timestamp},
};
pub use user_activated::{ProtocolOverride, ProtocolOverrides, ProtocolOverridesView, Upgrade, Upgrades, UpgradesView};
