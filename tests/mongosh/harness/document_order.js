// Documents compare as the server compares them (manual, "Comparison/Sort Order", Objects): field after
// field in the order in which they stand, by type, then by name, then by value. The engine sorts the names
// first. Loaded before the engine, which then takes this comparison everywhere.
"use strict";

const path = require("path");

const file = path.join(path.dirname(require.resolve("mingo")), "util", "_internal.js");
const internal = require(file);

function compare(first, second) {
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
