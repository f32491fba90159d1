//! `use tezos_encoding::*;` shadows neither the names of the standard library's prelude nor the crates that are used beside this one. A glob
//! import takes precedence over both, so a name that shadows one of them, or is ambiguous, does not compile here.

use serde::{Deserialize, Serialize};
use tezos_encoding::*;

/// Has the derives of the standard library, of serde and of this crate.
#[derive(
    Debug,
    Clone,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    HasEncoding,
    NomReader,
    BinWriter,
    View,
)]
struct Peer {
    port: u16,
    name: Option<String>,
    #[encoding(dynamic, list)]
    seen: Vec<bool>,
}

/// Uses the traits of the prelude.
fn collect<C, I, T>(items: I) -> C
where
    C: FromIterator<T> + IntoIterator<Item = T> + Extend<T> + Default + Send + Sync + Unpin,
    I: Iterator<Item = T> + DoubleEndedIterator + ExactSizeIterator,
    T: Sized + Clone + PartialEq + Eq + PartialOrd + Ord + ToOwned,
{
    let mut collection = C::default();
    collection.extend(items);
    collection
}

/// Uses the types and the conversions of the prelude.
fn convert(value: impl Into<u32> + Copy) -> Result<Box<u8>, String> {
    let byte: u8 = value.into().try_into().map_err(|error| ToString::to_string(&error))?;
    match u8::try_from(u32::from(byte)) {
        Ok(byte) => Ok(Box::new(byte)),
        Err(error) => Err(String::from(format!("{error}").as_str())),
    }
}

#[test]
fn a_glob_import_shadows_neither_std_nor_serde() {
    let peer = Peer { port: 9732, name: Some("a".to_owned()), seen: vec![true] };
    let bytes = peer.to_bytes().unwrap();
    assert_eq!(Peer::from_bytes(&bytes).as_ref(), Ok(&peer));
    let json = serde_json::to_string(&peer).unwrap();
    assert_eq!(serde_json::from_str::<Peer>(&json).unwrap(), peer);
    assert_ne!(peer, Peer::default());
    drop(peer);

    assert_eq!(collect::<Vec<u8>, _, _>([1, 2].into_iter().rev()), [2, 1]);
    assert_eq!((convert(7_u32), convert(300_u32).is_err()), (Ok(Box::new(7)), true));
    let mut twice: Box<dyn FnMut(u8) -> Option<u8>> = Box::new(|byte| byte.checked_mul(2));
    assert!(matches!((twice(7), twice(200)), (Some(14), None)));
    assert_eq!((size_of::<u16>(), align_of::<u8>(), std::mem::take(&mut [7][0]), core::cmp::max(1, 2)), (2, 1, 7, 2));

    // The crates of the features.
    assert_eq!(bytes::Bytes::from_static(&[7]).as_ref(), bytemuck::bytes_of(&7_u8));
    assert_eq!(
        nom::bytes::complete::take::<_, _, nom::error::Error<&[u8]>>(1_u8)(&[7, 8][..]),
        Ok((&[8][..], &[7][..]))
    );
    assert!(arbitrary::Unstructured::new(&[1]).arbitrary::<bool>().is_ok());
    assert_eq!(proptest::strategy::Just(7).0, 7);
}
