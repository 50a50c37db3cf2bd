// Light, dark, or as the system: what was chosen is kept in this browser and holds before the page is painted.
// The dark colours are a style sheet of their own; the choice is which screens it is for.
(() => {
  const KEY = "nestlink.theme";
  const SYSTEM = "screen and (prefers-color-scheme: dark)";
  const MEDIA = { light: "not all", dark: "screen", system: SYSTEM };

  function chosen() {
    try {
      const kept = localStorage.getItem(KEY);
      return kept in MEDIA ? kept : "system";
    } catch {
      return "system"; // a browser that keeps nothing
    }
  }

  function apply() {
    const theme = chosen();
    document.documentElement.dataset.theme = theme;
    document.getElementById("dark").media = MEDIA[theme];
    pictures(document, theme);
    for (const button of document.querySelectorAll("[data-theme-choice]"))
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === theme));
    dispatchEvent(new Event("themechange"));
  }

  // A picture that has a dark twin shows the one of the two that goes with the page.
  function pictures(root, theme) {
    for (const source of root.querySelectorAll("source[data-dark]"))
      source.media = theme === "system" ? "(prefers-color-scheme: dark)" : theme === "dark" ? "all" : "not all";
  }

  function choose(theme) {
    try {
      localStorage.setItem(KEY, theme);
    } catch { /* it holds until the page is left */ }
    apply();
  }

  // The cards of the front page, as a grid or a list: kept like the theme.
  const CARDS = "nestlink.cards";
  function cards(choice) {
    try {
      if (choice) localStorage.setItem(CARDS, choice);
      choice ??= localStorage.getItem(CARDS);
    } catch { /* a browser that keeps nothing */ }
    document.documentElement.dataset.cards = choice ?? "grid";
    const { cards: now } = document.documentElement.dataset;
    for (const button of document.querySelectorAll("[data-cards-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.cardsChoice === now));
      button.parentElement.hidden = false;
    }
  }

  // The editor waits for nothing that it can be used without: on a first visit its faces come once it is drawn; from
  // then on the browser has them, and it is drawn in them at once.
  const FACES = "nestlink.faces";
  const LATER = 1000; // ms: the decisions come first
  const late = () => document.documentElement.hasAttribute("data-late-faces");
  function faces(now) {
    try {
      if (now) localStorage.setItem(FACES, "here");
      now ||= localStorage.getItem(FACES);
    } catch { /* a browser that keeps nothing: they are late each time */ }
    if (now) document.documentElement.removeAttribute("data-late-faces");
  }

  faces();
  cards();
  apply();
  addEventListener("drawn", () => setTimeout(faces, LATER, true));
  addEventListener("load", () => document.fonts.ready.then(() => late() || faces(true)));
  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll(".theme")) group.hidden = false;
    apply();
    cards();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-theme-choice]");
    if (button) choose(button.dataset.themeChoice);
    const layout = event.target.closest?.("[data-cards-choice]");
    if (layout) cards(layout.dataset.cardsChoice);
  });
  document.addEventListener("htmx:load", (event) => {
    pictures(event.detail.elt, chosen());
    cards();
  });
  addEventListener("storage", (event) => event.key === KEY && apply());
})();
