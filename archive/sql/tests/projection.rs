//! Columns that are made alone are those of the whole table.

use std::collections::BTreeMap;

use tezos_archive_store::Block;
use tezos_archive_tables::{Options, Rows};

use crate::chain::made;

#[test]
fn columns_are_the_same_alone() {
    let Some(made) = made(&[]) else { return };
    let source = made.source();
    let all = source.ranges().into_iter().flat_map(|range| source.range(&range)).map(Result::unwrap);
    // A block of each protocol, the smallest that has operations of users if there is one.
    let cost = |block: &Block| {
        let size = block.operations.iter().flatten().map(|operation| operation.len()).sum::<usize>();
        (block.operations.get(3).is_none_or(Vec::is_empty), size)
    };
    let mut blocks: BTreeMap<&str, Block> = BTreeMap::new();
    for block in all {
        if blocks.get(block.protocol.id()).is_none_or(|known| cost(&block) < cost(known)) {
            blocks.insert(block.protocol.id(), block);
        }
    }
    assert!(blocks.len() == 9, "{:?}", blocks.keys());
    let mut rows = Rows::new(Options::default());
    blocks.values().for_each(|block| rows.push(block).unwrap());
    let whole = rows.finish().unwrap();
    let mut compared = 0;
    for ((name, index), batch) in rows.names().zip(0..).zip(&whole).filter(|(_, batch)| batch.num_rows() > 0) {
        for (column, field) in batch.columns().iter().zip(batch.schema().fields()) {
            // A column of nulls cannot differ.
            if column.null_count() == column.len() {
                continue;
            }
            let mut alone = Rows::select(Options::default(), |table| table == name, |_, column| column == field.name());
            blocks.values().for_each(|block| alone.push(block).unwrap());
            let alone = alone.finish().unwrap();
            assert_eq!(alone[index].columns(), std::slice::from_ref(column), "{name}.{}", field.name());
            assert_eq!(alone.iter().map(|batch| batch.num_rows()).sum::<usize>(), batch.num_rows(), "{name}");
            compared += 1;
        }
        let mut none = Rows::select(Options::default(), |table| table == name, |_, _| false);
        blocks.values().for_each(|block| none.push(block).unwrap());
        assert_eq!(none.finish().unwrap()[index].num_rows(), batch.num_rows(), "{name}");
    }
    assert!(compared > 150, "{compared}");
}
