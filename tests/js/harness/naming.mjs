// Lines of JSON on standard input, each {from, to, taken}; on standard output what a new relationship of the two is
// called.
import { createInterface } from "node:readline";
import { linkName } from "../../../static/editor/language/making.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { from, to, taken } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(linkName(from, to, new Set(taken)))}\n`);
}
