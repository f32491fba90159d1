//! What the tool says to what people paste: a table.

use std::fs;

use crate::common::{folder, run};

/// Checks that a command is refused with a message that has all `parts`.
fn check(arguments: &[&str], parts: &[&str]) {
    let run = run(arguments);
    assert_eq!(run.status, 1, "{arguments:?}: {}{}", run.out, run.err);
    for part in parts {
        assert!(run.err.contains(part), "{arguments:?}: no {part:?} in {}", run.err);
    }
}

/// Returns a transfer as a node prints it, with `from` replaced by `to`.
fn transfer(from: &str, to: &str) -> String {
    let text = r#"{
  "kind": "transaction",
  "source": "tz1Ke2h7sDdakHJQh8WX4Z372du1KChsksyU",
  "fee": "4450",
  "counter": "7",
  "gas_limit": "1000",
  "storage_limit": "0",
  "amount": "1",
  "destination": "KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn"
}"#;
    assert!(text.contains(from), "{from}");
    text.replace(from, to)
}

#[test]
fn json_that_a_node_refuses() {
    let contents = "seoul.operation.contents";
    assert_eq!(run(&["encode", contents, "from", &transfer("", "")]).status, 0);
    for (from, to, parts) in [
        ("\"4450\"", "4450", &["line 4, column 10", "fee", "4450", "write \"4450\""][..]),
        ("\"transaction\"", "\"transactoin\"", &["line 2", "kind", "transactoin", "the nearest is \"transaction\""]),
        ("\"amount\"", "\"amuont\"", &["amuont", "\"amount\""]),
        ("\"counter\": \"7\",", "", &["counter"]),
        ("\"counter\": \"7\",", "\"counter\": \"7\", \"counter\": \"7\",", &["counter"]),
        ("Xitn", "Xit", &["line 9", "destination", "it has 35 characters instead of 36"]),
        ("Xitn", "Xito", &["destination", "its checksum is wrong"]),
        ("\"amount\": \"1\",", "\"amount\": \"1\"", &["line 9, column 3"]),
        ("\"1000\"", "\"\u{9b}1\"", &["gas_limit", "\\u"]),
    ] {
        check(&["encode", contents, "from", &transfer(from, to)], parts);
    }
    let delegation = |fields: &str| {
        format!(
            r#"{{"kind":"delegation","source":"tz1Ke2h7sDdakHJQh8WX4Z372du1KChsksyU","fee":"0","counter":"1","gas_limit":"0","storage_limit":"0"{fields}}}"#
        )
    };
    assert_eq!(run(&["encode", contents, "from", &delegation("")]).status, 0);
    for (fields, part) in [(",\"memo\":\"\"", "memo"), (",\"fee\":\"0\"", "fee")] {
        let refused = run(&["encode", contents, "from", &delegation(fields)]);
        assert!(refused.err.contains(part) && !refused.err.contains("eveal"), "{}", refused.err);
    }
    check(&["encode", "seoul.script.expr", "from", r#"{"prim":"IS_IMPLICIT_ACCOUN"}"#], &["IS_IMPLICIT_ACCOUN"]);
    check(
        &["encode", "delphi.script.expr", "from", r#"{"prim":"IS_IMPLICIT_ACCOUNT"}"#],
        &["IS_IMPLICIT_ACCOUNT", "valid in 02"],
    );
    let text = r#"{"get_current_brnch":"NetXdQprcVkpaWU"}"#;
    check(&["encode", "p2p_message", "from", text], &["\"get_current_brnch\"; the nearest is \"get_current_branch\""]);
}

#[test]
fn bytes_of_another_protocol() {
    // `SET_DEPOSITS_LIMIT` without a limit, which 012 has first.
    let bytes = format!("7000{}0000000000", "00".repeat(20));
    check(&["decode", "delphi.operation.contents", "from", &bytes], &["valid in 012 to alpha", ".operation.contents`"]);
    let explained = run(&["explain", "delphi.operation.contents", &bytes]);
    assert!(explained.status == 1 && explained.out.contains("valid in 012 to alpha"), "{}", explained.out);
    // The operation of no protocol.
    let operation = format!("{}{bytes}{}", "00".repeat(32), "00".repeat(64));
    let decoded = run(&["decode", "operation", "from", &operation]);
    assert!(decoded.status == 0 && decoded.err.contains("--protocol"), "{}", decoded.err);
}

#[test]
fn what_is_not_bytes() {
    let folder = folder("messages");
    let file = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, content).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let session = file("session", b"direction,message\nSent,00\n");
    let decrypted = file(
        "decrypted",
        b"{\"dir\":\"Sent\",\"kind\":\"ack\",\"hex\":\"00\"}\n{\"dir\":\"Sent\",\"kind\":\"ack\",\"hex\":\"00\"}\n",
    );
    let list = file("list", b"{\"hex\":\"00\"}\n{\"hex\":\"01\"}\n");
    let json = file("json", b"{\n  \"kind\": \"reveal\"\n}\n");
    let base64 = file("base64", b"BQEAAAAFaGVsbG8=\n");
    let text = file("text", b"a text about something\n");
    let csv = file("csv", b"id,name\n1,two\n");
    let short = file("short", b"KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXit\n");
    for (file, part) in [
        (&session, "`replay`, `stats` and `profile` read it"),
        (&decrypted, "`replay`, `stats` and `profile` read it"),
        (&list, "`stats` and `profile` read it"),
        (&json, "this is JSON, not bytes"),
        (&base64, "--as base64"),
        (&text, "this is text, not bytes"),
        (&csv, "this is text, not bytes"),
        (&short, "it has 35 characters instead of 36"),
    ] {
        for arguments in [vec!["slice", file], vec!["explain", "string", file], vec!["decode", "string", "from", file]]
        {
            check(&arguments, &[part]);
        }
    }
    check(
        &["slice", "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcps"],
        &["`edsk…`", "53 characters instead of 54"],
    );
    let same = |arguments: &[&str]| {
        let run = run(arguments);
        assert_eq!((run.status, run.out.as_str()), (0, "\"hello\"\n"), "{arguments:?}: {}", run.err);
    };
    let hex = "0000000568656c6c6f";
    let utf_16: Vec<u8> = hex.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [&b"\xef\xbb\xbf"[..], hex.as_bytes()].concat();
    let packed = file("packed", &[&b"\x00\x01\x02"[..], &hex::decode(hex).unwrap(), &[9]].concat());
    same(&["decode", "string", "from", &file("utf-16", &utf_16)]);
    same(&["decode", "string", "from", &file("marked", &marked)]);
    same(&["decode", "string", "from", "AAAABWhlbGxv", "--as", "base64"]);
    same(&["decode", "string", "from", &packed, "--skip", "3", "--length", "9"]);
    same(&["decode", "string", "from", &packed, "--as", "binary", "--skip", "3", "--length", "9"]);
}

#[test]
fn each_line_is_converted() {
    let folder = folder("lines");
    let path = folder.join("lines");
    fs::write(&path, "00000001\u{20}61\n{\"hex\":\"0000000162\"}\n\n0000\n0x0000000163\n").expect("a file");
    let path = path.to_str().expect("UTF-8");
    let decoded = run(&["decode", "string", "from", path, "--lines"]);
    assert_eq!((decoded.status, decoded.out.as_str()), (1, "\n\"b\"\n\n\"c\"\n"), "{}", decoded.err);
    assert!(decoded.err.contains("line 1: ") && decoded.err.contains("line 4: "), "{}", decoded.err);
    let path = folder.join("json");
    fs::write(&path, "\"a\"\n7\n\"b\"\n").expect("a file");
    let encoded = run(&["encode", "string", "from", path.to_str().expect("UTF-8"), "--lines"]);
    assert_eq!((encoded.status, encoded.out.as_str()), (1, "0000000161\n\n0000000162\n"), "{}", encoded.err);
    assert!(encoded.err.contains("line 2: "), "{}", encoded.err);
    assert_eq!(run(&["encode", "string", "from", "\"a\"", "--raw"]).out, "\0\0\0\u{1}a");
    assert_eq!(run(&["decode", "tup(uint8, uint8)", "from", "0102", "--compact"]).out, "[1,2]\n");
}

/// Values in binary that end by themselves need no lines. The offset of an error is that in the file.
#[test]
fn each_binary_value_is_converted() {
    let folder = folder("values");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let withdrawal = |index: u8| [&[0xd8, index, 2, 0x94][..], &[7; 20], &[3]].concat();
    let line = |index: u8| {
        let address = "07".repeat(20);
        format!(
            "{{\"index\":\"{index:#x}\",\"validatorIndex\":\"0x2\",\"address\":\"0x{address}\",\"amount\":\"0x3\"}}\n"
        )
    };
    let three = [withdrawal(1), withdrawal(4), withdrawal(5)].concat();
    let lines = [1, 4, 5].map(line).concat();
    for arguments in [&["--lines"][..], &["--lines", "--as", "binary"]] {
        let path = file("three", &three);
        let decoded = run(&[&["decode", "ethereum.withdrawal", "from", &path], arguments].concat());
        assert_eq!((decoded.status, decoded.out.as_str()), (0, lines.as_str()), "{}", decoded.err);
    }
    // The bytes of text, if it is named.
    let digits = file("digits", b"0102");
    assert_eq!(run(&["decode", "uint16", "from", &digits, "--lines", "--as", "binary"]).out, "12337\n12338\n");
    assert_eq!(run(&["decode", "uint16", "from", &digits, "--lines", "--as", "hex"]).out, "258\n");
    let refused = |id: &str, bytes: &[u8], arguments: &[&str], out: &str, expected: &str| {
        let path = file("refused", bytes);
        let decoded = run(&[&["decode", id, "from", &path, "--lines"], arguments].concat());
        assert_eq!((decoded.status, decoded.out.as_str()), (1, out), "{}", decoded.err);
        let error = decoded.err.replace(&path, "FILE");
        assert!(error.starts_with(&format!("error: FILE{expected}")), "{error}");
    };
    let withdrawals =
        |bytes: &[u8], out: &str, expected: &str| refused("ethereum.withdrawal", bytes, &[], out, expected);
    let one = line(1);
    withdrawals(
        &[&three[..25], &[0xc1, 0x81, 5]].concat(),
        &one,
        ", byte 27: the value at byte 25 of the stream is refused",
    );
    withdrawals(
        &[&three[..25], &[0xc2, 0x81, 5]].concat(),
        &one,
        ", byte 26: the value at byte 25 of the stream is refused",
    );
    withdrawals(&three[..45], &one, ", byte 26: the stream ends inside the value at byte 25");
    withdrawals(&[0xfb, 0xff, 0xff, 0xff, 0xff], "", ", byte 0: the value at byte 0 of the stream is longer");
    refused("operation", &[0; 40], &[], "", ": values of this type end where their input ends");
    let wrong = run(&["decode", "uint16", "from", &digits, "--lines", "--as", "text"]);
    assert!(wrong.status == 1 && wrong.err.contains("`--as binary`"), "{}", wrong.err);
}

#[test]
fn commands_print_json() {
    let blocks = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts/blocks/blocks.jsonl");
    let report = run(&["blocks", blocks, "--json"]).json();
    assert!(report["blocks"].as_u64() > Some(0) && report["failed"] == 0, "{report}");
    assert!(report["kinds"].as_array().is_some_and(|kinds| !kinds.is_empty()), "{report}");
    let listed = run(&["list", "encodings", "--json"]).json();
    assert!(listed.as_array().is_some_and(|all| all.iter().any(|one| one["id"] == "p2p_message")), "{listed}");
    let explained = run(&["explain", "obj{a: list(uint8)}", "000000020708", "--json"]).json();
    assert_eq!(explained["valid"], true);
    let parts: Vec<_> =
        explained["parts"].as_array().unwrap().iter().map(|part| (&part["offset"], &part["path"])).collect();
    assert_eq!(
        format!("{parts:?}"),
        r#"[(Number(0), String("a")), (Number(4), String("a[0]")), (Number(5), String("a[1]"))]"#
    );
    let packed = run(&["explain", "obj{data: bytes}", "0000001305010000000d68656c6c6f2c206e6573746564", "--nested"]);
    assert!(packed.out.contains("\"hello, nested\"") && packed.out.contains("data > "), "{}", packed.out);
    let refused = run(&["explain", "obj{a: list(uint8)}", "00000002", "--json"]);
    assert_eq!((refused.status, &refused.json()["error"]["name"]), (1, &"Not_enough_data".into()));
    let sliced = run(&["slice", "0000000600107a06a770", "--json"]).json();
    assert_eq!((&sliced[0]["id"], &sliced[0]["slices"][1]["offset"]), (&"p2p_message".into(), &4.into()));
}

#[test]
fn colours_are_chosen() {
    let is_coloured = |when: &str| run(&["list", "encodings", "--color", when]).out.contains('\u{1b}');
    assert!(is_coloured("always") && !is_coloured("never") && !is_coloured("auto"));
}
