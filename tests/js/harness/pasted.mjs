// Lines of JSON on standard input, each pasted text; on standard output what the editor takes it for.
import { createInterface } from "node:readline";
import { kindOfText } from "../../../static/editor/language/pasted.js";

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(kindOfText(JSON.parse(line)))}\n`);
