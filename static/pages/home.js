// Home: Ctrl K or / goes to the search, and a file that is chosen or dropped on the page is checked at once.
const search = document.getElementById("q");
const TYPED = "input, textarea, select, [contenteditable]";

addEventListener("keydown", (event) => {
  const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  const isSlash = event.key === "/" && !event.target.closest?.(TYPED);
  if (!(isCommand || isSlash) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  search.select();
});
for (const hint of document.querySelectorAll(".search kbd")) hint.hidden = false;

const zone = () => document.querySelector(".drop-file");
const carries = (event) => zone() && [...event.dataTransfer.types].includes("Files");

// A form that was sent is filled in when one comes back to it; the same file can then be chosen again.
function send(files) {
  const field = zone().querySelector("[type=file]");
  if (files) field.files = files;
  if (field.files.length) zone().submit();
}

function ready() {
  const button = zone()?.querySelector("button");
  if (button) button.hidden = true;
}

addEventListener("pageshow", () => zone()?.reset());
document.addEventListener("change", (event) => {
  if (event.target.matches(".drop-file [type=file]")) send();
});
let entered = 0;
for (const [name, step] of [["dragenter", 1], ["dragleave", -1], ["drop", 0]]) {
  document.addEventListener(name, (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    entered = step ? entered + step : 0;
    zone().toggleAttribute("data-over", entered > 0);
    if (name === "drop" && event.dataTransfer.files.length) send(event.dataTransfer.files);
  });
}
document.addEventListener("dragover", (event) => {
  if (carries(event)) event.preventDefault();
});
document.addEventListener("htmx:load", ready);
ready();
