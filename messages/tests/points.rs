//! Every point in the reference's vectors: verdict and canonical text.

use crate::common::{bytes, shared, text, vectors};
use tezos_messages::point::Point;

const FILES: [&str; 4] = ["p2p.jsonl", "p2p_read_accepts.jsonl", "p2p_read_errors.jsonl", "p2p_fuzz.jsonl"];

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
fn points_are_read_and_printed_or_refused_as_the_reference_does() {
    let (mut accepted, mut refused) = (0, 0);
    for line in FILES.iter().filter_map(|file| vectors(file)).flatten() {
        let message = text(&line, "message");
        let input = bytes(&line, "hex");
        let read = texts(message, &input);
        match line.get("error") {
            None => {
                let written = line.get("reencoded").map_or_else(|| input.clone(), |_| bytes(&line, "reencoded"));
                let expected = texts(message, &written);
                assert_eq!(read.len(), expected.len(), "{line}");
                for (text, expected) in read.into_iter().zip(expected) {
                    let point = Point::parse(text).unwrap_or_else(|error| panic!("{error}: {line}"));
                    assert_eq!(point.to_string().as_bytes(), expected, "{line}");
                    assert_eq!(point.to_string().parse(), Ok(point));
                    accepted += 1;
                }
            }
            Some(error) if error == "Exception_raised_in_user_function" && !read.is_empty() => {
                assert!(read.iter().any(|text| Point::parse(text).is_err()), "{line}");
                refused += 1;
            }
            Some(_) => {}
        }
    }
    println!("{accepted} points accepted, {refused} messages refused");
    assert!((accepted, refused) == (0, 0) && shared("vectors").is_none() || accepted > 100 && refused > 100);
}
