// Puts the explorer into one HTML file: the codec as WebAssembly, compressed, the scripts, the style.
//   node build.js FOLDER-OF-PACKAGES FOLDER-OF-WASM OUT
// FOLDER-OF-WASM has what `wasm-bindgen --target web` writes, with the codec as `explorer_bg.wasm`. OUT gets index.html and sw.js.
"use strict";
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const [packages, wasm, out] = process.argv.slice(2);
const from = (name) => require(path.resolve(packages, "node_modules", name));
const esbuild = from("esbuild");
const zstd = from("@bokuweb/zstd-wasm");
const page = (name) => path.join(__dirname, "page", name);
const read = (name) => fs.readFileSync(page(name), "utf8");

/** Bundles a script with what it imports. */
function bundle(name) {
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [page(name)],
    alias: { "explorer-wasm": path.resolve(wasm, "explorer.js") },
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    nodePaths: [path.resolve(packages, "node_modules")],
    // The codec is in the page, and not beside the script.
    define: { "import.meta.url": '""' },
    write: false,
  });
  // Inside of a page, the text must not end its element.
  return outputFiles[0].text.replaceAll("</script", "<\\/script");
}

const digest = (text, encoding) => createHash("sha256").update(text).digest(encoding);

/** The greatest level, which takes seconds and saves a tenth of the page. */
const LEVEL = 22;

/** Writes bytes as characters of windows-1252. Those that a page cannot have follow `=`, and are 64 greater: NUL, CR, `<`, and `=` itself. */
function characters(bytes) {
  const escaped = [0x00, 0x0d, 0x3c, 0x3d];
  const out = [];
  for (const byte of bytes) escaped.includes(byte) ? out.push(0x3d, byte + 64) : out.push(byte);
  return Buffer.from(out);
}

(async () => {
  await zstd.init();
  const script = bundle("app.js");
  const style = esbuild.transformSync(read("style.css"), { loader: "css", minify: true, charset: "ascii" }).code;
  const parts = {
    style,
    script,
    worker: bundle("worker.js"),
    wasm: characters(zstd.compress(fs.readFileSync(path.join(wasm, "explorer_bg.wasm")), LEVEL)),
    // Nothing is fetched or sent. Only this script runs, and the worker, which the page makes.
    policy: [
      "default-src 'none'",
      `script-src 'sha256-${digest(script, "base64")}' 'wasm-unsafe-eval' blob:`,
      "worker-src 'self' blob:",
      `style-src 'sha256-${digest(style, "base64")}'`,
      // The lists move their windows by a style of the element.
      "style-src-attr 'unsafe-inline'",
      "img-src data:",
      "connect-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
    ].join("; "),
  };
  // Every second piece is the name of a part.
  const pieces = read("index.html").split(/\{\{(\w+)\}\}/);
  const html = Buffer.concat(pieces.map((piece, index) => Buffer.from(index % 2 ? parts[piece] : piece)));
  fs.mkdirSync(out, { recursive: true });
  fs.writeFileSync(path.join(out, "index.html"), html);
  fs.writeFileSync(path.join(out, "sw.js"), read("sw.js").replace("{{version}}", digest(html, "hex").slice(0, 16)));
  console.log(`${html.length} bytes: ${parts.wasm.length} of WebAssembly, ${script.length + parts.worker.length} of scripts`);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
