// Prints which kinds of syntax stand where in scripts: standard input names their files as JSON, by a key; standard
// output has, by the same key, each place such as "ReturnStatement.argument=ArrayExpression" once.
"use strict";

const fs = require("fs");
const path = require("path");

const evaluator = path.dirname(require.resolve("@mongosh/shell-evaluator"));
const rewriter = path.dirname(require.resolve("@mongosh/async-rewriter2", { paths: [evaluator] }));
const { parseSync } = require(require.resolve("@babel/core", { paths: [rewriter] }));
const BESIDE = new Set(["loc", "extra", "leadingComments", "trailingComments", "innerComments"]);

function gather(node, place, found) {
  found.add(`${place}=${node.type}${node.operator ?? ""}`);
  for (const [key, value] of Object.entries(node)) {
    if (BESIDE.has(key)) continue;
    for (const inner of Array.isArray(value) ? value : [value]) {
      if (typeof inner?.type === "string") gather(inner, `${node.type}.${key}`, found);
    }
  }
}

const told = {};
for (const [key, files] of Object.entries(JSON.parse(fs.readFileSync(0, "utf8")))) {
  const found = new Set();
  for (const file of files) {
    const text = fs.readFileSync(file, "utf8");
    gather(parseSync(text, { configFile: false, babelrc: false, sourceType: "script" }).program, "", found);
  }
  told[key] = [...found].sort();
}
process.stdout.write(JSON.stringify(told));
