// What a gesture may ask for: the design, the scene, the selection, and one way to change each.
import { entitiesView, rowsOf } from "./canvas/entities.js";
import { keepingSight, withRoom } from "./canvas/room.js";
import { Scene } from "./canvas/scene.js";
import { nested } from "./language/types.js";

const GRAVITY = ["error", "warning", "info"];

export class Editor {
  constructor({ state, stage, words, page, ways, placed }) {
    Object.assign(this, { state, stage, words, page, placed });
    this.scene = new Scene(ways);
    this.selected = new Set();
    this.field = null;
    this.closed = new Set(); // nested rows start open in the documents view, and folded among entities
    this.opened = new Set();
    const folded = this.shut = { has: (id) => !this.opened.has(id) };
    this.view = "entities";
    this.stood = { view: stage.room(), places: new Map() }; // what nobody placed stays where it was shown
    this.live = null;
    this.heard = new Map();
    [this.actions, this.naming] = [new Map(), new Map()];
    this.views = new Map([["entities", {
      make: () => entitiesView(
        this.design, folded, this.badges(), this.concerns(), placed, this.stood, this.live?.ends
      ),
      rows: (card) => rowsOf(card, folded, this.concerns()),
    }]]);
  }

  get design() { return this.state.tree; }
  // Why nothing can be changed here.
  get held() { return this.words(this.page.may_change ? "follows" : "read_only"); }
  get mayChange() { return this.page.may_change && this.view === "entities"; }

  on(what, act) {
    this.heard.set(what, [...(this.heard.get(what) ?? []), act]);
    return this;
  }

  tell(what, given) { for (const act of this.heard.get(what) ?? []) act(given); }

  // Send an edit; the scene follows at once. Returns what waits to be sent (true where nothing differs), or false.
  change(edit, said) {
    if (!this.mayChange) {
      this.say(this.held);
      return false;
    }
    let entry;
    const keepSight = keepingSight(this);
    try {
      entry = this.state.edit(withRoom(this, edit, this.shut), "", said);
    } catch (refusal) {
      this.say(refusal.message);
      return false;
    }
    keepSight();
    if (said) this.say(said);
    return entry ?? true;
  }

  // Read the design anew into the scene.
  refresh() {
    const { cards, lines, areas = [] } = this.views.get(this.view).make();
    const tints = new Map(areas.flatMap((area) => area.members.map((key) => [key, area.colour])));
    for (const card of cards) card.tint = tints.get(card.key);
    this.scene.set(cards, lines, areas);
    for (const key of this.selected)
      if (!this.scene.cards.has(key) && !this.scene.lines.has(key) && !this.work(key) && !this.link(key))
        this.selected.delete(key);
    if (this.field && this.view === "entities" && !this.fieldOf(this.field)) this.field = null;
    this.tell("scene");
    this.stage.ask();
  }

  // Fold or open what nests in a row.
  fold(id, open = null) {
    const set = this.view === "entities" ? this.opened : this.closed;
    const wanted = open === null ? !set.has(id) : open === (this.view === "entities");
    if (wanted) set.add(id);
    else set.delete(id);
    this.refresh();
  }

  rows(card) { return this.views.get(this.view).rows(card); }

  // By relationship, its strategy and what a chip calls it, also where there is little room.
  badges() {
    return new Map((this.live?.decisions ?? []).map(({ relationship, strategy }) => {
      const { title = strategy, form } = this.live.pages?.[strategy] ?? {};
      return [relationship, { strategy, form, badge: title, short: form && this.words(`form_${form}`) }];
    }));
  }

  // By id of what it is about: how many findings, and the gravest of their severities.
  concerns() {
    const { findings = [] } = this.live ?? {};
    if (this.concerned?.findings === findings) return this.concerned.map;
    const map = new Map();
    for (const one of findings) {
      for (const id of one.about ?? []) {
        const known = map.get(id);
        const graver = !known || GRAVITY.indexOf(one.severity) < GRAVITY.indexOf(known.severity);
        map.set(id, { count: (known?.count ?? 0) + 1, severity: graver ? one.severity : known.severity });
      }
    }
    this.concerned = { findings, map, mark: JSON.stringify([...map]) };
    return map;
  }

  select(keys, field = null) {
    this.selected = new Set(keys);
    this.field = field;
    this.tell("selection");
    this.stage.ask();
  }

  // The only selected card, if there is one.
  one() {
    const [key] = this.selected;
    return this.selected.size === 1 ? this.scene.cards.get(key) ?? null : null;
  }

  chosenCards() { return [...this.selected].map((key) => this.scene.cards.get(key)).filter(Boolean); }

  entity(id) { return this.design.entities.find((entity) => entity.id === id); }
  entityNamed(name) { return this.design.entities.find((entity) => entity.name === name); }
  collection(key) { return this.live?.collections?.find((one) => `collection:${one.name}` === key); }
  work(id) { return (this.design.operations ?? []).find((one) => one.id === id); }
  found(id) { return this.entity(id) ?? this.link(id) ?? this.work(id) ?? this.fieldOf(id)?.field; }
  link(id) { return (this.design.relationships ?? []).find((link) => link.id === id); }

  // A field with its entity, the list that holds it and that list's place: {field, entity, holder, path, list, index}.
  fieldOf(id) {
    for (const entity of this.design.entities) {
      const hit = within(entity.fields ?? [], entity, ["fields"], id);
      if (hit) return { ...hit, entity };
    }
    return null;
  }

  // What another gesture offers by name.
  do(name, ...given) { return this.actions.get(name)?.(...given); }

  goTo(key, field = null) {
    this.select([key], field);
    this.reveal(key);
  }

  // What a command does now: by name, which words say so where that depends on what is selected (`naming`).
  saidOf(name) { return this.words(`do_${this.naming.get(name)?.() ?? name}`); }

  // What stands in the toast; it stays where it has gone wrong.
  say(text, stays = false) { this.tell("said", { text: this.last = text, stays }); }

  // Take a message away that is still the last one.
  unsay(text) {
    if (this.last === text) this.say("");
    return "";
  }

  reveal(key) {
    const card = this.scene.cards.get(key);
    const line = card ? null : this.scene.lines.get(key);
    if (card) this.stage.reveal(card);
    else if (line) this.stage.reveal(this.scene.reach.boxes.get(key));
  }
}

function within(list, holder, path, id) {
  for (const [index, field] of list.entries()) {
    if (field.id === id) return { field, holder, path, list, index };
    const inner = nested(field);
    const hit = inner && within(inner.fields, field, inner.path, id);
    if (hit) return hit;
  }
  return null;
}
