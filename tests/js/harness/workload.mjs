// Lines of JSON on standard input, each [what, ...given]; on standard output what the browser makes of it.
import { createInterface } from "node:readline";
import { fieldAt, includable, ownedBy, pathsFrom } from "../../../static/editor/language/paths.js";
import { includesNamed, includesSaid, pathNamed, saidInName } from "../../../static/editor/language/named.js";
import * as conditions from "../../../static/editor/language/conditions.js";
import * as workload from "../../../static/editor/language/workload.js";
import * as written from "../../../static/editor/language/written.js";

const offered = (design) => workload.offered(design, (name) => ownedBy(design, name));
const KNOWN = {
  ...written, ...conditions, ...workload, offered, pathsFrom, includable, fieldAt, pathNamed,
  includesNamed, includesSaid, saidInName
};

for await (const line of createInterface({ input: process.stdin })) {
  const [what, ...given] = JSON.parse(line);
  let told;
  try {
    told = { made: KNOWN[what](...given) ?? null };
  } catch (trouble) {
    if (!(trouble instanceof written.Misread)) throw trouble;
    told = {
      misread: trouble.message, ...(trouble.given.place ? { text: trouble.given.text, place: trouble.given.place } : {})
    };
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
