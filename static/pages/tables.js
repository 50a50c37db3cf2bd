// The report's tables in a narrow window: each row is a block, and each cell stands behind the name of its column.
// Without this module they scroll sideways.
const NARROW = matchMedia("(max-width: 46rem)");
const FEW = 8; // columns: with more, as in a matrix of marks, rows would be as long as the page

function stack() {
  if (!NARROW.matches) return;
  for (const table of document.querySelectorAll(".report table:not(.marks, .stacked)")) {
    const names = [...table.querySelectorAll("thead th")].map((head) => head.textContent);
    if (names.length > FEW) continue;
    table.classList.add("stacked");
    for (const row of table.tBodies[0]?.rows ?? [])
      [...row.cells].forEach((cell, at) => { cell.dataset.label = names[at]; });
  }
}

NARROW.addEventListener("change", stack);
stack();
