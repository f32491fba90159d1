//! `option(default = value)`: a flag instead of the default value.

use crate::common::*;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Params {
    #[encoding(dynamic, bytes)]
    code: Vec<u8>,
}

impl Params {
    fn unit() -> Self {
        Self { code: vec![3] }
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Call {
    level: u8,
    #[encoding(option(default = "Params::unit()"))]
    params: Params,
    #[encoding(option(default = 9), le)]
    fee: u16,
}

#[test]
fn bytes_views_and_json() {
    assert_eq!(size::<Call>(), Size::dynamic(3, None));
    both(&Call { level: 1, params: Params::unit(), fee: 9 }, "01 00 00");
    both(&Call { level: 1, params: Params { code: vec![] }, fee: 1 }, "01 ff 00000000 ff 0100");
    accepted("01 01 00000001 03 ff 0900", &Call { level: 1, params: Params::unit(), fee: 9 }, "01 00 00");
    in_json(&Call { level: 1, params: Params::unit(), fee: 9 }, r#"{"level":1}"#);
    let view = CallView::from_bytes(hex("01 00 ff 0100")).unwrap();
    assert_eq!((&view.params, view.fee), (&None, Some(1)));
    assert_eq!(view.to_owned().unwrap(), Call { level: 1, params: Params::unit(), fee: 1 });
    refused::<Call>("01 00 ff 01", "Not_enough_data", "fee", 3);
}
