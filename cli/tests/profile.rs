//! `profile` of the sample session and of generated sessions. Only what does not vary between runs is checked, so no absolute times.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::common::{Run, folder, run, shell};

const WORK: [&str; 7] = ["framing", "search", "decryption", "joining", "decoding", "hashing", "verification"];

fn nanoseconds(figure: &Value) -> f64 {
    figure["nanoseconds"].as_f64().expect("a time")
}

fn profile_of_the_sample() -> Value {
    let run = run(&["profile", "--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.json()
}

/// Writes a session of `count` current heads; the mempool of head `at` has `operations(at)` operations. Returns its path.
fn heads(folder: &Path, count: u32, operations: impl Fn(u32) -> u32) -> String {
    let header =
        format!("{}{}{}", "00000001", "00".repeat(1 + 32 + 8 + 1 + 32), "00000000").to_owned() + &"00".repeat(32);
    let line = |at: u32| {
        let known = 32 * operations(at);
        let body = format!(
            "0014{}{:08x}{header}{known:08x}{}{:08x}{:08x}",
            "7a06a770",
            header.len() / 2,
            "ab".repeat(known as usize),
            4,
            0
        );
        let hex = format!("{:08x}{body}", body.len() / 2);
        format!("{{\"dir\":\"Received\",\"kind\":\"Current_head\",\"hex\":\"{hex}\"}}\n")
    };
    let file = folder.join("session.jsonl");
    fs::write(&file, (0..count).map(line).collect::<String>()).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn figures_add_up_to_the_totals_of_the_sample() {
    let profile = profile_of_the_sample();
    assert_eq!((profile["messages"].as_u64(), profile["bytes"].as_u64()), (Some(206), Some(612_801)));
    assert_eq!(profile["failures"]["count"], 0);
    let work = profile["work"].as_object().unwrap();
    assert_eq!(work.len(), WORK.len());
    let kinds = profile["kinds"].as_array().unwrap();
    assert_eq!(kinds.len(), 27);
    for name in ["decoding", "hashing", "verification"] {
        let of_kinds: f64 = kinds.iter().map(|kind| nanoseconds(&kind[name])).sum();
        let all = nanoseconds(&work[name]);
        assert!(all > 0.0 && (of_kinds / all - 1.0).abs() < 1e-9, "{name}: {of_kinds} of {all}");
    }
    // The times along the stream add up to the times of all work.
    let windows = profile["timeline"]["windows"].as_array().unwrap();
    let all: f64 = WORK.iter().map(|name| nanoseconds(&work[*name])).sum();
    let times = windows.iter().flat_map(|window| window["times"].as_array().unwrap());
    let along: f64 = times.map(|time| time.as_f64().unwrap()).sum();
    assert!((along / all - 1.0).abs() < 0.01, "{along} of {all}");
    let messages: u64 = windows.iter().map(|window| window["messages"].as_u64().unwrap()).sum();
    assert_eq!(messages, 206);
    for kind in kinds {
        let fields = kind["fields"].as_array().unwrap();
        let together: f64 = fields.iter().map(|field| nanoseconds(&field["decoding"])).sum();
        assert!(together <= nanoseconds(&kind["decoding"]) * 1.000_001, "{kind}");
        let [count, bytes, live, peak] =
            ["count", "bytes", "live", "peak"].map(|name| kind["allocation"][name].as_u64().unwrap());
        assert!(live <= bytes && peak <= bytes && (count > 0) == (peak > 0), "{kind}");
    }
    // Each operation of the sample is one of a kind of its protocol.
    let of = |name: &str| kinds.iter().find(|kind| kind["name"] == name).unwrap();
    let contents = |kind: &Value| kind["contents"].as_array().unwrap().clone();
    let count = |contents: &[Value]| contents.iter().map(|one| one["count"].as_u64().unwrap()).sum::<u64>();
    assert_eq!(count(&contents(of("Operation"))), of("Operation")["count"].as_u64().unwrap());
    let in_lists = contents(of("Operations_for_blocks"));
    assert!(in_lists.len() > 1 && in_lists.iter().all(|one| nanoseconds(&one["decoding"]) > 0.0), "{in_lists:?}");
    assert!(contents(of("Block_header")).is_empty());
    let throughput = &profile["throughput"];
    assert_eq!((throughput["messages"].as_u64(), throughput["bytes"].as_u64()), (Some(206), Some(612_801)));
    assert!(nanoseconds(&throughput["decoding"]) > nanoseconds(&throughput["copying"]));
}

#[test]
fn the_share_of_each_kind_of_work_is_printed() {
    let run = run(&["profile"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let cells =
        |line: &str| line.split('│').nth(1).map(|row| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let table = run.out.lines().take_while(|line| !line.starts_with('└'));
    let rows: Vec<_> = table.filter_map(cells).collect();
    let percent = |row: &[String]| row.get(3).and_then(|part| part.parse::<f64>().ok());
    let (all, parts) = rows.split_last().unwrap();
    assert_eq!((all[0].as_str(), percent(all)), ("all", Some(100.0)));
    let together: f64 = parts.iter().filter_map(|row| percent(row)).sum();
    assert!((99.0..=101.0).contains(&together), "{}", run.out);
    assert!(run.out.contains("From memory (612,801 bytes, "), "{}", run.out);
    assert_eq!(run.out.contains("debug build"), cfg!(debug_assertions));
}

/// The trend of sizes does not depend on the machine. The trends of times do: it is only checked that they are printed.
#[test]
fn a_growth_of_messages_is_reported() {
    let sentences = |Run { out, .. }: &Run| {
        let lines = out.lines().map(str::trim_start);
        let lines = lines.filter(|line| line.starts_with("Cost per ") || line.starts_with("Size of messages"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let grown = run(&["profile", &heads(&folder("profile-grown"), 300, |at| at / 10)]);
    assert_eq!(grown.status, 0, "{}", grown.err);
    let reported = sentences(&grown);
    assert_eq!(reported.len(), 3, "{}", grown.out);
    assert!(reported[0].starts_with("Cost per message ") && reported[1].starts_with("Cost per byte "), "{reported:?}");
    assert!(
        reported[2].starts_with("Size of messages grows by ")
            && reported[2].ends_with("it is growing, at 99.9 % confidence."),
        "{reported:?}"
    );
    let flat = run(&["profile", &heads(&folder("profile-flat"), 300, |at| at * 7919 % 13)]);
    assert!(sentences(&flat)[2].starts_with("Size of messages shows no trend beyond noise ("), "{}", flat.out);
    let short = run(&["profile", &heads(&folder("profile-short"), 5, |_| 1)]);
    assert_eq!(sentences(&short)[2], "Size of messages: the stream is too short for a trend.");
}

#[test]
fn the_report_needs_no_other_file() {
    let folder = folder("profile-report");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let [html, svg, flame] = ["report.html", "plots.svg", "flame.svg"].map(file);
    let run = run(&["profile", "--html", &html, "--svg", &svg, "--flamegraph", &flame]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let [html, svg, flame] = [html, svg, flame].map(|file| fs::read_to_string(file).unwrap());
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("name=\"viewport\""));
    // Two plots in two widths, each with a text in its place.
    // And of each of the first kinds with several messages one.
    let kinds = html.matches("aria-label=\"Time for a message along the stream: ").count();
    assert_eq!((html.matches("<svg ").count(), html.matches("role=\"img\"").count()), (4 + kinds, 4 + kinds));
    assert!((2..=16).contains(&kinds), "{kinds}");
    assert_eq!(html.matches("aria-label=\"Time by kind of work: framing ").count(), 2);
    assert!(html.matches("data-depth=").count() > 10 && html.contains("title=\"decoding: "));
    assert!(!["<script src", " src=", " href=", "@import", "url("].iter().any(|asked| html.contains(asked)));
    assert!(html.matches("<table>").count() >= 6);
    // The sample has no lost chunks: its search takes no time, and has no bar.
    for name in WORK {
        assert_eq!(svg.contains(&format!("\n{name}\n")), name != "search", "{name}");
    }
    for frame in ["decoding", "Operations_for_blocks", "operations", "hashing", "verification"] {
        assert!(flame.contains(&format!("<title>{frame} (")), "{frame}");
    }
    // File names are escaped in the page.
    let session = heads(&folder, 3, |_| 0);
    let odd = folder.join("<b>&.jsonl");
    fs::rename(session, &odd).unwrap();
    let page = folder.join("odd.html");
    run_ok(&["profile", odd.to_str().unwrap(), "--html", page.to_str().unwrap()]);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("&lt;b&gt;&amp;.jsonl") && !page.contains("<b>&"), "{}", &page[..2000]);
}

fn run_ok(arguments: &[&str]) -> Run {
    let run = run(arguments);
    assert_eq!(run.status, 0, "{}", run.err);
    run
}

/// Multiplies all times in a profile by `factor`, except those of the fixed work.
fn scale(value: &mut Value, factor: f64) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match (name.as_str(), field.as_f64()) {
                    ("nanoseconds", Some(time)) => *field = json!(time * factor),
                    _ => scale(field, factor),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| scale(item, factor)),
        _ => {}
    }
}

#[test]
fn a_profile_is_compared_with_an_earlier_one() {
    let folder = folder("profile-compared");
    let old = folder.join("old.json");
    let session = heads(&folder, 40, |_| 3);
    let compared = |factor| {
        let mut profile = run_ok(&["profile", &session, "--json"]).json();
        scale(&mut profile, factor);
        fs::write(&old, profile.to_string()).unwrap();
        let arguments = ["profile", &session, "--json", "--compare", old.to_str().unwrap()];
        run_ok(&arguments).json()["comparison"].clone()
    };
    // Factors far beyond what a machine under load can cause.
    for (factor, verdict) in [(1e-6, "slower"), (1e6, "faster")] {
        let comparison = compared(factor);
        assert_eq!((&comparison["warnings"], &comparison["runs"]), (&json!([]), &json!(7)));
        let changes = comparison["changes"].as_array().unwrap();
        let what: Vec<_> = changes.iter().map(|change| change["what"].as_str().unwrap()).collect();
        assert_eq!(what, ["decoding", "decoding Current_head", "hashing"]);
        // Where the times of runs differ as much, chance explains it.
        let explained = |change: &Value| change["by_chance"].as_f64().unwrap() > 13.0;
        assert!(changes.iter().all(|change| change["verdict"] == verdict || explained(change)), "{comparison}");
    }
    let text = run_ok(&["profile", &session, "--compare", old.to_str().unwrap()]).out;
    assert!(text.contains(", by 7 runs: 0 slower, "), "{text}");
    // A profile of another session.
    let other = run_ok(&["profile", "--compare", old.to_str().unwrap()]).out;
    assert!(other.contains("The sessions differ"), "{other}");
}

/// A build is compared with itself, and with programs that print what they please.
#[cfg(unix)]
#[test]
fn builds_are_compared_in_turns() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder("profile-against");
    let session = heads(&folder, 8, |_| 3);
    let comparison = |tool: &Path| {
        run_ok(&["profile", &session, "--json", "--against", tool.to_str().unwrap()]).json()["comparison"].clone()
    };
    let itself = comparison(Path::new(env!("CARGO_BIN_EXE_tezos-codec")));
    let changes = itself["changes"].as_array().unwrap();
    assert_eq!((&itself["runs"], changes.len()), (&json!(12), 3));
    assert!(changes.iter().all(|change| change["verdict"] == "within-noise"), "{itself}");
    let program = folder.join("program");
    let write = |text: &str| {
        fs::write(&program, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let profile = json!({ "messages": 1, "work": { "decoding": { "nanoseconds": 1e-6 } }, "kinds": [] });
    write(&format!("echo '{profile}'"));
    let faster = comparison(&program);
    let changes = faster["changes"].as_array().unwrap();
    assert_eq!((changes.len(), &changes[0]["what"], &changes[0]["verdict"]), (1, &json!("decoding"), &json!("slower")));
    write("echo error: what is this >&2; exit 2");
    for (tool, sentence) in [
        (program.as_path(), "it printed no profile: error: what is this"),
        (&folder.join("absent"), "it cannot be run"),
    ] {
        let run = run(&["profile", &session, "--against", tool.to_str().unwrap()]);
        assert_eq!((run.status, run.out.as_str()), (1, ""));
        assert!(run.err.contains(sentence), "{}", run.err);
    }
    let mut listed = shell("echo 000000020002 | tezos-codec profile - --against tezos-codec", &folder);
    let complaint = String::from_utf8(listed.output().unwrap().stderr).unwrap();
    assert!(complaint.contains("standard input: it can be read once only: to compare, give a file"), "{complaint}");
}

#[test]
fn files_that_are_not_profiles_are_refused() {
    let folder = folder("profile-wrong");
    let file = folder.join("old.json");
    for (text, sentence) in [
        ("", "this is not JSON, as `tezos-codec profile --json` prints it: "),
        ("{}", "this is not a profile: `tezos-codec profile --json` prints one"),
        ("{\"format\":0}", "this is a profile of format 0, of another version of the tool: make it again"),
        ("{\"format\":2}", "this profile cannot be read: missing field `source`"),
    ] {
        fs::write(&file, text).unwrap();
        let run = run(&["profile", "--compare", file.to_str().unwrap()]);
        assert_eq!((run.status, run.out.as_str()), (1, ""));
        assert!(run.err.contains(&format!("old.json: {sentence}")), "{}", run.err);
    }
}

#[test]
fn messages_that_are_refused_are_failures() {
    let file = heads(&folder("profile-refused"), 20, |_| 2);
    let spoilt = fs::read_to_string(&file).unwrap().replacen("7a06a770", "7a06a7", 1);
    fs::write(&file, spoilt).unwrap();
    let run = run(&["profile", &file]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("Failures: 1\n  line 1: Current_head cannot be decoded: "), "{}", run.out);
}

/// `profile` and `stats` of a recording skip a damaged chunk and report the damage.
#[test]
fn damage_of_a_recording_is_reported() {
    let folder = folder("profile-damaged");
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../messages/testdata/session");
    fs::copy(testdata.join("identity.json"), folder.join("identity.json")).unwrap();
    let mut lines: Vec<String> =
        fs::read_to_string(testdata.join("session.csv")).unwrap().lines().map(str::to_owned).collect();
    let digit = lines[100].pop().unwrap();
    lines[100].push(if digit == '0' { '1' } else { '0' });
    let session = folder.join("session.csv");
    fs::write(&session, lines.join("\n")).unwrap();
    let session = session.to_str().unwrap();
    let profile = run(&["profile", session]);
    assert_eq!(profile.status, 1);
    let damage = "The recording is damaged at 1 place, listed by `replay`.";
    assert!(profile.out.contains("Failures: 0\n") && profile.out.contains(damage), "{}", profile.out);
    let stats = run(&["stats", session]);
    assert_eq!(stats.status, 1);
    assert!(stats.out.contains("; the recording is damaged at 1 place, listed by `replay`; "), "{}", stats.out);
    assert_eq!(run(&["stats", session, "--json"]).json()["faults"], 1);
}

#[test]
fn one_in_measures_a_sample_of_the_messages() {
    let every = run_ok(&["profile", "--json"]).json();
    let few = run_ok(&["profile", "--json", "--one-in", "1000000"]).json();
    let counts = |profile: &Value| {
        let kinds = profile["kinds"].as_array().unwrap().iter();
        let mut kinds: Vec<_> =
            kinds.map(|kind| (kind["name"].to_string(), kind["count"].as_u64(), kind["bytes"].as_u64())).collect();
        kinds.sort();
        (profile["messages"].as_u64(), kinds)
    };
    assert_eq!(counts(&every), counts(&few));
    assert_eq!((&every["run"]["one_in"], &few["run"]["one_in"]), (&1.into(), &1_000_000.into()));
    let text = run_ok(&["profile", "--one-in", "7"]).out;
    assert!(
        text.contains("One message in 7 was measured; the others are given the time of as many bytes of their kind."),
        "{text}"
    );
}

#[test]
fn folders_standard_input_and_interrupted_runs_are_profiled() {
    let folder = folder("profile-inputs");
    let session = heads(&folder, 30, |_| 1);
    fs::copy(&session, folder.join("another.jsonl")).unwrap();
    let counts = |profile: &Value| {
        let kinds = profile["kinds"].as_array().unwrap().iter();
        let kinds: Vec<_> = kinds.map(|kind| (kind["name"].to_string(), kind["count"].as_u64())).collect();
        (profile["messages"].as_u64(), profile["run"]["jobs"].as_u64(), kinds)
    };
    let one = run_ok(&["profile", &session, "--json"]).json();
    assert_eq!(counts(&one), (Some(30), Some(1), vec![("\"Current_head\"".to_owned(), Some(30))]));
    let state = folder.join("state");
    let arguments =
        ["profile", folder.to_str().unwrap(), "--jobs", "2", "--json", "--checkpoint", state.to_str().unwrap()];
    let both = run_ok(&arguments).json();
    assert_eq!(counts(&both), (Some(60), Some(2), vec![("\"Current_head\"".to_owned(), Some(60))]));
    assert!(both["source"].as_str().unwrap().ends_with("another.jsonl and 1 more") && !state.exists());
    let mut listed =
        shell("tezos-codec generate p2p_message --count 40 --seed 3 | tezos-codec profile - --json", &folder);
    let output = listed.output().unwrap();
    let profile: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((profile["messages"].as_u64(), profile["source"].as_str()), (Some(40), Some("standard input")));
}

/// The same session is measured alike, from a file, from standard input and from a pipe: completely, on one thread.
#[cfg(unix)]
#[test]
fn a_session_has_one_profile_wherever_it_comes_from() {
    let folder = folder("profile-sources");
    heads(&folder, 300, |at| at / 10);
    let profile = |line: &str| {
        let output = shell(line, &folder).output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        let mut profile: Value = serde_json::from_slice(&output.stdout).unwrap();
        let windows = profile["timeline"]["windows"].take();
        let measured =
            windows.as_array().unwrap().iter().map(|window| window["kinds"]["Current_head"]["measured"].clone());
        let measured: Vec<_> = measured.collect();
        let of_sizes = &profile["trends"]["bytes_per_message"];
        assert_eq!(of_sizes["verdict"], "growing", "{of_sizes}");
        (profile["run"]["jobs"].clone(), profile["run"]["one_in"].clone(), measured, of_sizes.clone())
    };
    let of_file = profile("tezos-codec profile session.jsonl --json");
    assert_eq!((&of_file.0, &of_file.1), (&json!(1), &json!(1)));
    assert_eq!(profile("tezos-codec profile - --json < session.jsonl"), of_file);
    assert_eq!(profile("cat session.jsonl | tezos-codec profile - --json"), of_file);
    let pipe = "mkfifo pipe && (cat session.jsonl > pipe & tezos-codec profile pipe --json)";
    assert_eq!(profile(pipe), of_file);
}
