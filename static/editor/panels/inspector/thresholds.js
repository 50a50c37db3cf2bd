// What would flip a relationship's decision, as sliders: each number that matters, with a mark where the rules
// answer otherwise. Sliding says at once what becomes of it; the design keeps the number once it is applied.
import { becoming } from "./advice.js";
import { labelOf } from "../strategy.js";
import { button, element } from "../../element.js";
import { refocused } from "../deferred_redraw.js";
import { NUMBERS, passed, RATES, steps, written } from "./scales.js";

const WORDS = { growth: "from.has.growth", "from.growth": "from.has.growth", "to.growth": "to.has.growth" };
const DERIVED = {
  accessed_together: "accessed_together", independent_access: "independent_access",
  "navigation.from_to_per_day": "from_to_per_day", "navigation.to_from_per_day": "to_from_per_day"
};
const APART = 0.2; // between a share that is stated and the one that operations show

export class Thresholds {
  // deferred: redraws the panel where they stand; again(): tells that there is news, for when it is off.
  constructor(editor, deferred, again) {
    Object.assign(this, { editor, deferred, again, told: null, revision: 0, asked: "", tried: null, preview: null });
  }

  // Where the sliders stand, filled with what is known.
  place(link) {
    this.root = element("div", { className: "thresholds" });
    this.#fill(link);
    return this.root;
  }

  // Beside a share what operations say of it, by the path of its property.
  derived(link) {
    return Object.fromEntries(Object.entries(DERIVED).map(([path, name]) => [path, () => {
      const made = element("div", { className: "derived", hidden: true });
      made.dataset.derived = name;
      this.#compare(link, path, made);
      return made;
    }]));
  }

  async ask(link) {
    const revision = this.editor.live?.revision;
    const key = `${link.name}|${revision}`;
    if (this.asked === key || !revision) return;
    this.asked = key;
    const told = await this.editor.weigh(link.name);
    const now = this.editor.link(link.id);
    if (!told || this.asked !== key || !now || !this.editor.selected.has(link.id)) return;
    Object.assign(this, { told, revision });
    for (const [path, name] of Object.entries(DERIVED)) {
      const made = document.querySelector(`#inspector [data-derived="${name}"]`);
      if (made) this.#compare(now, path, made);
    }
    if (this.deferred.down) this.again();
    if (this.deferred.down) this.asked = ""; // once nothing moves here
    else refocused(this.root, () => this.#fill(now)), this.again();
  }

  // What the server said of a relationship, or nothing yet.
  of(link) { return this.told?.relationship === link.name ? this.told : { flips: [], derived: {} }; }
  #decision(link) { return (this.editor.live?.decisions ?? []).find((one) => one.relationship === link.name); }

  #fill(link) {
    const { flips } = this.of(link);
    if (this.tried?.id !== link.id) this.tried = null;
    const numbers = new Map();
    const put = (target, some) => target
      && numbers.set(target.key, { target, flips: [...(numbers.get(target.key)?.flips ?? []), ...some] });
    if (typeof at(link, "from.has.max") === "number" && !["tree", "is-a"].includes(link.kind))
      put(this.#target(link, "max"), []);
    for (const flip of flips) if (flip.sign !== ":") put(this.#target(link, flip.input, flip.operation), [flip]);
    const words = flips.filter((flip) => flip.sign === ":" && flip.input !== "strategy");
    this.root.replaceChildren(
      ...(numbers.size + words.length ? [element("h3", { textContent: this.editor.words("what_would_change") })] : []),
      ...[...numbers.values()].map(({ target, flips: some }) => this.#slider(link, target, some)),
      ...(words.length ? [this.#words(link, words)] : [])
    );
    this.root.dataset.told = this.told?.relationship === link.name ? this.revision : ""; // of which revision they tell
  }

  // What an input of the rules is set by: a number of the relationship, or how often an operation is done.
  #target(link, input, operation = "") {
    const { words } = this.editor;
    if (operation) {
      const work = (this.editor.design.operations ?? []).find((one) => one.name === operation);
      return work && {
        key: `${work.id}.per_day`, subject: work, path: "per_day", scale: RATES,
        label: words("often_of", { name: work.name }), usual: 1
      };
    }
    const [path, scale, label] = NUMBERS[input] ?? [];
    return path && {
      key: path, subject: link, path, scale, label: words(label, { one: link.from.entity, other: link.to.entity }),
      input
    };
  }

  #slider(link, target, flips) {
    const { words } = this.editor;
    const { key, scale, label } = target;
    const decision = this.#decision(link);
    const now = at(target.subject, target.path)
      ?? decision?.inputs?.[target.input] ?? this.of(link).derived[target.input] ?? target.usual ?? null;
    const values = steps(scale, flips, now);
    const tried = this.tried?.key === key ? this.tried.value : null;
    const usual = now !== null ? values.indexOf(now) : bounds(target) ? values.length - 1 : 0;
    const range = element("input", {
      type: "range", min: 0, max: values.length - 1, step: 1,
      value: tried === null ? usual : values.findIndex((one) => one >= tried),
      disabled: !this.editor.mayChange
    });
    range.dataset.part = `slide.${key}`;
    range.setAttribute("aria-label", label);
    const said = element("output", { className: "becomes" });
    const apply = this.#applied(() => this.#keep(target, values[range.value]));
    const tell = (moved) => {
      const value = values[range.value];
      apply.hidden = !moved || value === now;
      const flip = now === null && !moved ? null : passed(value, flips);
      const flipped = Boolean(flip && (flip.strategy !== decision?.strategy || flip.holder));
      const strategy = flipped ? becoming(this.editor, flip) : decision ? labelOf(this.editor, decision.strategy) : "";
      const text = words(flipped ? "would_become" : "stays_as", {
        value: now === null && !moved
          ? words(bounds(target) ? "no_bound" : "not_stated") : written(scale, value),
        strategy
      });
      said.textContent = text;
      said.classList.toggle("flipped", flipped);
      if (moved) this.#try({ id: link.id, key, value, flip: flipped ? flip : null });
      range.setAttribute("aria-valuetext", text);
    };
    range.addEventListener("input", () => tell(true));
    tell(tried !== null);
    return element("div", { className: "slider" }, [
      element("span", { className: "label", textContent: label }), range,
      element("div", { className: "scale", ariaHidden: "true" }, [values[0], values.at(-1)].map((value) => element(
        "span", { textContent: written(scale, value) }
      ))),
      this.#marks(target, values, flips, range), said, apply
    ]);
  }

  // A mark under the slider for each flip: what lies beyond it. Pressed, the slider goes there.
  #marks(target, values, flips, range) {
    return element("div", { className: "marks" }, flips.map((flip) => {
      const value = Number(flip.value);
      const up = flip.sign.startsWith(">");
      const sign = flip.sign.replace(">=", "≥").replace("<=", "≤");
      const text = `${sign} ${written(target.scale, flip.value)} → ${becoming(this.editor, flip)}`;
      const within = flip.sign.length === 2 ? value : values[values.indexOf(value) + (up ? 1 : -1)];
      const made = this.#mark(flip, text, () => {
        range.value = values.indexOf(within);
        range.dispatchEvent(new Event("input"));
      });
      made.style.setProperty("--share", String(values.indexOf(value) / (values.length - 1)));
      return made;
    }));
  }

