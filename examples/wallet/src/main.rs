//! An offline wallet: what a node knows is given in options, and what a node injects is printed.
//!
//! ```text
//! cargo run -p wallet -- transfer tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb 1.5 --branch BL… --counter 8 < key
//! ```

mod tasks;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;
use std::{env, fs};

use tezos_hashes::secret::{EncryptedSecretKey, SecretKey};
use tezos_protocols::Protocol;

use tasks::Node;

const USAGE: &str = "\
wallet address                                                 the address of the key
wallet transfer TO TEZ                                         a transfer
wallet batch TO TEZ CONTRACT ENTRYPOINT ARGUMENT               a revelation of the key, a transfer and a call
wallet originate SCRIPT STORAGE                                a contract: the file of its script, and its storage in Michelson
wallet inspect HEX PUBLIC_KEY                                  verifies a signed operation and says what it does

The first line of standard input is the secret key (edsk, spsk, p2sk, BLsk, mdsk, or encrypted), the second one the password of
an encrypted key, so that no other process sees them. `inspect` reads no key.

Of a node:
  --branch HASH        a recent block
  --counter N          one more than the counter of the account
  --gas N              the gas limit of a call or an origination, from a simulation (default 10000)
  --storage N          their storage limit in bytes, from a simulation (default 1000)
  --protocol NAME      its name, number or hash (default Seoul)
  --chain ID           (default NetXdQprcVkpaWU, mainnet)";

fn main() -> ExitCode {
    match run(env::args().skip(1)) {
        Ok(lines) => {
            lines.iter().for_each(|line| println!("{line}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("wallet: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the lines to print.
fn run(arguments: impl Iterator<Item = String>) -> Result<Vec<String>, Box<dyn Error>> {
    let (words, options) = parse(arguments)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let option = |name: &str| options.get(name).map(String::as_str);
    let protocol: Protocol = option("protocol").unwrap_or("Seoul").parse()?;
    let chain = option("chain").unwrap_or("NetXdQprcVkpaWU").parse()?;
    let node = || -> Result<Node, Box<dyn Error>> {
        let limits = (option("gas").unwrap_or("10000").parse()?, option("storage").unwrap_or("1000").parse()?);
        let branch = option("branch").ok_or("--branch is missing: the hash of a recent block")?.parse()?;
        let counter = option("counter").ok_or("--counter is missing: one more than that of the account")?.parse()?;
        Ok(Node { protocol, chain, branch, counter, limits })
    };

    Ok(match *words {
        ["address"] => {
            let (text, password) = read_key()?;
            vec![tasks::address(&text, &password)?.to_string()]
        }
        ["transfer", to, tez] => {
            let (hash, hex) = tasks::transfer(&key()?, &node()?, to, tez)?;
            vec![hash.to_string(), hex]
        }
        ["batch", to, tez, contract, entrypoint, argument] => {
            let (hash, hex) = tasks::batch(&key()?, &node()?, (to, tez), (contract, entrypoint, argument))?;
            vec![hash.to_string(), hex]
        }
        ["originate", script, storage] => {
            let code = fs::read_to_string(script).map_err(|error| format!("{script}: {error}"))?;
            let (hash, hex, contract) = tasks::originate(&key()?, &node()?, &code, storage)?;
            vec![hash.to_string(), hex, contract.to_string()]
        }
        ["inspect", hex, public_key] => vec![tasks::inspect(protocol, chain, hex, public_key)?],
        [] | ["help"] => vec![USAGE.to_owned()],
        _ => return Err(format!("unknown command, or not its arguments\n{USAGE}").into()),
    })
}

/// Separates `--name value` from the other arguments.
#[allow(clippy::type_complexity, reason = "words, and options by name")]
fn parse(
    mut arguments: impl Iterator<Item = String>,
) -> Result<(Vec<String>, BTreeMap<String, String>), Box<dyn Error>> {
    const OPTIONS: [&str; 6] = ["branch", "counter", "gas", "storage", "protocol", "chain"];
    let (mut words, mut options) = (Vec::new(), BTreeMap::new());
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--") {
            Some("help") => words = vec!["help".to_owned()],
            Some(name) if OPTIONS.contains(&name) => {
                let value = arguments.next().ok_or_else(|| format!("--{name} is without a value"))?;
                options.insert(name.to_owned(), value);
            }
            Some(_) => return Err(format!("unknown option {argument}\n{USAGE}").into()),
            None => words.push(argument),
        }
    }
    Ok((words, options))
}

/// Reads the text of a key and its password from standard input.
fn read_key() -> Result<(String, String), Box<dyn Error>> {
    if io::stdin().is_terminal() {
        eprintln!("The secret key, and on the next line the password of an encrypted one:");
    }
    let mut lines = io::stdin().lock().lines();
    let mut line = || Ok::<_, io::Error>(lines.next().transpose()?.unwrap_or_default());
    // The key files of Octez have `unencrypted:` or `encrypted:` before it.
    let text = line()?.trim().rsplit(':').next().unwrap_or_default().to_owned();
    let is_encrypted = text.parse::<EncryptedSecretKey>().is_ok();
    let password = if is_encrypted { line()? } else { String::new() };
    Ok((text, password))
}

fn key() -> Result<SecretKey, Box<dyn Error>> {
    let (text, password) = read_key()?;
    Ok(SecretKey::from_text(&text, password.as_bytes())?)
}
