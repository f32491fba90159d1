//! What is read of operations, receipts and blocks of any kind, compared with their JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::{Value, json};
use tezos_encoding::schema::{self, generate};
use tezos_encoding::{BinWriter, HasEncoding};
use tezos_hashes::hash::{BlockHash, ChainId, OperationHash};
use tezos_hashes::keys::{GenericSignature, Signature};
use tezos_protocols::block::{
    BlockAnswer, BlockHeaderMetadata, BlockInfo, BlockMetadata, BlockOperation, Located, OperationReceipt, Place,
};
use tezos_protocols::micheline::Micheline;
use tezos_protocols::operation::{Contents, ContentsRef, Operation, OperationProtocolData, Unsigned};
use tezos_protocols::receipt::{
    BalanceUpdate, BigMapAction, BigMapChange, ContentsAndResult, ContentsResult, InternalOperation,
    InternalOperationResult, OperationDataAndMetadata, ReceiptRef, ResultRef, Status,
};
use tezos_protocols::shell::OperationShellHeader;
use tezos_protocols::{Protocol, registry};

use crate::samples::{ALPHA, cases, protocols, shared, values_of_cases};

/// Returns the JSON of a value.
fn json<T: HasEncoding + BinWriter>(protocol: Protocol, value: &T) -> Value {
    serde_json::from_str(&protocol.to_json(value).unwrap()).unwrap()
}

/// Returns the list in a field; an empty one if it is left out.
fn list<'a>(json: &'a Value, field: &str) -> &'a [Value] {
    json[field].as_array().map_or(&[], Vec::as_slice)
}

/// Checks the fields of a manager operation.
fn check_head(contents: ContentsRef<'_>, json: &Value) {
    assert_eq!(contents.kind(), json["kind"], "{json}");
    let Some(head) = contents.manager() else {
        assert_eq!(json.get("counter"), None, "{json}");
        return;
    };
    let fields = [
        ("source", head.source.to_string()),
        ("fee", head.fee.mutez().to_string()),
        ("counter", head.counter.to_string()),
        ("gas_limit", head.gas_limit.to_string()),
        ("storage_limit", head.storage_limit.to_string()),
    ];
    for (name, value) in fields {
        assert_eq!(json[name], value, "{name}: {json}");
    }
}

/// Replaces what differs between values of one kind: numbers by `N`, base58check texts by `A`, texts in backticks by `T`.
fn shape(line: &str) -> String {
    let mut shape = String::new();
    let mut parts = line.split('`');
    let of_words = |text: &str| -> String {
        let word = |word: &str| {
            let bare = word.trim_end_matches([',', ';']);
            let replaced = match bare {
                number if number.parse::<f64>().is_ok() => "N",
                address if address.len() > 20 => "A",
                text => text,
            };
            format!("{replaced}{}", &word[bare.len()..])
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    };
    shape += &of_words(parts.next().unwrap());
    while let (Some(_), Some(rest)) = (parts.next(), parts.next()) {
        shape += "`T`";
        shape += &of_words(rest);
    }
    while shape.contains("A, A") {
        shape = shape.replace("A, A", "A");
    }
    for counted in ["byte", "baker", "message", "operation"] {
        shape = shape.replace(&format!("N {counted},"), &format!("N {counted}s,"));
        shape = shape.replace(&format!("N {counted} "), &format!("N {counted}s "));
    }
    shape
}

/// Checks that a line is English and not the debug form of a value.
fn check_line(line: &str) {
    let in_backticks = line.split('`').skip(1).step_by(2);
    assert_eq!(line.matches('`').count() % 2, 0, "{line}");
    assert!(in_backticks.clone().all(|text| text.bytes().all(|byte| (b' '..=b'~').contains(&byte))), "{line}");
    let outside: String = line.split('`').step_by(2).collect();
    assert!(outside.chars().all(|c| c.is_ascii_alphanumeric() || " .,;-ꜩ".contains(c)), "{line}");
    assert!(outside.starts_with(|c: char| c.is_ascii_lowercase()) && !line.ends_with(' '), "{line}");
    assert!(!outside.contains("unknown") && !outside.contains("  "), "{line}");
}

/// Each kind in each protocol has the kind and the fields of its JSON, and a line of English, which names the source of an operation of an account.
#[test]
fn operations_of_each_kind_are_read() {
    let mut lines: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for protocol in protocols(1..=ALPHA) {
        for (case, bytes) in values_of_cases::<Contents>(protocol, 20) {
            let mut contents: Contents = protocol.decode(&bytes).unwrap();
            let json = json(protocol, &contents);
            check_head((&contents).into(), &json);
            assert_eq!(contents.kind(), json["kind"]);
            let line = contents.human().to_string();
            check_line(&line);
            if let Some(head) = contents.manager() {
                assert!(line.contains(&head.source.to_string()), "{line}");
            }
            lines.entry(case.title).or_default().insert(shape(&line));
            if let Some(head) = contents.manager_mut() {
                (*head.fee, *head.counter) = (5.into(), 6.into());
                (*head.gas_limit, *head.storage_limit) = (7.into(), 8.into());
                let head = contents.manager().unwrap();
                assert_eq!((head.fee.mutez(), head.counter, head.gas_limit), (5, &6.into(), &7.into()));
                assert_eq!(head.storage_limit, &8.into());
            }
        }
    }
    let printed = lines.iter().flat_map(|(title, lines)| lines.iter().map(move |line| format!("{title}: {line}\n")));
    let printed: String = printed.collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/human.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, &printed).unwrap();
    }
    assert_eq!(printed, fs::read_to_string(path).unwrap(), "BLESS=1 accepts this");
}

