// mingo finds the element that "$" names in arrays at the top of a document only, and takes two fields of it for
// a conflict. Here elements are named by their place, so that the update reaches them as the server's does.

"use strict";

const { isObject } = require("./kinds.js");
const { refusal } = require("./refusal.js");

function at(document, path) {
  return path.split(".").reduce(
    (value, step) => (value === undefined || value === null ? undefined : value[step]), document
  );
}

// What a filter says that all of it must hold, path by path.
function conditions(filter) {
  return Object.entries(filter).flatMap(
    ([path, value]) => (path === "$and" ? value.flatMap(conditions) : [[path, value]])
  );
}

// Conditions that hold where no element does: the server remembers no place for them.
function isNegative(value) {
  const names = isObject(value) ? Object.keys(value) : [];
  return names.length > 0
    && names.every((name) => ["$ne", "$nin", "$not"].includes(name) || (name === "$exists" && !value[name]));
}

// The place of the first element that what the filter says of this array holds for, -1 where it says nothing.
function place(mingo, hit, filter, array, options) {
  const own = [];
  for (const [path, value] of conditions(filter)) {
    if (path === array && value && value.$elemMatch) return found(mingo, hit, array, value.$elemMatch, options, "");
    if (path === array) own.push(["element", value]);
    if (path.startsWith(array + ".")) own.push(["element" + path.slice(array.length), value]);
  }
  if (own.every(([, value]) => isNegative(value))) return -1;
  return found(mingo, hit, array, { $and: own.map(([path, value]) => ({ [path]: value })) }, options, "element");
}

function found(mingo, hit, array, own, options, name) {
  const isValue = name === ""
    && Object.keys(own)[0]?.startsWith("$") && !["$and", "$or", "$nor"].includes(Object.keys(own)[0]);
  const test = new mingo.Query(isValue ? { element: own } : own, options);
  const elements = at(hit, array);
  return (Array.isArray(elements) ? elements : []).findIndex(
    (element) => test.test(name || isValue ? { element } : element)
  );
}

// An update with operators, its elements of inner arrays named by their place.
function positioned(mingo, hit, filter, change, options) {
  if (Array.isArray(change)) return change;
  const named = (path) => {
    if (!/\.\$(\.|$)/.test(path)) return path;
    const array = path.split(/\.\$(?:\.|$)/)[0];
    const index = place(mingo, hit, filter, array, options);
    if (index < 0) throw refusal(2, "The positional operator did not find the match needed from the query.");
    return path.replace(/\.\$(?=\.|$)/, "." + index);
  };
  const renamed = (parts) => Object.fromEntries(Object.entries(parts).map(([path, value]) => [named(path), value]));
  return Object.fromEntries(Object.entries(change).map(([operator, parts]) => [operator, renamed(parts)]));
}

// A projection may end with "$" behind a path of several steps ("fieldA.fieldB.$"): mingo knows it behind one only.
const isDeep = (path) => /\..+\.\$$/.test(path);

function withoutDeep(projection) {
  const entries = Object.entries(projection);
  return Object.fromEntries(entries.map(([path, value]) => [isDeep(path) ? path.slice(0, -2) : path, value]));
}

// The projected documents, of whose arrays the first element is left that the filter holds for.
function firstFound(mingo, documents, filter, projection, options) {
  const arrays = Object.keys(projection).filter(isDeep).map((path) => path.slice(0, -2));
  return documents.map((document) => arrays.reduce((whole, array) => {
    const index = place(mingo, whole, filter, array, options);
    if (index < 0) throw refusal(51246, "positional operator '.$' couldn't find a matching element in the array");
    return only(whole, array.split("."), index);
  }, document));
}

function only(value, [step, ...steps], index) {
  return step === undefined ? [value[index]] : { ...value, [step]: only(value[step], steps, index) };
}

module.exports = { firstFound, positioned, withoutDeep };
