// Conditions as people write them, and as a query has them:
//   status = open, (total >= 10 or note exists)   {status: "open", $or: [{total: {$gte: 10}}, {note: {$exists: true}}]}
// A comma and `and` join what must hold together, `or` what may hold instead; brackets hold parts together. Parts that
// all stand in brackets between `and` stay apart ($and). Words that are also signs here are written in quotes, and what
// the grammar can't say as JSON.
import { isObject } from "../state/tree.js";
import { Misread, valueListed, valueRead } from "./written.js";

const SIGNS = { ">=": "$gte", "<=": "$lte", ">": "$gt", "<": "$lt" };
const NAMES = new Map(Object.entries(SIGNS).map(([sign, name]) => [name, sign]));
const JOINTS = { $or: " or ", $and: " and " };
const [NAME, SIGN] = [String.raw`[^\s,()<>="{[]`, String.raw`>=|<=|>|<|=|exists\b|type\b|in\b`];
const PATH =
  new RegExp(String.raw`\s*(${NAME}+(?:\s+(?!exists\b|type\b|in\b|and\b|or\b)${NAME}+)*)\s*(${SIGN})\s*`, "y");
const JOINT = /\s*(,|and\b|or\b)\s*/y;
const OPEN = /\s*\(\s*/y;
const CLOSED = /\s*\)/y;
const UNSAID = /[()]|\b(?:and|or)\b/;

// Throws Misread with the place, as the text that stands there.
export function conditionsRead(text) {
  if (/^\s*\{/.test(text)) return valueRead(text.trim());
  const reader = new Reader(text);
  const found = reader.either();
  if (reader.at < text.length) reader.wrong("misread_condition");
  return found;
}

class Reader {
  constructor(text) { Object.assign(this, { text, at: 0 }); }

  take(pattern) {
    pattern.lastIndex = this.at;
    const hit = pattern.exec(this.text);
    if (hit) this.at = pattern.lastIndex;
    return hit;
  }

  ahead(pattern) {
    const { at } = this;
    const hit = this.take(pattern);
    this.at = at;
    return hit;
  }

  wrong(words, at = this.at) {
    throw new Misread(words, { text: this.text.slice(at).trim() || this.text.trim().slice(-20), place: at + 1 });
  }

  // `this or that`
  either() {
    const branches = [this.all()];
    while (this.ahead(JOINT)?.[1] === "or") this.take(JOINT), branches.push(this.all());
    return branches.length > 1 ? { $or: branches } : branches[0];
  }

  // `this, that and those`
  all() {
    const parts = [this.part()];
    let apart = true;
    for (let joint = this.ahead(JOINT)?.[1]; joint && joint !== "or"; joint = this.ahead(JOINT)?.[1]) {
      this.take(JOINT);
      apart &&= joint === "and";
      parts.push(this.part());
    }
    const values = parts.map((part) => part.value);
    if (parts.length === 1) return values[0];
    return apart && parts.every((part) => part.held) ? { $and: values } : merged(values);
  }

  part() {
    const start = this.at;
    if (this.take(OPEN)) {
      const value = this.either();
      if (!this.take(CLOSED)) this.wrong(
        this.at < this.text.length ? "misread_condition" : "misread_bracket",
        this.at < this.text.length ? this.at : start
      );
      return { value, held: true };
    }
    const hit = this.take(PATH);
    if (!hit) this.wrong(this.text.slice(this.at).trim() ? "misread_condition" : "misread_more");
    const [, path, sign] = hit;
    if (sign === "exists") return { value: { [path]: { $exists: true } } };
    const value = this.value();
    return { value: { [path]: sign === "=" ? value : { [SIGNS[sign] ?? `$${sign}`]: value } } };
  }

  // As it stands: in quotes, in braces or brackets, or up to the next joint.
  value() {
    const start = this.at;
    const first = this.text[start];
    if ("\"{[".includes(first ?? " ")) {
      this.at = closing(this.text, start) ?? this.wrong("misread_json");
      return valueRead(this.text.slice(start, this.at));
    }
    while (this.at < this.text.length && !",()".includes(this.text[this.at]) && !(
      /\s/.test(this.text[this.at]) && this.ahead(JOINT)
    ))
      this.at++;
    const said = this.text.slice(start, this.at).trim();
    if (!said) this.wrong("misread_more", start);
    return valueRead(said);
  }
}

// Behind the quote, brace or bracket that closes the one at a place; null where none does.
function closing(text, start) {
  const open = [];
  for (let at = start, quoted = false; at < text.length; at++) {
    const sign = text[at];
    if (quoted && sign === "\\") at++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && "{[".includes(sign)) open.push(sign);
    else if (!quoted && "}]".includes(sign)) open.pop();
    if (!quoted && !open.length) return at + 1;
  }
  return null;
}

// In one object where no name stands twice for different things, else side by side.
function merged(values) {
  const found = {};
  for (const value of values) for (const [key, asked] of Object.entries(value)) {
    if (!(key in found)) found[key] = asked;
    else if (asks(found[key]) && asks(asked) && !Object.keys(asked).some((sign) => sign in found[key]))
      found[key] = { ...found[key], ...asked };
    else return { $and: values };
  }
  return found;
}

const asks = (value) => isObject(value) && Object.keys(value).every(
  (key) => key.startsWith("$") && !["$date", "$oid", "$numberDecimal", "$numberLong"].includes(key)
) && Object.keys(value).length > 0;

// Conditions as text; null where text can't say them.
export function conditionsWritten(value = {}) {
  const text = saidOf(value);
  try {
    return JSON.stringify(conditionsRead(text)) === JSON.stringify(value) ? text : null;
  } catch {
    return null;
  }
}

function saidOf(value) {
  const entries = Object.entries(value);
  return entries.map(([path, asked]) => {
    if (JOINTS[path] && Array.isArray(asked)) {
      const parts = asked.map(
        (one) => (path === "$and" || Object.keys(one).length > 1 || "$or" in one ? `(${saidOf(one)})` : saidOf(one))
      );
      return entries.length > 1 ? `(${parts.join(JOINTS[path])})` : parts.join(JOINTS[path]);
    }
    if (!asks(asked)) return `${path} = ${listed(asked)}`;
    return Object.entries(asked).map(
      ([name, one]) => (
        name === "$exists"
          && one === true ? `${path} exists` : `${path} ${NAMES.get(name) ?? name.slice(1)} ${listed(one)}`
      )
    ).join(", ");
  }).join(", ");
}

// Text that would be read as more than a value stands in quotes.
function listed(value) {
  const text = valueListed(value);
  return typeof value === "string" && !text.startsWith('"') && UNSAID.test(text) ? JSON.stringify(value) : text;
}
