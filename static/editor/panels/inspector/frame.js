// What stands around the properties, whatever they are of.
import { button, element, icon } from "../../element.js";

const KINDS = { relationship: "link", entity: "entities", collection: "entities", design: "properties" };

// Why nothing can be changed here, with the way to where it can.
export function held(editor) {
  if (editor.mayChange) return null;
  const back = editor.page.may_change ? button(editor.words("do_view_entities"), () => {}) : null;
  if (back) back.dataset.do = "view_entities";
  return element("div", { className: "held" }, [element("p", { textContent: editor.held }), back]);
}

// On a small screen the properties lie over the canvas: the way to close them.
export function closer(words) {
  const made = button("", () => {}, { className: "close only-narrow", title: words("close_properties") });
  made.append(icon("close"));
  made.setAttribute("aria-label", words("close_properties"));
  made.dataset.do = "show_inspector";
  return made;
}

// What is selected: its kind, of a relationship whom it relates, and its name.
export function head(words, kind, name, related = null) {
  return [
    element("p", { className: "kindline" }, [icon(KINDS[kind] ?? "outputs"), element(
      "span", { textContent: words(kind) }
    )]),
    related ? element("p", { className: "related" }, [element(
      "bdi", { textContent: `${related.from.entity} \u2192 ${related.to.entity}` }
    )]) : null,
    element("h2", {}, [element("bdi", { textContent: name })])
  ].filter(Boolean);
}

// Of something stored, why it is there and can't be changed here, and the way to where it can.
export function stored(editor, thing) {
  const link = thing.relationship
    && (editor.design.relationships ?? []).find((one) => one.name === thing.relationship);
  const source = link || editor.entityNamed(thing.entity);
  const said = thing.why === undefined ? [] : [[thing.type, thing.note].filter(Boolean).join(" \u00b7 "), thing.why];
  return [
    ...said.filter(Boolean).map((textContent) => element("p", { textContent })),
    element("p", { className: "muted", textContent: editor.held }),
    source
      ? element("div", { className: "rowbuttons" }, [
        button(editor.words("show_source", { name: source.name }), () => editor.do("show_source", source.id))
      ])
      : null,
  ].filter(Boolean);
}
