/// Every kind of variant; tags given, counted on and constant.
#[encoding(tags = "u16", ignore_unknown)]
#[derive(Debug, PartialEq)]
pub enum Message {
    Unit,
    #[encoding(tag = 0x10, dynamic, list = 3)]
    One(Vec<u16>),
    Several(u8, #[encoding(dynamic, bytes)] Vec<u8>),
    #[encoding(tag = FIRST, title = "Named_case")]
    Named {
        flag: bool,
        #[encoding(zarith)]
        number: i64,
    },
    AfterNamed(#[encoding(name = "value")] u8),
}
