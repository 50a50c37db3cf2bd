// The elements that an update means, by their places: mingo takes two operators on one array for a conflict,
// and passes over elements that are not there, where the server refuses to go into them.
"use strict";

const mingo = require("mingo");

const BAD_VALUE = 2;

function placed(document, change, filters, options) {
  const operators = Object.entries(change).map(([operator, parts]) => {
    const paths = Object.entries(parts).flatMap(([path, value]) =>
      descend(document, path.split("."), filters, options).map((steps) => [steps.join("."), value]),
    );
    return [operator, Object.fromEntries(paths)];
  });
  return Object.fromEntries(operators.filter(([, parts]) => Object.keys(parts).length));
}

function descend(value, steps, filters, options) {
  if (!steps.some((one) => one.startsWith("$["))) return [steps];
  const [step, ...rest] = steps;
  const mark = /^\$\[(.*)\]$/.exec(step);
  if (!mark) return descend(value?.[step], rest, filters, options).map((below) => [step, ...below]);
  if (!Array.isArray(value)) throw Object.assign(new Error(`${step} is in no array`), { code: BAD_VALUE });
  const own = filters.find((one) => named(one) === mark[1]);
  const test = own && new mingo.Query(own, options);
  return value.flatMap((one, place) =>
    test && !test.test({ [mark[1]]: one })
      ? []
      : descend(one, rest, filters, options).map((below) => [String(place), ...below]),
  );
}

// The name that an array filter is about, which its alternatives may hold alone.
function named(filter) {
  const [key, value] = Object.entries(filter)[0];
  return key.startsWith("$") ? named(value[0]) : key.split(".")[0];
}

module.exports = { BAD_VALUE, placed };
