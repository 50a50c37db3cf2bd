// $round as a server does it: to the nearest, of two equally near the even one. mingo looks at one digit only.
"use strict";

const path = require("path");
const { Context } = require("mingo");
const { $elemMatch, $in, $nin } = require("./listing.js");
const { evalExpr } = require(path.join(path.dirname(require.resolve("mingo")), "core", "_internal.js"));

const ROUND = "$roundHalfEven";

function rounded(value, places) {
  if (typeof value !== "number" || !Number.isFinite(value)) return value ?? null;
  const [mantissa, exponent] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const dropped = digits.length - 1 - Number(exponent) - places;
  if (dropped <= 0) return value;
  const unit = 10n ** BigInt(dropped);
  const [whole, rest] = [BigInt(digits) / unit, BigInt(digits) % unit];
  const up = rest * 2n > unit || (rest * 2n === unit && whole % 2n === 1n);
  return Math.sign(value) * Number(`${up ? whole + 1n : whole}e${-places}`);
}

function round(object, expression, options) {
  const [value, places] = [evalExpr(object, expression, options)].flat();
  return rounded(value, places ?? 0);
}

// mingo puts its operators together with ours for each read anew, though nobody adds any. Of two of one name the
// first is taken: ours.
const together = new Map();
const { from } = Context;
Context.from = function (...contexts) {
  const [first, second] = contexts;
  const seconds = together.get(first) ?? together.set(first, new Map()).get(first);
  if (!seconds.has(second)) seconds.set(second, from.apply(this, contexts.toReversed()));
  return seconds.get(second);
};

// So it does, for each update, with those that an update needs.
const added = new WeakMap();
const { addOps } = Context.prototype;
Context.prototype.addOps = function (type, operators) {
  const known = added.get(this) ?? added.set(this, {}).get(this);
  known[type] ??= new WeakSet();
  if (known[type].has(operators)) return this;
  known[type].add(operators);
  return addOps.call(this, type, operators);
};

module.exports = { ROUND, context: Context.init({ expression: { [ROUND]: round }, query: { $elemMatch, $in, $nin } }) };
