// Opens reports of `tezos-codec profile` and pages of `tezos-codec explain` in a headless browser, on a phone and on a desktop, light and dark, and
// fails on what a reader would stumble over.
//   node check.js FOLDER-OF-PACKAGES BROWSER FOLDER FILE ..
// FOLDER gets a picture of each page. A page of `explain` is named `explain-*.html`.
"use strict";
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const [packages, browserPath, folder, ...files] = process.argv.slice(2);
const { chromium } = require(path.resolve(packages, "node_modules/playwright-core"));

const VIEWS = [
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { name: "desktop", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "desktop-dark", viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
];

// The length of a page in pixels, as it opens.
const MOST_LONG = 4100;

// Runs in the page: what is wrong with it.
function faults(mostLong) {
  const found = [];
  const page = document.documentElement;
  // Folded, as it opens; what is in it may be long.
  if (page.scrollHeight > mostLong) found.push(`it is ${page.scrollHeight} px long before anything is unfolded`);
  for (const details of document.querySelectorAll("details")) details.open = true;
  if (page.scrollWidth > page.clientWidth) {
    found.push(`it is ${page.scrollWidth} px wide in a window of ${page.clientWidth}`);
  }
  // The text of the page ends before its margins.
  const margin = parseFloat(getComputedStyle(document.body).paddingRight) - 1;
  for (const part of document.querySelectorAll("table, figure, p, li, summary")) {
    if (!part.getClientRects().length) continue;
    const { right, left } = part.getBoundingClientRect();
    if (right > page.clientWidth - margin || left < margin) found.push(`<${part.localName}> goes from ${left} to ${right} px`);
  }
  const figures = [...document.querySelectorAll("figure")];
  const seen = figures.filter((figure) => getComputedStyle(figure).display !== "none");
  // Each plot is there for two widths, and one of the two is seen.
  if (figures.length < 4 || seen.length * 2 !== figures.length) {
    found.push(`${seen.length} of ${figures.length} plots are seen`);
  }
  for (const figure of seen) {
    const name = figure.getAttribute("aria-label");
    const drawn = figure.querySelector("svg");
    const { width, height } = drawn ? drawn.getBoundingClientRect() : { width: 0, height: 0 };
    if (!(width >= 200 && height >= 60)) found.push(`the plot "${name}" is ${width} by ${height} px`);
    if (!/ms|µs|ns|%/.test(name)) found.push(`the plot "${name}" has no text in its place`);
    if (drawn && drawn.querySelectorAll("rect").length < 3) found.push(`the plot "${name}" is empty`);
    for (const text of drawn ? drawn.querySelectorAll("text") : []) {
      if (text.getBoundingClientRect().height < 9) found.push(`the text "${text.textContent}" is too small to read`);
    }
  }
  if (document.querySelectorAll("table").length < 3) found.push("there are fewer than three tables");
  if (!document.querySelector("meta[name=viewport]")) found.push("a phone is not told its width");
  return [...new Set(found)];
}

// Runs in a page of `explain`: what is wrong with it.
function faultsOfPage() {
  const found = [];
  const page = document.documentElement;
  for (const details of document.querySelectorAll("details")) details.open = true;
  if (page.scrollWidth > page.clientWidth) {
    found.push(`it is ${page.scrollWidth} px wide in a window of ${page.clientWidth}`);
  }
  const inBytes = [...document.querySelectorAll(".bytes [data-part]")];
  const inTree = [...document.querySelectorAll(".tree [data-part]")];
  if (!inTree.length) found.push("there are no parts");
  for (const link of [...inBytes, ...inTree]) {
    const target = document.getElementById(link.hash.slice(1));
    // A part without bytes is in the tree only.
    const isEmpty = link.closest(".tree") && !inBytes.some((one) => one.dataset.part === link.dataset.part);
    if (!target && !isEmpty) found.push(`${link.hash} is nowhere`);
    if (target && target.dataset.part !== link.dataset.part) found.push(`${link.hash} is another part`);
  }
  const offsets = [...document.querySelectorAll(".at")].map((at) => parseInt(at.textContent, 16));
  if (offsets.some((offset, index) => index && offset <= offsets[index - 1])) found.push("the rows are not in order");
  if (document.querySelector("script[src], img, svg, main script")) found.push("there is an element that the tool did not write");
  return [...new Set(found)].slice(0, 5);
}

// Follows links between the bytes and the tree as a reader does.
async function followLinks(page) {
  const found = [];
  const links = page.locator(".tree [data-part]");
  const count = await links.count();
  for (const index of [0, Math.floor(count / 2), count - 1]) {
    const link = links.nth(index);
    const part = await link.getAttribute("data-part");
    const bytes = page.locator(`.bytes [data-part="${part}"]`);
    if (!(await bytes.count())) continue;
    for (const [from, to] of [[link, bytes.first()], [bytes.first(), link]]) {
      await from.click();
      const box = await to.boundingBox();
      const { height } = page.viewportSize();
      const lit = (await to.getAttribute("class")).split(" ").includes("on");
      if (!lit) found.push(`part ${part} is not lit`);
      if (!box || box.y + box.height < 0 || box.y > height) found.push(`part ${part} is not in the window after a click`);
    }
    const texts = await bytes.allTextContents();
    const lit = await page.locator(".bytes .on").allTextContents();
    if (texts.join(" ") !== lit.join(" ")) found.push(`part ${part} has the bytes ${texts.join(" ")}, and ${lit.join(" ")} are lit`);
  }
  const branch = page.locator("summary").first();
  if (await branch.count()) {
    await branch.hover();
    if (!(await page.locator(".bytes .on").count())) found.push("a branch lights no bytes");
  }
  return found;
}

// Zooms and searches in the flame graph as a reader does.
async function useFlame(page) {
  const found = [];
  const frames = page.locator(".frames button");
  const widths = () => frames.evaluateAll((all) => all.map((frame) => (frame.hidden ? 0 : frame.getBoundingClientRect().width)));
  const before = await widths();
  const whole = before[0];
  const index = before.findIndex((width) => width < whole / 2 && width > 12);
  if (index < 0) return ["the flame graph has no frames"];
  await frames.nth(index).hover();
  const output = page.locator(".flame output");
  if (!/: .+, .+ %/.test(await output.textContent())) found.push(`the pointer on a frame shows "${await output.textContent()}"`);
  await frames.nth(index).click();
  const after = await widths();
  if (Math.abs(after[index] - whole) > 1) found.push(`a frame is ${after[index]} of ${whole} px wide after a click`);
  if (after.some((width) => width > whole + 1)) found.push("a frame is wider than the graph");
  await page.locator(".tools button").click();
  if ((await widths()).some((width, at) => Math.abs(width - before[at]) > 1)) found.push("frames do not come back");
  await page.locator(".tools input").fill("decoding");
  if (!/^\d+ found, \d/.test(await output.textContent()) || !(await page.locator(".frames .match").count())) {
    found.push(`a search shows "${await output.textContent()}"`);
  }
  await page.locator(".tools input").fill("");
  return found;
}

async function main() {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  let failed = 0;
  for (const file of files) {
    for (const { name, ...view } of VIEWS) {
      const page = await browser.newPage(view);
      const found = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) found.push(`the console has: ${message.text()}`);
      });
      page.on("pageerror", (error) => found.push(`a script fails: ${error.message}`));
      const address = pathToFileURL(path.resolve(file)).href;
      page.on("request", (request) => {
        if (request.url() !== address && !request.url().startsWith("data:")) found.push(`it asks for ${request.url()}`);
      });
      await page.goto(address);
      const isPage = path.basename(file).startsWith("explain-");
      const isReport = file.endsWith(".html") && !isPage;
      if (isReport) found.push(...(await page.evaluate(faults, MOST_LONG)), ...(await useFlame(page)));
      if (isPage) {
        await page.screenshot({ path: path.join(folder, `${path.basename(file)}-${name}.png`) });
        found.push(...(await page.evaluate(faultsOfPage)), ...(await followLinks(page)));
      }
      if (!isPage) await page.screenshot({ path: path.join(folder, `${path.basename(file)}-${name}.png`), fullPage: isReport });
      for (const fault of found) console.log(`${file}, ${name}: ${fault}`);
      failed += found.length;
      await page.close();
    }
  }
  await browser.close();
  console.log(`${files.length * VIEWS.length} views of ${files.length} files, ${failed} faults`);
  process.exit(failed ? 1 : 0);
}

main();
