// All that is painted in the stage, in its order, from one scene and one selection.
import { Areas } from "./areas.js";
import { Cards } from "./cards.js";
import { OverviewCanvas } from "./overview_canvas.js";
import { Lines, svg } from "./lines.js";
import { Minimap } from "./map.js";

const FEW = 40;

export function drawing(editor) {
  const { stage } = editor;
  const part = (name) => stage.root.querySelector(name);
  const cards =
    new Cards(stage, part(".things"), { rows: (card) => editor.rows(card), label: (card) => label(editor, card) });
  const areas = new Areas(stage, part(".areas"));
  const lines = new Lines(stage, part(".lines"));
  const far = new OverviewCanvas(stage, part(".far"), part(".over"));
  const map = new Minimap(editor, part(".map"));
  const percent = part("#zoom");

  editor.on("scene", () => {
    stage.few = editor.scene.cards.size <= FEW;
    for (const one of [areas, cards, lines, far]) one.show(editor.scene);
  });
  editor.on("selection", () => {
    for (const one of [cards, lines, far]) one.selected = editor.selected;
    mark(stage.root, editor.field, editor.selected);
  });
  editor.on("dimmed", (keys) => {
    for (const one of [cards, lines, far]) one.dimmed = keys;
    stage.ask();
  });
  editor.on("shifted", ({ keys, cards: moved, guides, box }) => {
    lines.quick = keys;
    far.lift(moved ?? new Set(), keys);
    draw(part(".guides"), guides, box);
  });
  editor.areasNow = () => areas.paint();
  editor.on("focus", (key) => focus(editor, cards, key));
  stage.paints(() => {
    areas.paint();
    const whole = cards.paint();
    if (editor.field || editor.selected.size === 1) mark(stage.root, editor.field, editor.selected); // rows may be new
    lines.paint();
    far.paint(whole ? null : missing(editor, cards));
    map.paint();
    const shown = `${Math.round(stage.camera.k * 100)}%`;
    if (percent.textContent !== shown) percent.textContent = shown;
    roving(editor, cards);
  });
  return { cards, lines, far };
}

const missing = (editor, cards) =>
  new Set([...editor.scene.index.within(editor.stage.area())].filter((key) => !cards.mounted.has(key)));

// What a reader hears of a card: its name, its fields, its relationships.
function label(editor, card) {
  const links = editor.scene.touching.get(card.key)?.length ?? 0;
  return editor.words("card_label", {
    name: card.name, fields: editor.words.counted("n_fields", card.fields),
    links: editor.words.counted("n_links", links)
  })
    + (card.concern ? `, ${editor.words.counted("n_findings", card.concern.count)}` : "");
}

// One card takes the tab key: the selected one, else the first that is there.
function roving(editor, cards) {
  const held = cards.focused && cards.mounted.has(cards.focused) ? cards.focused : null;
  const wanted = [...editor.selected].find((key) => cards.mounted.has(key))
    ?? held ?? cards.mounted.keys().next().value;
  if (wanted === held && held) return;
  if (held) cards.mounted.get(held).element.tabIndex = -1;
  if (wanted) cards.mounted.get(wanted).element.tabIndex = 0;
  cards.focused = wanted ?? null;
}

function focus(editor, cards, key) {
  if (editor.stage.far || !editor.scene.cards.has(key)) return;
  const element = cards.element(key);
  if (element.contains(document.activeElement)) return;
  element.tabIndex = 0;
  element.focus({ preventScroll: true });
}

// The chosen row of the selected card, or the rows of the selected relationship.
function mark(root, field, selected) {
  const line = selected.size === 1 ? [...selected][0] : null;
  for (const row of root.querySelectorAll("li.chosen"))
    if (row.dataset.field !== field && row.dataset.line !== line) row.classList.remove("chosen");
  if (field) root.querySelector(`[data-field="${CSS.escape(field)}"]`)?.classList.add("chosen");
  if (line) for (const row of root.querySelectorAll(`li[data-line="${CSS.escape(line)}"]`)) row.classList.add("chosen");
}

function draw(layer, guides, box) {
  const lines = [];
  if (guides && box) {
    const reach = 2000;
    if (guides.x !== null) lines.push(svg("path", { d: `M${guides.x} ${box.y - reach}V${box.y + box.h + reach}` }));
    if (guides.y !== null) lines.push(svg("path", { d: `M${box.x - reach} ${guides.y}H${box.x + box.w + reach}` }));
  }
  layer.replaceChildren(...lines);
}
