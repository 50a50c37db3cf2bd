// A $lookup by fields, as the server does it: ids in arrays inside of arrays are looked for one by one (mingo
// looks for the inner arrays), what an array of ids does not find is not there (mingo leaves holes), and what
// refers to a document several times is found once (mingo finds it each time).
"use strict";

const LOCAL = "\u0000local";

function at(value, steps) {
  if (Array.isArray(value)) return value.map((each) => at(each, steps));
  if (steps.length === 0 || value === null || value === undefined) return value;
  return at(value[steps[0]], steps.slice(1));
}

function joined(mingo, documents, lookup, options) {
  const local = (each) => at(each, lookup.localField.split("."));
  const deep = documents.some((each) => [local(each)].flat().some(Array.isArray));
  const flat = (each) => [local(each)].flat(Infinity).filter((id) => id !== undefined);
  const taken = deep ? documents.map((each) => ({ ...each, [LOCAL]: flat(each) })) : documents;
  const stage = { $lookup: deep ? { ...lookup, localField: LOCAL } : lookup };
  return mingo.aggregate(taken, [stage], options).map(({ [LOCAL]: _, ...each }) => {
    return { ...each, [lookup.as]: [...new Set(each[lookup.as])].filter((one) => one !== undefined) };
  });
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
