//! The five tasks of an indexer. The lines between `task:` and `end` are counted for `examples/README.md`.

use std::collections::BTreeMap;
use std::error::Error;

use tezos_protocols::block::BlockInfo;
use tezos_protocols::contract::ContractId;
use tezos_protocols::michelson::{Address, List, Michelson, Nat};
use tezos_protocols::receipt::{Balance, BigMapAction, Status};

// task: operations
/// The operations, in the order of the block: position, hash, kind and status.
pub(crate) fn operations(block: &BlockInfo) -> Vec<String> {
    let rows = block.operations().map(|operation| {
        let status = operation.status().map_or("-", Status::name);
        format!("{} {} {} {status}", operation.place, operation.hash(), operation.kind())
    });
    rows.collect()
}
// end

// task: transfers
/// The transfers that were executed, of accounts and of contracts: hash, source, destination, mutez.
pub(crate) fn transfers(block: &BlockInfo) -> Vec<String> {
    let executed = block.transfers().filter(|transfer| !transfer.is_void());
    let rows = executed.filter_map(|located| {
        let (hash, transfer) = (located.hash?, located.value);
        Some(format!("{hash} {} {} {}", transfer.source, transfer.destination, transfer.amount.mutez()))
    });
    rows.collect()
}
// end

// task: balances
/// What each account and contract gained or lost: address, mutez.
pub(crate) fn balances(block: &BlockInfo) -> Vec<String> {
    let mut changes: BTreeMap<ContractId, i64> = BTreeMap::new();
    for update in block.balance_updates().filter(|update| !update.is_void()) {
        if let Balance::Contract { contract } = update.value.balance {
            let sum = changes.entry(contract).or_default();
            *sum = sum.saturating_add(update.value.change);
        }
    }
    changes.iter().map(|(contract, change)| format!("{contract} {change}")).collect()
}
// end

// task: changes
/// The changes of big maps and the events of contracts, with values in Michelson.
pub(crate) fn changes(block: &BlockInfo) -> Vec<String> {
    let diffs = block.big_map_diffs().filter(|change| !change.is_void()).filter_map(|change| {
        let id = change.value.big_map?;
        Some(match change.value.action {
            BigMapAction::Update { key, value: Some(value), .. } => format!("big_map {id} update {key} = {value}"),
            BigMapAction::Update { key, value: None, .. } => format!("big_map {id} update {key}"),
            BigMapAction::Remove => format!("big_map {id} remove"),
            BigMapAction::Copy { source } => format!("big_map {id} copy {source}"),
            BigMapAction::Alloc { key_type, value_type } => format!("big_map {id} alloc {key_type} -> {value_type}"),
        })
    });
    let events = block.events().filter(|event| !event.is_void()).map(|emitted| {
        let (source, event) = (emitted.value.source, emitted.value.event);
        let tag = event.tag.as_ref().map_or("default".into(), ToString::to_string);
        let payload = event.payload.as_ref().map_or("Unit".into(), ToString::to_string);
        format!("event {source} {tag} {payload}")
    });
    diffs.chain(events).collect()
}
// end

// task: calls
tezos_protocols::michelson! {
    /// What FA2 tokens of one owner are transferred.
    struct Transfer {
        from: Address,
        txs: List<Tx>,
    }

    struct Tx {
        to: Address,
        token_id: Nat,
        amount: Nat,
    }
}

/// The calls of an entrypoint that were executed, with their arguments in Michelson, and the tokens that calls of FA2 transfer.
pub(crate) fn calls(block: &BlockInfo, entrypoint: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for call in block.transfers().filter(|call| !call.is_void() && call.value.entrypoint == entrypoint.as_bytes()) {
        let Some(argument) = call.value.parameters else { continue };
        let (source, contract, argument) = (call.value.source, call.value.destination, argument.force()?);
        rows.push(format!("{source} {contract} {argument}"));
        let Ok(List(transfers)) = List::<Transfer>::from_micheline(&argument) else { continue };
        for Transfer { from, txs } in transfers {
            let row = |tx: Tx| format!("{contract} {} {from} {} {}", tx.token_id, tx.to, tx.amount);
            rows.extend(txs.0.into_iter().map(row));
        }
    }
    Ok(rows)
}
// end