  // Pressed, one is tried as a slider is: the design keeps it once it is applied.
  #words(link, flips) {
    const items = flips.map((flip) => {
      const value = flip.value === "true" ? true : flip.value === "false" ? false : flip.value;
      const [path, key] = [WORDS[flip.input] ?? flip.input, `${flip.input}=${flip.value}`];
      const made = this.#mark(flip, `${flip.said} → ${becoming(this.editor, flip)}`, () => {
        this.#try(this.tried?.key === key ? null : { id: link.id, key, flip });
        tell();
      });
      const apply = this.#applied(() => this.#set(link, path, value));
      return [key, made, apply];
    });
    const tell = () => {
      for (const [key, made, apply] of items) {
        apply.hidden = this.tried?.key !== key;
        made.ariaPressed = String(!apply.hidden);
      }
    };
    tell();
    return element("ul", { className: "turns" }, items.map(([, ...parts]) => element("li", {}, parts)));
  }

  #applied(act) {
    return button(this.editor.words("apply"), () => (this.#try(null), act()), { className: "small" });
  }

  #try(tried) {
    this.tried = tried;
    this.preview();
  }

  #mark(flip, text, act) {
    const title = this.editor.words("by_rule", { rule: flip.rule });
    return button(text, act, { className: "mark", disabled: !this.editor.mayChange, title, flip });
  }

  #keep({ subject, path }, value) {
    const { id } = subject;
    if (!path.endsWith("has.max")) return this.#set(subject, path, value);
    const [side] = path.split(".");
    const { min = 0, average } = subject[side].has ?? {};
    const least = Math.min(min, value);
    const usual = average !== undefined && average >= least && average <= value ? ` ~${average}` : "";
    return this.editor.do("counts", { id, side, text: `${least === value ? value : `${least}..${value}`}${usual}` });
  }

  #set(subject, path, value) {
    const { words } = this.editor;
    const [, , said] = Object.values(NUMBERS).find(([one]) => one === path) ?? [];
    const label = said ? words(said, { one: subject.from.entity, other: subject.to.entity })
      : subject.per_day ? words("often_of", { name: subject.name }) : path.replaceAll(/[._]/g, " ");
    return this.editor.do("set_property", { id: subject.id, path: path.split("."), value, label });
  }

  #compare(link, path, made) {
    const measured = this.of(link).derived[DERIVED[path]];
    made.hidden = measured === undefined;
    if (measured === undefined) return;
    const { words } = this.editor;
    const stated = at(link, path);
    const value = Math.round(measured * 100) / 100;
    const share = !path.startsWith("navigation");
    const differs = stated !== undefined && (
      share ? Math.abs(stated - measured) > APART : Math.abs(stated - measured) > APART * Math.max(stated, measured)
    );
    made.classList.toggle("differs", differs);
    made.replaceChildren(
      words(stated === undefined ? "derived" : differs ? "derived_differs" : "derived_agrees", { value, stated }),
      ...(
        differs && this.editor.mayChange
          ? [" ", button(words("take_derived"), () => this.#set(link, path, undefined), { className: "small" })]
          : []
      )
    );
  }
}

// Without a number, a bound is none; anything else is only not known.
const bounds = ({ path }) => path.endsWith("has.max");

const at = (subject, path) => path.split(".").reduce((value, key) => value?.[key], subject);
