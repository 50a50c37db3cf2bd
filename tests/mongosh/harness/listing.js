// $in, $nin and $elemMatch as a server has them: a value in an array of an array's elements is found, so is a whole
// array that is among the values, and each such array is asked for one element that meets all conditions. mingo looks
// into one array.
"use strict";

const path = require("path");

const operators = path.join(path.dirname(require.resolve("mingo")), "operators", "query");
const { $eq } = require(path.join(operators, "comparison", "eq.js"));
const { $in: inOne } = require(path.join(operators, "comparison", "in.js"));
const { $elemMatch: inArray } = require(path.join(operators, "array", "elemMatch.js"));

function $in(selector, values, options) {
  const first = inOne(selector, values, options);
  if (!selector.includes(".") && !values.some(Array.isArray)) return first;
  const plain = values.filter((value) => value !== null && !(value instanceof RegExp));
  const tests = plain.map((value) => $eq(selector, value, options));
  return (document) => first(document) || tests.some((test) => test(document));
}

function $nin(selector, values, options) {
  const listed = $in(selector, values, options);
  return (document) => !listed(document);
}

function $elemMatch(selector, conditions, options) {
  if (!selector.includes(".")) return inArray(selector, conditions, options);
  const test = inArray("array", conditions, options);
  const steps = selector.split(".");
  return (document) => arraysAt(document, steps).some((array) => test({ array }));
}

// The arrays at the end of a path, of each element of those on the way.
function arraysAt(value, [step, ...rest]) {
  if (step === undefined) return Array.isArray(value) ? [value] : [];
  if (Array.isArray(value)) {
    const named = /^\d+$/.test(step) ? arraysAt(value[Number(step)], rest) : [];
    const inElements = value.filter((each) => !Array.isArray(each)).flatMap((each) => arraysAt(each, [step, ...rest]));
    return [...named, ...inElements];
  }
  return value !== null && typeof value === "object" && Object.hasOwn(value, step) ? arraysAt(value[step], rest) : [];
}

module.exports = { $elemMatch, $in, $nin };
