// The drawing from far: one canvas paints boxes, titles and lines of all that is seen and a little around it, and
// slides along while the camera moves; what a gesture moves lies on a second one. Near, it paints the boxes of
// cards that are not in the page yet, so that nothing is ever missing.
import { CARD, inside, seen } from "../layout/geometry.js";

const EDGE = 240; // px that are painted around what is seen
const STRETCH = 1.3; // most that a picture is made larger or smaller until it is painted anew
const PAUSE = 4; // times its cost that a picture is kept while the camera moves
const KINDS = ["entity", "weak", "event", "measurement", "lookup"];
const NONE = new Set();

export class OverviewCanvas {
  constructor(stage, canvas, over) {
    Object.assign(this, {
      stage, canvas, over, scene: null, selected: NONE, dimmed: null, lifted: NONE, lines: NONE, last: null, cost: 0,
      blank: new Set()
    });
    const anew = () => { this.colours = this.last = null; stage.ask(); };
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"])
      matchMedia(query).addEventListener("change", anew);
    addEventListener("themechange", anew);
  }

  show(scene) { Object.assign(this, { scene, last: null }); }

  // Cards and lines that a gesture moves, or none.
  lift(cards, lines) {
    Object.assign(this, cards.size ? { lifted: this.lifted.size === cards.size ? this.lifted : cards, lines } : {
      lifted: NONE, lines: NONE
    });
  }

  // missing: keys of cards that are seen and not in the page; null when near and all are.
  paint(missing) {
    this.colours ??= colours(this.canvas);
    if (!this.stage.far) return this.#near(missing);
    const { camera } = this.stage;
    if (!this.#keeps(camera)) this.#whole(camera);
    const scale = camera.k / this.last.camera.k;
    const moved = (along) => camera[along] - this.last.camera[along] * scale - EDGE * scale;
    this.canvas.style.transform = `translate(${moved("x")}px, ${moved("y")}px) scale(${scale})`;
    if (!this.lifted.size) return this.#clear(this.over);
    const pen = this.#pen(this.over, camera, 0, devicePixelRatio);
    this.#areas(pen, camera.k, true);
    this.#lines(pen, camera.k, this.lines);
    this.#cards(pen, camera.k, this.lifted);
  }

  #near(missing) {
    this.last = null;
    this.#clear(this.over);
    if (!missing?.size) return this.#clear(this.canvas);
    this.canvas.style.transform = "";
    this.#cards(this.#pen(this.canvas, this.stage.camera, 0, 1), this.stage.camera.k, missing);
  }

