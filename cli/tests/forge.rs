//! `forge-check` with forgers that are right, wrong in one kind, refuse, die, hang, and print too much or too little. They are scripts around
//! `tezos-codec encode`, which forges as it should.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
    sync::atomic::{AtomicUsize, Ordering},
};

use serde_json::Value;

use crate::common::{Run, folder, shared::shared, shell};

/// A forger that is right in protocol 023.
const RIGHT: &str = "tezos-codec encode seoul.operation.unsigned from - --lines";

/// The branch and the accounts are zeros, which are the simplest ones.
const OPERATION: &str = concat!(
    r#"{"branch":"BKiHLREqU3JkXfzEDYAkmmfX48gBDtYhMrpA98s7Aq4SzbUAB6M","contents":[{"kind":"increase_paid_storage","#,
    r#""source":"tz1Ke2h7sDdakHJQh8WX4Z372du1KChsksyU","fee":"0","counter":"0","gas_limit":"0","storage_limit":"0","#,
    r#""amount":"64","destination":"KT18amZmM5W7qDWVt2pH6uj7sCEd3kbzLrHT"}]}"#,
);

/// Runs `forge-check` with these options on a forger that is a line of shell.
fn check(options: &str, forger: &str) -> Run {
    check_in(&new_folder(), options, forger)
}

/// Returns an empty folder that no other test has.
fn new_folder() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    folder(&format!("forge-check-{}", COUNT.fetch_add(1, Ordering::Relaxed)))
}

fn check_in(stage: &Path, options: &str, forger: &str) -> Run {
    fs::write(stage.join("forger"), forger).expect("a script");
    let Output { status, stdout, stderr } =
        shell(&format!("tezos-codec forge-check {options} -- sh forger"), stage).output().expect("a shell");
    Run {
        status: status.code().expect("an exit status"),
        out: String::from_utf8(stdout).expect("text"),
        err: String::from_utf8(stderr).expect("text"),
    }
}

/// Returns the row of a kind in the JSON of a report.
fn row<'a>(report: &'a Value, kind: &str) -> &'a Value {
    let kinds = report["kinds"].as_array().expect("the kinds");
    kinds.iter().find(|row| row["kind"] == kind).unwrap_or_else(|| panic!("no row for {kind}: {report}"))
}

#[test]
fn a_right_forger_passes() {
    let run = check("--protocol seoul --operations 6 --json", RIGHT);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let report = run.json();
    let kinds = report["kinds"].as_array().unwrap();
    assert_eq!((kinds.len(), &report["failure"]), (38, &Value::Null));
    for row in kinds {
        let counts = (row["right"].as_u64().unwrap(), &row["refused"], &row["wrong"]);
        assert!(counts.0 >= 3 && counts.1 == 0 && counts.2 == 0 && row["smallest"].is_null(), "{row}");
    }
    assert!(row(&report, "batch")["right"].as_u64() == Some(6), "{report}");
    // Equal seeds give equal operations, and another seed gives others.
    let sent = |seed: &str| {
        let (stage, options) = (new_folder(), format!("--protocol seoul --operations 4 --seed {seed}"));
        assert_eq!(check_in(&stage, &options, &format!("tee -a sent | {RIGHT}")).status, 0);
        fs::read_to_string(stage.join("sent")).unwrap()
    };
    let (first, again, other) = (sent("0"), sent("0"), sent("1"));
    assert!(first == again && first != other && first.is_ascii());
}

/// Returns a forger that takes the `amount` of `increase_paid_storage` for 7, if an `awk` condition on the number `n` is met.
fn wrong_amounts(condition: &str) -> String {
    let amount = r#"/"amount":"[0-9]+"/"#;
    format!(
        "awk '/increase_paid_storage/ && match($0, {amount}) {{ n = substr($0, RSTART + 10, RLENGTH - 11); \
         if ({condition}) sub({amount}, \"\\\"amount\\\":\\\"7\\\"\") }} {{ print }}' | {RIGHT}"
    )
}

