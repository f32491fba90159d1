//! Every point in the reference's vectors: verdict and canonical text.

use crate::common::{shared_text, unhex};
use serde_json::Value;
use tezos_messages::point::Point;

const FILES: [&str; 4] =
    ["vectors/p2p.jsonl", "vectors/p2p_read_accepts.jsonl", "vectors/p2p_read_errors.jsonl", "vectors/p2p_fuzz.jsonl"];

/// Where points stand in a message: the bytes before the list, and the header of the list if it has one.
fn texts<'a>(message: &str, mut bytes: &'a [u8]) -> Vec<&'a [u8]> {
    let mut many = false;
    match message {
        "type:P2p_point.Id" => {}
        "Advertise" => {
            many = true;
            bytes = bytes.get(6..).unwrap_or_default();
        }
        "Swap_request" | "Swap_ack" => bytes = bytes.get(6..).unwrap_or_default(),
        "Nack" => {
            many = true;
            bytes = bytes.get(7..).unwrap_or_default();
        }
        _ => return Vec::new(),
    }
    let mut texts = Vec::new();
    while let Some((size, rest)) = bytes.split_first_chunk::<4>() {
        let Some((text, rest)) = rest.split_at_checked(u32::from_be_bytes(*size) as usize) else { break };
        texts.push(text);
        bytes = rest;
        if !many {
            break;
        }
    }
    texts
}

#[test]
fn points_of_accepted_messages_read_and_print_as_the_reference_prints_them() {
    let mut count = 0;
    for file in FILES {
        let Some(lines) = shared_text(file) else { return };
        for line in lines.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            if line.get("error").is_some() {
                continue;
            }
            let message = line["message"].as_str().unwrap();
            let bytes = unhex(line["hex"].as_str().unwrap());
            let written = line.get("reencoded").map_or_else(|| bytes.clone(), |hex| unhex(hex.as_str().unwrap()));
            let read = texts(message, &bytes);
            let expected = texts(message, &written);
            assert_eq!(read.len(), expected.len(), "{line}");
            for (text, expected) in read.into_iter().zip(expected) {
                let point = Point::parse(text).unwrap_or_else(|error| panic!("{error}: {line}"));
                assert_eq!(point.to_string().as_bytes(), expected, "{line}");
                assert_eq!(point.to_string().parse(), Ok(point));
                count += 1;
            }
        }
    }
    println!("{count} points");
    assert!(count > 100, "{count}");
}

#[test]
fn refused_points_are_refused() {
    let mut count = 0;
    for file in FILES {
        let Some(lines) = shared_text(file) else { return };
        for line in lines.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            if line["error"] != "Exception_raised_in_user_function" {
                continue;
            }
            let message = line["message"].as_str().unwrap();
            let bytes = unhex(line["hex"].as_str().unwrap());
            let read = texts(message, &bytes);
            if read.is_empty() {
                continue;
            }
            let detail = line["detail"].to_string();
            assert!(read.iter().any(|text| Point::parse(text).is_err()), "{line} {detail}");
            count += 1;
        }
    }
    println!("{count} refused");
    assert!(count > 100, "{count}");
}
