// Opens reports of `tezos-codec profile` in a headless browser, on a phone and on a desktop, light and dark, and fails on what a reader
// would stumble over.
//   node check.js FOLDER-OF-PACKAGES BROWSER FOLDER FILE ..
// FOLDER gets a picture of each page.
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
const MOST_LONG = 3800;

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
  if (figures.length < 6 || seen.length * 2 !== figures.length) {
    found.push(`${seen.length} of ${figures.length} plots are seen`);
  }
  for (const figure of seen) {
    const name = figure.getAttribute("aria-label");
    const drawn = figure.querySelector("svg, img");
    const { width, height } = drawn ? drawn.getBoundingClientRect() : { width: 0, height: 0 };
    if (!(width >= 200 && height >= 60)) found.push(`the plot "${name}" is ${width} by ${height} px`);
    if (drawn instanceof HTMLImageElement && !drawn.naturalWidth) found.push(`the plot "${name}" is no picture`);
    if (drawn instanceof SVGElement && drawn.querySelectorAll("rect").length < 7) found.push(`the plot "${name}" is empty`);
    for (const text of drawn ? drawn.querySelectorAll("text") : []) {
      if (text.getBoundingClientRect().height < 9) found.push(`the text "${text.textContent}" is too small to read`);
    }
  }
  if (document.querySelectorAll("table").length < 3) found.push("there are fewer than three tables");
  if (!document.querySelector("meta[name=viewport]")) found.push("a phone is not told its width");
  return [...new Set(found)];
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
      const isReport = file.endsWith(".html");
      if (isReport) found.push(...(await page.evaluate(faults, MOST_LONG)));
      await page.screenshot({ path: path.join(folder, `${path.basename(file)}-${name}.png`), fullPage: isReport });
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
