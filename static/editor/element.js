// Elements with their properties and children; text is only ever text.
const SPACE = "http://www.w3.org/2000/svg";

export function element(tag, properties = {}, children = []) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((one) => one !== null && one !== undefined));
  return made;
}

export function button(label, act, properties = {}) {
  const made = element("button", { type: "button", textContent: label, ...properties });
  made.addEventListener("click", act);
  return made;
}

// An icon of the page's own sheet, beside words that say the same.
export function icon(name) {
  const made = document.createElementNS(SPACE, "svg");
  const use = document.createElementNS(SPACE, "use");
  made.setAttribute("class", "icon");
  made.setAttribute("viewBox", "0 0 16 16");
  made.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${document.body.dataset.icons}#${name}`);
  made.append(use);
  return made;
}

// The children of parent, in order; those that are there already are not touched.
export function holds(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  for (const [at, child] of children.entries())
    if (parent.childNodes[at] !== child) parent.insertBefore(child, parent.childNodes[at] ?? null);
}
