/// Numbers behind a type of the user's own, whose size may be open: they are counted together again.
#[derive(Debug, PartialEq)]
pub struct Version {
    pub name: Name,
    pub database: u16,
    pub protocol: u16,
}
