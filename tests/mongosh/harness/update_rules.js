// What a server refuses of an update before it looks at any document: unknown operators, paths that meet,
// array filters that nothing uses.
"use strict";

const { isNumber, isObject, kindOf, shown } = require("./kinds.js");
const { refusal, refusedByDriver } = require("./refusal.js");

const OPERATORS = [
  "$set", "$unset", "$setOnInsert", "$inc", "$mul", "$min", "$max", "$rename", "$currentDate", "$bit", "$push",
  "$addToSet", "$pull", "$pullAll", "$pop",
];
const STAGES = ["$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith"];
const IDENTIFIER = /^[a-z][a-zA-Z0-9]*$/;

// change and filters: as the engine computes with them.
function checkUpdate(change, filters) {
  if (Array.isArray(change)) return checkPipeline(change, filters);
  const names = Object.keys(change);
  if (names.length === 0 || !names.every((name) => name.startsWith("$"))) {
    throw refusedByDriver("Update document requires atomic operators");
  }
  const paths = [];
  for (const [operator, parts] of Object.entries(change)) {
    if (!OPERATORS.includes(operator)) {
      throw refusal(
        9,
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`
      );
    }
    if (!isObject(parts)) {
      throw refusal(9, `Modifiers operate on fields but we found type ${kindOf(parts)} instead. For example: ` +
        `{$mod: {<field>: ...}} not {${operator}: ${shown(parts)}}`);
    }
    for (const [path, value] of Object.entries(parts)) {
      checkPath(path);
      checkArgument(operator, path, value);
      paths.push(path, ...(operator === "$rename" ? [value] : []));
    }
  }
  checkConflicts(paths);
  checkFilters(change, paths, filters);
}

function checkPipeline(stages, filters) {
  if (filters.length) throw refusal(9, "arrayFilters may not be specified for pipeline-syle updates");
  for (const name of stages.flatMap(Object.keys)) {
    if (!STAGES.includes(name)) throw refusal(72, `${name} is not allowed to be used within an update`);
  }
}

function checkPath(path) {
  if (path === "") throw refusal(56, "An empty update path is not valid.");
  const steps = path.split(".");
  if (steps.includes(""))
    throw refusal(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  if (steps[0].startsWith("$[") || steps[0] === "$") {
    const what = steps[0] === "$" ? "positional (i.e. '$')" : "array filter identifier (i.e. '$[<id>]')";
    throw refusal(2, `Cannot have ${what} element in the first position in path '${path}'`);
  }
  if (steps.filter((step) => step === "$").length > 1) {
    throw refusal(2, `Too many positional (i.e. '$') elements found in path '${path}'`);
  }
}

function checkArgument(operator, path, value) {
  if (["$inc", "$mul"].includes(operator) && !isNumber(value)) {
    const what = operator === "$inc" ? "increment" : "multiply";
    throw refusal(14, `Cannot ${what} with non-numeric argument: {${path}: ${shown(value)}}`);
  }
  if (operator === "$pop" && value !== 1 && value !== -1)
    throw refusal(9, `$pop expects 1 or -1, found: ${shown(value)}`);
  if (operator === "$pullAll" && !Array.isArray(value)) {
    throw refusal(2, `$pullAll requires an array argument but was given a ${kindOf(value)}`);
  }
  if (operator === "$rename") checkRename(path, value);
  if (operator === "$push" && isObject(value) && "$each" in value) checkPush(value);
  if (operator === "$addToSet" && isObject(value) && "$each" in value && !Array.isArray(value.$each)) {
    throw refusal(14, `The argument to $each in $addToSet must be an array but it was of type ${kindOf(value.$each)}`);
  }
}

function checkRename(path, value) {
  if (typeof value !== "string")
    throw refusal(2, `The 'to' field for $rename must be a string: ${path}: ${shown(value)}`);
  if (value === path) throw refusal(2, `The source and target field for $rename must differ: ${path}: "${value}"`);
  if (`${path}.${value}`.includes("$")) throw refusal(2, `The source field for $rename may not be dynamic: ${path}`);
}

function checkPush(value) {
  const clause = Object.keys(value).find((name) => !["$each", "$slice", "$sort", "$position"].includes(name));
  if (clause !== undefined) throw refusal(2, `Unrecognized clause in $push: ${clause}`);
  if (!Array.isArray(value.$each)) {
    throw refusal(2, `The argument to $each in $push must be an array but it was of type: ${kindOf(value.$each)}`);
  }
  for (const name of ["$slice", "$position"]) {
    if (name in value && !Number.isInteger(value[name])) {
      throw refusal(2, `The value for ${name} must be an integer value but was given type: ${kindOf(value[name])}`);
    }
  }
}

// Two operators on one path, or on a path and what lies in it.
function checkConflicts(paths) {
  const sorted = [...paths].sort((one, other) => one.length - other.length);
  for (const [place, path] of sorted.entries()) {
    const inner = sorted.slice(place + 1).find((other) => other === path || other.startsWith(`${path}.`));
    if (inner !== undefined) throw refusal(40, `Updating the path '${inner}' would create a conflict at '${path}'`);
  }
}

function checkFilters(change, paths, filters) {
  const names = filters.map(filterName);
  names.forEach((name, place) => {
    if (!IDENTIFIER.test(name)) {
      throw refusal(2, "Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric " +
        `string beginning with a lowercase letter, found '${name}'`);
    }
    if (names.indexOf(name) !== place)
      throw refusal(9, `Found multiple array filters with the same top-level field name ${name}`);
  });
  const used = new Set();
  for (const path of paths) {
    for (const [, name] of path.matchAll(/\.\$\[([^\]]+)\]/g)) {
      if (!names.includes(name)) throw refusal(2, `No array filter found for identifier '${name}' in path '${path}'`);
      used.add(name);
    }
  }
  const unused = names.find((name) => !used.has(name));
  if (unused !== undefined) {
    throw refusal(9, `The array filter for identifier '${unused}' was not used in the update ${shown(change)}`);
  }
}

// The one name that an array filter is about.
function filterName(filter) {
  const names = new Set(topNames(filter));
  const [name, other] = names;
  if (name === undefined) throw refusal(9, "Cannot use an expression without a top-level field name in arrayFilters");
  if (other !== undefined) {
    throw refusal(
      9,
      "Error parsing array filter :: caused by :: Expected a single top-level field name, "
        + `found '${name}' and '${other}'`
    );
  }
  return name;
}

function topNames(filter) {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (!name.startsWith("$")) return [name.split(".")[0]];
    return Array.isArray(value) ? value.flatMap(topNames) : [];
  });
}

module.exports = { checkUpdate, filterName };
