// Collections as JSON in; out by line of the documents view the number of the row that it leaves, and whether it
// ends at a name.
import { readFileSync } from "node:fs";
import { documentsView } from "../../../static/editor/canvas/documents.js";
import { CARD } from "../../../static/editor/layout/geometry.js";

const { collections, closed = [] } = JSON.parse(readFileSync(0, "utf8"));
const { lines } = documentsView({ entities: [] }, { collections }, new Set(closed));
const number = ({ row }) => (row - CARD.head) / CARD.row - 0.5;
const told = lines.map(({ name, a, b }) => [name, [number(a), b.row < CARD.head]]);
console.log(JSON.stringify(Object.fromEntries(told)));
