// The properties of an object in their groups, made from the table of the page: the first group is open, the
// others fold and say how many of theirs are stated. What the server refused stands in its place, with why.
import { includesNamed, includesOffered, includesSaid } from "../../language/named.js";
import { fieldAt, ownPaths, pathsFrom } from "../../language/paths.js";
import { whyNot } from "./advice.js";
import { controlOf, isText, saidOf } from "./controls.js";
import { element } from "../../element.js";
import { LISTS } from "./lists.js";

const at = (subject, path) => path.reduce((value, key) => value?.[key], subject);

export class Properties {
  // table: of the page, {design, entity, …: groups, known}.
  constructor(editor, table) {
    Object.assign(this, { editor, table, open: new Set(), drafts: new Map(), refused: new Map(), asked: new Map() });
    editor.valueSaid = (value) => saidOf(editor.words, value);
    editor.actions.set("property_at", (part) => {
      editor.do("inspector_tab", "properties");
      const input = document.querySelector(`#inspector [data-part="${part}"]`);
      if (input?.closest("details:not([open])")) input.closest("details").firstChild.click();
      input?.focus();
      input?.select?.();
    });
    editor.on("asked", ({ op, ...what }) => {
      this.asked.set(op, what);
      if (this.refused.delete(placeOf(what.id, what.part))) editor.tell("mended");
    });
    editor.state.subscribe(({ why, entry, answer }) => {
      const what = this.asked.get(entry?.op);
      if (why !== "refused" || !what) return;
      const refused = {
        ...what,
        said: (answer?.faults ?? []).map((one) => [one.message, one.remedy].filter(Boolean).join(" ")).join(" ")
          || answer?.error || ""
      };
      this.refused.set(placeOf(what.id, what.part), refused);
      editor.tell("refused", refused);
    });
  }

