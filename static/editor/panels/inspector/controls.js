// The controls of single values: each reads what is typed and keeps it, or says at once why it can't.
// A row: {path, label, control, …} of the table of properties. context: {words, may, now(), keep(value),
// trouble(text), names() for suggestions, type() of the field that a value belongs to, entities(), strategies(),
// ends: what the two ends of a relationship are called}.
import { conditionsRead, conditionsWritten } from "../../language/conditions.js";
import {
  listRead, Misread, numberRead, oftenRead, oftenWritten, pairsRead, pairsWritten, shareRead, valueListed, valueRead,
  valueWritten
} from "../../language/written.js";
import { element } from "../../element.js";

const RESTS = 400; // ms
const AT_COMMA = /^(.*,\s*)?/;
const AT_JOINT = /^(.*(?:[,(]|\b(?:and|or)\s)\s*)?/;
const TEXTS = {
  text: { read: (text) => text, write: (value) => value },
  number: {
    read: (text, row) => (row.open && /^(\*|n|many|∞)$/i.test(text) ? null : numberRead(text, row)),
    write: (value) => (value === null ? "*" : String(value))
  },
  share: { read: shareRead, write: (value) => `${Number((100 * value).toPrecision(4))}%` },
  often: { read: oftenRead, write: oftenWritten },
  value: { read: (text, row, context) => valueRead(text, context.type()), write: (value, context) => valueWritten(
    value, context.type()
  ) },
  values: {
    read: (text, row, context) => listRead(text).map((one) => valueRead(one, context.type())),
    write: (value, context) => value.map((one) => valueListed(one, context.type())).join(", ")
  },
  numbers: {
    read: (text) => listRead(text).map((one) => numberRead(one, { whole: true })), write: (value) => value.join(", ")
  },
  pairs: { read: pairsRead, write: pairsWritten },
  conditions: { read: conditionsRead, write: (value) => conditionsWritten(value) ?? JSON.stringify(value) },
};

// The element that a person types into, chooses from or ticks.
export function controlOf(row, value, context) {
  const made = row.control === "flag" ? flag(value, context)
    : ["choice", "yes_no", "strategy", "entity"].includes(row.control) ? choice(row, value, context) : text(
      row, value, context
    );
  made.disabled = !context.may;
  return made;
}

export const isText = (row) => row.control in TEXTS || ["area", "colour"].includes(row.control);

function flag(value, context) {
  const input = element("input", { type: "checkbox", checked: value === true });
  input.addEventListener("change", () => context.keep(input.checked ? true : undefined));
  return input;
}

function choice(row, value, { words, keep, entities, strategies, ends, labels, whyNot }) {
  const values = { yes_no: [true, false], strategy: strategies?.() ?? [], entity: entities?.() ?? [] }[row.control]
    ?? row.choices;
  const usual =
    row.control === "strategy" ? words("let_rules") : row.default === undefined ? words("not_stated") : words(
      "usually", { value: saidOf(words, row.default) }
    );
  const input = element("select");
  if (!row.needed || value === undefined) input.append(new Option(usual, "", false, value === undefined));
  // What is so by default stands there once, unless the design states it.
  const others = row.needed ? values : values.filter((one) => one !== row.default || one === value);
  const all = value === undefined || others.includes(value) ? others : [...others, value];
  const sides = ends && values.every((one) => one in ends) ? ends : {};
  if (row.control === "strategy") input.append(...strategyOptions(all, value, { words, labels, whyNot }));
  else for (const [at, one] of all.entries())
    input.append(new Option(sides[one] ?? saidOf(words, one), String(at), false, one === value));
  rested(input, () => keep(input.value === "" ? undefined : all[Number(input.value)]));
  return input;
}

// Those that can't be chosen come last, with the reason.
function strategyOptions(codes, value, { words, labels, whyNot }) {
  const options = codes.map((code, at) => {
    const [title, why] = [labels[code]?.title ?? code, whyNot(code)];
    const option = new Option(why ? words("option_ruled_out", { strategy: title, why }) : title, String(at));
    option.selected = code === value;
    option.disabled = Boolean(why) && code !== value;
    return option;
  });
  return [...options.filter((one) => !one.disabled), ...options.filter((one) => one.disabled)];
}

// A list that is gone through by keys says "change" at each: only where they rest, or where it is left, is kept.
// Until then it says so (`data-chosen`): a refresh must not take a choice from under the hand.
export function rested(select, act) {
  let [typed, waiting] = [0, 0];
  const keep = () => {
    if (!waiting) return;
    clearTimeout(waiting);
    waiting = 0;
    delete select.dataset.chosen;
    act();
  };
  select.addEventListener("keydown", () => { typed = Date.now(); });
  select.addEventListener("change", () => {
    clearTimeout(waiting);
    select.dataset.chosen = "";
    waiting = setTimeout(keep, Date.now() - typed < RESTS ? RESTS : 0);
  });
  select.addEventListener("blur", keep);
}

const SAID = { true: "yes", false: "no" };
// A value of the design as people say it.
export const saidOf = (words, value) =>
  (words.has(`value_${value}`) ? words(`value_${value}`) : String(value) in SAID ? words(SAID[value]) : String(value));

function text(row, value, context) {
  const how = TEXTS[row.control] ?? TEXTS.text;
  const shown = value === undefined ? "" : how.write(value, context) ?? "";
  const input = element(row.control === "area" ? "textarea" : "input", { spellcheck: row.control === "area" });
  if (row.control !== "area")
    Object.assign(input, { type: row.control === "colour" ? "color" : "text", autocomplete: "off" });
  if (["number", "often", "share"].includes(row.control)) input.inputMode = "decimal";
  if (row.longest) input.maxLength = row.longest;
  input.value = shown;
  input.defaultValue = shown;
  input.dir = "auto";
  if (context.names) input.addEventListener("focus", () => suggest(
    input, context.names, row.control === "conditions" ? "joints" : /^(several|pairs)$/.test(row.control)
  ));
  input.addEventListener("change", () => {
    const said = input.value.trim();
    try {
      const read = said === "" ? undefined : how.read(said, row, context);
      context.trouble("");
      input.removeAttribute("aria-invalid");
      if (said !== shown) context.keep(read, said);
      else context.restored?.();
    } catch (trouble) {
      if (!(trouble instanceof Misread)) throw trouble;
      context.trouble(context.words(trouble.message, trouble.given));
      input.setAttribute("aria-invalid", "true");
    }
  });
  return input;
}

// A list of names below an input. many: the last of several between commas is completed; "joints": between words and
// brackets too.
export function suggest(input, names, many = false) {
  const list = document.getElementById("suggested");
  const show = () => {
    const before = many ? (many === "joints" ? AT_JOINT : AT_COMMA).exec(input.value)[0] : "";
    list.replaceChildren(...names().slice(0, 200).map((name) => new Option("", before + name)));
  };
  input.setAttribute("list", "suggested");
  show();
  if (many) input.addEventListener("input", show);
}
