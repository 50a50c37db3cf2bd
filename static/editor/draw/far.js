// The drawing from far: one canvas paints boxes, titles and lines of all that is seen. Near, it paints the
// boxes of cards that are not in the page yet, so that nothing is ever missing.
import { CARD } from "../geometry.js";

const DEAR = 6; // ms a picture
const KINDS = ["entity", "weak", "event", "measurement", "lookup"];

export class Far {
  constructor(stage, canvas) {
    Object.assign(this, { stage, canvas, scene: null, selected: new Set(), dimmed: null, blank: false, last: null, at: 0, cost: 0 });
    this.pen = canvas.getContext("2d");
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(query).addEventListener("change", () => { this.colours = null; stage.ask(); });
    }
  }

  show(scene) { Object.assign(this, { scene, blank: false, last: null }); }

  // missing: keys of cards that are seen and not in the page; null when near and all are.
  paint(missing) {
    const { screen, camera } = this.stage;
    const ratio = this.stage.far ? devicePixelRatio : 1;
    const [w, h] = [Math.round(screen.w * ratio), Math.round(screen.h * ratio)];
    if (!this.stage.far && !missing?.size) return this.#clear();
    const start = performance.now();
    if (this.stage.far && this.stage.moving && this.last && this.cost > DEAR && start - this.at < this.cost * 4) return this.#slide(camera);
    this.canvas.style.transform = "";
    if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
    const pen = this.pen;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, w, h);
    pen.setTransform(camera.k * ratio, 0, 0, camera.k * ratio, camera.x * ratio, camera.y * ratio);
    this.blank = false;
    this.colours ??= colours(this.canvas);
    if (this.stage.far) this.#lines(pen, camera.k);
    this.#cards(pen, camera.k, this.stage.far ? this.scene.index.within(this.stage.area()) : missing);
    Object.assign(this, { last: this.stage.far ? camera : null, at: performance.now(), cost: performance.now() - start });
  }

  // Where painting is dear, the last picture slides along while the camera moves, and is painted anew now and then.
  #slide(camera) {
    const scale = camera.k / this.last.k;
    this.canvas.style.transform = `translate(${camera.x - this.last.x * scale}px, ${camera.y - this.last.y * scale}px) scale(${scale})`;
  }

  #clear() {
    this.canvas.style.transform = "";
    this.last = null;
    if (this.blank) return;
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.blank = true;
  }

  #lines(pen, k) {
    pen.strokeStyle = this.colours.line;
    pen.lineWidth = Math.max(1.5, 0.8 / k);
    const dim = this.dimmed;
    pen.globalAlpha = dim ? 0.15 : 0.75;
    pen.beginPath();
    const later = [];
    for (const key of this.scene.reach.within(this.stage.area())) {
      const line = this.scene.lines.get(key);
      if (this.selected.has(key) || this.selected.has(line.from) || this.selected.has(line.to) || (dim?.has(line.from) && dim.has(line.to))) later.push(key);
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
    const points = this.scene.way(key, true);
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
      pen.fillStyle = this.colours[card.kind] ?? this.colours.entity;
      const head = tall ? Math.min(card.h, size * 2) : CARD.head;
      pen.fillRect(card.x, card.y, card.w, head);
      if (k > 0.12) this.#rows(pen, card, head);
      pen.lineWidth = this.selected.has(key) ? 4 / k : 1 / k;
      pen.strokeStyle = this.selected.has(key) ? this.colours.accent : this.colours.frame;
      pen.strokeRect(card.x, card.y, card.w, card.h);
      if (!titles && !tall) continue;
      pen.fillStyle = this.colours.inverse;
      pen.fillText(cut(card.name, (card.w - 20) / (size * 0.68)), card.x + 10, card.y + head / 2);
    }
    pen.globalAlpha = 1;
  }

  // Rows as bars: enough to tell a long card from a short one.
  #rows(pen, card, head) {
    pen.fillStyle = this.colours.bar;
    for (let y = card.y + head + 10; y < card.y + card.h - 10; y += CARD.row) pen.fillRect(card.x + 14, y, card.w * 0.6, 5);
  }
}

const cut = (name, most) => (name.length > most ? `${name.slice(0, Math.max(1, most - 1))}…` : name);

function colours(element) {
  const style = getComputedStyle(element);
  const of = (name) => style.getPropertyValue(name).trim();
  return {
    line: of("--edge-relationship"), accent: of("--accent"), paper: of("--surface"), frame: of("--drawn-frame"), inverse: of("--drawn-inverse"),
    bar: of("--line"), font: of("--text"), ...Object.fromEntries(KINDS.map((kind) => [kind, of(`--kind-${kind}`)])),
  };
}
