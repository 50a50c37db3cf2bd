// Below the table of the workload: how much all operations come to, and operations that the design suggests.
import { includesSaid } from "../language/named.js";
import { ownedBy } from "../language/paths.js";
import { offered } from "../language/workload.js";
import { button, element } from "../element.js";
import { refocused } from "./deferred_redraw.js";

const LEARNT = 4; // operations after which nobody needs to be told how they are typed
const OFFERS = 8;

export class Offers {
  constructor(editor) {
    Object.assign(this, { editor, root: element("div", { className: "offers" }), offering: "" });
  }

  show(may) {
    const { editor } = this;
    const { words } = editor;
    const work = editor.design.operations ?? [];
    const daily = work.reduce((sum, one) => sum + (one.per_day ?? 1), 0);
    const all = may ? offered(editor.design, (name) => ownedBy(editor.design, name)).slice(0, OFFERS) : [];
    const said = all.map(({ name, entity, includes }) => {
      const along = includesSaid(editor.design, editor.live?.ends, entity, includes ?? []).join(", ");
      return `+ ${name}${along && ` ${words("with", { names: along })}`}`;
    });
    const made = all.map((one, at) => button(said[at], () => {
      const id = editor.do("add_work", one);
      if (!id) return;
      editor.do("workload_at", { id, key: "per_day" });
      document.activeElement.select?.(); // what it offers is typed over
    }, { className: "small" }));
    const key = `${said.join()}|${work.length}|${daily}|${editor.design.entities.length}`;
    if (this.offering === key) return;
    this.offering = key;
    const total = work.length
      ? words("work_total", {
        count: work.length, daily: daily.toLocaleString(undefined, daily < 10 ? {} : { maximumFractionDigits: 0 }),
        second: (daily / 86400).toPrecision(2)
      })
      : words(editor.design.entities.length ? "no_work" : "no_entities_yet");
    refocused(this.root, () => this.root.replaceChildren(
      element("p", { className: "muted", textContent: total }),
      ...(work.length && work.length < LEARNT
        ? [element("p", { className: "muted", textContent: words("work_keys") })]
        : []),
      ...(made.length ? [element("span", { className: "muted", textContent: words("offered") }), ...made] : [])
    ));
  }
}
