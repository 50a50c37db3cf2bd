// Fields of plain documents: where a path leads, and what is written there.
"use strict";

// Text that is the same for values that are the same. JSON alone has no regular expressions, and null for what is no
// finite number.
function text(value) {
  return JSON.stringify(value, (_, each) => (
    each instanceof RegExp || (typeof each === "number" && !Number.isFinite(each)) ? `\u0000${each}` : each
  ));
}

function same(one, other) {
  return text(one) === text(other);
}

function at(document, path) {
  return path.split(".").reduce(
    (value, step) => (value === undefined || value === null ? undefined : value[step]), document
  );
}

function put(document, path, value) {
  const steps = path.split(".");
  const last = steps.pop();
  let place = document;
  for (const step of steps) place = place[step] ??= {};
  Object.defineProperty(place, last, { value, enumerable: true, configurable: true, writable: true });
}

function replace(document, content) {
  for (const name of Object.keys(document)) delete document[name];
  Object.assign(document, content);
}

module.exports = { at, put, replace, same, text };
