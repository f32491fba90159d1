// The page: takes an input, shows what it is, and connects the bytes with their parts.
import { Codec } from "./codec.js";
import { Hex } from "./hex.js";
import { Tree } from "./tree.js";
import { Panels } from "./panels.js";
import { choice, counted, element, later, toHex, visible } from "./text.js";

/** The longest input in bytes, which is held a few times, and in characters: hex may have two digits and a space for each byte. */
const LONGEST = { byte: 10 * 1024 * 1024, character: 30 * 1024 * 1024 };

/** Rows that are counted at once, between which the worker answers. */
const COUNTED = 50_000;

/** The longest input in a link, in bytes: browsers and messengers cut longer ones. */
const LINKED = 32 * 1024;

const $ = (id) => document.getElementById(id);

let codec = new Codec();
/** What is shown: `id`, `bytes`, `error` and more, as the codec says it. */
let shown = null;

const hex = new Hex($("hex"), pickByte, (part) => point(part?.slice(0, 2)));
const tree = new Tree($("tree"), pickRow, (row) => point(row && [row.offset, row.end]), (row) => codec.ask("row", row));
const panels = new Panels($("more"), () => codec, (bytes) => open(bytes, shown.id, true), fail);

/** Says to whoever watches the page, such as a test, how far it is: `busy`, `shown` or `failed`. */
function tell(state) {
  document.body.dataset.state = state;
}

/** Says that something is wrong. */
function fail(sentence) {
  tell("failed");
  $("answer").replaceChildren(element("p", "wrong", visible(String(sentence))));
}

/** Says that an input is too long, if it is. */
function isTooLong(length, unit) {
  if (length <= LONGEST[unit]) return false;
  fail(`this has ${counted(length, unit)}, and at most ${counted(LONGEST[unit], unit)} are shown here: use the tool \`tezos-codec slice\``);
  return true;
}

/** Opens a text or bytes, in an encoding if one is given. `stays` keeps the panel that is open and what is typed. */
async function open(input, id, stays = false) {
  if (isTooLong(input.length, typeof input === "string" ? "character" : "byte")) return;
  codec.end();
  const mine = (codec = new Codec());
  tell("busy");
  $("answer").replaceChildren(element("p", "soft", "Looking …"));
  let answer;
  try {
    answer = await mine.ask(typeof input === "string" ? "open_text" : "open_bytes", input, id || undefined);
  } catch (sentence) {
    if (mine === codec) {
      fail(sentence);
      close();
    }
    return;
  }
  if (mine !== codec) return;
  $("answer").replaceChildren(...said(answer));
  if (!answer.id) {
    close();
    tell("shown");
    return;
  }
  const bytes = await mine.call("bytes");
  if (mine !== codec) return;
  shown = { ...answer, bytes };
  $("panes").hidden = $("more").hidden = false;
  $("part").hidden = true;
  hex.open(bytes, answer.error?.offset, (from, to) => mine.ask("spans", from, to));
  tree.open((from, count) => mine.ask("rows", from, count), answer.error);
  panels.open(shown, stays);
  await count(mine);
  if (mine !== codec) return;
  if (answer.error) hex.show(answer.error.offset);
  tell("shown");
}

/** Counts the rows, in steps between which the worker does other things. */
async function count(mine) {
  for (let isWhole = false; !isWhole && mine === codec; ) {
    const counted = await mine.ask("count", COUNTED);
    if (mine !== codec) return;
    isWhole = counted.whole;
    tree.resize(counted.rows);
    hex.redraw();
  }
}

function close() {
  shown = null;
  $("panes").hidden = $("more").hidden = $("part").hidden = true;
}

