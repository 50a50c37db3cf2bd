// What the server draws, in a frame: asked for when it is shown, and anew after a change; the old one stays until the
// new one is there. What does not arrive can be asked for again.
import { button, element } from "../../element.js";
import { served } from "./served.js";

export class Asked {
  // waiting: the key of the words until the first one is there. className: of the frame.
  constructor(words, { waiting, className }) {
    Object.assign(this, { words, waiting, now: "", frame: element("div", { className: `asked ${className}` }) });
  }

  // The frame. mark: another word whenever what stands at the address has changed.
  of(address, mark) {
    const now = `${address}|${mark}`;
    if (this.now !== now) this.#ask(address, now);
    return this.frame;
  }

  async #ask(address, now) {
    this.now = now;
    if (!this.frame.childNodes.length)
      this.frame.append(element("p", { className: "muted", textContent: this.words(this.waiting) }));
    try {
      const response = await fetch(address, { headers: { "HX-Request": "true" }, redirect: "error" });
      if (!response.ok) throw new Error(response.statusText);
      const html = await response.text();
      if (this.now === now) this.frame.replaceChildren(...served(html));
    } catch {
      if (this.now === now) this.#failed(address, now);
    }
  }

  #failed(address, now) {
    const again = button(this.words("again"), () => this.#ask(address, now));
    this.frame.replaceChildren(element("p", { className: "muted", textContent: this.words("not_drawn") }), again);
  }
}
