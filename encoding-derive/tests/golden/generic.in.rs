/// Parameters of each kind; a guard around the fields, one of which is converted.
#[encoding(guard = "signed")]
#[derive(Debug, PartialEq)]
pub struct Signed<'a, T: Clone, const N: usize> {
    pub value: T,
    #[encoding(try_from = "u16", into = "u16")]
    pub port: Port,
    pub signature: [u8; N],
    pub bytes: &'a [u8],
}
