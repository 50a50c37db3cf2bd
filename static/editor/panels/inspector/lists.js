// The controls of lists: several names, several of a few, rows with columns, names with values. Each gives
// {parts}: elements that stand below its label. A list is read anew when it is changed, for an edit may have come
// between.
import { Misread, numberRead, valueRead } from "../../language/written.js";
import { controlOf, suggest } from "./controls.js";
import { button, element } from "../../element.js";

export const LISTS = { several, several_of: ticks, rows, map, fields };

function several(row, value, context) {
  const { words, may, keep, now, said: shown = same, meant = same } = context;
  const items = shown(value ?? []).map((one, at) => element("li", {}, [
    element("bdi", { textContent: one }),
    may ? cross(words("take_away", { name: one }), () => keep(or((now() ?? []).toSpliced(at, 1)))) : null
  ]));
  const input =
    element("input", { type: "text", autocomplete: "off", spellcheck: false, placeholder: words("one_more") });
  input.setAttribute("aria-label", `${row.label}: ${words("one_more")}`);
  input.dataset.part = context.part;
  input.addEventListener(
    "focus", () => suggest(input, () => (context.names?.() ?? []).filter((name) => !(now() ?? []).includes(name)))
  );
  input.addEventListener("change", () => {
    const said = input.value.split(",").map((one) => one.trim()).filter(Boolean);
    if (said.length) tried(context, () => keep([...new Set(meant([...(now() ?? []), ...said]))]));
  });
  return [items.length ? element("ul", { className: "chips" }, items) : null, may ? input : null];
}

function ticks(row, value, { words, may, keep, now, part }) {
  return [element("div", { className: "ticks" }, row.choices.map((one) => {
    const input = element("input", { type: "checkbox", checked: (value ?? []).includes(one), disabled: !may });
    input.dataset.part = `${part}.${one}`;
    input.addEventListener("change", () => {
      const held = new Set(now() ?? []);
      if (input.checked) held.add(one);
      else held.delete(one);
      keep(or(row.choices.filter((each) => held.has(each))));
    });
    return element("label", { className: "flag" }, [input, one]);
  }))];
}

// A row that lacks what it needs waits here until it has it.
function rows(row, value, context) {
  const { words, may, part } = context;
  const list = element("div", { className: "rows" });
  const drafts = context.drafts();
  const all = [...(value ?? []), ...drafts];
  for (const [at, one] of all.entries()) list.append(line(row, one, at, (value ?? []).length, context));
  const more = may ? button(words("add_row"), () => {
    drafts.push({});
    list.append(line(row, {}, (context.now() ?? []).length + drafts.length - 1, (context.now() ?? []).length, context));
    list.lastChild.querySelector("input, select").focus();
  }, { className: "small" }) : null;
  if (more) more.setAttribute("aria-label", `${row.label}: ${words("add_row")}`);
  if (more) more.dataset.part = `${part}.more`;
  return [list, more];
}

function line(row, one, at, stored, context) {
  const { words, may, part, now, keep } = context;
  const drafts = context.drafts();
  const group = element("div", { className: "columns", role: "group" });
  group.setAttribute("aria-label", `${row.label} ${at + 1}`);
  const put = (key, value) => {
    const list = now() ?? [];
    const before = at < list.length ? list[at] : drafts[at - list.length] ?? {};
    const made = withKey(row, before, key, value);
    const whole = row.columns.every((column) => !column.needed || made[column.path[0]] !== undefined);
    if (at < list.length) return whole && keep(list.with(at, made));
    if (!whole) return void (drafts[at - list.length] = made);
    drafts.splice(at - list.length, 1);
    return keep([...list, made]);
  };
  for (const column of row.columns) {
    const [key] = column.path;
    const wrong = element("span", { className: "problem" });
    wrong.setAttribute("role", "alert");
    const own = {
      ...context, keep: (value) => put(key, value), trouble: (text) => { wrong.textContent = text; },
      type: () => context.typeOf?.(one.field),
      names: column.suggest ? () => context.namesOf(column.suggest, one) : null, part: `${part}.${at}.${key}`,
      now: () => (now() ?? [])[at]?.[key], drafts: () => []
    };
    if (LISTS[column.control]) {
      group.append(element("div", {}, [
        element("span", { textContent: column.label }), ...LISTS[column.control](column, one[key], own).filter(Boolean),
        wrong
      ]));
      continue;
    }
    const input = controlOf(column, one[key], own);
    input.dataset.part = own.part;
    group.append(element("label", { className: column.control === "flag" ? "flag" : "" }, [
      element("span", { textContent: column.label }), input, wrong
    ]));
  }
  if (may) group.append(cross(words("take_away", { name: `${row.label} ${at + 1}` }), () => {
    const list = now() ?? [];
    if (at < list.length) return void keep(or(list.toSpliced(at, 1)));
    drafts.splice(at - list.length, 1);
    group.remove();
  }));
  return group;
}

