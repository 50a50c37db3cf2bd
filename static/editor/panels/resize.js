// The edges of outline, inspector and drawer: dragged or moved by arrow keys, and kept in this browser.
import { element } from "../element.js";
import { keep, kept } from "./kept.js";

const STEP = 16; // px for an arrow key
// least and most px; grows: which way the pointer makes it larger; across: whether it is a width.
const EDGES = [
  { name: "outline", least: 200, most: 320, usual: 240, grows: 1, across: true },
  { name: "inspector", least: 240, most: 420, usual: 320, grows: -1, across: true },
  { name: "drawer", least: 120, most: 560, usual: 272, grows: -1, across: false },
];

export function resizable(words) {
  for (const edge of EDGES) {
    const panel = document.getElementById(edge.name);
    const handle = element("div", { className: `resizer of-${edge.name}`, role: "separator", tabIndex: 0 });
    const set = (wanted) => {
      const size = Math.round(Math.min(edge.most, Math.max(edge.least, wanted)));
      document.body.style.setProperty(`--${edge.name}-size`, `${size}px`);
      handle.setAttribute("aria-valuenow", String(size));
      return size;
    };
    const now = () => Number(handle.getAttribute("aria-valuenow"));
    const names = { label: words(`resize_${edge.name}`), orientation: edge.across ? "vertical" : "horizontal",
      valuemin: edge.least, valuemax: edge.most, controls: edge.name };
    for (const [name, value] of Object.entries(names)) handle.setAttribute(`aria-${name}`, String(value));
    const before = Number(kept(`size.${edge.name}`));
    if (before) set(before);
    else handle.setAttribute("aria-valuenow", String(edge.usual));
    handle.addEventListener("keydown", (event) => {
      const [less, more] = edge.across ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
      const to = {
        [less]: now() - STEP * edge.grows, [more]: now() + STEP * edge.grows, Home: edge.least, End: edge.most
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      keep(`size.${edge.name}`, set(to));
    });
    drag(handle, edge, { now, set });
    const held = element("section", { className: `edge of-${edge.name}`, ariaLabel: names.label }, [handle]);
    if (edge.name === "outline") panel.after(held);
    else panel.before(held);
  }
}

function drag(handle, edge, { now, set }) {
  const at = (event) => (edge.across ? event.clientX : event.clientY);
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const [start, size] = [at(event), now()];
    handle.setPointerCapture(event.pointerId);
    const move = (moved) => set(size + (at(moved) - start) * edge.grows);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => {
      handle.removeEventListener("pointermove", move);
      keep(`size.${edge.name}`, now());
    }, { once: true });
  });
  handle.addEventListener("dblclick", () => keep(`size.${edge.name}`, set(edge.usual)));
}
