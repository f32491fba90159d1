//! Values from the steps of a walk.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{MAX_NESTING, Value};
use crate::error::ErrorKind;
use crate::number::{N, Z, length};
use crate::schema::cursor::big_endian;
use crate::schema::scalar::Scalar;
use crate::schema::visit::{Container, Event, Visitor};

/// Makes one value. What is open is on a stack, with the values that it has so far.
pub(super) struct Builder {
    open: Vec<(Container, Vec<Value>)>,
    keys: Vec<Vec<Vec<u8>>>,
    made: Value,
}

impl Builder {
    pub(super) fn new() -> Self {
        Self { open: Vec::new(), keys: Vec::new(), made: Value::Unit }
    }

    pub(super) fn finish(self) -> Value {
        self.made
    }

    fn add(&mut self, value: Value) {
        match self.open.last_mut() {
            Some((_, parts)) => parts.push(value),
            None => self.made = value,
        }
    }

    fn close(&mut self) {
        let Some((container, mut parts)) = self.open.pop() else { return };
        let value = match container {
            Container::List => Value::List(parts),
            Container::Object | Container::Tuple | Container::Merge { .. } => Value::Fields(parts),
            Container::Assoc => Value::Assoc(self.keys.pop().unwrap_or_default().into_iter().zip(parts).collect()),
            Container::Case(index) => Value::Case { index, payload: Box::new(parts.pop().unwrap_or(Value::Unit)) },
            Container::Present => Value::Option(parts.pop().map(Box::new)),
        };
        self.add(value);
    }
}

impl Visitor for Builder {
    fn visit(&mut self, event: Event<'_>) -> Result<(), ErrorKind> {
        match event {
            Event::Nothing(_) => self.add(Value::Unit),
            Event::Scalar(scalar, bytes) => self.add(value(scalar, bytes)),
            Event::Bytes(bytes) | Event::Lazy(_, bytes) | Event::Json(bytes) => self.add(Value::Bytes(bytes.to_vec())),
            Event::Text(bytes) => self.add(Value::Text(bytes.to_vec())),
            Event::Name(_, index) => self.add(Value::Name(index)),
            Event::Absent => self.add(Value::Option(None)),
            Event::Open(container) => {
                if self.open.len() >= MAX_NESTING {
                    return Err(ErrorKind::TooDeep { limit: u32::try_from(MAX_NESTING).unwrap_or(u32::MAX) });
                }
                if container == Container::Assoc {
                    self.keys.push(Vec::new());
                }
                self.open.push((container, Vec::new()));
            }
            Event::Key(key) => {
                if let Some(keys) = self.keys.last_mut() {
                    keys.push(key.to_vec());
                }
            }
            Event::Close => self.close(),
            Event::Field(..)
            | Event::Part
            | Event::DftStart
            | Event::DftEnd { .. }
            | Event::SplitStart
            | Event::SplitEnd(..) => {}
        }
        Ok(())
    }
}

/// A scalar from its bytes, which were checked.
fn value(scalar: &Scalar, bytes: &[u8]) -> Value {
    match scalar {
        Scalar::Bool => Value::Bool(bytes != [0]),
        Scalar::Int(int) => Value::Int(int.value(big_endian(bytes))),
        Scalar::Float | Scalar::RangedFloat { .. } => Value::Float(f64::from_bits(big_endian(bytes))),
        Scalar::N => Value::Natural(N::from_wire(bytes)),
        Scalar::Z => Value::Whole(whole(bytes)),
        Scalar::UintLikeN { .. } => Value::Int(
            u128::try_from(&N::from_wire(bytes)).ok().and_then(|number| number.try_into().ok()).unwrap_or_default(),
        ),
        Scalar::IntLikeZ { .. } => Value::Int(i128::try_from(&whole(bytes)).unwrap_or_default()),
    }
}

/// A `z` of exactly these bytes.
fn whole(bytes: &[u8]) -> Z {
    Z::from_wire(length(bytes).and_then(|len| bytes.get(..len)).unwrap_or_default())
}
