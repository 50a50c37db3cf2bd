// The two views of one design, and the switch that moves the cards from one to the other; pictures of either.
import { around, CARD, cardHeight } from "../layout/geometry.js";

const left = new Map(); // by view, the camera that looked at it last
const FLIGHT = 340; // ms
const LEAST = 0.3; // zoom at which cards still look like cards
const LOOK = 1500; // ms for ways that a picture needs

export const views = {
  commands: [
    { name: "view_entities", keys: ["1"], act: (editor, event) => show(editor, "entities", event) },
    { name: "view_documents", keys: ["2"], act: (editor, event) => show(editor, "documents", event) },
    { name: "save_svg", act: (editor) => save(editor, "svg") },
    { name: "save_png", act: (editor) => save(editor, "png") },
    { name: "save_seen_svg", act: (editor) => save(editor, "svg", editor.stage.area()) },
    { name: "save_seen_png", act: (editor) => save(editor, "png", editor.stage.area()) },
    { name: "drawer", keys: ["D"], act: (editor) => editor.do("drawer") },
  ],

  start(editor) {
    editor.actions.set("show_source", async (id) => {
      await show(editor, "entities");
      editor.goTo(id);
      editor.stage.root.focus({ preventScroll: true });
    });
    editor.actions.set("save_picture", (kind) => save(editor, kind === "png" ? "png" : "svg"));
    editor.on("flying", () => fly(editor));
    addEventListener("beforeprint", () => print(editor));
    editor.on("live", () => editor.view === "documents" && editor.refresh());
  },
};

function fly(editor) {
  const { root } = editor.stage;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return Promise.resolve();
  root.classList.add("flying");
  return new Promise((done) => setTimeout(() => { root.classList.remove("flying"); done(); }, FLIGHT));
}

// A click on its button leaves the keyboard on the canvas, whose keys the status line tells of.
async function show(editor, name, event) {
  if (event?.type === "click" && event.detail) editor.stage.root.focus({ preventScroll: true });
  if (editor.view === name || editor.switching) return false;
  if (name === "documents" && !editor.live?.collections) return editor.say(editor.words("not_yet"));
  editor.switching = true;
  const homes = editor.homes();
  const target = editor.views.get(name).make();
  const place = new Map(target.cards.map((card) => [name === "documents" ? card.key : card.name, card]));
  // They fly to where they will stand on the screen: as the other view was left, or with all of it in sight.
  const [now, kept] = [editor.stage.camera, left.get(name)];
  left.set(editor.view, now);
  const { x, y, k } = kept ?? wholeOf(
    editor.stage, around(target.cards.map((card) => ({ ...card, w: card.w ?? CARD.width, h: cardHeight(card.count) })))
  );
  const flight = fly(editor);
  for (const [key, card] of editor.scene.cards) {
    const to = name === "documents" ? place.get(homes.get(card.name)) : place.get(card.subject.entity);
    const element = to && editor.mountedAt(key);
    if (!element) continue;
    element.style.transform =
      `translate(${(to.x * k + x - now.x) / now.k}px, ${(to.y * k + y - now.y) / now.k}px) scale(${k / now.k})`;
    element.style.opacity = "0.35";
  }
  await flight;
  editor.view = name;
  editor.switching = false;
  for (const one of document.querySelectorAll("[data-do^=view_]"))
    one.setAttribute("aria-pressed", String(one.dataset.do === `view_${name}`));
  for (const one of document.querySelectorAll("[data-changes]")) one.disabled = !editor.mayChange;
  const chosen = counterparts(editor, name, homes);
  editor.refresh();
  editor.tell("view");
  editor.select(chosen);
  if (kept) editor.stage.look(kept);
  else editor.stage.look(wholeOf(editor.stage, editor.scene.box()));
  if (chosen.length) editor.reveal(chosen[0]);
  editor.say(editor.words(`shown_${name}`));
  return true;
}

// All of a view that is seen for the first time, unless its cards were mere marks then.
function wholeOf(stage, box) {
  const whole = stage.fits(box, true);
  return whole.k < LEAST ? stage.fits(box) : whole;
}

// What is selected, in the other view: a relationship stays, an entity is its collection.
function counterparts(editor, name, homes) {
  return [...editor.selected].map((id) => {
    if (editor.link(id) || editor.work(id)) return id;
    return name === "documents" ? homes.get(editor.entity(id)?.name)
      : editor.entityNamed(editor.collection(id)?.entity)?.id;
  }).filter(Boolean);
}

// On paper stands the whole picture, drawn as shapes.
function print(editor) {
  const image = document.getElementById("printed");
  if (!editor.picture) return;
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(new Blob([editor.picture().text], { type: "image/svg+xml" }));
  image.hidden = false;
}

// area: what is seen; without one, everything. Ways that nobody has looked at yet are found first.
async function save(editor, kind, area = null) {
  const { scene } = editor;
  await editor.pictures();
  await scene.router.known(area ? scene.linesWithin(area) : [...scene.lines.keys()], LOOK);
  const picture = await editor.faced(editor.picture(area));
  const blob = kind === "svg" ? new Blob([picture.text], { type: "image/svg+xml" }) : await editor.png(picture);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${editor.page.slug}-${editor.view}${area ? "-part" : ""}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  editor.say(editor.words("picture_saved"));
}
