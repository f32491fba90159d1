/// Wrappers and a guard around the fields, another guard on a field.
#[encoding(dynamic = 16, guard = "in_order")]
#[derive(Debug, PartialEq)]
pub struct Span {
    pub from: u8,
    #[encoding(guard = "even")]
    pub to: u16,
}
