//! Checks the page that lists what each protocol changed.

use std::{env, fs};

use crate::common::run;

/// `BLESS=1 cargo test -p tezos-codec --test all history` rewrites the page.
#[test]
fn the_page_is_what_the_tool_prints() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol/docs/history.md");
    let printed = run(&["history"]);
    assert_eq!((printed.status, printed.err.as_str()), (0, ""));
    check_known(&printed.out);
    if env::var_os("BLESS").is_some() {
        fs::write(file, &printed.out).expect("the page is written");
        return;
    }
    let page = fs::read_to_string(file).expect("the page");
    let different = page.lines().zip(printed.out.lines()).find(|(page, printed)| page != printed);
    assert!(page == printed.out, "BLESS=1 rewrites the page: {different:?}");
}

/// Checks that the page has changes that are known from other sources.
fn check_known(page: &str) {
    let of = |protocol: &str| {
        let (_, behind) = page.split_once(&format!("\n## {protocol}")).unwrap_or_else(|| panic!("{protocol}"));
        behind.split("\n## ").next().unwrap().to_owned()
    };
    let known = [
        ("010 Granada", "- `block_header.contents`\n  - added `liquidity_baking_escape_vote`: a boolean\n"),
        ("011 Hangzhou", "- `operation.contents`\n  - added case: `Register_global_constant` (111)\n"),
        ("012 Ithaca", "renumbered `Endorsement`: the case with the tag 0 → the case with the tag 21\n"),
        (
            "014 Kathmandu",
            "added case in `Sc_rollup_originate.pvm_kind`: `Wasm 2.0.0 smart contract rollup kind` (1)\n",
        ),
        ("017 Nairobi", "removed case: `Tx_rollup_origination` (150), `Tx_rollup_submit_batch` (151)"),
        ("020 ParisC", "\n\nUnchanged since 019: 68 encodings.\n"),
        ("023 Seoul", "New: `operation.bls_mode_unsigned`"),
        ("alpha", "Unchanged since 025: "),
    ];
    for (protocol, line) in known {
        assert!(of(protocol).contains(line), "{protocol}: {}", of(protocol));
    }
    // A change that occurs in several encodings is listed once.
    assert_eq!(page.matches("`Register_global_constant` (111)").count(), 1);
    assert_eq!(page.matches("`SUB_MUTEZ`").count(), 1);
}
