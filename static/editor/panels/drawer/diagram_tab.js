// The tab with the diagrams as the pages and downloads draw them, one at a time.
import { Asked } from "./asked.js";
import { button, element } from "../../element.js";

const VIEWS = ["documents", "conceptual"];

export class DiagramTab {
  constructor(editor) {
    Object.assign(this, { editor, key: "diagram", view: VIEWS[0], whole: true, drawing: new Asked(
      editor.words, { waiting: "drawing", className: "drawing" }
    ) });
  }

  label() { return this.editor.words("tab_diagram"); }
  wanted() { return []; }
  mark(live) { return live.files.filter((one) => one.path.endsWith(".dot")).map((one) => one.hash).join(); }

  content(live, again) {
    const { words, page } = this.editor;
    const views = VIEWS.map(
      (view) => this.#switch(words(`diagram_${view}`), view === this.view, () => { this.view = view; }, again)
    );
    const size = this.#switch(words("diagram_fit"), this.whole, () => { this.whole = !this.whole; }, again);
    const frame = this.drawing.of(page.urls[`diagram_${this.view}`], this.mark(live));
    frame.classList.toggle("whole", this.whole);
    const { diagrams } = document.getElementById("drawer").dataset; // how these look isn't needed for the first look
    return element("div", { className: "pictures" }, [
      element("link", { rel: "stylesheet", href: diagrams }),
      element("div", { className: "rowbuttons" }, [...views, size]), frame
    ]);
  }

  #switch(label, pressed, act, again) {
    const made = button(label, () => {
      act();
      again();
    });
    made.setAttribute("aria-pressed", String(pressed));
    return made;
  }
}
