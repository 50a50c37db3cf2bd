// mongosh rewrites each script that it loads, which takes most of the time of a run, and comes to the
// same for the same text: what was rewritten once is remembered. It is still evaluated each time.
"use strict";

const path = require("path");

const evaluator = path.dirname(require.resolve("@mongosh/shell-evaluator"));
const { default: AsyncWriter } = require(require.resolve("@mongosh/async-rewriter2", { paths: [evaluator] }));
const known = new Map();
const { process: rewrite } = AsyncWriter.prototype;

AsyncWriter.prototype.process = function (code) {
  if (!known.has(code)) known.set(code, rewrite.call(this, code));
  return known.get(code);
};
