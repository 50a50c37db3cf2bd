// The header of every page: its menu closes when one is done with it, Share copies the link and shows it, ? shows the
// shortcuts.
const TYPED = "input, textarea, select, [contenteditable]";
const sheet = document.getElementById("shortcuts");
const shared = document.getElementById("share");

function closeMenus(but) {
  for (const menu of document.querySelectorAll(".menu[open]")) if (menu !== but) menu.open = false;
}

document.addEventListener("click", (event) => {
  const menu = event.target.closest(".menu");
  closeMenus(event.target.closest("[data-do], [data-shortcuts], [data-share]") ? null : menu);
  if (event.target.closest("[data-shortcuts]")) sheet?.showModal();
  if ([sheet, shared].includes(event.target) || event.target.closest("[data-close]"))
    event.target.closest("dialog")?.close();
  if (event.target.closest("[data-share]")) share();
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

// The link is in sight and selected even where there is no clipboard, or it is barred.
async function share() {
  const [link, said] = [shared.querySelector("input"), shared.querySelector("[role=status]")];
  said.textContent = "";
  shared.showModal();
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    said.textContent = shared.dataset.copied;
  } catch {
    said.textContent = shared.dataset.copy;
  }
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

for (const one of document.querySelectorAll("[data-shortcuts], [data-share]")) one.hidden = false;
