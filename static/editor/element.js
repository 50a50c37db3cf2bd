// Elements with their properties and children; text is only ever text.
export function element(tag, properties = {}, children = []) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((one) => one !== null && one !== undefined));
  return made;
}

export function button(label, act, properties = {}) {
  const made = element("button", { type: "button", textContent: label, ...properties });
  made.addEventListener("click", act);
  return made;
}
