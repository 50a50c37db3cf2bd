// $sort as the server sorts (manual, "cursor.sort()", Ascending/Descending Sort): of an array the least value
// counts, from the last to the first the greatest, and an empty one comes before null. The engine compares whole
// arrays, and binary values, tagged strings in it, by their text. Loaded before the engine, after the order of
// its values; where texts are sorted by a collation the engine's own stays.
"use strict";

const path = require("path");

const mingo = path.dirname(require.resolve("mingo"));
const { compare, resolve } = require(path.join(mingo, "util", "_internal.js"));
const { Lazy } = require(path.join(mingo, "lazy.js"));
const file = path.join(mingo, "operators", "pipeline", "sort.js");
const engine = require(file);

function $sort(documents, keys, options) {
  if (options?.collation?.locale) return engine.$sort(documents, keys, options);
  const sorted = Object.entries(keys);
  return documents.transform((each) => Lazy([...each].sort((one, other) => order(sorted, one, other))));
}

function order(keys, one, other) {
  for (const [name, direction] of keys) {
    const ordered = compare(counting(one, name, direction), counting(other, name, direction));
    if (ordered !== 0) return direction * ordered;
  }
  return 0;
}

// The value of a document that counts at a path.
function counting(document, name, direction) {
  const value = resolve(document, name);
  if (!Array.isArray(value)) return value ?? null;
  const first = (best, each) => (direction * compare(each, best) < 0 ? each : best);
  return value.length === 0 ? undefined : value.flat().reduce(first);
}

require.cache[file].exports = { ...engine, $sort };
