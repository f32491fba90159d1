//! A node on loopback: it answers each request with what a function returns.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What is answered.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) mime: &'static str,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn json(text: impl Into<String>) -> Self {
        Self { status: 200, mime: "application/json", body: text.into().into_bytes() }
    }

    pub(crate) fn binary(body: Vec<u8>) -> Self {
        Self { status: 200, mime: "application/octet-stream", body }
    }

    pub(crate) fn status(status: u16) -> Self {
        Self { status, mime: "text/plain", body: Vec::new() }
    }
}

/// A server that runs until the test ends.
pub(crate) struct Server {
    pub(crate) address: String,
    requests: Arc<AtomicUsize>,
}

impl Server {
    /// Starts a server. The function gets the path and whether binary is accepted.
    pub(crate) fn start(answer: impl Fn(&str, bool) -> Response + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (answer, requests) = (Arc::new(answer), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&requests);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (answer, counted) = (Arc::clone(&answer), Arc::clone(&counted));
                thread::spawn(move || {
                    counted.fetch_add(1, Ordering::SeqCst);
                    // A client that hangs up is not a failure of the test.
                    let _ = serve(stream.unwrap(), &*answer);
                });
            }
        });
        Self { address, requests }
    }

    pub(crate) fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

fn serve(stream: TcpStream, answer: &dyn Fn(&str, bool) -> Response) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().unwrap_or(Ok(String::new()))?;
    let mut binary = false;
    for line in lines {
        let line = line?.to_lowercase();
        binary |= line.starts_with("accept:") && line.contains("octet-stream");
        if line.is_empty() {
            break;
        }
    }
    let Response { status, mime, body } = answer(first.split(' ').nth(1).unwrap_or("/"), binary);
    let mut stream = stream;
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status} Status\r\ncontent-type: {mime}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}
