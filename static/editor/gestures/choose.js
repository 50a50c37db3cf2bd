// Choosing: a click, Shift for more, a marquee, and the keys that go from one thing to the next.
import { meets, spanned } from "../layout/geometry.js";

export const choose = {
  commands: [
    { name: "select_all", keys: ["Ctrl+A"], act: (editor) => editor.select(editor.scene.cards.keys()) },
    { name: "select_none", keys: ["Escape"], act: (editor) => (editor.selected.size ? less(editor) : false) },
    { name: "next_card", keys: ["]"], act: (editor) => step(editor, 1) },
    { name: "previous_card", keys: ["["], act: (editor) => step(editor, -1) },
  ],

  press(editor, hit, event) {
    if (event.button !== 0) return null;
    if (hit.kind === "ground" && event.shiftKey) return marquee(editor, hit);
    if (hit.concern) return { click: () => editor.do("findings", hit.concern) };
    if (hit.unfold) return { click: () => editor.do("unfold", hit.unfold) };
    if (hit.fold) return { click: () => editor.fold(hit.fold) };
    if (hit.kind === "line" || hit.kind === "number") return { click: () => show(editor, hit.line.key) };
    return null;
  },

  start(editor) {
    editor.stage.root.addEventListener("focusin", (event) => {
      const key = event.target.closest?.(".thing")?.dataset.key;
      if (key && event.target.matches(".thing:focus-visible") && !editor.selected.has(key)) editor.select([key]);
    });
  },
};

// From a field to its card, from there to nothing; the keyboard stays where it stands.
function less(editor) {
  editor.select(editor.field && editor.one() ? [editor.one().key] : []);
}

function show(editor, key) {
  editor.select([key]);
  editor.do("look_at", "relationships");
}

function step(editor, by) {
  const keys =
    [...editor.scene.cards.values()].sort((one, two) => one.y - two.y || one.x - two.x).map((card) => card.key);
  if (!keys.length) return;
  const now = keys.indexOf([...editor.selected][0]);
  const key = keys[(now + by + keys.length) % keys.length];
  editor.select([key]);
  editor.reveal(key);
  editor.tell("focus", key);
}

function marquee(editor, hit) {
  const before = new Set(editor.selected);
  const frame = editor.stage.root.querySelector(".marquee");
  return {
    always: true,
    drag(event) {
      const area = spanned(hit.point, editor.stage.at(event));
      const { x, y, k } = editor.stage.camera;
      frame.hidden = false;
      Object.assign(frame.style, {
        left: `${area.x * k + x}px`, top: `${area.y * k + y}px`, width: `${area.w * k}px`, height: `${area.h * k}px`
      });
      const within = [...editor.scene.index.within(area)].filter((key) => meets(editor.scene.cards.get(key), area));
      editor.select([...before, ...within]);
    },
    drop() { frame.hidden = true; },
    cancel() {
      frame.hidden = true;
      editor.select(before);
    },
  };
}
