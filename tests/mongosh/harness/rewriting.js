// mongosh rewrites each script that it loads, which takes most of the time of a run, and comes to the same for the same
// text: what was rewritten once is remembered, that of a longer script from one run to the next too, in the folder
// $REWRITTEN. It is still evaluated each time.
"use strict";

const { createHash } = require("crypto");
const fs = require("fs");
const path = require("path");
const { deflateRawSync, inflateRawSync } = require("zlib");

const evaluator = path.dirname(require.resolve("@mongosh/shell-evaluator"));
const rewriter = path.dirname(require.resolve("@mongosh/async-rewriter2", { paths: [evaluator] }));
const { default: AsyncWriter } = require(rewriter);
const { traverse, version } = require(require.resolve("@babel/core", { paths: [rewriter] }));
const { version: ofWriter } = require(path.join(rewriter, "..", "package.json"));
const { process: rewrite } = AsyncWriter.prototype;
const folder = process.env.REWRITTEN;
const LONG = 1000;
const known = new Map();

// What Babel keeps of a text's nodes is of no use for the next text, and makes each collection of garbage longer.
function rewritten(writer, code) {
  const text = rewrite.call(writer, code);
  traverse.cache.clear();
  return text;
}

function fromRunToRun(writer, code) {
  const key = createHash("sha256").update(`${ofWriter} ${version}\n${code}`).digest("hex");
  const file = path.join(folder, key);
  try {
    const text = inflateRawSync(fs.readFileSync(file)).toString("utf8");
    fs.utimesSync(file, new Date(), new Date()); // what nobody asks for any more is removed
    return text;
  } catch {
    const text = rewritten(writer, code);
    fs.writeFileSync(`${file}.${process.pid}`, deflateRawSync(text, { level: 1 }));
    fs.renameSync(`${file}.${process.pid}`, file);
    return text;
  }
}

AsyncWriter.prototype.process = function (code) {
  if (!known.has(code)) {
    known.set(code, folder && code.length > LONG ? fromRunToRun(this, code) : rewritten(this, code));
  }
  return known.get(code);
};
