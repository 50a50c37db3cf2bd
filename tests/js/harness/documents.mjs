// Collections as JSON in, their rows in the documents view out.
import { readFileSync } from "node:fs";
import { rowsOfCollection } from "../../../static/editor/canvas/documents.js";

const { collections } = JSON.parse(readFileSync(0, "utf8"));
const rows = collections.map((subject) => [...rowsOfCollection({ subject }, new Set())]);
console.log(JSON.stringify(rows.flat().map(({ id, origin, note }) => [id, origin, note])));
