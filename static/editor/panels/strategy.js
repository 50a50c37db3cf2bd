// A strategy as people read it: its label from the page's one table, with the mark of how it stores.
import { element } from "../element.js";

const FORMS = { inside: "inside", both: "both" }; // anything else is stored by reference

export const formClass = (form) => FORMS[form] ?? "apart";
export const labelOf = ({ page }, code) => page.properties.known.labels[code]?.title ?? code;

export function chip(editor, code, className = "") {
  const form = formClass(editor.page.properties.known.labels[code]?.form);
  const made = element("span", { className: `way ${className}`.trim() }, [
    element("i", { className: `form ${form}`, ariaHidden: "true" }),
    element("bdi", { textContent: labelOf(editor, code) })
  ]);
  made.dataset.strategy = code;
  return made;
}
