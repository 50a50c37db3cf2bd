// Zoom and pan for the diagrams of a page: buttons, + - 0 on the keyboard, Ctrl and the wheel, and
// dragging with a mouse. Scrolling stays the browser's own; without this module it is all there is.
const words = document.querySelector("script[data-fit]").dataset;
const STEP = 1.25;
const LEAST = 0.02;
const MOST = 8;
const LEGIBLE = 0.55;
const READABLE = 0.7;
const NARROW = matchMedia("(max-width: 40rem)");
const TOUCHED = matchMedia("(pointer: coarse)");

function zoomable(figure) {
  const canvas = figure.querySelector(".canvas");
  const drawing = canvas.querySelector("svg");
  if (!drawing) return;
  const { width: natural, height } = drawing.getBoundingClientRect();
  let scale = 1;

  function show(wanted, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
    const next = Math.min(MOST, Math.max(LEAST, wanted));
    const left = (canvas.scrollLeft + x) * (next / scale) - x;
    const top = (canvas.scrollTop + y) * (next / scale) - y;
    scale = next;
    drawing.setAttribute("width", natural * scale);
    canvas.scrollLeft = left;
    canvas.scrollTop = top;
  }

  const wide = () => Math.min(1, (canvas.clientWidth - 32) / natural);
  const whole = () => Math.min(wide(), (canvas.clientHeight - 32) / height);
  const fit = () => show(whole(), 0, 0);
  const actions =
    { "+": () => show(scale * STEP), "=": () => show(scale * STEP), "-": () => show(scale / STEP), 0: fit };

  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]();
  });
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    show(scale * (event.deltaY < 0 ? STEP : 1 / STEP), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  draggable(canvas);
  const group = buttons([["−", words.out, actions["-"]], ["+", words.in, actions["+"]], ["⤢", words.fit, fit]]);
  group.prepend(hint());
  figure.querySelector("figcaption").append(group);
  drawing.removeAttribute("height");
  begin();

  // Whole, or as wide as the frame where only that is legible. Where neither is, whole, to be seen at a glance; on a
  // phone, which shows too little of it for that, its beginning. There a low drawing makes its frame low.
  function begin() {
    const unread = NARROW.matches ? READABLE : whole();
    show([whole(), wide()].find((fitting) => fitting >= LEGIBLE) ?? unread, 0, 0);
    if (NARROW.matches) canvas.style.maxBlockSize = `${Math.ceil(height * scale) + 34}px`;
  }
}

function draggable(canvas) {
  let from = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    from = { x: event.clientX + canvas.scrollLeft, y: event.clientY + canvas.scrollTop };
    canvas.setPointerCapture(event.pointerId);
    canvas.classList.add("dragged");
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) return;
    canvas.scrollLeft = from.x - event.clientX;
    canvas.scrollTop = from.y - event.clientY;
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, () => { from = null; canvas.classList.remove("dragged"); });
  }
}

function hint() {
  const line = document.createElement("span");
  line.className = "hint";
  line.textContent = TOUCHED.matches ? words.swipe : words.drag;
  return line;
}

function buttons(rows) {
  const group = document.createElement("span");
  group.className = "zoom";
  for (const [sign, label, act] of rows) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.title = label;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    group.append(button);
  }
  return group;
}

const figures = "figure.diagram:not(.awaited)";
document.querySelectorAll(figures).forEach(zoomable);

// A drawing that was asked for apart: it arrives, or a link is left in its place.
document.addEventListener("htmx:load", (event) => {
  if (event.detail.elt.matches(figures)) zoomable(event.detail.elt);
});
for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => event.detail.elt.classList.add("failed"));
}
