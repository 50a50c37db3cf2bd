// How values are written by people, and read again: numbers, how often, values, keys. What can't
// be read throws Misread with the key of its words.
import { numberSaid } from "./numbers.js";

const A_DAY = {
  s: 86400, sec: 86400, second: 86400, m: 1440, min: 1440, minute: 1440, h: 24, hr: 24, hour: 24, d: 1, day: 1,
  w: 1 / 7, wk: 1 / 7, week: 1 / 7, month: 12 / 365, year: 1 / 365, y: 1 / 365
};
const EVERY = { hourly: "hour", daily: "day", weekly: "week", monthly: "month", yearly: "year", annually: "year" };
const TIMES = { once: "1", twice: "2" };
const DIGITS = 6; // of a frequency: more do not fit into its cell
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const NUMERIC = new Set(["int", "long", "double", "number", "decimal"]);

export class Misread extends Error {
  constructor(words, given = {}) {
    super(words);
    this.given = given;
  }
}

// `20000`, `20 000`, `20,000`, `20k`, `1.2 million`, `about 40`. limits: {least, most, whole}.
export function numberRead(text, { least = -Infinity, most = Infinity, whole = false } = {}) {
  const number = numberSaid(text);
  if (!Number.isFinite(number)) throw new Misread("misread_number", { text });
  if (number < least || number > most)
    throw new Misread(most === Infinity ? "misread_least" : "misread_between", { least, most });
  if (whole && !Number.isInteger(number)) throw new Misread("misread_whole", { text });
  return number;
}

// A share: `20%`, `20`, `0.2`.
export function shareRead(text) {
  const bare = text.replace(/\s*%$/, "");
  const number = numberRead(bare, { least: 0, most: 100 });
  return bare === text && number <= 1 ? number : Number((number / 100).toPrecision(12));
}

// How often, as a number a day: `2000`, `20/s`, `500 per hour`, `5000 a day`, `3 times a week`, `daily`.
export function oftenRead(text) {
  const [, amount, unit] = /^(.*?)(?:(?:\s*\/\s*|\s+(?:an?|per|each|every)\s+)(\p{L}+))?$/u.exec(spelt(text));
  const name = unit?.toLowerCase();
  const times = unit === undefined ? 1 : A_DAY[name] ?? A_DAY[name.replace(/s$/, "")];
  const number = numberSaid(amount.replace(/(?<=\d)\s*(?:x|times)$/i, ""));
  if (!times || !Number.isFinite(number) || number < 0) throw new Misread("misread_often", { text });
  return Number((number * times).toPrecision(12));
}

// `daily` and `every day` are `1/day`, `5000 daily` is `5000/day`, `twice a week` is `2 a week`.
function spelt(text) {
  const plain = text.trim().replace(/^(once|twice)\b/i, (word) => TIMES[word.toLowerCase()]).replace(
    /(?:^|\s+)(hourly|daily|weekly|monthly|yearly|annually)$/i, (_, word) => `/${EVERY[word.toLowerCase()]}`
  ).replace(/^every\s+/i, "/");
  return plain.startsWith("/") && !text.trim().startsWith("/") ? `1${plain}` : plain;
}

const SELDOM = ["week", "month", "year"];

// A frequency as text that `oftenRead` reads: a number a day; what is rarer than daily by the shortest span that
// says it in a few digits.
export function oftenWritten(value) {
  const plain = String(value ?? "");
  if (plain.length <= DIGITS) return plain;
  const amounts = SELDOM.map((unit) => `${Number((value / A_DAY[unit]).toPrecision(6))}/${unit}`);
  const exact = amounts.filter((text) => text.split("/")[0].length <= DIGITS && oftenRead(text) === value);
  return exact.find((text) => !text.includes(".")) ?? exact[0] ?? plain;
}

// A value as its field has it. type: the field's, where it is known.
export function valueRead(text, type) {
  if (/^[{["]/.test(text)) return json(text);
  if (type && !NUMERIC.has(type) && type !== "bool" && type !== "null") return text;
  if (JSON_NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  return ["true", "false", "null"].includes(text) ? JSON.parse(text) : text;
}

export function valueWritten(value, type) {
  if (value === undefined) return "";
  if (typeof value !== "string") return JSON.stringify(value);
  try {
    return valueRead(value, type) === value && value === value.trim() ? value : JSON.stringify(value);
  } catch {
    return JSON.stringify(value);
  }
}

// As one of several between commas.
export function valueListed(value, type) {
  const text = valueWritten(value, type);
  return typeof value === "string" && /[,{[]/.test(text) && !text.startsWith('"') ? JSON.stringify(value) : text;
}

function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Misread("misread_json", { text: text.slice(0, 20) });
  }
}

// `city, name -1, about text`: pairs of a path and how it is sorted.
export function pairsRead(text) {
  return listRead(text).map((one) => {
    const [, path, how = "1"] = /^(.*?)(?:[:\s]\s*(-?1|asc|desc|text|hashed|2dsphere|2d))?$/.exec(one);
    const key = { asc: 1, desc: -1, 1: 1, "-1": -1 }[how] ?? how;
    return [path.trim(), key];
  });
}

export const pairsWritten = (value = []) =>
  (Array.isArray(value) ? value : Object.entries(value)).map(([path, how]) => `${path} ${how}`).join(", ");

// What stands between commas; quotes, braces and brackets keep theirs.
export function listRead(text) {
  const found = text.match(/(?:"(?:[^"\\]|\\.)*"|\{[^}]*\}|\[[^\]]*\]|[^,"{[]|["{[])+/g) ?? [];
  return found.map((one) => one.trim()).filter(Boolean);
}
