// Opens the explorer in a headless browser from the disk, and fails on what a reader would stumble over.
//   node check.js FOLDER-OF-PACKAGES BROWSER PAGE CASES PICTURES
// CASES has lines of JSON: `hex` and `id`, the first answer of `tezos-codec slice`; or `hex`, `with` and `refused`, the offset that
// `tezos-codec explain` names. PICTURES gets a picture of each size.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const [packages, browserPath, file, casesPath, pictures] = process.argv.slice(2);
const from = (name) => path.resolve(packages, "node_modules", name);
const { chromium } = require(from("playwright-core"));
const axe = fs.readFileSync(from("axe-core/axe.min.js"), "utf8");
const cases = fs.readFileSync(casesPath, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const address = pathToFileURL(path.resolve(file)).href;

const SIZES = [
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { name: "desktop", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "desktop-dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  { name: "wide", viewport: { width: 1920, height: 1080 }, colorScheme: "light" },
];

/** The longest first answer in milliseconds; of the ten fastest machines of CI, the slowest takes half. */
const FIRST_ANSWER = 150;

/** The longest file that people open: a list of objects. */
const LONG = 10 * 1024 * 1024;

/** The memory that the page may keep with it, beyond a page with a text. */
const MOST_MEMORY = 64 * 1024 * 1024 + 4 * LONG;

/** Opens the page, and collects what it asks for and what it complains about. */
async function opened(browser, size, link = "") {
  const context = await browser.newContext(size);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(`it throws ${error}`));
  page.on("console", (message) => message.type() === "error" && faults.push(`it complains: ${message.text()}`));
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("blob:") && !url.startsWith("data:")) faults.push(`it asks for ${url}`);
  });
  await page.goto(address + link);
  return { page, faults, close: () => context.close() };
}

/** Types an input, and waits for the answer. */
async function show(page, input, id = "") {
  await page.evaluate(([input, id]) => {
    document.body.dataset.state = "";
    document.getElementById("input").value = input;
    document.getElementById("encoding").value = id;
    document.getElementById("given").requestSubmit();
  }, [input, id]);
  await page.waitForFunction(() => ["shown", "failed"].includes(document.body.dataset.state));
}

/** Repeats a check until it passes, or fails as it does after a while: the page answers when its worker has. */
async function soon(check) {
  for (const started = Date.now(); ; ) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() - started > 5000) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const text = (page, selector) => page.locator(selector).allTextContents();

/** The first answers are those of the tool, and the refused byte is the one that it names. */
async function answers(browser) {
  const { page, faults, close } = await opened(browser, SIZES[2]);
  let [first, refused] = [0, 0];
  for (const { hex, id, with: encoding, refused: offset } of cases) {
    await show(page, hex, encoding);
    const [found] = await text(page, "#answer .id");
    if (encoding === undefined) {
      assert.equal(found ?? "", id, `the first answer for ${hex.slice(0, 80)}`);
      first++;
    } else {
      const marked = await page.locator("#hex .refused").evaluateAll((all) => all.map((one) => Number(one.dataset.at)));
      assert.deepEqual(marked, [offset], `the refused byte of ${encoding} ${hex.slice(0, 80)}`);
      assert.ok((await text(page, "#answer .wrong"))[0].includes(`at byte ${offset}`));
      refused++;
    }
  }
  assert.ok(first >= 20 && refused >= 20, `only ${first} first answers and ${refused} refused bytes were compared`);
  assert.deepEqual(faults, []);
  await close();
  return `${first} first answers and ${refused} refused bytes are those of the tool`;
}

