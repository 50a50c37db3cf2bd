// Lines of JSON on standard input, each a relationship, the end whose counts change and these; on standard output the
// edits that follow.
import { createInterface } from "node:readline";
import { countsEdits } from "../../../static/editor/language/relationship_edits.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { link, side, has } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(countsEdits(link, side, has, new Set([link.name])))}\n`);
}
