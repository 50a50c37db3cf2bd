// The shape of programs: node harness/shapes.js FILE... prints, for each, its syntax tree as the types of
// its nodes, without names, keys and values. Names that people gave can't change it.
"use strict";

const fs = require("fs");
const acorn = require("acorn");

function shape(node) {
  if (node === null) return "hole"; // as in [, value]
  if (Array.isArray(node)) return node.map(shape);
  if (node.type === "Property") return ["Property", shape(node.value)];
  // a.b and a["b"] are the same; anything but a name or a text in there is not.
  const named = node.type === "MemberExpression" && ["Identifier", "Literal"].includes(node.property.type);
  if (named) return ["MemberExpression", shape(node.object)];
  const parts = Object.keys(node)
    .filter((key) => !["type", "start", "end", "raw"].includes(key))
    .map((key) => node[key])
    .filter((value) => value !== null && typeof value === "object" && !(value instanceof RegExp));
  return [node.type, ...parts.map(shape)];
}

const shapes = process.argv.slice(2).map((file) => {
  const comments = [];
  const tree =
    acorn.parse(fs.readFileSync(file, "utf8"), { ecmaVersion: 2022, sourceType: "script", onComment: comments });
  return { shape: shape(tree), comments: comments.map((one) => one.type) };
});
process.stdout.write(JSON.stringify(shapes));
