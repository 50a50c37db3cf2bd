// What a unique index refuses.
"use strict";

const { at, same } = require("./documents.js");
const { toEngine } = require("./values.js");

const DUPLICATE = 11000;

function duplicate(collection, why) {
  const error = new Error(`E11000 duplicate key error collection: ${collection} ${why}`);
  error.code = DUPLICATE;
  return error;
}

// The index under which another document already has what this one says; undefined where none does.
function twinOf(mingo, document, except, documents, indexes, options) {
  const unique = [{ key: { _id: 1 } }, ...indexes.filter((one) => one.unique)];
  for (const { key, partialFilterExpression: partial } of unique) {
    const paths = Object.keys(key);
    const covered = new mingo.Query(toEngine(partial ?? {}), options);
    // Keys inside arrays are many; none of ours is unique there.
    if (paths.some((path) => path.includes("$") || at(document, path) === undefined)) continue;
    if (!covered.test(document)) continue;
    const alike = (old) => paths.every((path) => same(at(old, path), at(document, path)));
    if (documents.some((old) => old !== except && covered.test(old) && alike(old))) return `index: ${paths.join("_")}`;
  }
  return undefined;
}

module.exports = { DUPLICATE, duplicate, twinOf };
