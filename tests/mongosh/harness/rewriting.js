// mongosh rewrites each script that it loads, which takes most of the time of a run, and comes to the
// same for the same text: what was rewritten once is remembered. It is still evaluated each time.
"use strict";

const path = require("path");

const evaluator = path.dirname(require.resolve("@mongosh/shell-evaluator"));
const rewriter = path.dirname(require.resolve("@mongosh/async-rewriter2", { paths: [evaluator] }));
const { default: AsyncWriter } = require(rewriter);
const { traverse } = require(require.resolve("@babel/core", { paths: [rewriter] }));
const known = new Map();
const { process: rewrite } = AsyncWriter.prototype;

// What Babel keeps of a text's nodes is of no use for the next text, and makes each collection of garbage longer.
AsyncWriter.prototype.process = function (code) {
  if (!known.has(code)) {
    known.set(code, rewrite.call(this, code));
    traverse.cache.clear();
  }
  return known.get(code);
};
