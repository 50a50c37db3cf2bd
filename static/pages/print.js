// Buttons that print the page, or save it as a PDF. Without this module there are none.
for (const button of document.querySelectorAll("button[data-print]")) {
  button.addEventListener("click", () => window.print());
  button.hidden = false;
}
