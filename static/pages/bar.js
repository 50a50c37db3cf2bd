// The header of every page: its menu closes when one is done with it, Share copies the link and shows it, Export shows
// what there is to save, ? shows the shortcuts. Ctrl+F finds in what a page shows, all of it; pressed again, it is the
// browser's own.
const TYPED = "input, textarea, select, [contenteditable]";
const sheet = document.getElementById("shortcuts");
const shared = document.getElementById("share");
const exported = document.getElementById("export");

function closeMenus(but) {
  for (const menu of document.querySelectorAll(".menu[open]")) if (menu !== but) menu.open = false;
}

document.addEventListener("click", (event) => {
  const menu = event.target.closest(".menu");
  closeMenus(event.target.closest("[data-do], [data-shortcuts], [data-share], [data-export]") ? null : menu);
  if (event.target.closest("[data-shortcuts]")) sheet?.showModal();
  if (exported && event.target.closest("[data-export]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    exported.showModal();
  }
  if ([sheet, shared, exported].includes(event.target) || event.target.closest("[data-close]"))
    event.target.closest("dialog")?.close();
  if (event.target.closest("[data-share]")) share();
  if (event.target.closest("[data-copy-link]")) copyLink();
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

const find = document.querySelector("[data-find]");
addEventListener("keydown", (event) => {
  const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "f";
  if (!find || !isFind || document.activeElement === find) return;
  event.preventDefault();
  find.focus();
  find.select();
});

function share() {
  shared.showModal();
  if (linkShown()) copyLink();
}

const linkShown = () => shared.querySelector(".link-to-copy");

// The link is in sight and selected even where there is no clipboard, or it is barred.
async function copyLink() {
  const [link, said] = [linkShown(), shared.querySelector("[role=status]")];
  said.textContent = "";
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    said.textContent = shared.dataset.copied;
  } catch {
    said.textContent = shared.dataset.copy;
  }
}

// The dialog is the same on pages with htmx and in the editor, which has none.
shared?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const headers = { "HX-Request": "true" }; // the piece alone, not the page
  const body = new FormData(form, event.submitter);
  try {
    const answer = await fetch(form.action, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(answer.statusText);
    const served = new DOMParser().parseFromString(await answer.text(), "text/html");
    shared.querySelector("#share-link").replaceWith(served.querySelector("#share-link"));
    shared.querySelector("[autofocus]").focus();
  } catch {
    shared.querySelector("[role=status]").textContent = shared.dataset.failed;
  }
});

// Times of the server in the reader's own zone and words.
const zoned = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const local = zoned.format(new Date(time.dateTime));
    if ("ago" in time.dataset) time.title = local;
    else [time.title, time.textContent] = [time.textContent, local];
  }
}
localTimes(document);
document.addEventListener("htmx:load", (event) => localTimes(event.detail.elt));

for (const one of document.querySelectorAll("[data-shortcuts], [data-share]")) one.hidden = false;

// Whoever came by a link sends on the address of any page.
const here = new URL(location);
if (shared?.dataset.key) {
  here.searchParams.set("shared", shared.dataset.key);
  history.replaceState(history.state, "", here);
}

// From the menu of a card of the home page.
if (shared && location.hash === "#share") share();
