//! Which files a query reads, and what it does with refused blocks.

use std::os::unix::fs::FileExt;

use crate::chain::made;

#[test]
fn conditions_on_levels_decide_which_files_are_read() {
    let Some(made) = made(&[]) else { return };
    let (engine, _) = made.engine();
    for (condition, ranges, rows) in [
        ("true", 7, 100),
        ("level between 20 and 35", 2, 16),
        ("level = 0", 1, 1),
        ("level > 90 and 95 >= level", 1, 5),
        ("level > 1000", 0, 0),
        ("level < 3 or level > 97", 7, 5),
        ("level >= 98 and operations >= 0", 1, 2),
    ] {
        let plan = engine.csv(&format!("explain select hash from blocks where {condition}"));
        assert!(plan.contains(&format!("ranges={ranges}, ")), "{condition}: {plan}");
        let count = engine.value(&format!("select count(*) from blocks where {condition}"));
        assert_eq!(count, rows.to_string(), "{condition}");
    }
}

#[test]
fn plans_read_the_columns_that_are_needed() {
    let Some(made) = made(&[]) else { return };
    let (engine, _) = made.engine();
    let plan =
        engine.csv("explain select sum(amount) from transactions where level > 50 and status = 'applied' limit 1");
    assert!(plan.contains("columns=[amount, status]"), "{plan}");
    let plan = engine.csv("explain select count(*) from transactions");
    assert!(plan.contains("columns=[]"), "{plan}");
    let plan = engine.csv("explain select level from transactions limit 3");
    assert!(plan.contains("limit=3"), "{plan}");
    assert_eq!(engine.csv("select level from transactions limit 3").lines().count(), 4);
    assert_eq!(engine.csv("select * from transactions limit 0").lines().count(), 0);
}

/// A block with a flipped bit is missing, its refusal is a row, and the other blocks are not affected.
#[test]
fn refused_blocks_do_not_end_a_query() {
    let Some(made) = made(&[]) else { return };
    let file = made.file("cemented/34_49");
    let mut offsets = [0; 8 * 16];
    let blocks = std::fs::OpenOptions::new().read(true).write(true).open(&file).unwrap();
    blocks.read_exact_at(&mut offsets, 0).unwrap();
    // In the header of the fifth block, behind its hash and the sizes.
    let place = u64::from_be_bytes(offsets[32..40].try_into().unwrap()) + 60;
    let mut byte = [0];
    blocks.read_exact_at(&mut byte, place).unwrap();
    blocks.write_all_at(&[byte[0] ^ 1], place).unwrap();
    drop(blocks);

    let (engine, chain) = made.engine();
    assert_eq!(engine.value("select count(*) from blocks where level < 34"), "34");
    assert!(!chain.is_refused());
    assert_eq!(engine.value("select count(*) from blocks"), "99");
    assert!(chain.is_refused());
    let refusals = engine.csv("select file, level, part, reason from refusals");
    assert_eq!(refusals.lines().count(), 2, "{refusals}");
    assert!(refusals.contains("34_49,38,block,"), "{refusals}");
    assert_eq!(engine.value("select count(*) from refusals where level = 38"), "1");
    assert_eq!(engine.value("select count(*) from refusals where level = 39"), "0");
}

/// Sources whose levels are not known before they are read.
#[test]
fn files_of_blocks_have_one_range() {
    let Some(made) = made(&["--kind", "binary"]) else { return };
    let (engine, _) = made.engine();
    let all = engine.value("select count(*) > 50 and min(level) > 0 from blocks");
    assert_eq!(all, "true");
    let [pushed, not_pushed] = ["level between 20 and 29", "level + 0 between 20 and 29"]
        .map(|condition| engine.value(&format!("select count(*) from blocks where {condition}")));
    assert_eq!(pushed, not_pushed);
    assert_ne!(pushed, "0");
}
