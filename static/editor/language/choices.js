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

export const LISTING = /^(enum|oneof|one_of|choice|choices)$/i;

// The values between bars or commas; none where one of them is a type.
export function choices(text) {
  const values = text.split(/[|,]/).map((one) => one.trim().replace(/^["']|["']$/g, "")).filter(Boolean);
  return values.some((one) => typeNamed(one)) ? [] : values;
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
