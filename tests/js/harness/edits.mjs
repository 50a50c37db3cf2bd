// Reads jobs, a JSON list on standard input, and writes what the editor's modules make of each.
// A job: {raw, edit, after}. An answer: {applied, difference, inverse} or {refused}.
import { difference } from "../../../static/editor/state/difference.js";
import { apply, inverse } from "../../../static/editor/state/edits.js";
import { EditRefused } from "../../../static/editor/state/tree.js";

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);

const answers = JSON.parse(Buffer.concat(chunks)).map(({ raw, edit, after }) => {
  const frozen = deepFrozen(raw); // trees are never changed
  try {
    return {
      applied: apply(frozen, edit),
      difference: after ? difference(frozen, after) : null,
      inverse: inverse(frozen, edit),
    };
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error;
    return { refused: error.message };
  }
});
process.stdout.write(JSON.stringify(answers));

function deepFrozen(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFrozen);
  return value;
}
