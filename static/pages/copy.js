// A button beside each source text that copies it whole, folded comments too.
// Without this module, or without a clipboard (plain http on another machine), there is none.
const words = document.querySelector("script[data-copy]").dataset;
const SHOWN_MS = 1600;

function buttonFor(text) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = words.copy;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", () => copy(button, text));
  return button;
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = words.copied;
  } catch {
    button.textContent = words.failed;
  }
  setTimeout(() => { button.textContent = words.copy; }, SHOWN_MS);
}

function addTo(text) {
  const box = document.createElement("div");
  box.className = "copied";
  text.replaceWith(box);
  box.append(text, buttonFor(text));
}

function addAll(root) {
  root.querySelectorAll("pre.code").forEach((text) => {
    if (!text.closest(".copied")) addTo(text);
  });
}

if (navigator.clipboard) {
  addAll(document);
  document.addEventListener("htmx:load", (event) => addAll(event.detail.elt));
}
