//! The examples run, and their assertions hold.

#[allow(dead_code, reason = "the test does not run the command line")]
#[path = "../examples/index_block.rs"]
mod index_block;
#[allow(dead_code, reason = "the test does not run the command line")]
#[path = "../examples/read_operations.rs"]
mod read_operations;
#[path = "../examples/sign_and_forge.rs"]
mod sign_and_forge;
#[cfg(unix)]
#[allow(dead_code, reason = "the test does not run the command line")]
#[path = "../examples/signer_client.rs"]
mod signer_client;
#[cfg(unix)]
#[allow(dead_code, reason = "the test does not run the command line")]
#[path = "../examples/signer_server.rs"]
mod signer_server;

#[test]
fn examples_run() {
    sign_and_forge::main().unwrap();
    read_operations::demo().unwrap();
    index_block::demo().unwrap();
}

/// The signer and its client, over a pair of sockets.
#[cfg(unix)]
#[test]
fn signer_signs_for_its_client() {
    use std::{os::unix::net::UnixStream, thread};

    use signer_client::{call, delegation};
    use tezos_hashes::secret::SecretKey;
    use tezos_protocols::signer::{SignRequest, socket::KnownKeysRequest};

    let keys = [
        "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh",
        "spsk2XJu4wuYsHeuDaCktD3ECnnpn574ceSWHEJVvXTt7JP6ztySCL",
        "p2sk2k6YAkNJ8CySZCS3vGA5Ht6Lj6LXG3yb8UrHvMKZy7Ab8JUtWh",
        "BLsk1hfuv6V8JJRaLDBJgPTRGLKusTZnTmWGrvSKYzUaMuzvPLmeGG",
    ];
    let keys = keys.map(|key| key.parse::<SecretKey>().unwrap());
    let (client, server) = UnixStream::pair().unwrap();
    thread::scope(|scope| {
        let served = scope.spawn(|| signer_server::serve(&server, &keys).map_err(|error| error.to_string()));
        let known = call(&client, KnownKeysRequest).unwrap().known_keys;
        assert_eq!(known, keys.each_ref().map(SecretKey::public_key_hash));
        for pkh in known {
            delegation(&client, pkh).unwrap();
            let block = SignRequest { pkh: pkh.into(), data: vec![0x11, 1], signature: None };
            let refused = call(&client, block).unwrap_err().to_string();
            assert!(refused.contains("only operations are signed"), "{refused}");
        }
        let unknown = delegation(&client, "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse().unwrap()).unwrap_err();
        assert!(unknown.to_string().contains("there is no key of tz1VSUr8"), "{unknown}");
        drop(client);
        assert_eq!(served.join().unwrap(), Ok(()));
    });
}
