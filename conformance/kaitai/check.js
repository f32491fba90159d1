// Parses values with Kaitai's own engine, and compares the fields that it finds with ours.
//
//   node check.js LAYOUTS OUT < values.jsonl
//
// A line of the input is a value: `layout` (the name of a file in LAYOUTS), `id`, `hex`, and `fields`, the parts that are not empty in the
// order of the bytes, each `[bytes, name, value]`: its length, the name of its field if the layout has to have it, and its value if it is an
// integer of at most six bytes. OUT is where compiled layouts go; the packages are found from there.
//
// Kaitai has to read all bytes of the value and of each block, as fields of the same lengths and values.
'use strict';
const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');

const [layouts, out] = process.argv.slice(2);
const packages = createRequire(path.join(path.resolve(out), 'index.js'));
const yaml = packages('js-yaml');
const compiler = packages('kaitai-struct-compiler');
const KaitaiStream = packages('kaitai-struct').KaitaiStream;

const read = (name) => yaml.load(fs.readFileSync(path.join(layouts, `${name}.ksy`), 'utf8'));
const importer = { importYaml: async (name) => read(name) };
const compiled = new Map();

// The class of a layout. The debug mode of the compiler keeps the position of each field.
async function parser(name) {
  if (!compiled.has(name)) {
    const layout = read(name);
    bound(layout);
    // The JavaScript of the compiler has one name for a file and for a type of the same name in it, so that the file gets another.
    if (layout.types?.[name]) layout.meta.id = `${name}__whole`;
    const files = await compiler.compile('javascript', layout, importer, true);
    for (const [file, source] of Object.entries(files)) {
      fs.writeFileSync(path.join(out, file), source);
    }
    const main = Object.keys(files).find((file) => [name, `${name}__whole`].some((id) => plain(file) === `${plain(id)}js`));
    compiled.set(name, packages(`./${main}`)[path.basename(main, '.js')]);
  }
  return compiled.get(name);
}

// A name without what the printer of layouts and the compiler make of it.
const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

// Appends the fields of an object in the order of the bytes: length, names of the fields around it, value.
function collect(object, names, fields) {
  if (!object._io.isEof() && object._isBlock) throw new Error(`a block of \`${names.join('.')}\` has bytes left`);
  for (const [key, place] of Object.entries(object._debug)) {
    if (key.startsWith('_')) continue;
    const values = place.arr ? object[key] : [object[key]];
    const places = place.arr ?? [place];
    values.forEach((value, index) => {
      const { start, end } = places[index];
      const inside = [...names, plain(key)];
      // Numbers of any size are one field.
      const isNumber = ['N', 'Z'].includes(value?.constructor?.name);
      if (value?._debug && !isNumber) {
        value._isBlock = value._io !== object._io;
        collect(value, inside, fields);
      } else if (end > start) {
        fields.push([end - start, inside, value]);
      }
    });
  }
}

// Why the fields that Kaitai finds are others; `null` if they are the same.
async function difference({ layout, hex, fields }) {
  const bytes = Buffer.from(hex, 'hex');
  const stream = new KaitaiStream(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const object = new (await parser(layout))(stream);
  object._read();
  if (!stream.isEof()) return `${stream.size - stream.pos} bytes are left`;
  const found = [];
  collect(object, [], found);
  for (let index = 0; index < Math.max(found.length, fields.length); index += 1) {
    const [[length, names, value], [ours, name, integer]] = [found[index] ?? [0, [], null], fields[index] ?? [0]];
    const where = `field ${index}, \`${names.join('.')}\``;
    if (length !== ours) return `${where}: ${length} bytes, ${ours} here`;
    // Elements have the name of their list, in our layouts with `_entries`.
    if (name && ![plain(name), `${plain(name)}entries`].some((own) => names.includes(own))) return `${where}: called \`${name}\` here`;
    if (integer && typeof value === 'number' && String(value) !== integer) return `${where}: ${value}, ${integer} here`;
  }
  return null;
}

// Whether an attribute extends to the end of its block; `seen` has the types around it.
function isOpen(layout, attribute, seen = []) {
  if (attribute.size !== undefined) return false;
  if (attribute['size-eos'] || attribute.repeat === 'eos') return true;
  const { type } = attribute;
  if (attribute.repeat !== undefined || seen.includes(type)) return false;
  return layout.types?.[type]?.seq.some((inside) => isOpen(layout, inside, [...seen, type])) ?? false;
}

// The bytes of an attribute that always has as many; `undefined` if it has not.
function fixedBytes(attribute) {
  if (attribute.if || attribute.repeat) return undefined;
  return typeof attribute.size === 'number' ? attribute.size : { u1: 1, s1: 1, u2be: 2, s2be: 2, s4be: 4, s8be: 8 }[attribute.type];
}

// Bounds values to the end of a block that have fields behind them. The printer of layouts writes `size-eos` or `repeat: eos` also where Octez
// leaves the bytes of the fields behind (`translate.ml`, `Bytes` and `seq_field_of_collection`): Kaitai would read those too. Returns whether
// all are bounded: what stands behind has to have a fixed size.
function bound(layout) {
  const tag = (attribute) => attribute.if?.split(' == ')[0] ?? '';
  let isBounded = true;
  for (const definition of [layout, ...Object.values(layout.types ?? {})]) {
    definition.seq?.forEach((attribute, index) => {
      const behind = definition.seq.slice(index + 1).filter((other) => tag(other) === '' || tag(other) !== tag(attribute));
      if (behind.length === 0 || !isOpen(layout, attribute)) return;
      const bytes = behind.reduce((sum, other) => sum + fixedBytes(other), 0);
      isBounded &&= !Number.isNaN(bytes);
      const [name, { id }] = [`bounded_${Object.keys(layout.types ?? {}).length}`, attribute];
      layout.types = { ...layout.types, [name]: { seq: [attribute] } };
      definition.seq[index] = { id, type: name, size: `_io.size - _io.pos - ${bytes}`, ...(attribute.if && { if: attribute.if }) };
      if (attribute.if) delete attribute.if;
    });
  }
  return isBounded;
}

// Why Kaitai cannot parse a layout that the printer makes; `null` if it can.
async function limit(name) {
  if (!bound(read(name))) return 'Kaitai reads a field to the end of the block with those behind it';
  const error = await parser(name).then(() => null, (reason) => String(reason?.message ?? reason));
  // The printer names payloads by the titles of cases, which some unions have twice (`translate.ml`, `seq_field_of_union`).
  return error?.includes('duplicate attribute ID') ? 'two cases of a union have one name' : null;
}

async function main() {
  let [values, wrong] = [0, 0];
  const limits = new Map();
  for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const value = JSON.parse(line);
    if (!limits.has(value.layout)) limits.set(value.layout, await limit(value.layout));
    if (limits.get(value.layout)) continue;
    values += 1;
    const reason = await difference(value).catch((error) => String(error?.message ?? error));
    if (reason) {
      wrong += 1;
      if (wrong <= 20) console.log(`${value.id}: ${reason}: ${value.hex.slice(0, 200)}`);
    }
  }
  const reasons = [...limits.values()];
  for (const reason of new Set(reasons.filter(Boolean))) {
    console.log(`not parsed, because ${reason}: ${reasons.filter((other) => other === reason).length} layouts`);
  }
  const parsed = reasons.filter((reason) => !reason).length;
  console.log(`${values} values of ${parsed} layouts parsed by Kaitai, ${wrong} otherwise than here`);
  process.exitCode = wrong > 0 || values === 0 ? 1 : 0;
}

main();
