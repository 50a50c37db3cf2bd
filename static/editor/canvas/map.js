// The minimap: every card as a dot, and the frame of what is seen; nothing where all is seen. A press or drag there
// looks there.
import { around, clamp, inside } from "../layout/geometry.js";

const LEAST = 8; // px of a frame at the edge

export class Minimap {
  constructor(editor, canvas) {
    Object.assign(
      this, { editor, canvas, pen: canvas.getContext("2d"), version: -1, backdrop: document.createElement("canvas") }
    );
    const ratio = devicePixelRatio;
    this.size = { w: canvas.width, h: canvas.height };
    for (const one of [canvas, this.backdrop]) [one.width, one.height] = [this.size.w * ratio, this.size.h * ratio];
    this.ratio = ratio;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#look(event);
    });
    canvas.addEventListener("pointermove", (event) => event.buttons && this.#look(event));
    const anew = () => { this.version = -1; editor.stage.ask(); };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", anew);
    addEventListener("themechange", anew);
  }

  paint() {
    const { scene, stage } = this.editor;
    const whole = this.#redrawn(scene) && !inside(this.box, stage.area(2));
    const shown = whole ? "" : "hidden";
    if (this.canvas.style.visibility !== shown) this.canvas.style.visibility = shown;
    if (!whole) return;
    const pen = this.pen;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.backdrop, 0, 0);
    const area = stage.area();
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.strokeStyle = this.accent;
    pen.lineWidth = 1.5;
    const [x, right] = this.#framed(area.x * this.k + this.x, area.w * this.k, this.size.w);
    const [y, bottom] = this.#framed(area.y * this.k + this.y, area.h * this.k, this.size.h);
    pen.strokeRect(x, y, right - x, bottom - y);
  }

  // The frame of the view within the map; of a view that lies beyond, a narrow one at that edge.
  #framed(start, length, whole) {
    const [low, high] = [1, whole - 1];
    return [clamp(start, low, high - LEAST), clamp(start + length, low + LEAST, high)];
  }

  // The dots are painted anew only when the scene changed, not for a camera that moves.
  #redrawn(scene) {
    const whole = scene.cards.size > 0;
    if (this.version === scene.version && this.scene === scene) return whole;
    [this.version, this.scene] = [scene.version, scene];
    const style = getComputedStyle(this.canvas);
    const fills = new Map();
    this.accent = style.getPropertyValue("--accent");
    const pen = this.backdrop.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.backdrop.width, this.backdrop.height);
    if (!whole) return false;
    const box = this.box = around(scene.cards.values());
    this.k = Math.min((this.size.w - 12) / box.w, (this.size.h - 12) / box.h);
    [this.x, this.y] =
      [(this.size.w - box.w * this.k) / 2 - box.x * this.k, (this.size.h - box.h * this.k) / 2 - box.y * this.k];
    pen.setTransform(this.k * this.ratio, 0, 0, this.k * this.ratio, this.x * this.ratio, this.y * this.ratio);
    for (const card of scene.cards.values()) {
      if (!fills.has(card.kind))
        fills.set(card.kind, style.getPropertyValue(`--kind-${card.kind}`) || style.getPropertyValue("--kind-entity"));
      pen.fillStyle = fills.get(card.kind);
      pen.fillRect(card.x, card.y, card.w, card.h);
    }
    return true;
  }

  #look(event) {
    if (!this.k) return;
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left - this.x) / this.k, (event.clientY - box.top - this.y) / this.k];
    const { screen, camera } = this.editor.stage;
    this.editor.stage.look({ ...camera, x: screen.w / 2 - x * camera.k, y: screen.h / 2 - y * camera.k });
  }
}
