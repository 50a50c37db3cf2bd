// A filter under a collation that takes letters in both cases for one (manual, "Collation", strength 1 and 2): the
// engine compares texts letter by letter, so what equals a text is asked for as a pattern. Patterns stay as they are:
// no collation holds for them.
"use strict";

const folds = (collation) => Boolean(collation) && Number(collation.strength ?? 3) <= 2;
const alike = (text) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`, "i");
const isPlain = (value) =>
  Object.prototype.toString.call(value) === "[object Object]" && !value._bsontype;

function folded(condition) {
  if (typeof condition === "string") return alike(condition);
  if (!isPlain(condition)) return condition;
  return Object.fromEntries(Object.entries(condition).map(([name, value]) => {
    if (name === "$and" || name === "$or") return [name, value.map(folded)];
    if (name === "$in") return [name, value.map((each) => (typeof each === "string" ? alike(each) : each))];
    if (name === "$eq" && typeof value === "string") return ["$in", [alike(value)]];
    if (name === "$elemMatch" || !name.startsWith("$")) return [name, folded(value)];
    return [name, value];
  }));
}

// What is asked for under the options of a statement.
exports.comparable = (filter, options) => (filter && folds(options?.collation) ? folded(filter) : filter);

// The stages of a pipeline, whose first filter a collation holds for.
exports.comparing = (pipeline, options) => (
  folds(options?.collation) && pipeline[0]?.$match
    ? [{ $match: folded(pipeline[0].$match) }, ...pipeline.slice(1)]
    : pipeline
);
