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

// $push with $sort, which the engine does by the first of its fields alone, and by a text of binary values.
const pushing = path.join(mingo, "operators", "update", "push.js");
const push = require(pushing);
const internal = require(path.join(mingo, "operators", "update", "_internal.js"));

function $push(expression, filters = [], options = internal.DEFAULT_OPTIONS) {
  const pushed = push.$push(without(expression), filters, options);
  const later = Object.entries(expression).filter(([, value]) => value?.$sort);
  return (document) => {
    const isChanged = pushed(document);
    for (const [place, { $sort: keys, $slice: most }] of later) {
      internal.walkExpression({ [place]: keys }, filters, options, (_, node, queries) =>
        internal.applyUpdate(document, node, queries, (around, name) => {
          around[name] = cut(sortedBy(around[name], keys), most);
          return true;
        }, { descendArray: true }));
    }
    return isChanged;
  };
}

// What is pushed, the arrays sorted and cut later.
function without(expression) {
  const plain = ([place, value]) => [place, value?.$sort ? { $each: value.$each } : value];
  return Object.fromEntries(Object.entries(expression).map(plain));
}

function sortedBy(array, keys) {
  if (typeof keys === "number") return [...array].sort((one, other) => keys * compare(one, other));
  return [...array].sort((one, other) => order(Object.entries(keys), one, other));
}

function cut(array, most) {
  if (most === undefined) return array;
  return most < 0 ? array.slice(Math.max(0, array.length + most)) : array.slice(0, most);
}

require.cache[pushing].exports = { ...push, $push };
