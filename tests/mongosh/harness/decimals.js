// Arithmetic of decimals, which a server does with all their digits: in the engine every number is a double.
// Where an input has been a decimal, so is the result, and it is what 15 digits tell of it: to as many a server rounds
// a double beside a decimal.
"use strict";

const path = require("path");
const { DECIMALS } = require("./values.js");
const { evalExpr } = require(path.join(path.dirname(require.resolve("mingo")), "core", "_internal.js"));

const DIGITS = 15;

// How many digits a number has behind its point.
function places(value) {
  const [digits, exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent));
}

function asDecimal(value, exact = Number(value?.toPrecision?.(DIGITS))) {
  if (typeof value !== "number" || !Number.isFinite(value)) return value;
  DECIMALS.add(exact);
  return exact;
}

// A sum has no more places than what is added: 4647.5 less 4647.4 is 0.1, not 0.1000000000003.
function asSum(value, values) {
  const most = Math.max(...values.filter((each) => typeof each === "number").map(places));
  return asDecimal(value, Number(Number(value).toFixed(Math.min(most, DIGITS))));
}

function result(name, found, values) {
  if (!values.some((value) => DECIMALS.has(value))) return found;
  return ["$add", "$subtract", "$sum"].includes(name) ? asSum(found, values) : asDecimal(found);
}

// An operator that works on the values of its arguments, which are worked out once.
const ofValues = (name, operator) => (document, argument, options) => {
  const values = evalExpr(document, argument, options);
  return result(name, operator(document, values, options), [values].flat());
};

// An accumulator: mingo has it take a number for a constant of each document.
const ofRows = (name, operator, push) => (rows, argument, options) => {
  const values = typeof argument === "number" ? [argument] : push(rows, argument, options);
  return result(name, operator(rows, argument, options), values);
};

module.exports = { asDecimal, ofRows, ofValues };