/** Bytes lead to parts and back: by pointer, by click, by keys. */
async function links(browser) {
  const { page, faults, close } = await opened(browser, SIZES[2]);
  await show(page, "26040000000e010000000268690200000002796f", "obj{port: uint16; peers: list(obj{id: uint8; name: string})}");
  const marked = (bytes, rows) => soon(async () => {
    assert.equal((await page.locator("#hex .on").evaluateAll((all) => all.map((one) => one.dataset.at))).join(), bytes);
    assert.equal((await text(page, "#tree .on")).join("|").trim(), rows);
  });
  const isOpen = (row, open) => soon(async () =>
    assert.equal(await page.locator(`#tree [data-row="${row}"]`).getAttribute("aria-expanded"), String(open)));
  const press = (key) => page.locator("#tree").press(key);
  await page.locator('#hex [data-at="6"]').click();
  await marked("6", "id 1");
  await press("ArrowDown");
  await marked("7,8,9,10,11,12", "▾name");
  await press("ArrowLeft");
  await isOpen(5, false);
  await press("ArrowDown");
  await marked("13,14,15,16,17,18,19", "▾[1]");
  await press("ArrowUp");
  await marked("7,8,9,10,11,12", "▸name");
  await press("ArrowRight");
  await isOpen(5, true);
  await press("ArrowLeft");
  await isOpen(5, false);
  await press("ArrowLeft");
  await marked("6,7,8,9,10,11,12", "▾[0]");
  await page.locator("#hex").press("End");
  await marked("18,19", 'text "yo"');
  await page.locator('#tree [data-row="0"]').hover();
  await soon(async () => assert.equal(await page.locator("#hex .hover").count(), 2));
  // JSON that is edited changes the bytes.
  const area = page.locator("#json textarea");
  await area.fill((await area.inputValue()).replace("9732", "9733"));
  await page.waitForFunction(() => document.querySelector('#hex [data-at="1"]')?.textContent === "05");
  await area.fill("{}");
  await page.waitForFunction(() => document.querySelector("#json .wrong")?.textContent.includes("port"));
  assert.deepEqual(faults, []);
  await close();
  return "bytes, parts and JSON are linked";
}

/** Text that would turn the order of characters, or be HTML, is seen as it is. */
async function hostile(browser) {
  const { page, faults, close } = await opened(browser, SIZES[2]);
  const name = '</script><img src=x onerror="document.title=1">\u202e\u0007';
  const bytes = Buffer.from(name);
  const length = bytes.length.toString(16).padStart(8, "0");
  await show(page, length + bytes.toString("hex"), "string");
  for (const tab of await page.locator("[role=tab]").all()) {
    await tab.click();
    await page.waitForTimeout(50);
  }
  const seen = await page.evaluate(() => document.body.innerText + [...document.querySelectorAll("textarea")].slice(1).map((area) => area.value));
  assert.ok(!/[\u202e\u0007]/.test(seen), "a character that turns the order is in the page");
  assert.equal(await page.locator("img[src=x]").count(), 0);
  // The policy of the page keeps it from the network.
  const sent = await page.evaluate(() => fetch("https://example.org/").then(() => "sent", () => "kept"));
  assert.equal(sent, "kept");
  assert.deepEqual(faults.filter((fault) => !fault.includes("example.org")), []);
  await close();
  return "hostile text is shown escaped, and nothing can be sent";
}

/** The memory in bytes that only the processes of pages have; null where there is no /proc. */
async function memory(browser) {
  if (!fs.existsSync("/proc/self/smaps_rollup")) return null;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === "renderer");
  const maps = pages.map(({ id }) => fs.readFileSync(`/proc/${id}/smaps_rollup`, "utf8"));
  return maps.reduce((sum, map) => sum + Number(/^Private_Dirty: *(\d+) kB$/m.exec(map)[1]) * 1024, 0);
}

