// Parts of a field's line: values in the place of a type, and what a wrong word means.
import { typeNamed, TYPES } from "./types.js";

export class Trouble extends Error {
  constructor(words, given = {}) {
    super(words);
    this.given = given;
  }
}

// A list or object up to its end; "" where it has none.
export function closed(text) {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    depth += "[{".includes(sign) ? 1 : "]}".includes(sign) ? -1 : 0;
    if (!depth) return text.slice(0, index + 1);
  }
  return "";
}

export const LISTING = /^(enum|oneof|one_of|choice|choices|options|state|states|status)$/i;

// The values between bars or commas; none where one of them is a type.
export function choices(text) {
  const values = text.split(/[|,]/).map((one) => one.trim().replace(/^["']|["']$/g, "")).filter(Boolean);
  return values.some((one) => typeNamed(one)) ? [] : values;
}

const WITHIN = /^\(([^)]*)\)/;
const FIRST = /^[\p{L}_][\p{L}\p{N}_-]*/u;
const MORE = /^\s*[,|]\s*([\p{L}_][\p{L}\p{N}_-]*)(?=\s*(?:[,|!?;})]|\/\/|$|([\p{L}_]+)))/u;

// Values behind `enum=`, as in `enum=open, full` or `enum=(open, in work)`, with how long they are; null for JSON.
// isKey: whether a word begins what follows a value, such as `unique`; any other begins the next field.
export function valuesIn(text, isKey) {
  const within = WITHIN.exec(text);
  if (within) return { values: choices(within[1]), length: within[0].length };
  const first = FIRST.exec(text);
  if (!first) return null;
  const values = [first[0]];
  let { length } = first[0];
  for (let hit; (hit = MORE.exec(text.slice(length))) && (!hit[2] || isKey(hit[2])); length += hit[0].length)
    values.push(hit[1]);
  return { values, length };
}

const YES_NO = /^(yes|no|y|true|false|on|off|flag|checkbox)$/i;

// The type that a wrong word means, or begins like.
export function meant(word) {
  if (YES_NO.test(word)) return "bool";
  const start = word.toLowerCase();
  return [...TYPES.keys()].find((name) => name.toLowerCase().startsWith(start.slice(0, 2))) ?? "string";
}

// A name of several words.
export function spaced(words) {
  throw new Trouble("field_spaces", { text: words.join(" "), name: words.join("_") });
}
