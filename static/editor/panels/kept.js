// What this browser keeps of how somebody works: tabs and sizes, no part of a design.
const PLACE = "nestlink.panels.";

export function kept(name) {
  try {
    return localStorage.getItem(PLACE + name);
  } catch {
    return null; // a browser that keeps nothing
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PLACE + name, String(value));
  } catch { /* it holds until the page is left */ }
}
