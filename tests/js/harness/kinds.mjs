// Lines of JSON on standard input, each a relationship, and the end whose counts change and these, or that the ends are
// exchanged; on standard output the edits that follow.
import { createInterface } from "node:readline";
import { countsEdits, swapEdits } from "../../../static/editor/language/relationship_edits.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { link, side, has, swap, names = [link.name] } = JSON.parse(line);
  const edits = swap ? swapEdits(link, new Set(names)) : countsEdits(link, side, has, new Set(names));
  process.stdout.write(`${JSON.stringify(edits)}\n`);
}
