//! Opens connections.

use core::time::Duration;
use std::io;

use tokio::{net::TcpStream, time::timeout};
use tokio_socks::tcp::Socks5Stream;

use crate::Address;

/// How a node opens connections: directly or through a SOCKS5 proxy, with a timeout.
///
/// ```no_run
/// # async fn dial() -> std::io::Result<()> {
/// use tezos_net::Dialer;
///
/// let tor = Dialer { proxy: Some("127.0.0.1:9050".into()), ..Dialer::default() };
/// let stream = tor.dial(&"boot.tzinit.org".parse().unwrap()).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialer {
    /// The address and port of a SOCKS5 proxy, which then also resolves names.
    pub proxy: Option<String>,
    /// The time that one address may take to accept the connection.
    pub timeout: Duration,
    /// The port of addresses that have none.
    pub default_port: u16,
}

impl Default for Dialer {
    /// Without a proxy; 10 s, as in Octez; port 9732.
    ///
    /// Rule: [`p2p_limits.ml`, `connection_timeout`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_p2p_services/p2p_limits.ml#L63
    fn default() -> Self {
        Self { proxy: None, timeout: Duration::from_secs(10), default_port: Address::DEFAULT_PORT }
    }
}

impl Dialer {
    /// Opens a connection. The system resolves a name, and its addresses are tried in this order.
    ///
    /// # Errors
    /// Those of the last address; `TimedOut`; `NotFound` if the name has no address.
    pub async fn dial(&self, address: &Address) -> io::Result<TcpStream> {
        let target = (address.host.as_str(), address.port.unwrap_or(self.default_port));
        let stream = match &self.proxy {
            Some(proxy) => {
                let opened = self.in_time(async {
                    let through = Socks5Stream::connect(proxy.as_str(), target).await;
                    through.map_err(|error| io::Error::other(format!("through the proxy {proxy}: {error}")))
                });
                opened.await?.into_inner()
            }
            None => {
                let mut last = io::Error::new(io::ErrorKind::NotFound, format!("{} has no address", address.host));
                let mut opened = None;
                for address in tokio::net::lookup_host(target).await? {
                    match self.in_time(TcpStream::connect(address)).await {
                        Ok(stream) => {
                            opened = Some(stream);
                            break;
                        }
                        Err(error) => last = error,
                    }
                }
                opened.ok_or(last)?
            }
        };
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    async fn in_time<T>(&self, opening: impl Future<Output = io::Result<T>>) -> io::Result<T> {
        let after = self.timeout;
        timeout(after, opening)
            .await
            .unwrap_or_else(|_| Err(io::Error::new(io::ErrorKind::TimedOut, format!("no connection within {after:?}"))))
    }
}
