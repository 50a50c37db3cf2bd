// What a server refuses of an update once it sees the document: paths that lead through what is no object, and
// values that an operator can't change. Paths are those of the elements themselves (places.js).
"use strict";

const { isNumber, isObject, kindOf, shown } = require("./kinds.js");
const { refusal } = require("./refusal.js");

const NO_ARRAY = {
  $push: (path, kind, id) =>
    [2, `The field '${path}' must be an array but is of type ${kind} in document {_id: ${shown(id)}}`],
  $addToSet: (path, kind) =>
    [2, `Cannot apply $addToSet to non-array field. Field named '${path}' has non-array type ${kind}`],
  $pull: () => [2, "Cannot apply $pull to a non-array value"],
  $pullAll: () => [2, "Cannot apply $pull to a non-array value"],
  $pop: (path, kind) => [14, `Path '${path}' contains an element of non-array type '${kind}'`],
};
// These make no field where there is none.
const MAKE_NOTHING = ["$unset", "$pull", "$pullAll", "$pop"];

function checkPaths(document, change) {
  for (const [operator, parts] of Object.entries(change)) {
    for (const [path, value] of Object.entries(parts)) {
      if (operator === "$rename") checkRenamed(document, path, value);
      else checkChanged(document, operator, path, value);
    }
  }
}

function checkChanged(document, operator, path, value) {
  if (path === "_id" || path.startsWith("_id.")) checkId(document, operator, path, value);
  const old = reached(document, operator, path);
  if (old === undefined) return;
  const words = NO_ARRAY[operator];
  if (words && !Array.isArray(old)) throw refusal(...words(path.split(".").at(-1), kindOf(old), document._id));
  if (["$inc", "$mul"].includes(operator) && !isNumber(old)) {
    throw refusal(14, `Cannot apply ${operator} to a value of non-numeric type. {_id: ${shown(document._id)}} has ` +
      `the field '${path.split(".").at(-1)}' of non-numeric type ${kindOf(old)}`);
  }
}

function checkId(document, operator, path, value) {
  if (path === "_id" && ["$set", "$setOnInsert"].includes(operator) && shown(document._id) === shown(value)) return;
  throw refusal(66, `Performing an update on the path '${path}' would modify the immutable field '_id'`);
}

// What stands at a path, undefined where nothing does; refused where nothing can.
function reached(document, operator, path) {
  const steps = path.split(".");
  let value = document;
  for (const [place, step] of steps.entries()) {
    const isIn = isObject(value) || (Array.isArray(value) && /^\d+$/.test(step));
    if (!isIn) {
      if (operator === "$unset") return undefined;
      const at = `{${steps[place - 1]}: ${shown(value)}}`;
      if (MAKE_NOTHING.includes(operator)) {
        throw refusal(28, `Cannot use the part (${step}) of (${path}) to traverse the element (${at})`);
      }
      throw refusal(28, `Cannot create field '${step}' in element ${at}`);
    }
    value = Object.hasOwn(value, step) ? value[step] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

function checkRenamed(document, from, to) {
  for (const [what, path] of [["source", from], ["destination", to]]) {
    const steps = path.split(".");
    let value = document;
    for (const [place, step] of steps.entries()) {
      const isSource = what === "source";
      if (Array.isArray(value) && (!isSource || /^\d+$/.test(step))) {
        throw refusal(2, `The ${what} field cannot be an array element, '${path}' in doc with ` +
          `_id: ${shown(document._id)} has an array field called '${steps[place - 1]}'`);
      }
      if (value !== undefined && !isObject(value)) {
        const at = `{${steps[place - 1]}: ${shown(value)}}`;
        throw refusal(28, isSource
          ? `cannot use the part (${steps[place - 1]} of ${path}) to traverse the element (${at})`
          : `Cannot create field '${step}' in element ${at}`);
      }
      value = value !== undefined && Object.hasOwn(value, step) ? value[step] : undefined;
    }
  }
  if ([from, to].some((path) => path.split(".")[0] === "_id")) {
    throw refusal(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  }
}

module.exports = { checkPaths };
