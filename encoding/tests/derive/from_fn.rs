//! `from_fn`, `into_fn`: conversions by functions, for types of other crates.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU16;
use std::time::Duration;

use crate::common::*;
use tezos_encoding::View;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Point {
    #[encoding(from = "[u8; 4]", from_fn = "Ipv4Addr::from", into_fn = "Ipv4Addr::octets")]
    address: Ipv4Addr,
    #[encoding(try_from = "u16", from_fn = "port", into_fn = "number", range = "0 ..= 9000")]
    port: NonZeroU16,
    #[encoding(try_from = "String", from_fn = "str_parse", into_fn = "ToString::to_string", string(kind = "u8"))]
    text: IpAddr,
    #[encoding(from = "u64", from_fn = "Duration::from_secs", into_fn = "Duration::as_secs")]
    timeout: Duration,
    #[encoding(bytes)]
    note: Vec<u8>,
}

fn port(number: u16) -> Result<NonZeroU16, String> {
    NonZeroU16::new(number).ok_or_else(|| String::from("no port is 0"))
}

fn number(port: &NonZeroU16) -> u16 {
    port.get()
}

fn str_parse(text: String) -> Result<IpAddr, std::net::AddrParseError> {
    text.parse()
}

fn point() -> Point {
    Point {
        address: Ipv4Addr::LOCALHOST,
        port: NonZeroU16::new(80).unwrap(),
        text: IpAddr::V4(Ipv4Addr::BROADCAST),
        timeout: Duration::from_secs(3),
        note: vec![7],
    }
}

const BYTES: &str = "7f000001 0050 0f 3235352e3235352e3235352e323535 0000000000000003 07";

#[test]
fn on_the_wire() {
    both(&point(), BYTES);
}

#[test]
fn what_a_function_refuses() {
    const REFUSED: &str = "Exception_raised_in_user_function";
    refused::<Point>("7f000001 0000 01 61 0000000000000003", REFUSED, "port", 4);
    refused::<Point>("7f000001 0050 01 61 0000000000000003", REFUSED, "text", 6);
    refused::<Point>("7f000001 2329 01 61 0000000000000003", "Invalid_int", "port", 4);
    unwritable(&Point { port: NonZeroU16::MAX, ..point() }, "Invalid_int", "port");
    let error = Point::from_bytes(hex("7f000001 0000 01 61 0000000000000003")).unwrap_err();
    assert!(error.to_string().contains("no port is 0"), "{error}");
}

#[test]
fn in_a_type_with_parameters() {
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Wrapped<'a, T> {
        value: T,
        #[encoding(from = "&'a str", from_fn = "trimmed", into_fn = "Clone::clone", string(variable))]
        text: &'a str,
    }
    fn trimmed(text: &str) -> &str {
        text.trim()
    }
    let wrapped = Wrapped::<u8>::from_bytes(b"\x01 a ").unwrap();
    assert_eq!(wrapped, Wrapped { value: 1, text: "a" });
    assert_eq!(wrapped.to_bytes().unwrap(), b"\x01a");
}

#[test]
fn in_a_view() {
    let bytes = hex(BYTES);
    let view = PointView::from_bytes(bytes);
    assert_eq!(view.unwrap().to_owned().unwrap(), point());
}
