// In a narrow window the list of files is folded, so that the file itself is in sight.
const list = document.querySelector("details.output-list");
const narrow = matchMedia("(max-width: 48rem)");
const fold = () => { list.open = !narrow.matches; };
if (list) {
  narrow.addEventListener("change", fold);
  fold();
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}
