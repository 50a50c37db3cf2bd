// The three gestures, until a design has two entities; beside the first one they stand below, clear of its card.
const ENOUGH = 2;

export function hints(editor, root) {
  editor.on("scene", () => {
    const { size } = editor.scene.cards;
    root.hidden = size >= ENOUGH || editor.view !== "entities" || !editor.mayChange;
    root.classList.toggle("begun", size > 0);
  });
}
