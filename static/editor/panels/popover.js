// One small window beside what it is about. Enter or a press outside closes it; what it holds keeps itself. What can't
// be taken stays where it was typed, with the reason below it, until it is mended. Escape closes it without that.
// While it is open it has the keyboard: Tab goes round in it.
import { button, element } from "../element.js";
import { placement } from "./placement.js";

const REACHED = "input, select, button, textarea, a[href]";

export class Popover {
  constructor(editor, root) {
    Object.assign(this, { editor, root, closed: null, leaving: false });
    new ResizeObserver(() => this.#place()).observe(root); // what is said in it makes it grow
    root.setAttribute("role", "dialog");
    root.tabIndex = -1; // a press on its text leaves the keyboard in it
    root.addEventListener("keydown", (event) => {
      if (event.key === "Tab") this.#round(event);
      if (event.key !== "Escape" && !(event.key === "Enter" && event.target.matches("input, select"))) return;
      event.preventDefault();
      if (event.key === "Escape") this.#leave();
      else if (this.#taken()) this.close();
    });
    root.addEventListener("change", (event) => this.leaving && event.stopPropagation(), true);
    // A tap has no Tab: what stands in an input is replaced by what is typed.
    root.addEventListener("focusin", ({ target }) => target.matches("input[type=text]") && target.select());
    document.addEventListener("pointerdown", (event) => {
      if (root.hidden || root.contains(event.target)) return;
      if (this.#taken()) return this.close();
      event.preventDefault(); // the press would take the keyboard from what is to be mended
      event.stopPropagation();
    }, true);
  }

  // label: its name; parts: what it holds; at: a point of the page, {x, bottom} for above it; off: boxes of the canvas,
  // which it leaves in sight;
  // closed: called once at the end;
  // ends: other buttons than "Done", each [label, act, look], the first for Enter.
  open({
    label, parts, at, off = [], closed = () => {}, ends = [[this.editor.words("done"), () => {}]]
  }) {
    this.close();
    Object.assign(this, { closed, at, off });
    const problem = element("p", { className: "problem" });
    problem.setAttribute("role", "alert");
    this.root.setAttribute("aria-label", label);
    this.root.toggleAttribute("data-asks", ends.length > 1);
    this.root.replaceChildren(
      element("form", {}, [...parts, problem, element("div", { className: "rowbuttons" }, ends.map(
        ([text, act, look = ""]) => button(text, () => {
          if (this.#taken()) this.close(), act();
        }, { className: look })
      ))])
    );
    this.root.firstChild.addEventListener("submit", (event) => event.preventDefault());
    this.root.hidden = false;
    this.#place();
    (this.root.querySelector("input, select") ?? this.root.querySelector("button"))?.focus();
    this.root.querySelector("input")?.select();
  }

  #place() {
    if (this.root.hidden) return;
    const { root, at, off, editor: { stage } } = this;
    const size = { w: root.offsetWidth, h: root.offsetHeight };
    const [page, canvas] = [{ x: 0, y: 0, w: innerWidth, h: innerHeight }, stage.onPage(stage.free())];
    const roomy = off.length && canvas.w > size.w && canvas.h > size.h;
    const { x, y } = placement(
      size, { x: at.x, y: at.y ?? at.bottom - size.h }, roomy ? canvas : page, off.map((box) => stage.onPage(box))
    );
    Object.assign(root.style, { left: `${x}px`, top: `${y}px` });
  }

  // Whether all that was typed is taken: what isn't has the keyboard again.
  #taken() {
    const typed = document.activeElement;
    if (this.root.contains(typed) && typed.matches("input, select")) typed.blur(); // which keeps its value
    const wrong = this.root.querySelector("[aria-invalid=true]");
    wrong?.focus();
    return !wrong;
  }

  // Without what is being typed.
  #leave() {
    this.leaving = true;
    document.activeElement.blur();
    this.leaving = false;
    this.close();
  }

  #round(event) {
    const all = [...this.root.querySelectorAll(REACHED)].filter((one) => !one.disabled);
    const [leaves, next] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
    if (!next || ![leaves, this.root].includes(document.activeElement)) return;
    event.preventDefault();
    next.focus();
  }

  // text: why what was typed last can't be taken; "" where it is. of: the input.
  complain(text, of) {
    const problem = this.root.querySelector(".problem");
    if (!problem) return;
    if (text) of?.setAttribute("aria-invalid", "true");
    else of?.removeAttribute("aria-invalid");
    const wrong = this.root.querySelector("[aria-invalid=true]");
    if (text || !wrong) problem.textContent = text;
  }

  close() {
    if (this.root.hidden) return;
    this.root.hidden = true;
    const { closed } = this;
    this.closed = null;
    this.root.replaceChildren();
    closed?.();
  }
}
