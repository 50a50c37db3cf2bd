// Groups as coloured areas on the ground: around the cards that they hold, wherever those are moved.
import { element } from "../element.js";

export class Areas {
  constructor(stage, layer) {
    Object.assign(this, { stage, layer, scene: null, mounted: new Map() });
  }

  show(scene) { this.scene = scene; }

  paint() {
    this.layer.hidden = this.stage.far;
    if (this.stage.far || !this.scene) return;
    const gone = new Set(this.mounted.keys());
    for (const area of this.scene.areas) {
      const box = this.scene.areaBox(area);
      if (!box) continue;
      gone.delete(area.key);
      this.#draw(this.mounted.get(area.key) ?? this.#mount(area.key), area, box);
    }
    for (const key of gone) {
      this.mounted.get(key).whole.remove();
      this.mounted.delete(key);
    }
  }

  #mount(key) {
    const label = element("div", { className: "area-label" });
    label.dataset.area = key;
    const one = { label, whole: element("div", { className: "area" }, [label]) };
    this.layer.append(one.whole);
    this.mounted.set(key, one);
    return one;
  }

  #draw(one, { name, colour }, { x, y, w, h }) {
    const said = JSON.stringify([name, colour, x, y, w, h]);
    if (one.said === said || one.label.querySelector("input")) return;
    one.said = said;
    Object.assign(one.whole.style, { transform: `translate(${x}px, ${y}px)`, width: `${w}px`, height: `${h}px` });
    one.whole.style.setProperty("--tint", colour);
    one.label.replaceChildren(element("bdi", { textContent: name }));
  }
}
