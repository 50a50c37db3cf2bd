// $in and $nin through arrays in arrays, which the server looks into where the path goes on in their elements (manual,
// "Query an Array of Embedded Documents"): the engine does so for $eq, and looks into the outer array alone for these.
"use strict";

const path = require("path");

const mingo = path.dirname(require.resolve("mingo"));
const file = path.join(mingo, "operators", "_predicates.js");
const engine = require(file);

function $in(value, wanted, options) {
  if (engine.$in(value, wanted, options)) return true;
  const depth = (options?.local?.depth ?? 1) - 1;
  return Array.isArray(value) && depth > 0 && engine.$in(value.flat(depth), wanted, options);
}

require.cache[file].exports = { ...engine, $in, $nin: (...given) => !$in(...given) };
