// An icon of the page's own sheet, beside words that say the same.
const SPACE = "http://www.w3.org/2000/svg";

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