#[test]
fn a_wrong_kind_is_shown_by_its_least_value() {
    for (condition, least) in
        [("n + 0 >= 64", "64"), ("n + 0 >= 100", "100"), ("length(n) > 7", "10000000"), ("n != 7", "0")]
    {
        let run = check("--protocol seoul --operations 8 --json", &wrong_amounts(condition));
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{}", run.out);
        let report = run.json();
        for row in report["kinds"].as_array().unwrap() {
            let is_wrong = row["wrong"].as_u64() != Some(0);
            assert_eq!(
                (is_wrong, !row["smallest"].is_null()),
                (row["kind"] == "increase_paid_storage", is_wrong),
                "{row}"
            );
        }
        let smallest = &row(&report, "increase_paid_storage")["smallest"];
        let operation = |amount| -> Value { serde_json::from_str(&OPERATION.replace("64", amount)).expect("JSON") };
        assert_eq!(smallest["operation"], operation(least));
        assert_eq!((&smallest["decoded"], &smallest["error"]), (&operation("7"), &Value::Null));
        assert_ne!(smallest["expected"], smallest["answer"]);
    }
    let run = check("--protocol seoul --operations 8", &wrong_amounts("n + 0 >= 64"));
    let (head, example) = run.out.split_once("\nwrong      increase_paid_storage 023, such as\n").expect("an example");
    let zeros = |count: usize| "00".repeat(count);
    let expected = [
        &format!("  operation  {OPERATION}"),
        &format!("  expected   {}71{}800101{}", zeros(32), zeros(25), zeros(21)),
        &format!("  answer     {}71{}0701{}", zeros(32), zeros(25), zeros(21)),
        "  read as    contents[0].amount: \"7\", not \"64\"",
    ];
    assert_eq!(example.lines().take(4).collect::<Vec<_>>(), expected);
    assert!(
        head.lines().any(|line| line.contains("│ transaction ") && line.ends_with(" 023       8                   │")),
        "{head}"
    );
}

#[test]
fn refusals_are_counted_and_pass() {
    let run = check("--protocol seoul --operations 3", "awk '{ print \"! no transaction today\" }'");
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.ends_with("\n37 kinds: 0 right, 111 refused, 0 wrong\n"), "{}", run.out);
    // The name of the kind is no difference between reasons.
    assert!(run.out.contains("\nrefused    no KIND today\n  transaction 023\n"), "{}", run.out);
    assert!(
        run.out.contains("\nrefused    no transaction today\n  activate_account 023, attestation 023, "),
        "{}",
        run.out
    );
    let run = check("--protocol seoul --operations 3 --json", "awk '{ print \"\" }'");
    assert_eq!((run.status, &row(&run.json(), "reveal")["refusal"]), (0, &"".into()));
}