  // The groups of an object. skip: paths, as text, that stand elsewhere.
  groups(part, subject, { skip = new Set(), after = {} } = {}) {
    const titles = part === "relationship" ? endsOf(subject) : {};
    const filled = (text) => text.replace(/\{(\w+)\}/g, (whole, name) => titles[name] ?? whole);
    return this.table[part].map((group) => {
      const rows = group.rows.filter((row) => !skip.has(row.path.join(".")) && shown(row, subject));
      if (!rows.length) return null;
      const made = rows.flatMap(
        (row) => [
          this.#row(part, { ...row, label: filled(row.label) }, subject), after[row.path.join(".")]?.()
        ].filter(Boolean)
      );
      if (!group.title) return element("div", { className: "group" }, made);
      return this.#folded(
        `${part}|${group.title}`, filled(group.title), rows.filter((row) => at(subject, row.path) !== undefined).length,
        made, rows, subject
      );
    });
  }

  #folded(key, title, stated, made, rows, subject) {
    const wrong = rows.some((row) => this.refused.has(placeOf(subject.id ?? "design", row.path.join("."))));
    const details = element("details", { open: this.open.has(key) || wrong }, [
      element("summary", {}, [
        title,
        stated
          ? element("span", { className: "stated", textContent: this.editor.words("n_stated", { count: stated }) })
          : null
      ]),
      element("div", { className: "group" }, made),
    ]);
    details.dataset.group = key;
    details.firstChild.dataset.part = `group.${title}`;
    const keep = (open) => (open ? this.open.add(key) : this.open.delete(key));
    // what "toggle" tells later, perhaps after this is drawn anew
    details.firstChild.addEventListener("click", () => keep(!details.open));
    details.addEventListener("toggle", () => details.isConnected && keep(details.open));
    return details;
  }

  #row(part, row, subject) {
    const { editor } = this;
    const id = subject.id ?? "design";
    const name = row.path.join(".");
    const wrong = element("span", { className: "problem" });
    wrong.setAttribute("role", "alert");
    const mine = this.refused.get(placeOf(id, name));
    const context = this.#context(part, row, subject, id, (text) => { wrong.textContent = text; });
    const value = at(subject, row.path);
    if (mine) wrong.textContent = editor.words("not_taken", { value: mine.text, why: mine.said });
    const hint = row.hint ? element("span", { className: "hint", textContent: row.hint }) : null;
    if (LISTS[row.control]) {
      const none = !context.may && row.control !== "several_of" && !Object.keys(value ?? {}).length;
      const parts = none ? [element("p", { className: "muted", textContent: editor.words("not_stated") })] : LISTS[
        row.control
      ](row, value, context).filter(Boolean);
      const held = element(
        "fieldset", { className: "property" }, [element("legend", { textContent: row.label }), ...parts, hint, wrong]
      );
      held.dataset.property = name;
      return held;
    }
    const input = controlOf(row, value, context);
    input.dataset.part = name;
    if (mine) {
      input.setAttribute("aria-invalid", "true");
      if (isText(row) && mine.typed !== undefined) [input.value, input.dataset.refused] = [mine.typed, mine.typed];
    }
    const label = element("span", { textContent: row.label });
    return element(
      "label", { className: row.control === "flag" ? "flag" : "" },
      row.control === "flag" ? [input, label, wrong] : [label, input, hint, wrong]
    );
  }

  #context(part, row, subject, id, trouble) {
    const { editor } = this;
    const name = row.path.join(".");
    const entity = { entity: subject.name, operation: subject.entity }[part] ?? editor.fieldOf(id)?.entity.name;
    return {
      words: editor.words, may: editor.mayChange, trouble, part: name,
      now: () => at(id === "design" ? editor.design : editor.found(id), row.path),
      restored: () => this.refused.delete(placeOf(id, name)),
      keep: (value, typed) => {
        this.refused.delete(placeOf(id, name));
        editor.do("set_property", { id, path: row.path, value, label: row.label, main: this.#main(part, row), typed });
      },
      drafts: () => this.drafts.get(placeOf(id, name)) ?? this.drafts.set(placeOf(id, name), []).get(placeOf(id, name)),
      type: () => (
        row.path[0] === "items" ? subject.items?.type : row.control === "values"
          && subject.type === "array" ? undefined : subject.type
      ),
      typeOf: (path) => path && fieldAt(editor.design, editor.live?.ends, entity, path)?.type,
      entities: () => editor.design.entities.map((one) => one.name),
      ends: part === "relationship" ? endsOf(subject) : null,
      labels: this.table.known.labels,
      strategies: () => this.table.known.strategies[subject.kind] ?? [],
      whyNot: (code) => whyNot(editor, subject, code),
      lines: (fields) => fields.map((field) => editor.lineText(field)).join("\n"),
      keepLines: (text) => editor.do("field_lines", { id, path: row.path, text }),
      ...(row.suggest === "includes" ? {
        said: (list) => includesSaid(editor.design, editor.live?.ends, entity, list),
        meant: (list) => includesNamed(editor.design, editor.live?.ends, entity, list)
      } : {}),
      known: () => this.table.known[row.suggest],
      names: row.suggest ? () => this.names(row.suggest, subject, entity) : null,
      namesOf: (kind, one) => this.names(kind, subject, kind === "ends" ? subject[one.of]?.entity : entity),
    };
  }

  // The property without which the object that holds this one says nothing.
  #main(part, row) {
    if (row.path.length < 2) return null;
    const holder = row.path.slice(0, -1).join(".");
    const rows = this.table[
      part
    ].flatMap((group) => group.rows).filter((one) => one.main && one.path.slice(0, -1).join(".") === holder);
    return rows[0]?.path ?? null;
  }

  // What may be typed: names of the design, by what is wanted.
  names(kind, subject, entity) {
    const { design, live } = this.editor;
    if (kind === "own") return ownPaths(design, entity);
    if (kind === "paths") return pathsFrom(design, live?.ends, entity);
    if (kind === "includes") return includesOffered(design, live?.ends, entity, subject.includes);
    if (kind === "entities") return design.entities.map((one) => one.name);
    if (kind === "to") return ownPaths(design, subject.to?.entity);
    if (kind === "ends") return entity ? ownPaths(design, entity) : [
      ...new Set(["from", "to"].flatMap((side) => ownPaths(design, subject[side]?.entity)))
    ];
    return Object.keys(this.table.known[kind] ?? {});
  }
}

// The ends by their entities; of one entity alone, with what each end calls the other.
function endsOf({ from, to }) {
  const one = from.entity === to.entity;
  const named = ([side, end]) => [side, one ? `${end.entity} · ${end.field ?? side}` : end.entity];
  return Object.fromEntries([["from", from], ["to", to]].map(named));
}

const placeOf = (id, name) => `${id}|${name}`;

function shown({ when, path }, subject) {
  if (!when || (!when.only && at(subject, path) !== undefined)) return true;
  const value = at(subject, when.path);
  return when.is.includes("any") ? value !== undefined : when.is.includes(value);
}
