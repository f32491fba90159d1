// Texts and elements. Nothing of the input becomes HTML.

/** Characters that are not seen, or that turn the order of others. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Returns a text in which characters that are not seen are escaped, as JSON escapes them. `keep` are those that stay. */
export function visible(text, keep = "") {
  return text.replace(UNSEEN, (character) =>
    keep.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Makes an element with a class and children, which are elements or texts. */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Makes a button that looks like a link. */
export function choice(text, action) {
  const button = element("button", "choice", text);
  button.type = "button";
  button.onclick = action;
  return button;
}

export const hex = (byte) => byte.toString(16).padStart(2, "0");

/** Returns bytes as hex. */
export function toHex(bytes) {
  const parts = [];
  for (const byte of bytes) parts.push(hex(byte));
  return parts.join("");
}

/** Returns a number with commas, and a noun in singular or plural. */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Calls a function once things have been quiet. */
export function later(action, milliseconds) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), milliseconds);
  };
}
