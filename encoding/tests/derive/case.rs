//! `case(tag = N, when = "path", as = "Type")`: several encodings for one variant.

use crate::common::*;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "node", depth = 10, json(first_match))]
enum Node {
    Int(u16),
    #[encoding(
        case(tag = 3, when = "Node::is_bare", as = "Bare"),
        case(tag = 4, when = "Node::has_one", as = "One"),
        case(tag = 9, when = "Node::is_short", as = "Any")
    )]
    Prim {
        prim: u8,
        args: Vec<Node>,
    },
    Last,
}

impl Node {
    fn args(&self) -> &[Node] {
        match self {
            Self::Prim { args, .. } => args,
            Self::Int(_) | Self::Last => &[],
        }
    }

    fn is_bare(&self) -> bool {
        self.args().is_empty()
    }

    fn has_one(&self) -> bool {
        self.args().len() == 1
    }

    /// Also true whenever another condition is: the first case whose condition is true is used.
    fn is_short(&self) -> bool {
        self.args().len() <= 3
    }
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Bare(u8);

#[derive(HasEncoding, NomReader, BinWriter)]
struct One {
    prim: u8,
    arg: Box<Node>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Any {
    prim: u8,
    #[encoding(dynamic, list)]
    args: Vec<Node>,
}

impl From<Bare> for Node {
    fn from(Bare(prim): Bare) -> Self {
        Self::Prim { prim, args: Vec::new() }
    }
}

impl From<One> for Node {
    fn from(One { prim, arg }: One) -> Self {
        Self::Prim { prim, args: vec![*arg] }
    }
}

impl TryFrom<Any> for Node {
    type Error = &'static str;

    fn try_from(Any { prim, args }: Any) -> Result<Self, Self::Error> {
        if prim == 0xff { Err("no such primitive") } else { Ok(Self::Prim { prim, args }) }
    }
}

fn prim(node: &Node) -> u8 {
    match node {
        Node::Prim { prim, .. } => *prim,
        Node::Int(_) | Node::Last => unreachable!("the conditions are only true for a `Prim`"),
    }
}

impl From<&Node> for Bare {
    fn from(node: &Node) -> Self {
        Self(prim(node))
    }
}

impl From<&Node> for One {
    fn from(node: &Node) -> Self {
        Self { prim: prim(node), arg: Box::new(node.args()[0].clone()) }
    }
}

impl From<&Node> for Any {
    fn from(node: &Node) -> Self {
        Self { prim: prim(node), args: node.args().to_vec() }
    }
}

fn node(prim: u8, args: &[Node]) -> Node {
    Node::Prim { prim, args: args.to_vec() }
}

#[test]
fn the_first_true_condition_selects_the_case() {
    both(&Node::Int(7), "00 0007");
    both(&node(5, &[]), "03 05");
    both(&node(5, &[Node::Int(1)]), "04 05 000001");
    both(&node(5, &[node(6, &[]), Node::Last]), "09 05 00000003 0306 0a");
    let tags: Vec<u32> = Node::CASES.iter().map(|case| case.tag).collect();
    assert_eq!(tags, [0, 3, 4, 9, 10]);
    assert_eq!((node(5, &[]).tag(), node(5, &[]).title()), (3, "Prim"));
    assert_eq!((node(5, &[Node::Last]).tag(), Node::Last.tag()), (4, 10));
    assert_eq!(size::<Node>().least, 1);
}

#[test]
fn the_reader_accepts_every_case() {
    // As in the reference, the reader does not evaluate the conditions.
    let loose = hex("09 05 00000000");
    assert_eq!(Node::from_bytes(loose).unwrap(), node(5, &[]));
    assert!(Node::from_canonical_bytes(loose).is_err());
    refused::<Node>("01", "Unexpected_tag", "", 0);
    refused::<Node>("04 05 03", "Not_enough_data", "arg", 3);
}

#[test]
fn a_value_without_a_case_is_refused() {
    let four = node(5, &[Node::Last, Node::Last, Node::Last, Node::Last]);
    let error = node(1, &[four]).to_bytes().unwrap_err();
    assert_eq!(error.kind().name(), "No_case_matched");
}

#[test]
fn the_schema_evaluates_the_conditions() {
    let loose = schema::decode(Node::ENCODING, hex("09 05 00000000")).unwrap();
    assert!(matches!(loose, Value::Case { index: 3, .. }));
    assert_eq!(schema::encode(Node::ENCODING, &loose).unwrap_err().kind().name(), "No_case_matched");
}

#[test]
fn json_is_that_of_the_case() {
    let value = node(5, &[node(6, &[]), Node::Last]);
    assert_eq!(value.to_json().unwrap(), r#"{"prim":5,"args":[6,{}]}"#);
    in_json(&node(5, &[Node::Last]), r#"{"prim":5,"arg":{}}"#);
    // The case for any number of arguments does not accept the JSON of one argument.
    assert!(Node::from_json(r#"{"prim":5,"args":[{}]}"#).is_err());
}

/// A field that would extend to the end, before another: the types after `as` have their own encodings.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Argument {
    #[encoding(
        case(tag = 3, when = "Argument::is_plain", as = "u8"),
        case(tag = 4, when = "Argument::has_annotation", as = "Annotated")
    )]
    Prim { args: Vec<u8>, annotation: u8 },
}

impl Argument {
    fn is_plain(&self) -> bool {
        !self.has_annotation()
    }

    fn has_annotation(&self) -> bool {
        let Self::Prim { annotation, .. } = self;
        *annotation > 0
    }
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Annotated {
    annotation: u8,
    args: Vec<u8>,
}

impl From<u8> for Argument {
    fn from(arg: u8) -> Self {
        Self::Prim { args: vec![arg], annotation: 0 }
    }
}

impl From<&Argument> for u8 {
    fn from(Argument::Prim { args, .. }: &Argument) -> Self {
        args[0]
    }
}

impl From<Annotated> for Argument {
    fn from(Annotated { annotation, args }: Annotated) -> Self {
        Self::Prim { args, annotation }
    }
}

impl From<&Argument> for Annotated {
    fn from(Argument::Prim { args, annotation }: &Argument) -> Self {
        Self { annotation: *annotation, args: args.clone() }
    }
}

#[test]
fn a_list_before_another_field() {
    both(&Argument::from(7), "03 07");
    both(&Argument::Prim { args: vec![7, 8], annotation: 9 }, "04 09 07 08");
}
