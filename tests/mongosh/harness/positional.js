// mingo finds the element that "$" names in arrays at the top of a document only, and takes two fields of it for
// a conflict. Here elements are named by their place, so that the update reaches them as the server's does.

"use strict";

function at(document, path) {
  return path.split(".").reduce((value, step) => (value === undefined || value === null ? undefined : value[step]), document);
}

// The place of the first element that what the filter says of this array holds for.
function place(mingo, hit, filter, array, options) {
  const own = {};
  for (const [path, value] of Object.entries(filter)) {
    if (path === array && value && value.$elemMatch) return found(mingo, hit, array, value.$elemMatch, options, "");
    if (path === array) own.element = value;
    if (path.startsWith(array + ".")) own["element" + path.slice(array.length)] = value;
  }
  return found(mingo, hit, array, own, options, "element");
}

function found(mingo, hit, array, own, options, name) {
  const test = new mingo.Query(own, options);
  return (at(hit, array) ?? []).findIndex((element) => test.test(name ? { [name]: element } : element));
}

// An update with operators, its elements of inner arrays named by their place. It stays as it is where none is.
function positioned(mingo, hit, filter, change, options) {
  if (Array.isArray(change)) return change;
  const named = (path) => {
    const array = path.split(".$")[0];
    if (!/\.\$(\.|$)/.test(path)) return path;
    const index = place(mingo, hit, filter, array, options);
    return index < 0 ? path : path.replace(".$", "." + index);
  };
  const renamed = (parts) => Object.fromEntries(Object.entries(parts).map(([path, value]) => [named(path), value]));
  return Object.fromEntries(Object.entries(change).map(([operator, parts]) => [operator, renamed(parts)]));
}

module.exports = { positioned };
