// The numbers of a relationship in a small window of their own: both sentences, its kind, and what Escape takes back.
import { countsMerged, countsRead, rename, several } from "../language/making.js";
import { countsEdits, kindEdits } from "../language/relationship_edits.js";

export const numbers = {
  start(editor) {
    editor.actions.set("counts", ({ id, side, text }) => changeCounts(editor, id, side, text));
    editor.actions.set("end_name", ({ id, side, text }) => text && editor.change(
      rename(id, text, side), editor.words("renamed", { name: text })
    ));
    editor.actions.set("ask_numbers", ({ id, ...more }) => askNumbers(editor, id, more));
  },
};

// first: the end that is asked first; since: how much was done before what Escape takes back; note: is said with it.
function askNumbers(editor, id, { first = "from", since = editor.state.depth, note = "" } = {}) {
  const link = editor.link(id);
  // The ends change places where many of one become one of many, while their sentences stay where they were read.
  const now = (side) =>
    (editor.link(id)[side].entity === link[side].entity ? side : side === "from" ? "to" : "from");
  const said = editor.sentences(link, {
    may: true,
    keep: (side, what, text, input) => {
      const wrong = what === "counts"
        ? changeCounts(editor, id, now(side), text) : editor.do("end_name", { id, side: now(side), text });
      editor.popover.complain(typeof wrong === "string" ? wrong : "", input);
    },
  });
  const told = document.createElement("p");
  Object.assign(told, { className: "muted", textContent: note });
  const parts = [
    ...(note ? [told] : []),
    ...(first === "to" ? said.toReversed() : said), kindChoice(editor, link, since)
  ];
  const pair = editor.scene.pairs.get(id);
  const middle = pair && { x: (pair.a.x + pair.b.x) / 2, y: (pair.a.y + pair.b.y) / 2, h: 0 };
  editor.popover.open({
    label: editor.words("relationship_of", { name: link.name }), parts,
    at: editor.stage.beside(middle ?? { x: 0, y: 0 }),
    closed: () => editor.stage.root.focus({ preventScroll: true }),
    left: () => takeBack(editor, since),
  });
}

// All that was done since then; what is taken back can be done again.
function takeBack(editor, since) {
  if (editor.state.depth <= since) return;
  while (editor.state.depth > since) editor.state.undo();
  editor.say(editor.words("cancelled"));
}

// What kind it is, below its numbers, which go with it.
function kindChoice(editor, link, since) {
  const label = document.createElement("label");
  const choice = document.createElement("select");
  const self = link.from.entity === link.to.entity;
  const kinds =
    Object.keys(editor.page.properties.known.strategies).filter((kind) => ["tree", "graph"].includes(kind) === self);
  for (const kind of kinds) choice.append(new Option(kind, kind, false, kind === link.kind));
  label.className = "line-of";
  label.append(editor.words("kind_of_link"), choice);
  choice.addEventListener("change", () => {
    changeKind(editor, link.id, choice.value);
    askNumbers(editor, link.id, { since });
    document.querySelector("#popover select").focus();
  });
  return label;
}

function changeKind(editor, id, kind) {
  editor.change(
    several(kindEdits(editor.link(id), kind)), editor.words("value_set", { label: editor.words("kind_of_link") })
  );
}

// New counts of an end; the kind follows from both ends. Returns the words of what is wrong.
function changeCounts(editor, id, side, text) {
  const link = editor.link(id);
  const counts = countsRead(text);
  if (!counts) return editor.words("counts_wrong");
  const has = countsMerged(link[side].has, counts);
  if (counts.average === undefined) delete has.average;
  if (counts.max === null) has.growth = "unbounded"; // stated, so that nobody asks for a maximum
  const edits = countsEdits(link, side, has, new Set(editor.design.relationships.map((one) => one.name)));
  editor.change(several(edits), editor.words("counts_set", { one: link[side].entity, text }));
  return "";
}
