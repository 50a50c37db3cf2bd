// The elements that an update means, by their places: mingo takes two operators on one array for a conflict,
// and passes over elements that are not there, where the server refuses to go into them.
"use strict";

const mingo = require("mingo");

const { shown } = require("./kinds.js");
const { refusal } = require("./refusal.js");
const { filterName } = require("./update_rules.js");

function placed(document, change, filters, options) {
  const operators = Object.entries(change).map(([operator, parts]) => {
    const paths = Object.entries(parts).flatMap(([path, value]) =>
      descend(document, path.split("."), filters, options, []).map((steps) => [steps.join("."), value]),
    );
    return [operator, Object.fromEntries(paths)];
  });
  return Object.fromEntries(operators.filter(([, parts]) => Object.keys(parts).length));
}

// passed: the steps that led here.
function descend(value, steps, filters, options, passed) {
  if (!steps.some((step) => step.startsWith("$["))) return [steps];
  const [step, ...rest] = steps;
  const mark = /^\$\[(.*)\]$/.exec(step);
  const below = (inner, name) =>
    descend(inner, rest, filters, options, [...passed, name]).map((each) => [name, ...each]);
  if (!mark) return below(value?.[step], step);
  if (value === undefined) {
    throw refusal(2, `The path '${passed.join(".")}' must exist in the document in order to apply array updates.`);
  }
  if (!Array.isArray(value))
    throw refusal(2, `Cannot apply array updates to non-array element ${passed.at(-1)}: ${shown(value)}`);
  const own = filters.find((filter) => filterName(filter) === mark[1]);
  const test = own && new mingo.Query(own, options);
  return value.flatMap(
    (element, place) => (test && !test.test({ [mark[1]]: element }) ? [] : below(element, String(place)))
  );
}

module.exports = { placed };