/// Checks a result against its JSON.
fn check_result(protocol: Protocol, result: ResultRef<'_>, shown: &Value) {
    assert_eq!(result.status.name(), shown["status"], "{shown}");
    assert_eq!(result.errors.len(), list(shown, "errors").len(), "{shown}");
    let has_effects = matches!(result.status, Status::Applied | Status::Backtracked);
    assert_eq!(result.effects.is_some(), has_effects);
    let Some(effects) = result.effects else { return };
    let text = |field: &str| shown[field].as_str().map(str::to_owned);
    let updates =
        |updates: &[BalanceUpdate]| updates.iter().map(|update| update.change.to_string()).collect::<Vec<_>>();
    let changes = |field: &str| -> Vec<String> {
        list(shown, field).iter().map(|update| update["change"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(updates(effects.balance_updates()), changes("balance_updates"), "{shown}");
    let milligas = effects.consumed_milligas().map(|gas| gas.0);
    match (text("consumed_milligas"), text("consumed_gas")) {
        (Some(shown), _) => assert_eq!(milligas.map(|gas| gas.to_string()), Some(shown)),
        // A default is left out.
        (None, Some(units)) if units.parse::<u64>().is_ok_and(|units| units < u64::MAX / 1000) => {
            assert!(milligas.unwrap() == units.parse::<u64>().unwrap() * 1000 || milligas == Some(0), "{shown}");
        }
        (None, Some(_)) => {}
        (None, None) => assert_eq!(milligas.unwrap_or_default(), 0, "{shown}"),
    }
    let storage = effects.storage().map(|storage| json(protocol, storage));
    assert_eq!(storage.as_ref(), shown.get("storage"), "{shown}");
    let paid = effects.paid_storage_size_diff().map(|paid| paid.to_string());
    assert_eq!(paid.unwrap_or("0".to_owned()), text("paid_storage_size_diff").unwrap_or("0".to_owned()), "{shown}");
    let size = effects.storage_size().map(|size| size.to_string());
    assert_eq!(size.unwrap_or("0".to_owned()), text("storage_size").unwrap_or("0".to_owned()), "{shown}");
    assert_eq!(effects.originated_contracts().len(), list(shown, "originated_contracts").len(), "{shown}");
    let allocated = shown["allocated_destination_contract"].as_bool().unwrap_or_default();
    assert_eq!(effects.allocated_destination_contract(), allocated, "{shown}");
    let tickets = list(shown, "ticket_updates").len() + list(shown, "ticket_receipt").len();
    assert_eq!(effects.ticket_updates().len(), tickets, "{shown}");
    let lazy = effects.lazy_storage_diff().map_or(0, |diff| diff.0.len());
    assert_eq!(lazy, list(shown, "lazy_storage_diff").len(), "{shown}");
    assert_eq!(
        effects.big_map_diffs().map(|change| line(protocol, change)).collect::<Vec<_>>(),
        big_maps(shown),
        "{shown}"
    );
}

/// Checks a receipt against its JSON.
fn check_receipt(protocol: Protocol, receipt: ReceiptRef<'_>, shown: &Value) {
    assert_eq!(receipt.balance_updates.len(), list(shown, "balance_updates").len(), "{shown}");
    if let Some(delegate) = receipt.delegate {
        assert_eq!(shown["delegate"], delegate.to_string());
    }
    assert_eq!(receipt.result.is_some(), shown.get("operation_result").is_some(), "{shown}");
    assert_eq!(receipt.status(), receipt.result.map(|result| result.status));
    assert_eq!(receipt.errors().len(), receipt.result.map_or(0, |result| result.errors.len()));
    if let Some(result) = receipt.result {
        check_result(protocol, result, &shown["operation_result"]);
    }
    let internals = list(shown, "internal_operation_results");
    assert_eq!(receipt.internal_operations.len(), internals.len());
    for (internal, shown) in receipt.internal_operations.iter().zip(internals) {
        check_internal(protocol, internal, shown);
    }
}

fn check_internal(protocol: Protocol, internal: &InternalOperationResult, shown: &Value) {
    assert_eq!(internal.kind(), shown["kind"], "{shown}");
    assert_eq!(internal.source().unwrap().to_string(), shown["source"], "{shown}");
    assert_eq!(internal.nonce(), shown["nonce"], "{shown}");
    assert_eq!(internal.event().is_some(), shown["kind"] == "event");
    assert_eq!(internal.transfer().is_some(), shown["kind"] == "transaction");
    check_result(protocol, internal.result(), &shown["result"]);
    assert_eq!(internal.status().name(), shown["result"]["status"]);
    let line = internal.human().to_string();
    check_line(&line);
    assert!(line.contains(shown["source"].as_str().unwrap()), "{line}");
}

#[test]
fn receipts_of_each_kind_are_read() {
    for protocol in protocols(1..=ALPHA) {
        for (_, bytes) in values_of_cases::<ContentsAndResult>(protocol, 10) {
            let both: ContentsAndResult = protocol.decode(&bytes).unwrap();
            let shown = json(protocol, &both);
            check_head(both.contents(), &shown);
            check_receipt(protocol, both.receipt(), &shown["metadata"]);
            let (line, contents) = (both.contents().human().to_string(), both.into_contents(protocol));
            // In protocol 018 operations name endorsements, and receipts name attestations.
            assert!(protocol == Protocol::Oxford || line == contents.human().to_string(), "{line}");
        }
        for (_, bytes) in values_of_cases::<ContentsResult>(protocol, 3) {
            let result: ContentsResult = protocol.decode(&bytes).unwrap();
            check_receipt(protocol, result.receipt(), &json(protocol, &result));
        }
        for (_, bytes) in values_of_cases::<InternalOperationResult>(protocol, 10) {
            let internal: InternalOperationResult = protocol.decode(&bytes).unwrap();
            check_internal(protocol, &internal, &json(protocol, &internal));
        }
    }
}

/// Returns a change of a big map as the text that [`big_maps`] makes of JSON.
fn line(protocol: Protocol, change: BigMapChange<'_>) -> String {
    let text = |micheline: &Micheline| json(protocol, micheline).to_string();
    let action = match change.action {
        BigMapAction::Update { key_hash, key, value } => {
            format!("update {key_hash} {} {}", text(key), value.map_or("none".to_owned(), text))
        }
        BigMapAction::Remove => "remove".to_owned(),
        BigMapAction::Copy { source } => format!("copy {source}"),
        BigMapAction::Alloc { key_type, value_type } => format!("alloc {} {}", text(key_type), text(value_type)),
    };
    format!("{} {action}", change.big_map.map_or("none".to_owned(), ToString::to_string))
}

/// Returns the changes of big maps in the JSON of effects, each as a text.
fn big_maps(effects: &Value) -> Vec<String> {
    let update = |id: &str, update: &Value| {
        let value = update.get("value").map_or("none".to_owned(), Value::to_string);
        format!("{id} update {} {} {value}", update["key_hash"].as_str().unwrap(), update["key"])
    };
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    if effects.get("lazy_storage_diff").is_none() {
        let changes = list(effects, "big_map_diff").iter();
        return changes
            .map(|change| match change["action"].as_str() {
                None => update("none", change),
                Some("update") => update(&text(&change["big_map"]), change),
                Some("remove") => format!("{} remove", text(&change["big_map"])),
                Some("copy") => {
                    format!("{} copy {}", text(&change["destination_big_map"]), text(&change["source_big_map"]))
                }
                Some("alloc") => {
                    format!("{} alloc {} {}", text(&change["big_map"]), change["key_type"], change["value_type"])
                }
                action => panic!("{action:?}"),
            })
            .collect();
    }
    let big_maps = list(effects, "lazy_storage_diff").iter().filter(|change| change["kind"] == "big_map");
    big_maps
        .flat_map(|change| {
            let (id, diff) = (text(&change["id"]), &change["diff"]);
            let made = match diff["action"].as_str().unwrap() {
                "update" => None,
                "remove" => Some(format!("{id} remove")),
                "copy" => Some(format!("{id} copy {}", text(&diff["source"]))),
                "alloc" => Some(format!("{id} alloc {} {}", diff["key_type"], diff["value_type"])),
                action => panic!("{action}"),
            };
            let updates = list(diff, "updates").iter().map(|one| update(&id, one)).collect::<Vec<_>>();
            made.into_iter().chain(updates).collect::<Vec<_>>()
        })
        .collect()
}

/// Returns a name of an entrypoint or an event. JSON has bytes that are not UTF-8 in a form of its own, which is not compared.
fn name(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or("?")
}

/// What the iterators over a block return, as texts, in order.
#[derive(Debug, Default, PartialEq)]
struct Read {
    operations: Vec<String>,
    internals: Vec<String>,
    transfers: Vec<String>,
    updates: Vec<String>,
    big_maps: Vec<String>,
    events: Vec<String>,
}

impl Read {
    /// Reads the types.
    fn of<H>(protocol: Protocol, block: &BlockInfo<H>) -> Self {
        fn at<T>(located: &Located<'_, T>, text: &str) -> String {
            let hash = located.hash.map(ToString::to_string).unwrap_or_default();
            let status = located.status.map_or("", Status::name);
            format!("{} {hash} {status} {text}", located.place)
        }
        let operations = block.operations().map(|contents| {
            check_line(&contents.human().to_string());
            let status = contents.status().map_or("", Status::name);
            format!("{} {} {status} {}", contents.place, contents.hash(), contents.kind())
        });
        let internals = block.operations().flat_map(|contents| {
            contents.internal_operations().map(|internal| at(&internal, internal.value.kind())).collect::<Vec<_>>()
        });
        let transfers = block.transfers().map(|located| {
            let transfer = &located.value;
            let argument = transfer.parameters.map_or(String::new(), |lazy| {
                lazy.force_in(protocol.revision()).map_or("?".to_owned(), |value| json(protocol, &value).to_string())
            });
            let entrypoint = name(transfer.entrypoint);
            let (source, destination, amount) = (transfer.source, transfer.destination, transfer.amount.mutez());
            at(&located, &format!("{source} {destination} {amount} {entrypoint} {argument}"))
        });
        let events = block.events().map(|located| {
            let event = located.value.event;
            let tag = event.tag.as_ref().map_or("", |tag| name(tag.name()));
            let payload = event.payload.as_ref().map(|payload| json(protocol, payload).to_string());
            let payload = payload.unwrap_or_default();
            let (source, ty) = (located.value.source, json(protocol, &event.ty));
            at(&located, &format!("{source} {ty} {tag} {payload}"))
        });
        Self {
            operations: operations.collect(),
            internals: internals.collect(),
            transfers: transfers.collect(),
            updates: block.balance_updates().map(|update| at(&update, &update.value.change.to_string())).collect(),
            big_maps: block.big_map_diffs().map(|change| at(&change, &line(protocol, change.value))).collect(),
            events: events.collect(),
        }
    }

    /// Reads the JSON.
    fn of_json(block: &Value) -> Self {
        let mut read = Self::default();
        let metadata = &block["metadata"];
        read.updates(metadata, "metadata  ");
        for (index, result) in list(metadata, "implicit_operations_results").iter().enumerate() {
            let path = format!("metadata.implicit_operations_results[{index}]  ");
            read.updates(result, &path);
            read.big_maps.extend(big_maps(result).iter().map(|change| format!("{path} {change}")));
        }
        for (pass, operations) in block["operations"].as_array().unwrap().iter().enumerate() {
            for (index, operation) in operations.as_array().unwrap().iter().enumerate() {
                let hash = operation["hash"].as_str().unwrap();
                for (position, contents) in list(operation, "contents").iter().enumerate() {
                    let path = format!("operations[{pass}][{index}].contents[{position}]");
                    read.contents(&path, hash, contents);
                }
            }
        }
        read
    }

    fn contents(&mut self, path: &str, hash: &str, contents: &Value) {
        let metadata = &contents["metadata"];
        let result = &metadata["operation_result"];
        let status = result["status"].as_str().unwrap_or_default();
        self.operations.push(format!("{path} {hash} {status} {}", contents["kind"].as_str().unwrap()));
        self.updates(metadata, &format!("{path} {hash} "));
        self.act(&format!("{path} {hash} {status}"), contents, result);
        for (index, internal) in list(metadata, "internal_operation_results").iter().enumerate() {
            let status = internal["result"]["status"].as_str().unwrap();
            let head = format!("{path}.metadata.internal_operation_results[{index}] {hash} {status}");
            self.internals.push(format!("{head} {}", internal["kind"].as_str().unwrap()));
            self.act(&head, internal, &internal["result"]);
        }
    }

    fn act(&mut self, head: &str, operation: &Value, result: &Value) {
        self.updates(result, head);
        self.big_maps.extend(big_maps(result).iter().map(|change| format!("{head} {change}")));
        let text = |name: &str| operation[name].as_str().unwrap_or_default().to_owned();
        if operation["kind"] == "transaction" {
            let call = &operation["parameters"];
            let (entrypoint, argument) = match (call.is_null(), call.get("entrypoint")) {
                (true, _) => ("default", String::new()),
                (false, None) => ("default", call.to_string()),
                (false, Some(entrypoint)) => (entrypoint.as_str().unwrap_or("?"), call["value"].to_string()),
            };
            let (source, destination, amount) = (text("source"), text("destination"), text("amount"));
            self.transfers.push(format!("{head} {source} {destination} {amount} {entrypoint} {argument}"));
        }
        if operation["kind"] == "event" {
            let payload = operation.get("payload").map(Value::to_string).unwrap_or_default();
            let tag = operation.get("tag").map_or("", |tag| tag.as_str().unwrap_or("?"));
            let (source, ty) = (text("source"), &operation["type"]);
            self.events.push(format!("{head} {source} {ty} {tag} {payload}"));
        }
    }

    fn updates(&mut self, of: &Value, head: &str) {
        let changes = list(of, "balance_updates").iter();
        self.updates.extend(changes.map(|update| match update["change"].as_str() {
            Some(change) => format!("{head} {change}"),
            None => panic!("{head}: {update}"),
        }));
    }
}

/// Compares the iterators over a block with its JSON. Returns the number of values of each.
fn compare<H>(name: &str, protocol: Protocol, block: &BlockInfo<H>, shown: &Value) -> [usize; 6] {
    let (read, shown) = (Read::of(protocol, block), Read::of_json(shown));
    let Read { operations, internals, transfers, updates, big_maps, events } = &read;
    for (of_types, of_json) in [
        (operations, &shown.operations),
        (internals, &shown.internals),
        (transfers, &shown.transfers),
        (updates, &shown.updates),
        (big_maps, &shown.big_maps),
        (events, &shown.events),
    ] {
        for (one, other) in of_types.iter().zip(of_json) {
            assert_eq!(one, other, "{name}");
        }
        assert_eq!(of_types.len(), of_json.len(), "{name}");
    }
    let places: Vec<Place> = block.operations().map(|contents| contents.place).collect();
    assert!(places.is_sorted() && block.balance_updates().map(|update| update.place).is_sorted(), "{name}");
    assert!(block.transfers().map(|transfer| transfer.place).is_sorted(), "{name}");
    [operations, internals, transfers, updates, big_maps, events].map(Vec::len)
}

/// The blocks of protocols 012 to 018 that a node gave.
#[test]
fn blocks_are_read_in_the_order_of_their_json() {
    let Some(folder) = shared("data/blocks_binary") else {
        return eprintln!("skipped: there are no blocks");
    };
    let mut sums = [0; 6];
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "bin") {
            continue;
        }
        let name = file.file_stem().unwrap().to_str().unwrap();
        let protocol: Protocol = name[..3].parse::<u8>().unwrap().to_string().parse().unwrap();
        let block: BlockAnswer = protocol.decode(&fs::read(&file).unwrap()).unwrap();
        for (sum, len) in sums.iter_mut().zip(compare(name, protocol, &block.0, &json(protocol, &block.0))) {
            *sum += len;
        }
        count += 1;
    }
    let names = ["operations", "internal operations", "transfers", "balance updates", "changes of big maps", "events"];
    eprintln!("{count} blocks: {:?}", names.iter().zip(sums).collect::<Vec<_>>());
    assert_eq!(count, 30);
}

/// Blocks of each protocol, made of generated operations of all kinds with receipts of any status, alone and several in one operation, and of
/// operations without receipts.
#[test]
fn blocks_of_all_protocols_are_read_in_the_order_of_their_json() {
    let mut sums = [0; 6];
    for protocol in protocols(1..=ALPHA) {
        let with_receipts: Vec<ContentsAndResult> = values_of_cases::<ContentsAndResult>(protocol, 12)
            .iter()
            .map(|(_, bytes)| protocol.decode(bytes).unwrap())
            .collect();
        let of_accounts: Vec<_> =
            with_receipts.iter().filter(|both| both.contents().manager().is_some()).cloned().collect();
        let bare: Vec<Contents> =
            cases::<Contents>(protocol).iter().map(|(_, bytes)| protocol.decode(bytes).unwrap()).collect();
        let with = |contents: Vec<ContentsAndResult>| {
            let shown = json!({"contents": contents.iter().map(|both| json(protocol, both)).collect::<Vec<_>>()});
            let data = OperationDataAndMetadata::WithMetadata { contents, flagged_signature: None, signature: None };
            (OperationReceipt::WithReceipt(data), shown)
        };
        let without = |contents: Vec<Contents>| {
            let shown = json!({"contents": contents.iter().map(|one| json(protocol, one)).collect::<Vec<_>>()});
            let signature = Signature::Unknown(GenericSignature([0; 64]));
            (OperationReceipt::WithoutReceipt(OperationProtocolData { contents, signature }), shown)
        };
        let passes = [
            with_receipts.into_iter().map(|both| with(vec![both])).collect(),
            vec![],
            vec![with(of_accounts)],
            bare.into_iter().map(|contents| without(vec![contents])).collect::<Vec<_>>(),
        ];
        let (mut operations, mut shown): (Vec<Vec<_>>, Vec<Vec<Value>>) = Default::default();
        for (pass, receipts) in passes.into_iter().enumerate() {
            let operation = |(index, (receipt, mut shown)): (usize, (OperationReceipt, Value))| {
                let hash = OperationHash([u8::try_from(pass * 40 + index % 40).unwrap(); 32]);
                shown["hash"] = json!(hash.to_string());
                let shell = OperationShellHeader { branch: BlockHash([1; 32]) };
                let chain_id = ChainId([0; 4]);
                (BlockOperation::new(chain_id, hash, shell, receipt), shown)
            };
            let (of_types, of_json) = receipts.into_iter().enumerate().map(operation).unzip();
            operations.push(of_types);
            shown.push(of_json);
        }
        let metadata = generate(schema::at(<BlockHeaderMetadata>::ENCODING, protocol.revision())).max_bytes(6000);
        for bytes in registry::add_examples(metadata).values(7).take(3) {
            let metadata: BlockHeaderMetadata = protocol.decode(&bytes.unwrap()).unwrap();
            let shown = json!({"metadata": json(protocol, &metadata), "operations": shown});
            let mut block: BlockInfo<(), BlockMetadata> =
                BlockInfo::new(ChainId([0; 4]), BlockHash([0; 32]), (), operations.clone());
            block.metadata = Some(metadata);
            for (sum, len) in sums.iter_mut().zip(compare(protocol.name(), protocol, &block, &shown)) {
                *sum += len;
            }
        }
    }
    // The generators make some of each.
    eprintln!("{sums:?}");
    assert!(sums.iter().all(|sum| *sum > 1000), "{sums:?}");
}

/// Text of an operation cannot pass for another part of the line, or for the end of the line.
#[test]
fn human_text_is_escaped() {
    let account = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
    let name = b"a` to \\ \n\xe2\x80\xae";
    let name = [&[u8::try_from(name.len()).unwrap()], &name[..]].concat();
    let transaction =
        [&[108, 0][..], &[7; 20], &[1, 2, 3, 4, 1, 0, 0], &[7; 20], &[0xff, 0xff], &name, &[0, 0, 0, 2, 0, 5]].concat();
    let mut unsigned: Unsigned = Protocol::Seoul.decode(&[&[1; 32][..], &transaction].concat()).unwrap();
    let account_of_bytes = unsigned.contents[0].manager().unwrap().source;
    let call = format!("transfer 0.000001 ꜩ from {account_of_bytes} to {account_of_bytes}, calls");
    let call = format!("{call} `a\\x60 to \\x5c \\x0a\\xe2\\x80\\xae`");
    assert_eq!(unsigned.contents[0].human().to_string(), call);
    let json = format!(
        r#"{{"kind":"delegation","source":"{account}","fee":"300","counter":"7","gas_limit":"1000","storage_limit":"0"}}"#
    );
    unsigned.contents.push(Protocol::Seoul.from_json(&json).unwrap());
    assert_eq!(unsigned.human().to_string(), format!("{call}; withdraw the delegation of {account}"));
    let signature = Signature::Unknown(GenericSignature([0; 64]));
    let protocol_data = OperationProtocolData { contents: unsigned.contents.clone(), signature };
    let signed = Operation { branch: unsigned.branch, protocol_data };
    assert_eq!(signed.human().to_string(), unsigned.human().to_string());
    let internal: InternalOperation = Protocol::Seoul
        .from_json(&format!(
            r#"{{"source":"{account}","nonce":1,"kind":"event","type":{{"prim":"int"}},"tag":"minted"}}"#
        ))
        .unwrap();
    assert_eq!(internal.human().to_string(), format!("emit an event `minted`, by {account}"));
    assert_eq!((internal.kind(), internal.transfer()), ("event", None));
    assert_eq!(internal.source().unwrap().to_string(), account);
    let mut without = internal;
    without.source = None;
    assert_eq!(without.human().to_string(), "event");
}

/// Internal operations without results, in all protocols.
#[test]
fn internal_operations_of_each_kind_are_read() {
    for protocol in protocols(1..=ALPHA) {
        let generate = generate(schema::at(InternalOperation::ENCODING, protocol.revision())).max_bytes(1000);
        for bytes in registry::add_examples(generate).values(7).take(60) {
            let internal: InternalOperation = protocol.decode(&bytes.unwrap()).unwrap();
            let shown = json(protocol, &internal);
            assert_eq!(
                (internal.kind(), internal.source().unwrap().to_string()),
                (shown["kind"].as_str().unwrap(), shown["source"].as_str().unwrap().to_owned())
            );
            assert_eq!(
                internal.transfer().map(|it| it.amount.mutez().to_string()),
                shown["amount"].as_str().map(str::to_owned)
            );
            let line = internal.human().to_string();
            check_line(&line);
            assert!(line.contains(shown["source"].as_str().unwrap()), "{line}");
        }
    }
}

/// What did not happen is among the values, and is void.
#[test]
fn only_what_was_reverted_is_void() {
    let place = Place::Contents { pass: 3, operation: 0, contents: 1, internal: Some(2) };
    assert_eq!(place.to_string(), "operations[3][0].contents[1].metadata.internal_operation_results[2]");
    for (status, is_void) in [
        (None, false),
        (Some(Status::Applied), false),
        (Some(Status::Failed), true),
        (Some(Status::Skipped), true),
        (Some(Status::Backtracked), true),
    ] {
        assert_eq!(Located { place, hash: None, status, value: () }.is_void(), is_void, "{status:?}");
    }
    assert!(Place::Metadata < Place::Implicit { index: 0 } && Place::Implicit { index: 7 } < place);
    assert!(Place::Contents { pass: 3, operation: 0, contents: 1, internal: None } < place);
}
