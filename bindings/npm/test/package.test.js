// The package as others take it: types, examples of its README, a bundle, and Chromium.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const run = promisify(execFile);
const here = import.meta.dirname;
const installed = path.join(here, "node_modules/tezos-codec");

test("the forger is at most 150 kB", () => {
  const size = brotliCompressSync(fs.readFileSync(path.join(installed, "forge_bg.wasm"))).length;
  assert.ok(size <= 150_000, `${size} bytes`);
});

test("the version is that of the crates", () => {
  const { version } = JSON.parse(fs.readFileSync(path.join(installed, "package.json"), "utf8"));
  const crates = /\[workspace\.package\]\nversion = "(.*)"/.exec(fs.readFileSync(path.join(process.env.REPOSITORY, "Cargo.toml"), "utf8"));
  assert.equal(version, crates[1]);
});

for (const resolution of ["nodenext", "bundler"]) {
  test(`types, resolved as ${resolution}`, async () => {
    const tsc = path.join(here, "../node_modules/typescript/bin/tsc");
    const module = resolution === "bundler" ? "esnext" : "nodenext";
    const options = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "--types", "", "--skipLibCheck"];
    await run(process.execPath, [tsc, ...options, "--module", module, "--moduleResolution", resolution, "types.ts"], { cwd: here }).catch(
      (error) => assert.fail(error.stdout),
    );
  });
}

const examples = fs.readFileSync(path.join(installed, "README.md"), "utf8").matchAll(/^```js\n(.*?)^```$/gms);
for (const [index, [, code]] of [...examples].entries()) {
  test(`example ${index + 1} of the README`, async () => {
    const file = path.join(here, `example-${index + 1}.js`);
    fs.writeFileSync(file, code);
    const { stdout } = await run(process.execPath, [file], { cwd: here });
    // What an example prints is in comments behind the lines that print.
    const printed = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
    assert.ok(printed.length > 0, "an example prints something");
    assert.deepEqual(stdout.trim().split("\n"), printed);
  });
}

/** A program for a bundle, with what it found in a global variable. */
const program = `
  import { Forger, init } from "tezos-codec/forge";
  import wasm from "tezos-codec/forge.wasm";
  await init(new URL(wasm, import.meta.url));
  const forger = new Forger();
  const { contents } = await forger.parse("${"00".repeat(32)}1100000001ff");
  globalThis.found = JSON.stringify(contents);
  globalThis.console.log(globalThis.found);
`;
const FOUND = '[{"kind":"failing_noop","arbitrary":"ff"}]';

test("a bundle of esbuild, in node", async () => {
  await build({
    stdin: { contents: program, resolveDir: here },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    loader: { ".wasm": "file" },
    outfile: path.join(here, "bundle/bundle.mjs"),
    logLevel: "error",
  });
  const { stdout } = await run(process.execPath, [path.join(here, "bundle/bundle.mjs")]);
  assert.equal(stdout.trim(), FOUND);
});

/** Pages, each with a script; a script of their own policy runs no text. */
const SCRIPTS = {
  "/direct.js": `
    import { decode, generate, init } from "./node_modules/tezos-codec/index.js";
    await init();
    globalThis.found = JSON.stringify(decode("p2p_message", generate("p2p_message", 1, 100)) !== undefined);
  `,
  "/untyped.js": `
    import { decode, init } from "./node_modules/tezos-codec/index.js";
    await init("/untyped.wasm");
    globalThis.found = JSON.stringify(decode("uint8", Uint8Array.of(7)));
  `,
  "/missing.js": `
    import { init } from "./node_modules/tezos-codec/index.js";
    await init("/missing.wasm").catch((error) => (globalThis.found = error.message.split(" ").slice(1).join(" ")));
  `,
};
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
let server, browser;
before(async () => {
  server = http.createServer((request, response) => {
    const { pathname, search } = new URL(request.url, "http://localhost");
    const policy = { "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'" };
    const answer = (type, body) => response.writeHead(200, { ...policy, "Content-Type": type }).end(body);
    if (pathname === "/page.html") return answer("text/html", `<!doctype html><script type="module" src="${search.slice(1)}"></script>`);
    if (SCRIPTS[pathname]) return answer("text/javascript", SCRIPTS[pathname]);
    if (pathname === "/untyped.wasm") return answer("application/octet-stream", fs.readFileSync(path.join(installed, "codec_bg.wasm")));
    const file = path.join(here, pathname);
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    answer(TYPES[path.extname(file)] ?? "text/plain", fs.readFileSync(file));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox", "--disable-gpu"] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Returns what the script of a page found. */
async function inBrowser(script) {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && !/404/.test(message.text()) && errors.push(message.text()));
  await page.goto(`http://127.0.0.1:${server.address().port}/page.html?${script}`);
  const found = await page.waitForFunction(() => globalThis.found, undefined, { timeout: 30_000 }).catch((error) => assert.fail([...errors, error].join("\n")));
  assert.deepEqual(errors, []);
  return found.jsonValue();
}

test("Chromium, without a bundle", async () => assert.equal(await inBrowser("/direct.js"), "true"));
test("Chromium, from a server that does not know the type of wasm", async () => assert.equal(await inBrowser("/untyped.js"), "7"));
test("Chromium, with a file that is missing", async () => assert.equal(await inBrowser("/missing.js"), "404 Not Found"));
test("Chromium, a bundle of esbuild", async () => assert.equal(await inBrowser("/bundle/bundle.mjs"), FOUND));
