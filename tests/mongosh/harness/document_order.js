// Documents compare as the server compares them (manual, "Comparison/Sort Order", Objects): field after
// field in the order in which they stand, by type, then by name, then by value. The engine sorts the names
// first. Binary values, tagged strings in the engine, compare by length, then subtype, then bytes (Binary data),
// not by their base64 text. MinKey is before and MaxKey behind all others. Loaded before the engine, which then takes
// this comparison everywhere.
"use strict";

const path = require("path");

const file = path.join(path.dirname(require.resolve("mingo")), "util", "_internal.js");
const internal = require(file);

const BINARY = '\u0000bson:{"$binary"'; // as values.js tags it, which has the engine

const ENDS = { '\u0000bson:{"$minKey"': -1, '\u0000bson:{"$maxKey"': 1 };

// Which end of all values one is: -1 the first, 1 the last, 0 neither.
function endOf(value) {
  return typeof value === "string" && value.startsWith("\u0000bson:{") ? ENDS[value.slice(0, 16)] ?? 0 : 0;
}

function isBinary(value) {
  return typeof value === "string" && value.startsWith(BINARY);
}

function comparedBinaries(first, second) {
  const { fromEngine } = require("./values.js"); // not before the engine is loaded
  const [one, other] = [fromEngine(first), fromEngine(second)];
  return one.length() - other.length() || one.sub_type - other.sub_type || Buffer.compare(one.value(), other.value());
}

function compare(first, second) {
  if (isBinary(first) && isBinary(second)) return comparedBinaries(first, second);
  if (endOf(first) !== endOf(second)) return endOf(first) - endOf(second);
  const areDocuments = internal.typeOf(first) === "object" && internal.typeOf(second) === "object";
  return areDocuments ? comparedDocuments(first, second) : internal.compare(first, second);
}

function comparedDocuments(first, second) {
  const [fields, others] = [Object.entries(first), Object.entries(second)];
  for (const [place, [name, value]] of fields.entries()) {
    if (place === others.length) return 1;
    const [otherName, otherValue] = others[place];
    const unlike = internal.typeOf(value) !== internal.typeOf(otherValue);
    const order = unlike || name === otherName ? compare(value, otherValue) : name < otherName ? -1 : 1;
    if (order !== 0) return order;
  }
  return fields.length - others.length;
}

require.cache[file].exports = { ...internal, compare };
