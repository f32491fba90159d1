//! The functions that the worker calls: those of [`Explorer`], with answers as texts.

use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

/// See [`crate::Explorer`].
#[derive(Default)]
#[wasm_bindgen]
pub struct Explorer(crate::Explorer);

type Answer<T = String> = Result<T, String>;

fn text(answer: Result<Value, String>) -> Answer {
    answer.map(|value| value.to_string())
}

#[wasm_bindgen]
#[allow(missing_docs, clippy::missing_errors_doc, reason = "those of crate::Explorer")]
impl Explorer {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    pub fn open_text(&mut self, given: &str, id: Option<String>) -> Answer {
        text(self.0.open_text(given, id.as_deref()))
    }

    pub fn open_bytes(&mut self, given: Vec<u8>, id: Option<String>) -> Answer {
        text(self.0.open_bytes(given, id.as_deref()))
    }

    pub fn bytes(&self) -> Answer<Vec<u8>> {
        self.0.bytes()
    }

    pub fn count(&mut self, rows: usize) -> Answer {
        text(self.0.count(rows))
    }

    pub fn rows(&self, from: usize, count: usize) -> Answer {
        text(self.0.rows(from, count))
    }

    pub fn row(&self, row: usize) -> Answer {
        text(self.0.row(row))
    }

    pub fn spans(&self, from: usize, to: usize) -> Answer {
        text(self.0.spans(from, to))
    }

    pub fn json(&self) -> Answer {
        self.0.json()
    }

    pub fn encode(&self, id: &str, json: &str) -> Answer<Vec<u8>> {
        self.0.encode(id, json)
    }

    pub fn read(&self, given: &str) -> Answer<Vec<u8>> {
        self.0.read(given)
    }

    pub fn facts(&self) -> Answer {
        text(self.0.facts())
    }

    pub fn protocols(&self) -> Answer {
        text(self.0.protocols())
    }

    pub fn differences(&self, from: &str, to: &str) -> Answer {
        text(self.0.differences(from, to))
    }

    pub fn layout(&self) -> Answer {
        self.0.layout()
    }

    pub fn texts(&self) -> Answer {
        text(self.0.texts())
    }

    pub fn ids(&self) -> String {
        self.0.ids().to_string()
    }
}
