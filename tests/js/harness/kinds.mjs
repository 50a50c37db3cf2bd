// Lines of JSON on standard input, each a relationship, and the end whose counts change and these, or that the ends are
// exchanged; or a design, and an entity with its new name. On standard output the edits that follow.
import { createInterface } from "node:readline";
import { countsEdits, entityRenamed, swapEdits } from "../../../static/editor/language/relationship_edits.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { design, entity, name, link, side, has, swap, names = [link?.name] } = JSON.parse(line);
  const taken = new Set(names);
  const changed = () => (swap ? swapEdits(link, taken) : countsEdits(link, side, has, taken));
  const edits = design ? entityRenamed(design, entity, name) : changed();
  process.stdout.write(`${JSON.stringify(edits)}\n`);
}
