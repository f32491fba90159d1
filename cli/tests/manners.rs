//! The tool in a shell: the examples of its help, closed pipes, completions, terminals.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::common::{folder, run};

/// Returns the command `above` and all its subcommands, as they are typed.
fn commands(above: &[String]) -> Vec<Vec<String>> {
    let help = run(&[above, &["--help".into()]].concat()).out;
    let mut all = vec![above.to_vec()];
    let listed = help.split_once("\nCommands:\n").map_or("", |(_, behind)| behind);
    let listed = listed.split("\n\n").next().unwrap_or_default();
    // Names are indented by two spaces, continuation lines by more.
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for name in names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        all.extend(commands(&[above, &[name.into()]].concat()));
    }
    all
}

/// Returns the examples at the end of the help of a command.
fn examples(command: &[String]) -> Vec<String> {
    let help = run(&[command, &["--help".into()]].concat()).out;
    let behind = help.split("\nExample:\n").nth(1).or(help.split("\nExamples:\n").nth(1)).unwrap_or_default();
    behind.lines().take_while(|line| line.starts_with("  ")).map(|line| line.trim().to_owned()).collect()
}

/// Creates a folder with the files that the examples use.
fn stage(name: &str) -> PathBuf {
    let stage = folder(name);
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../messages/testdata");
    for file in ["session.csv", "identity.json"] {
        fs::copy(testdata.join("session").join(file), stage.join(file)).expect(file);
    }
    fs::write(stage.join("capture.pcapng"), crate::pcap::of_the_sample()).expect("a capture");
    let layouts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/layouts");
    fs::create_dir_all(stage.join("layouts")).expect("a folder");
    fs::copy(layouts.join("chain_id.ksy"), stage.join("layouts/chain_id.ksy")).expect("a layout");
    let blocks = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/blocks/blocks.jsonl");
    fs::create_dir_all(stage.join("folder")).expect("a folder");
    for name in ["blocks.jsonl", "seoul.jsonl", "2736129.bin", "folder/blocks.jsonl"] {
        fs::copy(&blocks, stage.join(name)).expect("blocks");
    }
    fs::create_dir_all(stage.join("old")).expect("a folder");
    fs::hard_link(env!("CARGO_BIN_EXE_tezos-codec"), stage.join("old/tezos-codec")).expect("the tool");
    fs::create_dir_all(stage.join(".local/share/bash-completion/completions")).expect("a folder");
    stage
}

/// Runs `line` in a shell, with `home` as the current folder and the home folder.
fn shell(line: &str, home: &Path) -> Output {
    crate::common::shell(line, home).env("HOME", home).output().expect("a shell")
}

#[test]
fn every_command_has_examples_that_run() {
    let all = commands(&[]);
    assert!(all.len() > 18, "{all:?}");
    let stage = stage("examples");
    for command in all.iter().filter(|command| !command.is_empty()) {
        let examples = examples(command);
        assert!(!examples.is_empty(), "{} has no example", command.join(" "));
        for example in examples {
            if example.contains("| man ") && !shell("command -v man", &stage).status.success() {
                eprintln!("skipped: `{example}` requires `man`");
                continue;
            }
            if command[0] == "connect" && !example.contains("127.0.0.1") {
                continue; // Tests do not depend on a network.
            }
            let Output { status, stderr, .. } = shell(&example, &stage);
            let stderr = String::from_utf8_lossy(&stderr);
            // `explain` exits with 1 if the input is refused, `diff` with 3 if the encodings differ.
            let expected: &[i32] = match command[0].as_str() {
                "explain" => &[0, 1],
                "diff" => &[0, 3],
                _ => &[0],
            };
            assert!(status.code().is_some_and(|code| expected.contains(&code)), "{example}: {status}: {stderr}");
            assert!(!stderr.contains("error:"), "{example}: {stderr}");
        }
    }
}

#[test]
fn every_command_that_prints_has_json() {
    let stage = stage("json");
    for line in [
        "list encodings",
        "describe fitness binary schema",
        "describe fitness json schema",
        "slice 0000000600107a06a770",
        "explain p2p_message 0000000600107a06a770",
        "diff uint8 uint16 --require nothing",
        "history --protocol granada",
        "layout fitness",
        "check-layouts layouts",
        "blocks blocks.jsonl",
        "forge-check --json --protocol seoul --operations 1 -- sh -c 'sed s/.*/!/' forger",
        "stats session.csv",
        "replay session.csv",
        "profile session.csv",
        "record --messages 80 --out recorded",
        "pcap capture.pcapng",
        "pcap capture.pcapng --decrypt messages.pcapng",
    ] {
        let Output { status, stdout, stderr } = shell(&format!("tezos-codec {line} --json"), &stage);
        assert_eq!(status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&stderr));
        let read: Result<serde_json::Value, _> = serde_json::from_slice(&stdout);
        assert!(read.is_ok_and(|value| value.is_object() || value.is_array()), "{line}");
    }
}

