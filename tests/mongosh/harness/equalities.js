// What a filter says that fields are equal to, as paths and values.
"use strict";

function equalities(filter) {
  return Object.entries(filter).flatMap(([path, value]) => {
    if (path === "$and" || (path === "$or" && value.length === 1)) return value.flatMap(equalities);
    if (path.startsWith("$")) return [];
    const isTest = value !== null && typeof value === "object" && Object.keys(value).some((key) => key.startsWith("$"));
    if (!isTest) return Object.prototype.toString.call(value) === "[object RegExp]" ? [] : [[path, value]];
    if ("$eq" in value) return [[path, value.$eq]];
    return value.$all?.length === 1 ? [[path, value.$all[0]]] : [];
  });
}

module.exports = { equalities };
