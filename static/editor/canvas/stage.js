// The window onto the drawing: its camera, its size, and one frame for all that has to be painted anew.
import { FAR, fitted, seen, toWorld, ZOOM, zoomed } from "../layout/geometry.js";

const SMALL = 700; // px
const NARROW = 600; // px of a view in which cards stand below one another
const BUTTONS = 64; // px from the lower edge, with a gap above them
const DOTS = 16; // px of the world between two dots of the ground; from afar twice as many, or four times
const REST = 140; // ms without a move until everything is drawn sharp

export class Stage {
  constructor(root) {
    this.root = root;
    this.world = root.querySelector(".world");
    this.camera = { x: 0, y: 0, k: 1 };
    this.screen = { w: root.clientWidth, h: root.clientHeight, left: 0, top: 0 };
    this.painters = [];
    this.moving = false;
    this.few = false;
    this.asked = 0;
    this.covered = () => 0; // px of the lower edge over which a panel lies
    this.fittedTo = null; // {box, camera}: what was fitted, as long as the camera stays there
    new ResizeObserver(() => this.measure()).observe(root);
    this.measure();
  }

  // Read once for each change of size, never while something moves. What is in the middle stays there, as when the
  // drawer opens; but what was fitted is fitted anew when a panel beside it, or the window, gets another width.
  measure() {
    const box = this.root.getBoundingClientRect();
    const { w, h } = this.screen;
    const { x, y, k } = this.camera;
    const fitted = this.fittedTo?.camera === this.camera ? this.fittedTo : null;
    if (w && h) this.camera = { x: x + (box.width - w) / 2, y: y + (box.height - h) / 2, k };
    this.screen = { w: box.width, h: box.height, left: box.left, top: box.top };
    if (fitted) fitted.camera = this.camera;
    if (fitted && w && Math.abs(w - box.width) > 1) this.fit(fitted.box);
    this.ask();
  }

  // Few cards are shown as cards from further away.
  get far() { return this.camera.k < (this.few ? FAR / 2 : FAR); }

  // The part of the world that is seen, with a margin in screen pixels.
  area(margin = 0) { return seen(this.camera, this.screen, margin); }

  // A box of the world in the page.
  onPage({ x, y, w = 0, h = 0 }) {
    const { camera: { k, x: dx, y: dy }, screen } = this;
    return { x: x * k + dx + screen.left, y: y * k + dy + screen.top, w: w * k, h: h * k };
  }

  // Where a small window stands about a place of the world, in the page: below a card's name.
  beside(place) {
    const { x, y } = this.onPage(place);
    return { x, y: y + 48 };
  }

  // A point of the page in the world, and in the stage.
  at(event) { return toWorld(this.camera, event.clientX - this.screen.left, event.clientY - this.screen.top); }
  inside(event) { return { x: event.clientX - this.screen.left, y: event.clientY - this.screen.top }; }
  middle() { return toWorld(this.camera, this.screen.w / 2, this.screen.h / 2); }

  look(camera) {
    this.camera = camera;
    this.#stir();
    this.ask();
  }

  pan(dx, dy) { this.look({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy }); }
  zoom(
    factor, x = this.screen.w / 2, y = this.screen.h / 2
  ) { this.look(zoomed(this.camera, this.camera.k * factor, x, y)); }
  fit(box) {
    this.look(this.fits(box));
    this.fittedTo = { box, camera: this.camera };
  }

  // The camera for all of a box, no smaller than can be read; whole: however small.
  fits(box, whole = false) {
    const margin = this.#margin();
    const screen = { ...this.screen, h: this.screen.h - (BUTTONS - margin) };
    return fitted(box, screen, margin, whole ? ZOOM.least : ZOOM.readable);
  }

  // What can be fitted into, above the buttons that stand at the lower edge.
  room() {
    const margin = this.#margin();
    return { w: this.screen.w - 2 * margin, h: this.screen.h - BUTTONS - margin };
  }

  // Whether something of this size can be read where it is fitted.
  shows(w, h) {
    const room = this.room();
    return w * ZOOM.readable <= room.w && h * ZOOM.readable <= room.h;
  }

  // Whether cards stand below one another.
  narrow() { return this.room().w < NARROW; }

  // The part of the world that is seen off the edges and above the buttons: what lies in it is shown as it stands.
  free() {
    const [margin, { w, h }, { k }] = [this.#margin(), this.room(), this.camera];
    return { ...toWorld(this.camera, margin, margin), w: w / k, h: h / k };
  }

  #margin() { return this.screen.w < SMALL ? 12 : 40; }

  // Bring a box into view with as little motion as possible.
  reveal(box, edge = Math.min(48, this.#margin())) {
    const { x, y, k } = this.camera;
    const shift = (low, size, most) =>
      low < edge ? edge - low : low + size > most - edge ? Math.max(edge - low, most - edge - low - size) : 0;
    const dx = shift(box.x * k + x, box.w * k, this.screen.w);
    const dy = shift(box.y * k + y, box.h * k, this.screen.h - Math.max(this.covered(), BUTTONS - edge));
    if (dx || dy) this.pan(dx, dy);
  }

  // Something that paints: called once a frame after a change, in order.
  paints(painter) { this.painters.push(painter); }

  ask() {
    if (!this.asked) this.asked = requestAnimationFrame(() => this.#frame());
  }

  #frame() {
    this.asked = 0;
    const { x, y, k } = this.camera;
    // Whole pixels at rest, so that text is sharp.
    const [left, top] = this.moving ? [x, y] : [Math.round(x), Math.round(y)];
    const pitch = DOTS * k * 2 ** Math.max(0, Math.ceil(Math.log2(0.6 / k)));
    this.root.style.backgroundSize = `${pitch}px ${pitch}px`;
    this.root.style.backgroundPosition = `${left % pitch}px ${top % pitch}px`;
    this.world.style.transform = `translate(${left}px, ${top}px) scale(${k})`;
    for (const paint of this.painters) paint();
  }

  #stir() {
    if (!this.moving) {
      this.moving = true;
      this.world.style.willChange = "transform";
    }
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.moving = false;
      this.world.style.willChange = "";
      this.ask();
    }, REST);
  }
}
