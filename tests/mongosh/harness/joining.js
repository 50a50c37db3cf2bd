// A $lookup by fields, as the server does it: ids in arrays inside of arrays are looked for one by one (mingo
// looks for the inner arrays), what an array of ids does not find is not there (mingo leaves holes), and what
// refers to a document several times is found once (mingo finds it each time).
"use strict";

const LOCAL = "\u0000local";
const FOREIGN = "\u0000foreign";

function at(value, steps) {
  if (Array.isArray(value)) return value.map((each) => at(each, steps));
  if (steps.length === 0 || value === null || value === undefined) return value;
  return at(value[steps[0]], steps.slice(1));
}

function flat(document, path) {
  return [at(document, path.split("."))].flat(Infinity).filter((id) => id !== undefined);
}

// Whether a path leads through arrays inside of arrays.
function isDeep(documents, path) {
  return documents.some((each) => [at(each, path.split("."))].flat().some(Array.isArray));
}

// The same for what is looked through: ids below two arrays count one by one.
function lookedThrough(lookup, options) {
  const documents = options.collectionResolver(lookup.from);
  if (lookup.foreignField === undefined || !isDeep(documents, lookup.foreignField)) return [lookup, options];
  const flattened = documents.map((each) => ({ ...each, [FOREIGN]: flat(each, lookup.foreignField) }));
  const collectionResolver = (name) => (name === lookup.from ? flattened : options.collectionResolver(name));
  return [{ ...lookup, foreignField: FOREIGN }, { ...options, collectionResolver }];
}

function joined(mingo, documents, lookup, options) {
  const deep = isDeep(documents, lookup.localField);
  const taken = deep
    ? documents.map((each) => ({ ...each, [LOCAL]: flat(each, lookup.localField) }))
    : documents;
  const [foreign, within] = lookedThrough(lookup, options);
  const stage = { $lookup: deep ? { ...foreign, localField: LOCAL } : foreign };
  return mingo.aggregate(taken, [stage], within).map(({ [LOCAL]: _, ...each }) => {
    const all = [...new Set(each[lookup.as])].filter((one) => one !== undefined);
    return { ...each, [lookup.as]: all.map(withoutForeign) };
  });
}

function withoutForeign(document) {
  if (!(FOREIGN in document)) return document;
  const { [FOREIGN]: _, ...rest } = document;
  return rest;
}

// A $lookup puts what it finds below a path, as the server does (mingo: in a field whose name has dots).
function nested(document, path) {
  const { [path]: value, ...rest } = document;
  const [head, ...below] = path.split(".");
  const holder = typeof rest[head] === "object" && rest[head] !== null && !Array.isArray(rest[head]) ? rest[head] : {};
  const inner = below.join(".");
  return {
    ...rest, [head]: below.length > 1 ? nested({ ...holder, [inner]: value }, inner) : { ...holder, [inner]: value }
  };
}

// The variables that a $lookup gives to its pipeline.
function given(mingo, document, variables = {}, options) {
  return mingo.aggregate([document], [{ $project: { _id: 0, ...variables } }], options)[0];
}

module.exports = { given, joined, nested };
