//! Operations on rollups.

use core::fmt::{self, Display, Formatter};

use super::Count;
use crate::chain::RawLevel;
use crate::keys::PublicKeyHash;
use crate::operation::ContentsRef;
use crate::rollup::smart::Stakers;

/// Writes the sentence of an operation on a rollup, without its source; returns `None` for other kinds.
pub(super) fn sentence(f: &mut Formatter<'_>, contents: ContentsRef<'_>) -> Option<fmt::Result> {
    use ContentsRef as C;
    Some(match contents {
        C::TxRollupOrigination(_) => f.write_str("originate a transaction rollup"),
        C::TxRollupSubmitBatch(manager) => {
            write!(
                f,
                "submit a batch of {} to {}",
                Count(manager.operation.content.len(), "byte"),
                manager.operation.rollup
            )
        }
        C::TxRollupCommit(manager) => commitment(f, manager.operation.rollup, manager.operation.commitment.level),
        C::TxRollupReturnBond(manager) => write!(f, "recover the bond for {}", manager.operation.rollup),
        C::TxRollupFinalizeCommitment(manager) => cement(f, manager.operation.rollup),
        C::TxRollupRemoveCommitment(manager) => {
            write!(f, "remove the oldest commitment of {}", manager.operation.rollup)
        }
        C::TxRollupRejection(manager) => {
            write!(f, "reject the commitment of {} at level {}", manager.operation.rollup, manager.operation.level)
        }
        C::TxRollupDispatchTickets(manager) => {
            write!(f, "pay out tickets of {} of level {}", manager.operation.tx_rollup, manager.operation.level)
        }
        C::ScRollupOriginate(_) => f.write_str("originate a smart contract rollup"),
        C::ScRollupAddMessages(manager) => {
            write!(f, "send {} to {}", Count(manager.operation.message.len(), "message"), manager.operation.rollup.0)
        }
        C::ScRollupCement(manager) => cement(f, manager.operation.rollup.0),
        C::ScRollupPublish(manager) => {
            let operation = &manager.operation;
            commitment(f, operation.rollup.0, operation.commitment.inbox_level)
        }
        C::ScRollupRefute(manager) => refute(f, manager.operation.rollup.0, &manager.operation.opponent),
        C::ScRollupTimeout(manager) => timeout(f, manager.operation.rollup.0, &manager.operation.stakers),
        C::ScRollupExecuteOutboxMessage(manager) => outbox(f, manager.operation.rollup.0),
        C::ScRollupRecoverBond(manager) => write!(f, "recover the bond for {}", manager.operation.rollup),
        C::ScRollupDalSlotSubscribe(manager) => {
            let operation = &manager.operation;
            write!(f, "subscribe {} to data in slot {}", operation.rollup.0, operation.slot_index)
        }
        C::SmartRollupOriginate(manager) => {
            write!(f, "originate a smart rollup with a kernel of {}", Count(manager.operation.kernel.len(), "byte"))
        }
        C::SmartRollupAddMessages(manager) => {
            write!(f, "send {} to the smart rollups", Count(manager.operation.message.len(), "message"))
        }
        C::SmartRollupCement(manager) => cement(f, manager.operation.rollup),
        C::SmartRollupPublish(manager) => {
            commitment(f, manager.operation.rollup, manager.operation.commitment.inbox_level)
        }
        C::SmartRollupRefute(manager) => refute(f, manager.operation.rollup, &manager.operation.opponent),
        C::SmartRollupTimeout(manager) => timeout(f, manager.operation.rollup, &manager.operation.stakers),
        C::SmartRollupExecuteOutboxMessage(manager) => outbox(f, manager.operation.rollup),
        C::SmartRollupRecoverBond(manager) => {
            write!(f, "recover the bond of {} for {}", manager.operation.staker, manager.operation.rollup)
        }
        C::ZkRollupOrigination(_) => f.write_str("originate a zero-knowledge rollup"),
        C::ZkRollupPublish(manager) => {
            write!(f, "publish {} on {}", Count(manager.operation.op.len(), "operation"), manager.operation.zk_rollup)
        }
        C::ZkRollupUpdate(manager) => write!(f, "update the state of {}", manager.operation.zk_rollup),
        _ => return None,
    })
}

fn commitment(f: &mut Formatter<'_>, rollup: impl Display, level: RawLevel) -> fmt::Result {
    write!(f, "publish a commitment of {rollup} at level {level}")
}

fn cement(f: &mut Formatter<'_>, rollup: impl Display) -> fmt::Result {
    write!(f, "cement the oldest commitment of {rollup}")
}

fn refute(f: &mut Formatter<'_>, rollup: impl Display, opponent: &PublicKeyHash) -> fmt::Result {
    write!(f, "move against {opponent} in a refutation game of {rollup}")
}

fn timeout(f: &mut Formatter<'_>, rollup: impl Display, players: &Stakers) -> fmt::Result {
    let Stakers { alice, bob } = players;
    write!(f, "end the refutation game of {alice} and {bob} about {rollup} by timeout")
}

fn outbox(f: &mut Formatter<'_>, rollup: impl Display) -> fmt::Result {
    write!(f, "execute a message from the outbox of {rollup}")
}
