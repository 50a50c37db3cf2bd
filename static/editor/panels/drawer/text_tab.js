// A tab of the drawer that shows text files, one at a time, coloured, with the lines that changed marked.
import { element } from "../../element.js";
import { linesOf } from "./served.js";

export class TextTab {
  // key: of the tab. wanted: which paths it shows. suggest: the path that it goes to whenever that becomes
  // another one, from the live answer; a path that is chosen holds until then.
  constructor(editor, { key, holds, suggest = () => "" }) {
    Object.assign(this, { editor, key, holds, suggest, chosen: "", before: new Map() });
  }

  label() { return this.editor.words(`tab_${this.key}`); }

  paths(live) {
    return live.files.length ? live.files.map((one) => one.path).filter(this.holds) : live.documents.map(
      (one) => one.path
    ).filter(this.holds);
  }

  path(live) {
    const paths = this.paths(live);
    const suggested = this.suggest(live);
    if (suggested && suggested !== this.followed) [this.followed, this.chosen] = [suggested, ""];
    return [this.chosen, this.followed].find((path) => paths.includes(path)) ?? paths[0] ?? "";
  }

  wanted(live) { return [this.path(live)].filter(Boolean); }

  // What it shows, in short: another word when any of it changed.
  mark(live) { return live.files.filter((one) => this.holds(one.path)).map((one) => one.hash).join(); }

  content(live, again) {
    const shown = this.path(live);
    const choice = element("select", {}, this.paths(live).map(
      (path) => new Option(path.replace(/^(documents|mongosh)\//, ""), path, false, path === shown)
    ));
    choice.setAttribute("aria-label", this.editor.words("output"));
    choice.addEventListener("change", () => {
      this.chosen = choice.value;
      again();
    });
    return element("div", { className: "texts" }, [choice.options.length > 1 ? choice : null, this.#text(live, shown)]);
  }

  #text(live, path) {
    const { words } = this.editor;
    const text = [...live.documents, ...live.shown].find((each) => each.path === path)?.text;
    if (text === undefined)
      return element("p", { className: "muted", textContent: words(path ? "not_yet" : "nothing_yet") });
    const coloured = live.shown.find((each) => each.path === path && each.text === text)?.html;
    const lines = text.split("\n");
    const pieces = coloured ? linesOf(coloured) : lines.map((line) => [line]);
    const known = new Set((this.before.get(path) ?? text).split("\n"));
    this.before.set(path, text);
    const block = element("pre", { tabIndex: 0, className: "code" }, pieces.map(
      (nodes, at) => element("span", { className: known.has(lines[at]) ? "" : "changed" }, [...nodes, "\n"])
    ));
    block.setAttribute("aria-label", path);
    block.setAttribute("role", "region");
    return block;
  }
}