#[test]
fn a_forger_that_fails_is_described() {
    let refusing = "awk '{ print \"!\" }'";
    for (forger, sentence) in [
        (
            &*format!("head -n 3 | {RIGHT}; exit 3"),
            "ended too early (exit status: 3), after 3 answers to 74 operations; the next one is {\"branch\":",
        ),
        (
            &format!("{RIGHT} | head -n 5"),
            "ended too early (exit status: 0), after 5 answers to 74 operations; the next one is ",
        ),
        ("kill -9 $$", "ended too early (signal: 9 (SIGKILL)), after 0 answers to 74 operations; the next one is "),
        (
            &format!("head -n 2 | {RIGHT}; exec sleep 60"),
            "did not answer within 1 second, after 2 answers to 74 operations; the next one is ",
        ),
        ("exec sleep 60", "did not answer within 1 second, after 0 answers to 74 operations; the next one is "),
        ("exec >&-; exec sleep 60", "closed its output too early, after 0 answers to 74 operations; the next one is "),
        (&format!("{refusing}; exec sleep 60"), "did not end within 1 second after its last answer"),
        (&format!("{refusing}; exec >&-; exec sleep 60"), "did not end within 1 second after its last answer"),
        (&format!("{refusing}; echo 00"), "answered 74 operations with more lines; the first line too many is `00`"),
        (&format!("echo hello; {refusing}"), "answered 74 operations with more lines; the first line too many is `!`"),
        // It reads nothing, and writes without an end.
        ("exec yes 00", "answered 74 operations with more lines; the first line too many is `00`"),
    ] {
        let run = check("--protocol seoul --operations 2 --time-limit 1", forger);
        assert_eq!(run.status, 1, "{forger}: {}{}", run.out, run.err);
        let (error, lines) = (run.err.lines().last().unwrap_or_default(), run.out.lines().last().unwrap_or_default());
        assert!(error.starts_with(&format!("error: the forger {sentence}")), "{forger}: {}", run.err);
        assert!(lines.contains(" right, "), "the answers before are shown: {}", run.out);
    }
    let run = check("--protocol seoul --operations 2 --time-limit 1 --json", "exit 3");
    let (report, expected) = (run.json(), "the forger ended too early (exit status: 3), after 0 answers");
    assert!(
        run.status == 1 && report["failure"].as_str().is_some_and(|failure| failure.starts_with(expected)),
        "{report}"
    );
    let run = crate::common::run(&["forge-check", "--operations", "1", "--", "./absent"]);
    assert_eq!(
        (run.status, run.err.contains("the forger `./absent` cannot be run: No such file")),
        (1, true),
        "{}",
        run.err
    );
}

#[test]
fn garbage_is_wrong() {
    let run =
        check("--protocol seoul --operations 2 --json", "awk '/ballot/ { print \"Traceback\"; next } { print \"!\" }'");
    let report = run.json();
    let ballot = row(&report, "ballot");
    assert_eq!((run.status, &ballot["wrong"], &row(&report, "reveal")["refused"]), (1, &2.into(), &2.into()));
    assert_eq!(ballot["smallest"]["answer"], "Traceback");
    assert_eq!(ballot["smallest"]["error"], "the line is neither hex nor a refusal");
}

#[test]
fn neither_side_waits_for_the_other() {
    // All operations are read before the first answer, and they fill a pipe many times.
    let stage = new_folder();
    let run =
        check_in(&stage, "--protocol seoul --operations 200 --time-limit 60", &format!("cat > all; {RIGHT} < all"));
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let sent = fs::metadata(stage.join("all")).unwrap().len();
    assert!(sent > 4 << 16, "{sent} bytes");
}

#[test]
fn kinds_of_all_protocols_are_of_the_newest_that_accepts_them() {
    let run = check("--operations 4 --json", "awk '{ print \"!\" }'");
    let report = run.json();
    let protocols = |kind: &str| -> Vec<String> {
        let rows = report["kinds"].as_array().unwrap().iter().filter(|row| row["kind"] == kind);
        rows.map(|row| row["protocol"].as_str().unwrap()[..3].to_owned()).collect()
    };
    assert_eq!(run.status, 0);
    assert_eq!(protocols("seed_nonce_revelation")[0], "025");
    assert_eq!(protocols("preendorsement"), ["018"]);
    assert_eq!(protocols("endorsement")[..2], ["018", "011"]);
    assert_eq!(protocols("tx_rollup_commit"), ["016"]);
    // Accounts that were contracts.
    assert!(protocols("transaction").contains(&"004".into()), "{:?}", protocols("transaction"));
    assert!(report["kinds"].as_array().unwrap().len() > 90);
}

