//! Functions of bytes and texts.

use crate::chain::{Engine, made};

#[test]
fn values_become_json_and_bytes_again() {
    let engine = Engine::new();
    for (query, expected) in [
        ("tezos_decode('list(uint16)', x'0000000400010203')", "\"[1,515]\""),
        ("tezos_json('list(uint16)', x'0000000400010203')", "\"[1,515]\""),
        ("tezos_encode('list(uint16)', '[1,515]')", "0000000400010203"),
        ("tezos_decode('seoul.script.expr', x'0005')", "\"{\"\"int\"\":\"\"5\"\"}\""),
        ("tezos_decode('list(uint16)', arrow_cast(x'000000020001', 'BinaryView'))", "[1]"),
        ("tezos_decode('list(uint16)', arrow_cast(x'000000020001', 'FixedSizeBinary(6)'))", "[1]"),
        ("tezos_decode('list(uint16)', null) is null", "true"),
        ("tezos_decode(null, x'0001') is null", "true"),
        ("octet_length(x'000102') + octet_length('é')", "5"),
    ] {
        assert_eq!(engine.value(&format!("select {query}")), expected, "{query}");
    }
}

#[test]
fn parts_have_their_places() {
    let engine = Engine::new();
    let parts = "select unnest(tezos_slice('seoul.script.expr', x'01000000026869')) as part";
    let query = format!("select part['offset'], part['length'], part['path'], part['value'] from ({parts})");
    let found = engine.csv(&query);
    let places =
        found.lines().skip(1).map(|line| line.split(',').take(2).map(|number| number.parse::<usize>().unwrap()));
    let places: Vec<Vec<usize>> = places.map(Iterator::collect).collect();
    assert_eq!(places, [[0, 1], [1, 4], [5, 2]], "{found}");
    assert!(found.lines().last().unwrap().ends_with("hi") || found.contains("\"hi\""), "{found}");
    assert_eq!(engine.value("select tezos_slice('list(uint16)', null) is null"), "true");
}

#[test]
fn expressions_are_printed() {
    let engine = Engine::new();
    let pair = "tezos_encode('seoul.script.expr', '{\"prim\":\"Pair\",\"args\":[{\"int\":\"1\"},{\"string\":\"a\"}]}')";
    assert_eq!(engine.value(&format!("select micheline({pair})")), "\"Pair 1 \"\"a\"\"\"");
}

#[test]
fn texts_in_base58_have_a_kind() {
    let engine = Engine::new();
    for (query, expected) in [
        ("base58('chain_id', x'7a06a770')", "NetXdQprcVkpaWU"),
        ("base58_decode('NetXdQprcVkpaWU')['kind']", "chain_id"),
        ("base58_decode('NetXdQprcVkpaWU')['bytes']", "7a06a770"),
        ("base58_decode(null) is null", "true"),
        (
            "base58('seoul.contract', tezos_encode('seoul.contract', '\"KT1RJ6PbjHpwc3M5rw5s2Nbmefwbuwbdxton\"'))",
            "KT1RJ6PbjHpwc3M5rw5s2Nbmefwbuwbdxton",
        ),
        ("octet_length(base58('block_hash', decode(repeat('00', 32), 'hex')))", "51"),
    ] {
        assert_eq!(engine.value(&format!("select {query}")), expected, "{query}");
    }
}

#[test]
fn refused_values_end_the_query_or_are_null() {
    let engine = Engine::new();
    for (call, reason) in [
        ("tezos_decode('list(uint16)', x'00')", "tezos_decode: the bytes are not list(uint16)"),
        ("tezos_encode('list(uint16)', '[65536]')", "tezos_encode: the JSON is not list(uint16)"),
        ("tezos_slice('list(uint16)', x'00')", "tezos_slice: the bytes are not list(uint16)"),
        ("micheline(x'ff')", "micheline: the bytes are not an expression"),
        ("base58('block_hash', x'00')", "base58: expected 32 bytes for block_hash, found 1"),
        (
            "base58_decode('NetXdQprcVkpaWV')",
            "base58_decode: expected chain_id in base58check, found `NetXdQprcVkpaWV`",
        ),
        ("base58_decode('hello')", "base58_decode: expected a text in base58check, found `hello`"),
    ] {
        let error = engine.run(&format!("select {call}")).unwrap_err();
        assert!(error.contains(reason), "{call}: {error}");
        assert_eq!(engine.value(&format!("select try_{call} is null")), "true", "{call}");
    }
}

#[test]
fn what_is_wrong_for_all_rows_ends_the_query() {
    let engine = Engine::new();
    for (call, reason) in [
        ("tezos_decode('seoul.opration', x'00')", "similar ids: `operation`"),
        ("try_tezos_decode('nothing', x'00')", "is not the id or the description of an encoding"),
        ("try_base58('nothing', x'00')", "one of the kinds "),
        ("try_base58('uint16', x'0001')", "expected an encoding of texts in base58check, found uint16"),
        ("tezos_decode('uint16', 'abc')", "expected (text, bytes)"),
        ("micheline(5)", "expected (bytes)"),
        ("micheline(x'00', x'00')", "expected (bytes)"),
    ] {
        let error = engine.run(&format!("select {call}")).unwrap_err();
        assert!(error.contains(reason), "{call}: {error}");
    }
}

/// A kind of secret key is no kind, and the text of one is in no error.
#[test]
fn secrets_are_not_printed() {
    let engine = Engine::new();
    let secret = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh";
    for text in [secret, &secret[1..], &secret.replace("CCgm", "CCgn")] {
        let error = engine.run(&format!("select base58_decode('{text}')")).unwrap_err();
        assert!(text != secret || error.contains("secret key"), "{error}");
        assert!(!error.contains(&secret[10..40]) || !text.starts_with("edsk"), "{error}");
    }
    let error = engine.run("select base58('ed25519_seed', decode(repeat('00', 32), 'hex'))").unwrap_err();
    assert!(error.contains("one of the kinds") || error.contains("not the id"), "{error}");
}

/// The columns of a table are what the functions take.
#[test]
fn columns_are_arguments() {
    let Some(made) = made(&[]) else { return };
    let (engine, _) = made.engine();
    let count = engine.value("select count(*) > 100 and count(*) = count(micheline(storage)) from storage");
    assert_eq!(count, "true");
    let hashes = "select count(*) from blocks where base58('block_hash', base58_decode(hash)['bytes']) <> hash";
    assert_eq!(engine.value(hashes), "0");
}
