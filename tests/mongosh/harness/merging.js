// What the pipeline of a $merge makes of a document that is there: what comes in is its variable "new",
// which here is a field for as long as it runs.
"use strict";

const NEW = "\u0000new";

function renamed(value) {
  if (typeof value === "string") return value.replace(/^\$\$new(?=\.|$)/, `$${NEW}`);
  if (Array.isArray(value)) return Array.from(value, renamed);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each)]));
}

function merged(mingo, held, each, stages, options) {
  const [made] = mingo.aggregate([{ ...held, [NEW]: each }], renamed(stages), options);
  delete made[NEW];
  return made;
}

module.exports = { merged };
