// A part of the page that is drawn anew leaves what is under the hand: what is pressed stands there until it is let go,
// and the focus stays on what it was on.
const AIMED = "button, input, select, textarea, summary, pre, a[href]";

// down: whether a pointer is down within root.
export class DeferredRedraw {
  #owed = false;

  constructor(root, draw) {
    Object.assign(this, { down: false, act: draw });
    let target = null;
    const up = () => this.down && setTimeout(() => {
      this.down = false;
      if (this.#owed) this.draw();
    });
    root.addEventListener(
      "pointerdown", (event) => { if (event.button === 0) [this.down, target] = [true, event.target]; }
    );
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, up);
    // a list that opens keeps the pointer's end to itself
    root.addEventListener("change", (event) => event.target === target && up());
  }

  // Draw now, or as soon as nothing is pressed.
  draw() {
    this.#owed = this.down;
    if (!this.down) this.act();
  }
}

// Draws by `draw` what root holds, then gives the focus back to the same control: the one with its `data-part`, else
// the one that says the same of the same thing (`data-about`). other(tag): the focus where there is none.
export function refocused(root, draw, other = () => {}) {
  const active = document.activeElement;
  if (active === root || !root.contains(active)) return draw();
  const [before, from, to] = [marks(active), active.selectionStart, active.selectionEnd];
  draw();
  if (root.contains(document.activeElement) && document.activeElement !== root) return;
  const found = [...root.querySelectorAll(AIMED)].find((one) => marks(one) === before);
  if (!found) return other(active.tagName);
  found.focus({ preventScroll: true });
  if (typeof from === "number" && typeof found.selectionStart === "number") found.setSelectionRange(from, to);
}

const marks = (one) => [
  one.tagName, one.dataset.part ?? one.getAttribute("aria-label") ?? one.textContent,
  one.dataset.part ? "" : one.closest("[data-about]")?.dataset.about
].join("\n");
