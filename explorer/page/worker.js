// Runs the codec beside the page: it has one document, and answers questions about it. The page ends it with the document.
import { initSync, Explorer } from "explorer-wasm";

let explorer;

self.onmessage = ({ data }) => {
  if (data.module) {
    initSync({ module: data.module });
    explorer = new Explorer();
    return;
  }
  const { id, name, given } = data;
  try {
    self.postMessage({ id, value: explorer[name](...given) });
  } catch (error) {
    // The codec refuses with a text; anything else is a fault of ours.
    self.postMessage({ id, error: typeof error === "string" ? error : `this page has a fault: ${error}` });
  }
};
