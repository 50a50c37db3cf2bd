// The three gestures on an empty canvas. Who has made an entity once knows them: after that only the button is there.
const KNOWN = "nestlink.gestures";

export function hints(editor, root) {
  editor.on("scene", () => {
    root.hidden = editor.scene.cards.size > 0 || editor.view !== "entities";
    if (root.hidden && editor.mayChange && editor.scene.cards.size) remember();
    root.classList.toggle("known", known());
  });
}

// A browser that keeps nothing shows them anew each time.
function remember() {
  try {
    localStorage.setItem(KNOWN, "yes");
  } catch { /* private browsing */ }
}

function known() {
  try {
    return localStorage.getItem(KNOWN) === "yes";
  } catch {
    return false;
  }
}
