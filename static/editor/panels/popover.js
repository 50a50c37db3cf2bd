// One small window beside what it is about. Enter or a press outside closes it; what it holds keeps itself.
import { button, element } from "../element.js";

export class Popover {
  constructor(editor, root) {
    Object.assign(this, { editor, root, closed: null });
    root.setAttribute("role", "dialog");
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" || (event.key === "Enter" && event.target.matches("input, select"))) {
        event.preventDefault();
        event.target.blur();
        this.close();
      }
    });
    document.addEventListener("pointerdown", (event) => {
      if (!root.hidden && !root.contains(event.target)) this.close();
    }, true);
  }

  // label: its name; parts: what it holds; at: a point of the page; closed: called once at the end; ends: other buttons
  // than "Done", each [label, act, strong], the first for Enter.
  open({ label, parts, at, closed = () => {}, ends = [[this.editor.words("done"), () => {}]] }) {
    this.close();
    this.closed = closed;
    const problem = element("p", { className: "problem" });
    problem.setAttribute("role", "alert");
    this.root.setAttribute("aria-label", label);
    this.root.replaceChildren(
      element("form", {}, [...parts, problem, element("div", { className: "rowbuttons" }, ends.map(
        ([text, act, strong]) => button(text, () => (this.close(), act()), { className: strong ? "strong" : "" })
      ))])
    );
    this.root.firstChild.addEventListener("submit", (event) => event.preventDefault());
    this.root.hidden = false;
    const { innerWidth: w, innerHeight: h } = window;
    this.root.style.left = `${Math.max(8, Math.min(at.x, w - this.root.offsetWidth - 8))}px`;
    this.root.style.top = `${Math.max(8, Math.min(at.y, h - this.root.offsetHeight - 8))}px`;
    this.root.querySelector("input, select, button")?.focus();
    this.root.querySelector("input")?.select();
  }

  complain(text) {
    const problem = this.root.querySelector(".problem");
    if (problem) problem.textContent = text;
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