  // Whether the last picture will do: it shows the same, and all that is seen of it.
  #keeps(camera) {
    const { last, stage } = this;
    const same = last
      && last.version === this.scene.version && last.ways === this.scene.router.ways.size
      && last.selected === this.selected && last.dimmed === this.dimmed && last.lifted === this.lifted
      && last.w === stage.screen.w && last.h === stage.screen.h;
    if (!same || !stage.moving)
      return same && last.camera.k === camera.k && last.camera.x === camera.x && last.camera.y === camera.y;
    const [stretch, area] = [camera.k / last.camera.k, stage.area()];
    return (inside(area, last.area) && stretch < STRETCH && stretch > 1 / STRETCH)
      || performance.now() - last.at < PAUSE * this.cost;
  }

  #whole(camera) {
    const { screen } = this.stage;
    const start = performance.now();
    const area = seen(camera, screen, EDGE);
    const pen = this.#pen(this.canvas, camera, EDGE, devicePixelRatio);
    const [cards, lines] = [this.scene.index.within(area), this.scene.reach.within(area)];
    for (const key of this.lifted) cards.delete(key);
    for (const key of this.lines) lines.delete(key);
    this.#areas(pen, camera.k, false);
    this.#lines(pen, camera.k, lines);
    this.#cards(pen, camera.k, cards);
    const { version, router } = this.scene;
    this.last = {
      version, ways: router.ways.size, selected: this.selected, dimmed: this.dimmed, lifted: this.lifted, camera, area,
      w: screen.w, h: screen.h, at: performance.now()
    };
    this.cost = this.last.at - start;
  }

  // A pen on an empty canvas that draws in the world's measures.
  #pen(canvas, camera, edge, ratio) {
    const [w, h] = [this.stage.screen.w + 2 * edge, this.stage.screen.h + 2 * edge];
    if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
      [canvas.width, canvas.height] = [Math.round(w * ratio), Math.round(h * ratio)];
      Object.assign(canvas.style, { width: `${w}px`, height: `${h}px` });
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.setTransform(camera.k * ratio, 0, 0, camera.k * ratio, (camera.x + edge) * ratio, (camera.y + edge) * ratio);
    this.blank.delete(canvas);
    return pen;
  }

  #clear(canvas) {
    if (this.blank.has(canvas)) return;
    const pen = canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    this.blank.add(canvas);
  }

  // Groups, those that a gesture moves apart from the others.
  #areas(pen, k, lifted) {
    for (const area of this.scene.areas) {
      const box = this.scene.areaBox(area);
      if (!box || area.members.some((key) => this.lifted.has(key)) !== lifted) continue;
      pen.fillStyle = area.colour;
      pen.globalAlpha = 0.12;
      pen.fillRect(box.x, box.y, box.w, box.h);
      pen.globalAlpha = 1;
      pen.font = `650 ${Math.min(44, 11 / k)}px ${this.colours.font}`;
      pen.textBaseline = "bottom";
      pen.fillText(cut(area.name, box.w * k / 8), box.x, box.y - 4 / k);
    }
  }

  #lines(pen, k, keys) {
    pen.strokeStyle = this.colours.line;
    pen.lineWidth = Math.max(1.5, 0.8 / k);
    const dim = this.dimmed;
    pen.globalAlpha = dim ? 0.15 : 0.75;
    pen.beginPath();
    const later = [];
    for (const key of keys) {
      const line = this.scene.lines.get(key);
      if (this.selected.has(key) || this.selected.has(line.from) || this.selected.has(line.to) || (
        dim?.has(line.from) && dim.has(line.to)
      ))
        later.push(key);
      else this.#trace(pen, key);
    }
    pen.stroke();
    if (!later.length) return;
    pen.globalAlpha = 1;
    pen.strokeStyle = this.colours.accent;
    pen.beginPath();
    for (const key of later) this.#trace(pen, key);
    pen.stroke();
  }

  #trace(pen, key) {
    const points = this.scene.way(key);
    pen.moveTo(points[0].x, points[0].y);
    for (let n = 1; n < points.length; n++) pen.lineTo(points[n].x, points[n].y);
  }

  #cards(pen, k, keys) {
    const titles = k * CARD.head > 5;
    const size = Math.min(44, Math.max(15, 9 / k));
    const tall = k < 0.2;
    pen.textBaseline = "middle";
    pen.font = `600 ${size}px ${this.colours.font}`;
    for (const key of keys) {
      const card = this.scene.cards.get(key);
      pen.globalAlpha = this.dimmed && !this.dimmed.has(key) ? 0.2 : 1;
      pen.fillStyle = this.colours.paper;
      pen.fillRect(card.x, card.y, card.w, card.h);
      const head = tall ? Math.min(card.h, size * 2) : CARD.head;
      pen.fillStyle = this.colours[card.kind] ?? this.colours.entity;
      pen.fillRect(card.x, card.y, Math.max(6, 3 / k), card.h);
      if (k > 0.12) this.#rows(pen, card, head);
      pen.lineWidth = this.selected.has(key) ? 4 / k : 1 / k;
      pen.strokeStyle = this.selected.has(key) ? this.colours.accent : this.colours.frame;
      pen.strokeRect(card.x, card.y, card.w, card.h);
      if (!titles && !tall) continue;
      pen.fillStyle = this.colours.ink;
      pen.fillText(cut(card.name, (card.w - 20) / (size * 0.68)), card.x + 16, card.y + head / 2);
    }
    pen.globalAlpha = 1;
  }

  // Rows as bars: enough to tell a long card from a short one.
  #rows(pen, card, head) {
    pen.fillStyle = this.colours.bar;
    for (let y = card.y + head + 10; y < card.y + card.h - 10; y += CARD.row)
      pen.fillRect(card.x + 14, y, card.w * 0.6, 5);
  }
}

const cut = (name, most) => (name.length > most ? `${name.slice(0, Math.max(1, most - 1))}…` : name);

function colours(element) {
  const style = getComputedStyle(element);
  const of = (name) => style.getPropertyValue(name).trim();
  return {
    line: of("--edge-relationship"), accent: of("--accent"), paper: of("--surface"), frame: of("--drawn-frame"),
    ink: of("--ink"), bar: of("--line"), font: of("--text"),
    ...Object.fromEntries(KINDS.map((kind) => [kind, of(`--kind-${kind}`)])),
  };
}
