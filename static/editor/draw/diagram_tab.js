// The tab with the diagrams as the pages and downloads draw them: one at a time, drawn anew after a change;
// the old drawing stays until the new one is there.
import { button, element } from "./element.js";
import { served } from "./served.js";

const VIEWS = ["documents", "conceptual"];

export class DiagramTab {
  constructor(editor) {
    Object.assign(this, { editor, key: "diagram", view: VIEWS[0], drawn: "", whole: false, frame: element("div", { className: "drawing" }) });
  }

  label() { return this.editor.words("tab_diagram"); }
  wanted() { return []; }
  mark(live) { return live.files.filter((one) => one.path.endsWith(".dot")).map((one) => one.hash).join(); }

  content(live, again) {
    const { words } = this.editor;
    const views = VIEWS.map((view) => this.#switch(words(`diagram_${view}`), view === this.view, () => { this.view = view; }, again));
    const size = this.#switch(words("diagram_fit"), this.whole, () => { this.whole = !this.whole; }, again);
    this.frame.classList.toggle("whole", this.whole);
    const now = `${this.view}|${this.mark(live)}`;
    if (this.drawn !== now) this.#draw(now);
    return element("div", { className: "pictures" }, [element("div", { className: "rowbuttons" }, [...views, size]), this.frame]);
  }

  #switch(label, pressed, act, again) {
    const made = button(label, () => {
      act();
      again();
    });
    made.setAttribute("aria-pressed", String(pressed));
    return made;
  }

  async #draw(now) {
    const { words, page } = this.editor;
    this.drawn = now;
    if (!this.frame.childNodes.length) this.frame.append(element("p", { className: "muted", textContent: words("drawing") }));
    try {
      const response = await fetch(page.urls[`diagram_${this.view}`], { headers: { "HX-Request": "true" }, redirect: "error" });
      if (!response.ok) throw new Error(response.statusText);
      const html = await response.text();
      if (this.drawn === now) this.frame.replaceChildren(...served(html));
    } catch {
      if (this.drawn === now) this.#failed();
    }
  }

  #failed() {
    const again = button(this.editor.words("again"), () => this.#draw(this.drawn));
    this.frame.replaceChildren(element("p", { className: "muted", textContent: this.editor.words("not_drawn") }), again);
  }
}
