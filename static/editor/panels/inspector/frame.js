// What stands around the properties, whatever they are of.
import { button, element } from "../../element.js";

// Why nothing can be changed here, with the way to where it can.
export function held(editor) {
  if (editor.mayChange) return null;
  const back = editor.page.may_change ? button(editor.words("do_view_entities"), () => {}) : null;
  if (back) back.dataset.do = "view_entities";
  return element("div", { className: "held" }, [element("p", { textContent: editor.held }), back]);
}

// On a small screen the properties lie over the canvas: the way to close them.
export function closer(words) {
  const made = button("×", () => {}, { className: "close only-small", title: words("close_properties") });
  made.setAttribute("aria-label", words("close_properties"));
  made.dataset.do = "show_inspector";
  return made;
}
