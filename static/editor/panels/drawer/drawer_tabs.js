// The tabs of the drawer, in order. A tab has: key; label(live); wanted(live), the files whose text it needs;
// mark(live), another word whenever what it shows has changed; content(live, again), an element.
import { DiagramTab } from "./diagram_tab.js";
import { FindingsTab } from "./findings_tab.js";
import { ForecastTab } from "./forecast_tab.js";
import { QuestionsTab } from "./questions_tab.js";
import { TextTab } from "./text_tab.js";

const QUERIES = "mongosh/04_queries.js";

export const TABS = [
  (editor) => new TextTab(editor, {
    key: "documents", holds: (path) => path.startsWith("documents/"), suggest: (live) => documentOf(editor, live)
  }),
  (editor) => new TextTab(editor, {
    key: "script", holds: (path) => (path.startsWith("mongosh/") && path !== QUERIES) || path.startsWith("schemas/"),
    suggest: () => "mongosh/setup.js"
  }),
  (editor) => new TextTab(editor, { key: "queries", holds: (path) => path === QUERIES }),
  (editor) => new DiagramTab(editor),
  (editor) => new ForecastTab(editor),
  (editor) => new QuestionsTab(editor),
  (editor) => new FindingsTab(editor),
];

// The documents in which the selected entity is, or which hold a selected relationship: what it leads to, if they do.
function documentOf(editor, live) {
  const [key] = editor.selected;
  const link = editor.selected.size === 1 ? editor.link(key) : null;
  const name = editor.one()?.name ?? link?.to.entity;
  const home = name && (editor.homes().get(name) ?? `collection:${name}`).replace("collection:", "");
  const { holders = [] } = (link && live.decisions.find((one) => one.relationship === link.name)) ?? {};
  const held = holders.length && !holders.some((one) => one.collection === home) ? holders[0].collection : home;
  const file = live.collections.find((one) => one.name === held)?.file;
  return file ? `documents/${file}.js` : "";
}