#[test]
fn sessions_are_read_from_standard_input() {
    let stage = stage("standard-input");
    for (line, status, said) in [
        ("tezos-codec replay - --identity identity.json < session.csv", 0, "Session: standard input"),
        ("tezos-codec replay - < session.csv", 0, "Session: standard input"),
        (
            "tezos-codec replay - < capture.pcapng",
            1,
            "this is a capture, which is read several times: give it as a file",
        ),
        (
            "tezos-codec stats - --identity identity.json < capture.pcapng",
            1,
            "this is a capture, which is read several times",
        ),
    ] {
        let Output { status: found, stdout, stderr } = shell(line, &stage);
        let text = String::from_utf8([stdout, stderr].concat()).expect("text");
        assert!(found.code() == Some(status) && text.contains(said), "{line}: {text}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let stage = stage("pipes");
    let lines = [
        "dump encodings",
        "dump encodings --compact",
        "list encodings",
        "describe p2p_message binary schema",
        "describe p2p_message binary schema --format json",
        "describe p2p_message json schema",
        "display p2p_message from binary long",
        "decode p2p_message from long",
        "encode ground.bytes from json",
        "slice long",
        "slice long --all",
        "slice long with encoding p2p_message --format json",
        "explain p2p_message long",
        "generate p2p_message --count 20000",
        "diff session.csv.dump empty.dump --require nothing",
        "layout p2p_message --svg",
        "check-layouts layouts --unknown",
        "layout p2p_message --markdown",
        "stats",
        "stats --all --json",
        "replay",
        "replay --json",
        "record --out recorded",
        "completions zsh",
        "man",
        "man slice",
        "--help",
        "slice --help",
        "--version",
    ];
    // A message longer than the buffer of a pipe: a block header with an empty fitness and a long protocol-specific field.
    let message = [&[0, 2, 0, 0, 0, 0x21][..], &[7; 78], &[0; 4], &[7; 0x20000 - 84]].concat();
    fs::write(stage.join("long"), &message).expect("a file");
    fs::write(stage.join("json"), format!("\"{}\"", "07".repeat(0x20000))).expect("a file");
    assert!(shell("tezos-codec dump encodings > session.csv.dump; echo '[]' > empty.dump", &stage).status.success());
    for line in lines {
        // One reader reads nothing, the other reads one byte.
        for reader in ["true", "head -c 1"] {
            let Output { stderr, .. } =
                shell(&format!("{{ tezos-codec {line}; echo $? > status; }} | {reader}"), &stage);
            let status = fs::read_to_string(stage.join("status")).expect("the status");
            let stderr = String::from_utf8_lossy(&stderr);
            assert!(!stderr.contains("panicked") && !stderr.contains("pipe"), "{line} | {reader}: {stderr}");
            let _ = fs::remove_dir_all(stage.join("recorded"));
            assert!(status == "0\n", "{line} | {reader}: {status}{stderr}");
        }
    }
}

#[test]
fn bash_completes_commands_and_ids() {
    let stage = stage("completions");
    if !shell("command -v bash", &stage).status.success() {
        eprintln!("skipped: this test requires `bash`");
        return;
    }
    assert!(shell("tezos-codec completions bash > completions", &stage).status.success());
    for (words, expected) in [
        ("sli", "slice"),
        ("decode fitness.", "fitness.elem"),
        ("decode fitness fr", "from"),
        ("diff --require sa", "same"),
        ("dump enco", "encodings encoding"),
        ("explain --al", "--all"),
        ("decode --protocol seo", "seoul"),
        ("--protocol ushuaiad", "ushuaiadraft"),
        ("decode 023-PtSeouLo.signing", "023-PtSeouLo.signing_payload"),
    ] {
        let words: Vec<&str> = ["tezos-codec"].into_iter().chain(words.split(' ')).collect();
        let last = words.len().saturating_sub(1);
        let line = format!(
            "bash --norc -c 'source ./completions; COMP_WORDS=({}); COMP_CWORD={last}; _tezos__codec tezos-codec {} {}; \
             echo ${{COMPREPLY[@]}}'",
            words.join(" "),
            words[last],
            words[last.saturating_sub(1)],
        );
        let found = String::from_utf8(shell(&line, &stage).stdout).expect("text");
        let [mut found, mut expected] =
            [found.as_str(), expected].map(|text| text.split_whitespace().collect::<Vec<_>>());
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}", words.join(" "));
    }
}

/// Returns what `command` prints in a terminal of this width, or `None` if `script`, which makes the terminal, is not installed.
fn in_a_terminal(command: &str, columns: u32) -> Option<String> {
    let tool = env!("CARGO_BIN_EXE_tezos-codec");
    let command = command.replace("tezos-codec", tool);
    let command = format!("stty rows 24 cols {columns}; {command}");
    let output = Command::new("script").args(["-qec", &command, "/dev/null"]).env_remove("NO_COLOR").output();
    let Ok(output) = output else {
        eprintln!("skipped: this test requires `script`, which makes a terminal");
        return None;
    };
    Some(String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn progress_bars_are_shown_only_in_a_terminal() {
    let Some(shown) = in_a_terminal("tezos-codec stats", 80) else { return };
    assert!(shown.contains("measuring"), "{shown:?}");
    let shown = in_a_terminal("tezos-codec generate p2p_message --count 300 > /dev/null", 80).expect("script");
    assert!(shown.contains("making values"), "{shown:?}");
    assert_eq!(run(&["stats"]).err, "");
    assert_eq!(run(&["generate", "p2p_message", "--count", "300"]).err, "");
}

#[test]
fn tables_fit_into_the_terminal() {
    for columns in [80, 100, 120] {
        let Some(shown) = in_a_terminal("tezos-codec stats", columns) else { return };
        let shown = anstream::adapter::strip_str(&shown).to_string();
        let table: Vec<&str> = shown.lines().filter(|line| line.contains(['│', '┌', '╞'])).collect();
        assert!(table.len() > 50, "{shown}");
        for line in table {
            let line = line.rsplit('\r').find(|part| !part.is_empty()).unwrap_or_default();
            assert!(line.chars().count() <= columns as usize, "{columns}: {line}");
        }
    }
}

#[test]
fn output_to_a_terminal_has_colours_and_fits_its_width() {
    let Some(slices) = in_a_terminal("tezos-codec slice 0000000600107a06a770 with encoding p2p_message", 80) else {
        return;
    };
    assert!(slices.contains("\u{1b}[1m7a06a770\u{1b}[0m"), "{slices:?}");
    let help = in_a_terminal("tezos-codec slice --help", 60).expect("script");
    let line = help.lines().find(|line| line.starts_with("Without an encoding")).expect("the text of the help");
    assert!((40..=60).contains(&line.trim_end().len()), "{line:?}");
    // Colours are off in a pipe and with `NO_COLOR`.
    for plain in ["tezos-codec slice 0000000600107a06a770 | cat", "NO_COLOR=1 tezos-codec slice 0000000600107a06a770"] {
        let plain = in_a_terminal(plain, 80).expect("script");
        assert!(!plain.contains('\u{1b}'), "{plain:?}");
    }
}

/// The commands of the archive are those of another program, wherever it is in PATH.
#[test]
fn archive_and_sql_are_run_by_another_program() {
    use std::os::unix::fs::PermissionsExt;

    let stage = folder("archive");
    let call = |arguments: [&str; 3]| {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_tezos-codec"));
        tool.args(arguments).env("PATH", &stage).output().expect("the tool runs")
    };
    for command in ["archive", "sql"] {
        let Output { status, stderr, .. } = call([command, "--store", "node"]);
        assert_eq!(status.code(), Some(1));
        assert!(String::from_utf8_lossy(&stderr).contains("`cargo install --path archive/cli`"), "{stderr:?}");
    }
    let program = stage.join("tezos-codec-archive");
    fs::write(&program, "#!/bin/sh\necho \"$@\"\nexit 3\n").expect("a script");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    for (arguments, expected) in
        [(["archive", "export", "--help"], "export --help\n"), (["sql", "select 1", "--csv"], "sql select 1 --csv\n")]
    {
        let Output { status, stdout, .. } = call(arguments);
        assert_eq!((status.code(), &*String::from_utf8_lossy(&stdout)), (Some(3), expected));
    }
}
