// The editor's page: state, stage, drawing, panels and gestures, put together.
import { Link } from "./sync/api.js";
import { documentsView, homes, rowsOfCollection } from "./canvas/documents.js";
import { drawing } from "./canvas/drawing.js";
import { Drawer } from "./panels/drawer/drawer.js";
import { hints } from "./panels/hints.js";
import { Inspector } from "./panels/inspector/inspector.js";
import { news, toast } from "./panels/news.js";
import { Outline } from "./panels/outline.js";
import { presence, whereabouts } from "./panels/header/presence.js";
import { Popover } from "./panels/popover.js";
import { resizable } from "./panels/resize.js";
import { Saved } from "./panels/header/saved.js";
import { Stage } from "./canvas/stage.js";
import { TypeList } from "./panels/typelist.js";
import { Workload } from "./panels/workload.js";
import { Editor } from "./editor.js";
import { GESTURES } from "./gestures/index.js";
import { Journal } from "./sync/journal.js";
import { listenToButtons, listenToKeys } from "./keys.js";
import { asker, follow, goesWith, weigher } from "./sync/live.js";
import { Placed } from "./sync/placed.js";
import { listen } from "./pointers.js";
import { State } from "./state/state.js";
import { RouteWorker } from "./layout/route_worker.js";
import { wordsOf } from "./language/words.js";

const part = (id) => document.getElementById(id);
const page = JSON.parse(part("design").textContent);
const words = wordsOf(part("words"));
const state = new State(page);
const ways = new RouteWorker(new Worker(document.body.dataset.routes, { type: "module" }), () => editor.stage.ask());
const editor = new Editor({ state, stage: new Stage(part("stage")), words, page, ways, placed: new Placed(page.slug) });
const commands = GESTURES.flatMap((gesture) => gesture.commands ?? []);

function panels() {
  editor.typeList = new TypeList(editor, part("types"));
  editor.popover = new Popover(editor, part("popover"));
  new Outline(editor, { tree: part("tree"), find: part("find") });
  new Inspector(editor, part("inspector"));
  new Drawer(editor, part("drawer"));
  new Workload(editor, part("workload"));
  resizable(words);
  news(editor);
  // What draws pictures isn't needed for the first look: it comes once somebody is here.
  let pictures = null;
  editor.pictures = () => (pictures ??= import("./canvas/picture.js").then(({ pictureOf, pngOf, withFaces }) => (
    Object.assign(editor, { picture: (area) => pictureOf(editor, area), faced: withFaces, png: pngOf })
  )));
  for (const sign of ["pointermove", "keydown"]) addEventListener(sign, editor.pictures, { once: true });
  toast(editor, part("toast"));
  editor.on("scene", () => { document.querySelector(".bar h1 bdi").textContent = editor.design.name; });
  hints(editor, part("gestures"));
}

function documents() {
  editor.views.set("documents", {
    make: () => documentsView(editor.design, editor.live, editor.closed),
    rows: (card) => [...rowsOfCollection(card, editor.closed, editor.live.decisions)],
  });
  editor.homes = () => homes(editor.design, editor.live ?? { collections: [], decisions: [] });
  editor.weigh = weigher({ url: page.urls.live, state });
  editor.questions = asker({ url: page.urls.live, state });
  editor.goesWith = (ids) => goesWith(page.urls.goes_with, ids);
  const [said, shows] = [(text) => editor.say(text, true), () => editor.wanted()];
  editor.askLive = follow({ url: page.urls.live, state, said, shows, tell: (told) => {
    const moved = editor.live?.decisions !== told.decisions;
    const [before, marked] = [editor.concerns() && editor.concerned.mark, editor.live?.findings !== told.findings];
    editor.live = told;
    if (moved || (marked && editor.concerns() && editor.concerned.mark !== before)) editor.refresh();
    editor.tell("live");
  } });
}

async function storage() {
  const journal = new Journal(page);
  const saved = new Saved(editor, part("saved"));
  // Who may only look sees what others do, and has nothing to save.
  const link = new Link({
    data: page, state, journal, tell: (status) => page.may_change && saved.show(status),
    here: whereabouts(editor), met: presence(editor, part("people"), [cards, lines]),
  });
  if (!page.may_change) {
    part("saved").textContent = words("looking");
    return link.start();
  }
  saved.show({ state: "saved", why: "", waiting: 0 });
  editor.on("draft", ({ place, text }) => journal.draft(place, text).catch(() => {}));
  editor.drafts = await journal.drafts().catch(() => new Map());
  await link.start();
  // Where somebody types already, it waits until its place is opened.
  for (const place of [...editor.drafts.keys()])
    if (!document.activeElement?.matches("input, textarea, select")) editor.do("resume", place);
}

const { cards, lines } = drawing(editor);
editor.elementOf = (key) => cards.element(key);
editor.elementFresh = (key) => cards.fresh(key);
editor.mountedAt = (key) => cards.mounted.get(key)?.element;
panels();
state.subscribe(({ before, after }) => before !== after && editor.refresh());
for (const gesture of GESTURES) gesture.start?.(editor, { commands });
listen(editor, GESTURES);
listenToKeys(editor, commands);
listenToButtons(editor, commands);
for (const button of document.querySelectorAll("[data-changes]")) button.hidden = !page.may_change;
// For measuring: a page that was asked for it lends its editor.
if (new URLSearchParams(location.search).has("bench")) window.nestlink = { editor };
editor.refresh();
const folded = [...editor.stood.places.values()].filter((place) => place.folded).length;
if (folded) editor.say(words.counted("folded_to_fit", folded));
editor.stage.fit(editor.scene.box());
editor.select([]);
editor.stage.root.focus({ preventScroll: true });
// With a frame where Tab leads to it, not where typing ends.
editor.stage.root.classList.add("typed");
addEventListener("keydown", ({ key }) => editor.stage.root.classList.toggle("typed", key !== "Tab"), true);
const asked = new URLSearchParams(location.search);
if (asked.get("open") === "workload") editor.do("workload");
// From a page: a relationship with what would change its decision, or an entity, or a field of it: `Booking › price`.
const wanted = asked.get("show") ?? "";
const shown = (editor.design.relationships ?? []).find(({ name }) => name === wanted);
const [owner, field] = wanted.split(" › ");
const card = (editor.design.entities ?? []).find(({ name }) => name === owner);
if (card && !shown) editor.goTo(card.id, card.fields?.find(({ name }) => name === field)?.id ?? null);
if (shown) {
  editor.goTo(shown.id);
  editor.do("look_at", "relationships");
  editor.do("inspector_tab", "why");
}
documents();
storage();
if (asked.has("save")) { // from a page's export; loading the page again doesn't save another one
  editor.do("save_picture", asked.get("save"));
  history.replaceState(history.state, "", location.pathname);
}
requestAnimationFrame(() => requestAnimationFrame(() => { 
  performance.mark("painted");
  document.documentElement.dataset.ready = "yes";
  dispatchEvent(new Event("drawn"));
}));
