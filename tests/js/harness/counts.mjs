// Lines of JSON on standard input, each counts as people type them; on standard output what the editor reads.
import { createInterface } from "node:readline";
import { countsRead } from "../../../static/editor/language/making.js";

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(countsRead(JSON.parse(line)))}\n`);
