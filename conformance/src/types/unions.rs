//! Unions, enumerations, recursive types, user functions.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use super::row::{Row, rows};

pub(super) const ROWS: &[Row] = rows! {
    "union(tag=uint8){0 Circle: uint16 | 3 Rect: obj{w: uint8; h: uint8} | 200 Named: string | 7 Nothing: empty}" => union {
        #[encoding(tag = 0)] Circle(u16),
        #[encoding(tag = 3)] Rect { w: u8, h: u8 },
        #[encoding(tag = 200, string)] Named(Vec<u8>),
        #[encoding(tag = 7)] Nothing,
    };
    #[encoding(tags = "u16")]
    "union(tag=uint16){0 Circle: uint16 | 3 Rect: obj{w: uint8; h: uint8} | 200 Named: string | 7 Nothing: empty}" => union {
        #[encoding(tag = 0)] Circle(u16),
        #[encoding(tag = 3)] Rect { w: u8, h: u8 },
        #[encoding(tag = 200, string)] Named(Vec<u8>),
        #[encoding(tag = 7)] Nothing,
    };
    "union(tag=uint8){0 A: uint8 | 1 B: bool}" => union { A(u8), B(bool) };
    "union(tag=uint8){1 Even: uint8 if even}" => named(Even);
    "union(tag=uint8){0 A: uint8, json only B}" => named(OrJson);
    #[encoding(string_enum)]
    "string_enum(red,green,blue)" => union { Red, Green, Blue };
    #[encoding(string_enum)]
    "string_enum(c0..c1)" => union { C0, C1 };
    "string_enum(c0..c254)" => named(Names255);
    "string_enum(c0..c255)" => named(Names256);
    "string_enum(c0..c299)" => named(Names300);
    "with_guard(even, uint8)" => tuple(#[encoding(guard = "is_even")] u8);
    "conv(uint8, write fails >100, read fails >50)" => named(Converted);
    #[encoding(mu = "tree", depth = DEPTH)]
    "mu(tree){0 Leaf: int31 | 1 Node: tree*tree}" => union {
        Leaf { #[encoding(builtin = "Int31")] leaf: i32 },
        Node { left: Box<Row>, right: Box<Row> },
    };
    #[encoding(mu = "rlist", depth = DEPTH)]
    "mu(rlist){0 Nil | 1 Cons: uint8*rlist}" => union { Nil, Cons { hd: u8, tl: Box<Row> } };
    #[encoding(mu = "rose", depth = DEPTH)]
    "mu(rose){v: uint8; kids: list(rose)}" => object { v: u8, #[encoding(dynamic, list)] kids: Vec<Row> };
    #[encoding(mu(variable, name = "vlist", depth = DEPTH))]
    "mu(vlist){0 End: variable_bytes | 1 More: uint8*dynamic_size(vlist)}" => union {
        End { #[encoding(bytes)] rest: Vec<u8> },
        More { x: u8, #[encoding(dynamic)] next: Box<Row> },
    };
};

/// Maximum depth of recursive types, close to the limit at compile time.
const DEPTH: u32 = 700;

/// Implements the traits for a type that is encoded as a `u8`.
macro_rules! as_u8 {
    ($type:ident, $from:expr, $into:expr) => {
        impl From<u8> for $type {
            fn from(number: u8) -> Self {
                $from(number)
            }
        }

        impl From<&$type> for u8 {
            fn from(value: &$type) -> Self {
                $into(value)
            }
        }
    };
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum Even {
    #[encoding(case(tag = 1, when = "Even::holds", as = "u8"))]
    Even(u8),
}

as_u8!(Even, Even::Even, |Even::Even(number): &Even| *number);

impl Even {
    fn holds(&self) -> bool {
        is_even(&self.into()).is_ok()
    }
}

/// Values from 100 on have a case for JSON only.
#[derive(HasEncoding, NomReader, BinWriter)]
enum OrJson {
    #[encoding(case(tag = 0, when = "OrJson::is_below_100", as = "u8"))]
    A(u8),
    #[encoding(json_only, string)]
    #[expect(dead_code, reason = "nothing reads it")]
    B(Vec<u8>),
}

as_u8!(OrJson, OrJson::A, |value: &OrJson| if let OrJson::A(number) = value { *number } else { u8::MAX });

impl OrJson {
    fn is_below_100(&self) -> bool {
        matches!(self, Self::A(number) if *number < 100)
    }
}

fn is_even(number: &u8) -> Result<(), &'static str> {
    if number & 1 == 0 { Ok(()) } else { Err("the number is odd") }
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(try_from = "u8", into = "u8")]
struct Converted(u8);

impl TryFrom<u8> for Converted {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        if number <= 50 { Ok(Self(number)) } else { Err("the number is greater than 50") }
    }
}

impl From<&Converted> for u8 {
    fn from(value: &Converted) -> Self {
        value.0
    }
}

/// Makes a `string_enum` of 255 names, `c0` to `c254`, or of more.
macro_rules! names {
    ($type:ident $($more:ident)*) => {
        #[derive(HasEncoding, NomReader, BinWriter)]
        #[encoding(string_enum)]
        enum $type {
            C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21, C22,
            C23, C24, C25, C26, C27, C28, C29, C30, C31, C32, C33, C34, C35, C36, C37, C38, C39, C40, C41, C42, C43,
            C44, C45, C46, C47, C48, C49, C50, C51, C52, C53, C54, C55, C56, C57, C58, C59, C60, C61, C62, C63, C64,
            C65, C66, C67, C68, C69, C70, C71, C72, C73, C74, C75, C76, C77, C78, C79, C80, C81, C82, C83, C84, C85,
            C86, C87, C88, C89, C90, C91, C92, C93, C94, C95, C96, C97, C98, C99, C100, C101, C102, C103, C104, C105,
            C106, C107, C108, C109, C110, C111, C112, C113, C114, C115, C116, C117, C118, C119, C120, C121, C122,
            C123, C124, C125, C126, C127, C128, C129, C130, C131, C132, C133, C134, C135, C136, C137, C138, C139,
            C140, C141, C142, C143, C144, C145, C146, C147, C148, C149, C150, C151, C152, C153, C154, C155, C156,
            C157, C158, C159, C160, C161, C162, C163, C164, C165, C166, C167, C168, C169, C170, C171, C172, C173,
            C174, C175, C176, C177, C178, C179, C180, C181, C182, C183, C184, C185, C186, C187, C188, C189, C190,
            C191, C192, C193, C194, C195, C196, C197, C198, C199, C200, C201, C202, C203, C204, C205, C206, C207,
            C208, C209, C210, C211, C212, C213, C214, C215, C216, C217, C218, C219, C220, C221, C222, C223, C224,
            C225, C226, C227, C228, C229, C230, C231, C232, C233, C234, C235, C236, C237, C238, C239, C240, C241,
            C242, C243, C244, C245, C246, C247, C248, C249, C250, C251, C252, C253, C254,
            $($more,)*
        }
    };
}

names!(Names255);
names!(Names256 C255);
names! {
    Names300 C255
    C256 C257 C258 C259 C260 C261 C262 C263 C264 C265 C266 C267 C268 C269 C270 C271 C272 C273 C274 C275 C276 C277
    C278 C279 C280 C281 C282 C283 C284 C285 C286 C287 C288 C289 C290 C291 C292 C293 C294 C295 C296 C297 C298 C299
}
