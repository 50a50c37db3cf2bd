// $slice in the projection of a find. By itself it is an exclusion (manual, "$slice (projection)"): all other fields
// stay in the answer, and only next to a field that is included they don't. An _id that is included counts as one
// where nothing but slices stands beside it (computeProjectionType in the server's projection_parser.cpp).
"use strict";

const isSlice = (value) => value !== null && typeof value === "object" && "$slice" in value;

// What mingo is given instead: the projection without its slices, which are included where any other field is.
function plainProjection(projection) {
  const entries = Object.entries(projection);
  const rest = entries.filter(([, value]) => !isSlice(value));
  const named = rest.filter(([name]) => name !== "_id");
  const isInclusion = (named.length === 0 ? rest : named).some(([, value]) => Boolean(value));
  const included = isInclusion ? entries.filter(([, value]) => isSlice(value)).map(([path]) => [path, 1]) : [];
  const meant = isInclusion ? rest : rest.filter(([, value]) => !value);  // an exclusion may name the _id it keeps
  const shown = [...meant, ...included];
  const plain = shown.filter((entry) => !isInherited(entry));
  return Object.fromEntries(shown.length > 0 && plain.length === 0 ? [["_id", 1]] : plain);
}

// A field that is included by a name that every object inherits, such as constructor: mingo refuses to read one and
// puts the other into what an empty object has there.
const isInherited = ([name, value]) => Boolean(value) && name in Object.prototype;

// The documents with the fields of such names, of those that they were projected from.
function withInherited(results, documents, projection) {
  const names = Object.entries(projection).filter(isInherited).map(([name]) => name);
  if (names.length === 0) return results;
  return results.map((result) => {
    const whole = documents.find((document) => document._id === result._id) ?? {};
    const held = names.filter((name) => Object.hasOwn(whole, name));
    return Object.fromEntries([...Object.entries(result), ...held.map((name) => [name, whole[name]])]);
  });
}

// The documents to project. mingo takes what a projection leaves out from the documents that it is given.
function apart(documents, projection) {
  const isExclusion = Object.values(projection).some((value) => value === 0 || value === false);
  return isExclusion ? structuredClone(documents) : documents;
}

function cut(array, slice) {
  const both = Array.isArray(slice) ? slice : [Math.min(Number(slice), 0), Math.abs(Number(slice))];
  const [skip, count] = both.map(Number);
  const first = skip < 0 ? Math.max(array.length + skip, 0) : skip;
  return array.slice(first, first + count);
}

function narrowed(value, [step, ...steps], slice) {
  if (step === undefined) return Array.isArray(value) ? cut(value, slice) : value;
  if (Array.isArray(value)) return value.map((each) => narrowed(each, [step, ...steps], slice));
  if (value === null || typeof value !== "object" || !(step in value)) return value;
  return { ...value, [step]: narrowed(value[step], steps, slice) };
}

// The documents with the slices of a projection in the place of their arrays.
function sliced(documents, projection) {
  const slices = Object.entries(projection).filter(([, value]) => isSlice(value));
  return documents.map((document) => slices.reduce(
    (whole, [path, { $slice }]) => narrowed(whole, path.split("."), $slice), document
  ));
}

// The documents to set fields of. mingo writes a dotted path into the objects of the documents that it is given.
function apartFromSets(documents, { $set, $addFields }) {
  const paths = Object.keys({ ...$set, ...$addFields });
  return paths.some((path) => path.includes(".")) ? structuredClone(documents) : documents;
}

module.exports = { apart, apartFromSets, plainProjection, sliced, withInherited };
