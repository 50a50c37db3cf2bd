// $in and $nin as a server has them: a value in an array of an array's elements is found. mingo looks into one array.
"use strict";

const path = require("path");

const operators = path.join(path.dirname(require.resolve("mingo")), "operators", "query", "comparison");
const { $eq } = require(path.join(operators, "eq.js"));
const { $in: inOne } = require(path.join(operators, "in.js"));

function $in(selector, values, options) {
  const first = inOne(selector, values, options);
  if (!selector.includes(".")) return first;
  const plain = values.filter((value) => value !== null && !(value instanceof RegExp));
  const tests = plain.map((value) => $eq(selector, value, options));
  return (document) => first(document) || tests.some((test) => test(document));
}

function $nin(selector, values, options) {
  const listed = $in(selector, values, options);
  return (document) => !listed(document);
}

module.exports = { $in, $nin };
