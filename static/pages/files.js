// In a narrow window the list of files is folded, so that the file itself is in sight. Ctrl+F finds in all files;
// pressed again, it is the browser's own.
const list = document.querySelector("details.output-list");
const narrow = matchMedia("(max-width: 48rem)");
const fold = () => { list.open = !narrow.matches; };
if (list) {
  narrow.addEventListener("change", fold);
  fold();
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

const find = document.querySelector(".output-find input");
addEventListener("keydown", (event) => {
  const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "f";
  if (!find || !isFind || document.activeElement === find) return;
  event.preventDefault();
  find.focus();
  find.select();
});