#[test]
fn operations_of_the_user_are_forged_as_they_are() {
    let stage = new_folder();
    let call = r#"{"entrypoint":"default","value":{"prim":"Unit"}}"#;
    let operation = OPERATION
        .replace("\"contents\"", "\"protocol\":\"PtSeouLo\",\"signature\":\"sig\",\"contents\"")
        .replace("\"amount\"", &format!("\"metadata\":{{}},\"parameters\":{call},\"amount\""))
        .replace("increase_paid_storage", "transaction");
    fs::write(stage.join("operations.jsonl"), format!("{operation}\n\n{operation}\n")).unwrap();
    let options = "--protocol seoul --operations 0 --json --from";
    let run = check_in(&stage, &format!("{options} operations.jsonl"), &format!("tee sent | {RIGHT}"));
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert_eq!(row(&run.json(), "transaction")["right"], 2);
    let sent = fs::read_to_string(stage.join("sent")).unwrap();
    let sent: Value = serde_json::from_str(sent.lines().next().unwrap()).unwrap();
    assert_eq!(sent.as_object().unwrap().keys().collect::<Vec<_>>(), ["branch", "contents"]);
    // Bytes leave this argument out, and the forger has to do so too.
    assert_eq!(sent["contents"][0]["parameters"]["entrypoint"], "default");
    assert!(sent["contents"][0]["metadata"].is_null());

    let blocks = format!("{}/tests/transcripts/blocks", env!("CARGO_MANIFEST_DIR"));
    fs::copy(format!("{blocks}/blocks.jsonl"), stage.join("blocks.jsonl")).unwrap();
    let of_blocks = check_in(&stage, &format!("{options} blocks.jsonl"), RIGHT);
    let in_blocks = of_blocks.json();
    let count: u64 = in_blocks["kinds"].as_array().unwrap().iter().map(|row| row["right"].as_u64().unwrap()).sum();
    assert!(of_blocks.status == 0 && count > 0, "{in_blocks}");
    let of_folder = check_in(&stage, &format!("{options} ."), RIGHT).json();
    let all: u64 = of_folder["kinds"].as_array().unwrap().iter().map(|row| row["right"].as_u64().unwrap()).sum();
    assert_eq!(all, count + 2, "{of_folder}");

    fs::write(stage.join("wrong.jsonl"), format!("{operation}\n{}\n", operation.replace("transaction", "transactoin")))
        .unwrap();
    fs::write(stage.join("list.jsonl"), format!("{operation}\n[]\n")).unwrap();
    for (options, error) in [
        ("--from wrong.jsonl", "error: wrong.jsonl, line 2: no operation of 023: at column "),
        ("--from list.jsonl", "error: list.jsonl, line 2: no operation of 023: the operation has no `contents`"),
        ("--from absent.jsonl", "error: absent.jsonl: No such file"),
        ("--from forger", "error: forger, line 1: the line is not JSON"),
        ("", "error: there are no operations to forge: use a larger --operations, or --from"),
    ] {
        let run = check_in(&stage, &format!("--protocol seoul --operations 0 {options}"), RIGHT);
        assert!(run.status == 1 && run.err.starts_with(error), "{options}: {}", run.err);
    }
}

#[test]
fn operations_of_mainnet_are_forged() {
    let Some(blocks) = shared("data/blocks_mainnet/blocks.jsonl") else { return };
    let forger = RIGHT.replace("seoul", "ushuaia");
    let run = check(&format!("--operations 0 --json --from {}", blocks.display()), &forger);
    let report = run.json();
    let kinds = report["kinds"].as_array().unwrap();
    let right: u64 = kinds.iter().map(|row| row["right"].as_u64().unwrap()).sum();
    assert!(run.status == 0 && right > 100 && kinds.iter().all(|row| row["wrong"] == 0), "{right}: {report}");
}

/// `--protocol` of the forger is not that of the tool.
#[test]
fn the_command_is_not_read_as_options() {
    let stage = new_folder();
    let run = shell("tezos-codec forge-check --operations 1 --json -- sh forger --protocol seoul", &stage);
    fs::write(stage.join("forger"), "awk '{ print \"!\" }'").expect("a script");
    let Output { status, stdout, .. } = { run }.output().expect("a shell");
    let report: Value = serde_json::from_slice(&stdout).expect("JSON");
    assert!(status.success() && row(&report, "reveal")["protocol"] == "025-PsUshuai", "{report}");
}
