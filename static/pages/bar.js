// The header of every page: its menu closes when one is done with it, Share copies the link, ? shows the shortcuts.
const SHOWN_MS = 1600;
const TYPED = "input, textarea, select, [contenteditable]";
const sheet = document.getElementById("shortcuts");

function closeMenus(but) {
  for (const menu of document.querySelectorAll(".menu[open]")) if (menu !== but) menu.open = false;
}

document.addEventListener("click", (event) => {
  const menu = event.target.closest(".menu");
  closeMenus(event.target.closest("[data-do], [data-shortcuts]") ? null : menu);
  if (event.target.closest("[data-shortcuts]")) sheet?.showModal();
  if (event.target === sheet || event.target.closest("[data-close]")) event.target.closest("dialog")?.close();
  const share = event.target.closest("[data-share]");
  if (share) copy(share);
});

addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    const open = document.querySelector(".menu[open]");
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
    event.preventDefault();
    event.stopPropagation();
  } else if (event.key === "?" && sheet && !event.target.closest?.(TYPED) && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    sheet.showModal();
  }
}, true);

async function copy(button) {
  const words = button.querySelector("span");
  const before = words.textContent;
  if (before === button.dataset.shared) return;
  await navigator.clipboard.writeText(button.dataset.share);
  words.textContent = button.dataset.shared;
  setTimeout(() => { words.textContent = before; }, SHOWN_MS);
}

// Times of the server in the reader's own zone and words.
const zoned = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.title = time.textContent;
    time.textContent = zoned.format(new Date(time.dateTime));
  }
}
localTimes(document);
document.addEventListener("htmx:load", (event) => localTimes(event.detail.elt));

for (const one of document.querySelectorAll("[data-shortcuts]")) one.hidden = false;
// Without a clipboard (plain http on another machine) there is nothing to share with.
if (navigator.clipboard) for (const one of document.querySelectorAll("[data-share]")) one.hidden = false;
