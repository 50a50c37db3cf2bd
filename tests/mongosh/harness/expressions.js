// Expressions that mingo lacks, or that are stricter on a server.
"use strict";

const { Context } = require("mingo");

const { asDecimal, ofRows, ofValues } = require("./decimals.js");
const { isObject, kindOf } = require("./kinds.js");
const { refusal } = require("./refusal.js");
const shell = require("./shell.js");
const { fromEngine, toEngine } = require("./values.js");

const { getOperator } = Context.prototype;
const evaluated = (context, document, argument, options) =>
  getOperator.call(context, "expression", "$ifNull")(document, [argument, null], options);

function withoutMissing(value) {
  const isWhole = !isObject(value) || Object.values(value).every((each) => each !== undefined);
  return isWhole ? value : Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

const OWN = {
  // What is missing or null has no size.
  $size: (context) => (document, argument, options) => {
    const size = getOperator.call(context, "expression", "$size")(document, argument, options);
    if (size === null) throw refusal(17124, "The argument to $size must be an array, but was of type: missing");
    return size;
  },
  // A text of 24 hexadecimal digits becomes an id, which mingo does not know.
  $convert: (context) => (document, argument, options) => {
    if (argument.to !== "objectId") {
      return getOperator.call(context, "expression", "$convert")(document, argument, options);
    }
    const value = evaluated(context, document, argument.input, options);
    if (value === null) return evaluated(context, document, argument.onNull ?? null, options);
    if (kindOf(value) === "objectId") return value;
    if (typeof value === "string" && /^[0-9a-f]{24}$/i.test(value)) {
      return toEngine(shell.ObjectId.createFromHexString(value));
    }
    if (!Object.hasOwn(argument, "onError")) {
      throw refusal(241, `Failed to parse objectId '${value}' in $convert with no onError value`);
    }
    return evaluated(context, document, argument.onError, options);
  },
  // What is missing is no field of an object: mingo keeps its name, and takes the object for another.
  $map: (context) => (...given) => {
    const made = getOperator.call(context, "expression", "$map")(...given);
    return Array.isArray(made) ? made.map(withoutMissing) : made;
  },
  $bsonSize: (context) => (document, argument, options) => {
    const value = evaluated(context, document, argument, options);
    if (value === null) return null;
    if (!isObject(value)) throw refusal(31393, `$bsonSize requires a document input, found: ${kindOf(value)}`);
    return shell.sizeOf(fromEngine(value));
  },
};

const COMPUTED = new Set(["$add", "$divide", "$multiply", "$subtract"]);
const GATHERED = new Set(["$avg", "$sum"]);

// The greatest of several values: mingo takes one that is missing for it.
const greatest = (found) => (values, argument, options) =>
  found((argument ?? null) === null ? values.filter((value) => value !== undefined) : values, argument, options);

Context.prototype.getOperator = function (type, name) {
  if (type === "accumulator" && name === "$max") return greatest(getOperator.call(this, type, name));
  if (type === "accumulator" && GATHERED.has(name)) {
    return ofRows(name, getOperator.call(this, type, name), getOperator.call(this, type, "$push"));
  }
  if (type === "expression" && COMPUTED.has(name)) return ofValues(name, getOperator.call(this, type, name));
  if (type === "expression" && name === "$toDecimal") {
    const converted = getOperator.call(this, type, name);
    return (...given) => asDecimal(converted(...given));
  }
  const own = type === "expression" && Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  return own ? own(this) : getOperator.call(this, type, name);
};