/** Returns what the codec answered, as elements. */
function said(answer) {
  const lines = [];
  const line = (className, ...children) => lines.push(element("p", className, ...children));
  if (answer.text) {
    const { kind, hex, hash } = answer.text;
    line("", "A text in base58check: ", element("span", "id", kind));
    if (hash) line("", `The hash of the key is ${hash}.`);
    if (hex) line("soft", `Its bytes are ${hex}.`);
  }
  if (answer.id) {
    const evidence = answer.evidence === null ? "" : `, ${counted(answer.evidence, "bit")} of evidence`;
    const unusual = answer.surprises ? `, ${counted(answer.surprises, "unusual value")}` : "";
    line("", element("span", "id", visible(answer.id)), ` · ${counted(answer.length, "byte")}${evidence}${unusual}`);
    if (answer.title) line("soft", answer.title);
    if (answer.also) line("soft", `Also in ${answer.also}.`);
  }
  if (answer.note) line("soft", answer.note);
  if (answer.error) {
    const { offset, path, expected, found } = answer.error;
    const where = path ? `at byte ${offset}, in ${path}` : `at byte ${offset}`;
    line("", element("span", "wrong", visible(`Refused ${where}: expected ${expected}, found ${found}.`)));
    if (answer.hint) line("", visible(answer.hint));
  } else if (answer.id) {
    line("right", "All bytes are valid.");
  }
  if (answer.others?.length) {
    const others = answer.others.flatMap(({ id, evidence }) => [choice(id, () => choose(id)), element("span", "soft", `${evidence} `)]);
    line("", element("span", "soft", "Other readings, with their bits of evidence: "), ...others);
  }
  return lines;
}

/** Shows the same input in another encoding. */
function choose(id) {
  $("encoding").value = id;
  submit();
}

function point(range) {
  hex.mark("hover", range ?? [0, 0]);
  tree.light(range ?? [0, 0]);
}

async function pickByte(offset) {
  const mine = codec;
  const [part] = await mine.ask("spans", offset, offset + 1);
  if (mine !== codec || !part) return;
  await pickRow(part[3]);
  tree.show(part[3]);
  hex.show(offset);
}

async function pickRow(row) {
  const mine = codec;
  tree.mark(row);
  const part = await mine.ask("row", row);
  if (mine !== codec || !part) return;
  const { offset, end, path, name, value } = part;
  hex.mark("on", [offset, end]);
  hex.show(offset);
  const digits = toHex(shown.bytes.subarray(offset, Math.min(end, offset + 64))) + (end > offset + 64 ? "…" : "");
  const words = [path, name, value].filter(Boolean).map((text) => visible(text.slice(0, 4000)));
  $("part").hidden = false;
  $("part").replaceChildren(
    element("span", "soft", `bytes ${offset} to ${end}: `), words.join(" · "), " ", element("code", "soft", digits));
}

function submit() {
  const text = $("input").value;
  if (text.trim()) open(text, $("encoding").value.trim());
}

$("given").onsubmit = (event) => {
  event.preventDefault();
  submit();
};
$("input").oninput = later(submit, 250);
$("encoding").onchange = submit;

async function openFile(file) {
  if (isTooLong(file.size, "byte")) return;
  $("input").value = "";
  open(new Uint8Array(await file.arrayBuffer()), $("encoding").value.trim());
}

$("file").onchange = ({ target }) => {
  if (target.files.length) openFile(target.files[0]);
  target.value = "";
};
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("drop");
});
document.addEventListener("dragleave", () => document.body.classList.remove("drop"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("drop");
  const [file] = event.dataTransfer.files;
  if (file) openFile(file);
  else {
    $("input").value = event.dataTransfer.getData("text");
    submit();
  }
});

/** The fragment of a link: the bytes are in it, so that no server sees them. */
$("link").onclick = async () => {
  if (!shown) return;
  if (shown.bytes.length > LINKED) {
    fail(`a link has at most ${counted(LINKED, "byte")}, and these are ${counted(shown.bytes.length, "byte")}`);
    return;
  }
  location.hash = new URLSearchParams({ hex: toHex(shown.bytes), id: shown.id }).toString();
  await panels.toClipboard(location.href, $("link"));
};

function openLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  const given = link.get("hex") ?? link.get("text");
  if (!given || (shown && toHex(shown.bytes) === given)) return;
  $("input").value = given;
  $("encoding").value = link.get("id") ?? "";
  submit();
}
addEventListener("hashchange", openLink);
openLink();

// The ids to choose from, when they are first needed.
$("encoding").addEventListener("focus", async () => {
  const ids = await codec.ask("ids");
  $("ids").replaceChildren(...ids.map((id) => {
    const option = element("option");
    option.value = id;
    return option;
  }));
}, { once: true });

if (location.protocol.startsWith("http")) navigator.serviceWorker?.register("sw.js");
