// Between BSON values and what the in-memory engine computes with.
// Ids, UUIDs and the like become tagged strings, so that they compare by value; numbers become
// plain numbers. The way back restores the tagged ones.
"use strict";

const { ROUND } = require("./rounding.js");
const shell = require("./shell.js");

const TAG = "\u0000bson:";
const ID = `${TAG}{"$oid":"`;

function entries(object, turn, names = Object.keys(object)) {
  const found = {};
  for (const name of names) {
    const value = turn(object[name]);
    if (name !== "__proto__") found[name] = value;
    else Object.defineProperty(found, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return found;
}

// Whole numbers that have been stored as decimals: read again, they look like integers.
const WHOLE_DECIMALS = new Set();
// All numbers that have been decimals: nothing but its value tells one from a double.
const DECIMALS = new Set();

function number(value) {
  if (value._bsontype === "Long") return value.toNumber();
  if (value._bsontype === "Decimal128") {
    const plain = Number(value.toString());
    DECIMALS.add(plain);
    if (Number.isInteger(plain)) WHOLE_DECIMALS.add(plain);
    return plain;
  }
  return Number(value.valueOf());
}

// $toString of an id gives its digits, not the tagged string that the engine has in its place.
function asText(value) {
  const text = { $toString: "$$value" };
  const isId = { $regexMatch: { input: text, regex: new RegExp(`^${TAG}{"\\$oid"`) } };
  const digits = { $substrCP: [text, TAG.length + '{"$oid":"'.length, 24] };
  return { $let: { vars: { value }, in: { $cond: [isId, digits, text] } } };
}

// What the driver sends of a member: null for what is undefined.
function sent(value) {
  return value === undefined ? null : toEngine(value);
}

function toEngine(value) {
  if (value === null || value === undefined || typeof value !== "object") return value;
  // of this realm: the engine compares constructors
  if (Array.isArray(value)) return Array.from(value, (each) => sent(each));
  if (Object.prototype.toString.call(value) === "[object Date]") return new Date(value.getTime());
  if (Object.prototype.toString.call(value) === "[object RegExp]") return new RegExp(value.source, value.flags);
  const type = value._bsontype;
  if (["Int32", "Long", "Double", "Decimal128"].includes(type)) return number(value);
  if (type === "BSONRegExp") return new RegExp(value.pattern, value.options.replace(/[^ims]/g, ""));
  if (type === "ObjectId") return `${ID}${value.toHexString()}"}`;
  if (type) return TAG + shell.EJSON.stringify(value, { relaxed: false });
  if ("$round" in value) return { [ROUND]: toEngine(value.$round) };
  return "$toString" in value ? asText(toEngine(value.$toString)) : entries(value, sent);
}

// What the shell got from the engine: there the widths of numbers are lost, so that a decimal comes back as a number.
const READ = new WeakSet();
// Of a number with a fraction nothing but its value tells where it comes from: a function may put it into a document.
const FRACTIONS = new Set();

function wasRead(value) {
  if (typeof value === "number") return FRACTIONS.has(value);
  return typeof value === "object" && value !== null && READ.has(value);
}

function read(value) {
  READ.add(value);
  return value;
}

// A copy of a value, which the shell got from the engine if it did the value.
function likeRead(value, copy) {
  return wasRead(value) ? read(copy) : copy;
}

function fromEngine(value) {
  if (typeof value === "string" && value.startsWith(TAG)) {
    if (value.startsWith(ID)) return new shell.ObjectId(value.slice(ID.length, ID.length + 24));
    return shell.EJSON.parse(value.slice(TAG.length), { relaxed: false });
  }
  if (typeof value === "number" && !Number.isInteger(value)) FRACTIONS.add(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return read(Array.from(value, (each) => fromEngine(each)));
  if (Object.prototype.toString.call(value) === "[object Date]") return new Date(value.getTime());
  if (Object.prototype.toString.call(value) === "[object RegExp]") return new RegExp(value.source, value.flags);
  // A stage that asks for what is not there leaves undefined, which a server does not return.
  const names = [];
  for (const name of Object.keys(value)) if (value[name] !== undefined) names.push(name);
  return read(entries(value, fromEngine, names));
}

module.exports = { DECIMALS, TAG, WHOLE_DECIMALS, toEngine, fromEngine, likeRead, wasRead };
