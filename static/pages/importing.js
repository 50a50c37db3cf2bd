// For the page that imports a design file: a text is kept in this tab while its author signs in, and an
// answer that can't be put in place is gone to instead. Without this module signing in opens a new tab.
const KEPT = "nestlink-text";

function keep(link) {
  link.removeAttribute("target");
  link.addEventListener("click", () => {
    try {
      sessionStorage.setItem(KEPT, document.getElementById(link.dataset.keeps).value);
    } catch {
      link.target = "_blank"; // too long to be kept: this page keeps it
    }
  });
}

function giveBack() {
  const text = document.getElementById("text");
  const kept = sessionStorage.getItem(KEPT);
  if (!text || !kept || document.querySelector("[data-keeps]")) return;
  sessionStorage.removeItem(KEPT);
  if (!text.value.trim()) text.value = kept;
}

function whole(event) {
  const form = event.target.closest("form");
  if (form) form.submit();
}

function ready(root) {
  root.querySelectorAll("[data-keeps]").forEach(keep);
}

ready(document);
giveBack();
document.body.addEventListener("htmx:load", (event) => ready(event.target));
for (const trouble of ["htmx:responseError", "htmx:sendError"]) document.body.addEventListener(trouble, whole);
