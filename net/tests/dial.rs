//! Where nodes are reached, and how.

use core::time::Duration;
use std::io;

use tezos_net::{Address, AddressError, Dialer};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

fn parse(text: &str) -> Result<Address, AddressError> {
    text.parse()
}

#[test]
fn addresses_are_printed_as_they_are_parsed() {
    for text in [
        "1.2.3.4",
        "1.2.3.4:9732",
        "[2001:db8::1]",
        "[::1]:1",
        "boot.tzinit.org:65535",
        "node_1.example-2",
        "1.2.3.4:9732#idqjq34sB6uHWdFzJDB97zwXAdHASb",
        "[::1]#idqjq34sB6uHWdFzJDB97zwXAdHASb",
    ] {
        assert_eq!(parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn other_texts_are_refused_with_the_reason() {
    let ipv6 = |text: &str| AddressError::Ipv6(text.into());
    let port = |text: &str| AddressError::Port(text.into());
    let host = |text: &str| AddressError::Host(text.into());
    for (text, expected) in [
        ("", host("")),
        (":9732", host("")),
        ("a b:1", host("a b")),
        ("[::1", ipv6("[::1")),
        ("[::1]9732", ipv6("[::1]9732")),
        ("[1.2.3.4]:1", ipv6("[1.2.3.4]:1")),
        ("2001:db8::1", ipv6("2001:db8::1")),
        ("1.2.3.4:", port("")),
        ("1.2.3.4:0", port("0")),
        ("1.2.3.4:65536", port("65536")),
        ("[::1]:x", port("x")),
    ] {
        assert_eq!(parse(text).unwrap_err(), expected, "{text}");
    }
    let error = parse("1.2.3.4#idq").unwrap_err();
    assert!(matches!(error, AddressError::Peer(_)));
    assert!(error.to_string().starts_with("what follows `#` is not the identifier of a node: "), "{error}");
    assert!(parse("1.2.3.4#").is_err());
}

/// Names are resolved by the system, and the default port is that of nodes unless another is set.
#[tokio::test]
async fn names_and_ports() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    assert_eq!(Dialer::default().default_port, 9732);
    let dialer = Dialer { default_port: port, ..Dialer::default() };
    let stream = dialer.dial(&parse("localhost").unwrap()).await.unwrap();
    assert_eq!(stream.peer_addr().unwrap().port(), port);
    let nowhere = dialer.dial(&parse("nowhere.invalid").unwrap()).await;
    assert!(nowhere.is_err());
}

/// A proxy gets the name, and what follows is the connection.
#[tokio::test]
async fn a_proxy_resolves_the_name() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy = listener.local_addr().unwrap().to_string();
    let serve = async {
        let (mut stream, _) = listener.accept().await?;
        let mut hello = [0; 3];
        stream.read_exact(&mut hello).await?;
        stream.write_all(&[5, 0]).await?;
        let mut request = vec![0; 4 + 1 + "node.example".len() + 2];
        stream.read_exact(&mut request).await?;
        stream.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).await?;
        stream.write_all(b"the node").await?;
        Ok::<_, io::Error>((hello, request))
    };
    let dialer = Dialer { proxy: Some(proxy), ..Dialer::default() };
    let address = parse("node.example:19732").unwrap();
    let dial = async {
        let mut stream = dialer.dial(&address).await?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await?;
        Ok::<_, io::Error>(text)
    };
    let (text, (hello, request)) = tokio::try_join!(dial, serve).unwrap();
    assert_eq!((text.as_str(), hello), ("the node", [5, 1, 0]));
    let expected = [&[5, 1, 0, 3, 12], &b"node.example"[..], &19_732_u16.to_be_bytes()].concat();
    assert_eq!(request, expected);
}

/// A proxy that says nothing does not hold the node.
#[tokio::test]
async fn a_silent_proxy_times_out() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy = listener.local_addr().unwrap().to_string();
    let dialer = Dialer { proxy: Some(proxy), timeout: Duration::from_millis(50), ..Dialer::default() };
    let error = dialer.dial(&parse("node.example").unwrap()).await.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    drop::<io::Result<(TcpStream, _)>>(listener.accept().await);
}