/** Ten megabytes open, and scroll. */
async function long(browser) {
  const text = await (await browser.newContext()).newPage();
  await text.goto(pathToFileURL(__filename).href);
  // The browser has started a process for the next page by then.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const before = await memory(browser);
  await text.context().close();
  const { page, faults, close } = await opened(browser, SIZES[2]);
  const item = Buffer.from("0700000003616263", "hex");
  const list = Buffer.alloc(LONG - 4, item);
  const head = Buffer.alloc(4);
  const whole = list.subarray(0, list.length - (list.length % item.length));
  head.writeUInt32BE(whole.length);
  const input = path.join(pictures, "list.bin");
  fs.writeFileSync(input, Buffer.concat([head, whole]));
  await page.locator("#encoding").fill("list(obj{a: uint8; b: string})");
  const started = Date.now();
  await page.locator("#file").setInputFiles(input);
  await page.waitForFunction(() => document.querySelector("#answer .right"), undefined, { timeout: 120_000 });
  const answered = Date.now() - started;
  await page.waitForFunction(() => document.body.dataset.state === "shown", undefined, { timeout: 120_000 });
  const counted = Date.now() - started;
  const { frames, slow, last } = await page.evaluate(async () => {
    const tree = document.getElementById("tree");
    const times = [];
    let before = performance.now();
    for (let step = 0; step < 120; step++) {
      tree.scrollTop = (tree.scrollHeight * ((step * 37) % 120)) / 120;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      times.push(performance.now() - before);
      before = performance.now();
    }
    tree.scrollTop = tree.scrollHeight;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    times.sort((one, other) => one - other);
    return { frames: times.length, slow: times[Math.floor(times.length * 0.95)], last: [...tree.querySelectorAll(".line")].at(-1).textContent };
  });
  assert.ok(last.includes('"abc"'), `the last row is ${last}`);
  assert.deepEqual(faults, []);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const kept = (await memory(browser)) - before;
  assert.ok(kept <= MOST_MEMORY, `10 MB keep ${kept} bytes of memory, and at most ${MOST_MEMORY} are allowed`);
  await close();
  const times = `answered in ${answered} ms, all rows in ${counted} ms, 95 % of ${frames} frames within ${slow.toFixed(1)} ms`;
  return before === null ? `10 MB: ${times}` : `10 MB: ${times}, ${(kept / 1e6).toFixed(0)} MB of memory are kept`;
}

/** The time from an input to the answer, of an operation. */
async function quick(browser) {
  const { page, close } = await opened(browser, SIZES[2]);
  const { hex } = cases.find(({ id }) => id?.endsWith(".operation")) ?? cases[0];
  await show(page, hex);
  const times = [];
  for (let round = 0; round < 5; round++) {
    times.push(await page.evaluate(async (hex) => {
      const started = performance.now();
      document.body.dataset.state = "";
      document.getElementById("input").value = hex;
      document.getElementById("encoding").value = "";
      document.getElementById("given").requestSubmit();
      while (!document.querySelector("#answer .id")) await new Promise((resolve) => setTimeout(resolve, 1));
      return performance.now() - started;
    }, hex));
  }
  await close();
  const best = Math.min(...times);
  assert.ok(best <= FIRST_ANSWER, `the first answer takes ${best} ms`);
  return `the first answer for an operation: ${best.toFixed(0)} ms`;
}

/** Where it is served, the page opens again without the network. */
async function offline(browser) {
  const folder = path.dirname(path.resolve(file));
  const server = http.createServer(({ url }, answer) => {
    const name = url === "/" ? "index.html" : url.slice(1);
    if (!["index.html", "sw.js"].includes(name)) return answer.writeHead(404).end();
    answer.setHeader("Content-Type", name.endsWith(".js") ? "text/javascript" : "text/html").end(fs.readFileSync(path.join(folder, name)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await (await browser.newContext(SIZES[2])).newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
  await page.reload();
  await show(page, "0000000600107a06a770");
  assert.deepEqual(await text(page, "#answer .id"), ["p2p_message"]);
  await page.context().close();
  return "the page opens again after its server has ended";
}

/** Every size is readable, and says to a screen reader what it shows. */
async function sizes(browser) {
  const { hex } = cases.find(({ id }) => id?.endsWith(".operation")) ?? cases[0];
  for (const size of SIZES) {
    const { page, faults, close } = await opened(browser, size, `#hex=${hex}`);
    await page.waitForFunction(() => document.body.dataset.state === "shown");
    await page.locator("#tree .line").nth(3).click();
    await page.waitForTimeout(100);
    await page.screenshot({ path: path.join(pictures, `${size.name}.png`) });
    await page.evaluate(axe);
    for (const tab of await page.locator("[role=tab]").all()) {
      await tab.click();
      await page.waitForTimeout(100);
      const { violations } = await page.evaluate(() => window.axe.run());
      for (const { id, nodes } of violations) faults.push(`axe: ${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) faults.push(`it is ${wide} px wider than the window`);
    assert.deepEqual(faults, [], size.name);
    await close();
  }
  return `${SIZES.length} sizes are readable and named`;
}

(async () => {
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
  try {
    for (const check of [answers, links, hostile, long, quick, offline, sizes]) console.log(await check(browser));
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.error(error.message ?? error);
  process.exit(1);
});