// Fields as lines, of what holds fields and is no entity.
function fields(row, value, { may, part, trouble, lines, keepLines }) {
  const text = lines(value ?? []);
  const area = element(
    "textarea", { value: text, defaultValue: text, disabled: !may, spellcheck: false, placeholder: "quantity: int!" }
  );
  area.setAttribute("aria-label", row.label);
  area.dataset.part = part;
  area.addEventListener("change", () => trouble(keepLines(area.value) || ""));
  return [area];
}

// In the order of the columns, behind what the row has beside them.
function withKey(row, before, key, value) {
  const made = { ...before, [key]: value };
  const order = row.columns.map((column) => column.path[0]);
  const keys =
    [...order.filter((one) => made[one] !== undefined), ...Object.keys(made).filter((one) => !order.includes(one))];
  return Object.fromEntries(keys.map((one) => [one, made[one]]));
}

// Names with values: weights, constants, a collation.
function map(row, value, context) {
  const { words, may, keep, now, part, trouble } = context;
  const lines = Object.entries(value ?? {}).map(([name, one]) => {
    const input = element(
      "input", { type: "text", value: String(one), defaultValue: String(one), disabled: !may, autocomplete: "off" }
    );
    input.dataset.part = `${part}.${name}`;
    input.addEventListener(
      "change", () => read(input.value.trim(), (made) => keep({ ...(now() ?? {}), [name]: made }))
    );
    const away = () => {
      const { [name]: _, ...left } = now() ?? {};
      keep(Object.keys(left).length ? left : undefined);
    };
    return element("label", { className: "pair" }, [
      element("bdi", { textContent: name }), input, may ? cross(words("take_away", { name }), away) : null
    ]);
  });
  const read = (text, act) => tried(context, () => act(row.suggest ? numberRead(text) : valueRead(text)));
  const more =
    element("input", { type: "text", autocomplete: "off", spellcheck: false, placeholder: words("name_is_value") });
  more.setAttribute("aria-label", `${row.label}: ${words("one_more")}`);
  more.dataset.part = part;
  if (context.names) more.addEventListener("focus", () => suggest(
    more, () => Object.entries(context.known?.() ?? {}).map(([name, usual]) => `${name} = ${usual}`)
  ));
  more.addEventListener("change", () => {
    const [name, ...rest] = more.value.split(/[=:]/).map((one) => one.trim());
    if (!name) return;
    if (!rest.length) return void trouble(words("misread_pair"));
    read(rest.join("="), (made) => keep({ ...(now() ?? {}), [name]: made }));
  });
  return [...lines, may ? more : null];
}

function cross(label, act) {
  const made = button("×", act, { className: "cross", title: label });
  made.setAttribute("aria-label", label);
  return made;
}

const same = (list) => list;

function tried({ words, trouble }, act) {
  try {
    trouble("");
    act();
  } catch (wrong) {
    if (!(wrong instanceof Misread)) throw wrong;
    trouble(words(wrong.message, wrong.given));
  }
}

const or = (list) => (list.length ? list : undefined);
