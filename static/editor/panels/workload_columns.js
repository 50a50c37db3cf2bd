// The columns of the table of the workload: what a cell is called in an operation, and how it is written.
import { includesOffered, includesSaid } from "../language/named.js";
import { ownPaths, pathsFrom } from "../language/paths.js";
import { filterOffered, filterWritten, sortWritten, WHAT, withKey } from "../language/workload.js";
import { oftenWritten } from "../language/written.js";

export const COLUMNS = [
  { key: "name", write: (work) => work.name },
  { key: "kind", choices: () => WHAT, write: (work) => work.kind },
  { key: "entity", choices: (editor) => editor.design.entities.map((one) => one.name), write: (work) => work.entity },
  {
    key: "filter", many: true, hint: true,
    names: ({ design, live }, work, text) => filterOffered(text, pathsFrom(design, live?.ends, work.entity)),
    write: (work) => filterWritten(work.filter)
  },
  {
    key: "sort", many: true, hint: true,
    names: ({ design, live }, work) => pathsFrom(design, live?.ends, work.entity),
    write: (work) => sortWritten(work.sort)
  },
  {
    key: "with", many: true,
    names: ({ design, live }, work) => (
      withKey(work) === "changes" ? ownPaths(design, work.entity)
        : includesOffered(design, live?.ends, work.entity, work.includes)
    ),
    write: (work, { design, live }) => (
      withKey(work) === "changes" ? work.changes ?? []
        : includesSaid(design, live?.ends, work.entity, work.includes ?? [])
    ).join(", ")
  },
  { key: "limit", number: true, write: (work) => String(work.limit ?? "") },
  { key: "per_day", number: true, unstated: "1", write: (work) => oftenWritten(work.per_day) },
];
// What a row begins with; the others follow from it until they are stated.
export const FIRST = ["name"];
