/// Tags that are counted and constant; a case without fields, in a tuple and with names.
#[encoding(tags = "u16", ignore_unknown)]
#[derive(Debug, PartialEq)]
pub enum Message {
    Unit,
    #[encoding(tag = FIRST, title = "First_case", dynamic, list = 3)]
    One(Vec<u16>),
    Named {
        #[encoding(zarith)]
        number: i64,
    },
}
