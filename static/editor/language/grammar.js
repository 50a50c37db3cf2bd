// A field as people type it into a row: `price: decimal!`, `tags: string[]`, `address { street, city }`; behind
// it properties with JSON values and a description: `points: int! minimum=1 example=7  // For passing it`.
// As designs/compiler/field_grammar has it, but for properties of elements, which are set in the inspector.
import { choices, closed, LISTING, meant, spaced, Trouble, valuesIn } from "./choices.js";
import { nested, typeNamed, typeText } from "./types.js";

export { Trouble };

const WORD = /^[\p{L}\p{N}_$][\p{L}\p{N}_$-]*/u;
const FLAGS = { "!": "required", "?": "nullable" };
const NAMED = new Set(["unique", "required", "nullable", "immutable", "sensitive", "money"]);
const SHORT = { min: "minimum", max: "maximum" };
const VALUED = new Set([
  "description", "min_items", "max_items", "enum", "minimum", "maximum", "pattern", "max_length", "example",
  "average_bytes", "updates_per_day", "computed", "variant_group", "grid", "since_version", "until_version"
]);
// A name of several words, by what follows: `frame number: int`, `frame number!`.
const SPACED = /^\s*((?:[\p{L}\p{N}_$-]+\s+)*[\p{L}\p{N}_$-]+)\s*:/u;
// Values where a type belongs: `enum(waiting, in work)`, `waiting | in work`.
const LISTED = /^\s*\(([^)]*)\)/;
const BARRED = /^(?:(?!\s(?:unique|required|nullable|immutable|sensitive)\b)[^!?,;{}/=])*/;
// Types that need no colon before them.
const PLAIN_TYPE = /^(int|integer|long|double|float|decimal|string|bool|boolean|date|datetime|objectid|uuid)$/i;
const SIMPLE = /^(?:"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[\p{L}_][\p{L}\p{N}_-]*)/u;

// The fields of a line, each with a new id from `id`. Throws Trouble with the key of its words.
export function readFields(line, id) {
  const reader = new Reader(line);
  const fields = reader.fields(id, null);
  if (reader.rest()) throw new Trouble("field_rest", { text: reader.rest().slice(0, 12) });
  return fields;
}

// The line of a field, in the short form.
export function writeField(field) {
  const flags = (field.required ? "!" : "") + (field.nullable ? "?" : "") + (field.unique ? " unique" : "");
  const name = WORD.exec(field.name)?.[0] === field.name ? field.name : JSON.stringify(field.name);
  return `${name}: ${typeText(field)}${flags}`;
}
const isKey = (word) => NAMED.has(word) || VALUED.has(SHORT[word] ?? word);

class Reader {
  constructor(text) { this.text = text; }
  rest() { return this.text = this.text.trimStart(); }

  take(sign) {
    if (!this.rest().startsWith(sign)) return false;
    this.text = this.text.slice(sign.length);
    return true;
  }

  word() {
    const hit = WORD.exec(this.rest());
    this.text = this.text.slice(hit?.[0].length ?? 0);
    return hit?.[0] ?? "";
  }

  name() {
    if (!this.rest().startsWith('"')) return this.word();
    const hit = /^"(?:[^"\\]|\\.)*"/.exec(this.text);
    if (!hit) throw new Trouble("field_quote");
    this.text = this.text.slice(hit[0].length);
    try {
      return JSON.parse(hit[0]);
    } catch {
      throw new Trouble("field_quote");
    }
  }

  fields(id, end) {
    const found = [];
    while (this.rest() && !(end && this.text.startsWith(end))) {
      found.push(this.field(id));
      if (!this.take(",") && !this.take(";")) break;
    }
    const names = new Set(found.map((field) => field.name));
    if (names.size < found.length) throw new Trouble("field_twice");
    return found;
  }

  field(id) {
    const name = this.#joined(this.name());
    if (!name) throw new Trouble("field_name", { text: this.rest().slice(0, 12) });
    let field = { id: id(), name, type: "string" };
    const typed = this.take(":") || this.#typeAhead();
    if (typed) field = { ...field, ...this.type(name, id) };
    this.flags(field, !typed);
    if (this.take("{")) this.#nest(field, typed, id);
    this.flags(field);
    if (this.take("//")) this.#describe(field);
    return field;
  }

  // `points int`: a type may follow its name without a colon, unless a colon comes later.
  #typeAhead() {
    const word = WORD.exec(this.rest())?.[0] ?? "";
    if (!PLAIN_TYPE.test(word)) return false;
    const behind = this.text.slice(word.length).trimStart();
    const next = WORD.exec(behind)?.[0];
    return !/^[:=]/.test(behind) && (!next || isKey(next));
  }

  // A name of several words is written as one: before a colon, or where no type is among them.
  #joined(name) {
    const [, before = ""] = SPACED.exec(this.text) ?? [];
    const words = before ? before.split(/\s+/) : this.#ahead();
    const stays = before ? words.every((word) => NAMED.has(word)) : words.some((word) => PLAIN_TYPE.test(word));
    if (!name || !words.length || stays) return name;
    for (const word of words) this.text = this.rest().slice(word.length);
    return [name, ...words].join("_");
  }

  #ahead() {
    const all = /^(?:\s*[\p{L}\p{N}_$-]+)*/u.exec(this.text)[0].trim().split(/\s+/).filter(Boolean);
    const end = all.findIndex(isKey);
    return end < 0 ? all : all.slice(0, end);
  }

  // name: of the field, for what is said of a wrong type; id: for the fields of an object in brackets.
  type(name, id) {
    if (this.rest().startsWith("{")) return { type: "object" };
    const values = this.#choices();
    if (values) return { type: "string", enum: values };
    let shape = this.#list(name, id) ?? { type: this.#typeName(name) };
    if (this.#takes(/^(?:list|array)\b/i)) shape = { type: "array", items: shape };
    while (this.take("[")) {
      if (!this.take("]")) throw new Trouble("field_bracket");
      shape = { type: "array", items: shape };
    }
    const types = [];
    while (this.take("|")) types.push(this.#typeName());
    return types.length ? { ...shape, types } : shape;
  }

  // `[string]`, `list of string`, `array<string>`; null where none of these stands.
  #list(name, id) {
    if (this.#takes(/^(?:list|array)\s+of\b/i)) return { type: "array", items: this.#element(name, id) };
    const [, close] = this.#takes(/^(?:list|array)\s*(?=([<(]))./i) ?? this.#takes(/^(\[)(?!\s*\])/) ?? [];
    if (!close) return null;
    const items = this.#element(name, id);
    if (items.type === "object" && this.take("{")) this.#inner(items, name, id);
    this.flags({});
    if (!this.take({ "<": ">", "(": ")", "[": "]" }[close])) throw new Trouble("field_bracket");
    return { type: "array", items };
  }

  #element(name, id) {
    if (this.rest().startsWith("{")) return { type: "object" };
    return this.#list(name, id) ?? { type: this.#typeName(name, true) };
  }

  // What a pattern takes of the text; null where it doesn't begin so.
  #takes(pattern) {
    const hit = pattern.exec(this.rest());
    if (hit) this.text = this.text.slice(hit[0].length);
    return hit;
  }

  // many: `strings` is taken too.
  #typeName(field, many = false) {
    const word = this.word();
    const name = typeNamed(word) ?? (many ? typeNamed(word.replace(/s$/, "")) : undefined);
    if (!word) throw new Trouble("field_type_missing");
    if (field && LISTING.test(word)) throw new Trouble("field_choices", {
      text: word, line: `${field}: ${word}(first, second)`
    });
    if (!name) throw new Trouble("field_type", { text: word, meant: meant(word) });
    return name;
  }

  // `waiting | in work` or `enum(waiting, in work)` in the place of a type: its values; null where there are none.
  #choices() {
    const word = WORD.exec(this.rest())?.[0] ?? "";
    const within = LISTING.test(word) ? LISTED.exec(this.text.slice(word.length)) : null;
    const taken = within ? word + within[0] : BARRED.exec(this.text)[0];
    const values = choices(within ? within[1] : taken);
    if (!within && (!word || values.length < 2 || !taken.includes("|"))) return null;
    if (!values.length) return null;
    this.text = this.text.slice(taken.length);
    return [...new Set(values)];
  }

  // named: only its name was read so far, which may go on.
  flags(field, named = false) {
    for (;;) {
      const sign = this.rest()[0];
      if (sign in FLAGS) {
        this.take(sign);
        field[FLAGS[sign]] = true;
        continue;
      }
      if (!WORD.test(this.text)) return;
      const word = this.word();
      if (VALUED.has(SHORT[word] ?? word)) this.#put(field, SHORT[word] ?? word);
      else if (NAMED.has(word)) field[word] = this.take("=") ? this.value() : true;
      else if (named) spaced([field.name, word, ...this.#ahead()]);
      else throw new Trouble("field_flag", { text: word });
    }
  }

  #put(field, name) {
    if (name in field) throw new Trouble("field_property_twice", { text: name });
    if (!this.take("=")) throw new Trouble("field_value_missing", { text: name });
    const several = name === "enum" ? valuesIn(this.rest(), isKey) : null;
    this.text = this.text.slice(several?.length ?? 0);
    const value = several?.values ?? this.value();
    field[name] = name === "computed" && typeof value === "string" ? { formula: value } : value;
  }

  #describe(field) {
    const text = this.rest().trimEnd();
    this.text = "";
    if ("description" in field) throw new Trouble("field_property_twice", { text: "description" });
    if (text) field.description = text;
  }

  // A JSON value; a single word stands for the text that it is.
  value() {
    const text = this.rest();
    const taken = /^[[{]/.test(text) ? closed(text) : SIMPLE.exec(text)?.[0] ?? "";
    if (!taken) throw new Trouble("field_value", { text: text.slice(0, 12) });
    this.text = text.slice(taken.length);
    if (/^[\p{L}_]/u.test(taken) && !["true", "false", "null"].includes(taken)) return taken;
    try {
      return JSON.parse(taken);
    } catch {
      throw new Trouble("field_value", { text: taken.slice(0, 12) });
    }
  }

  #nest(field, typed, id) {
    if (!typed) field.type = "object";
    const inner = nested(field);
    if (!inner) throw new Trouble("field_holds", { text: field.name });
    let level = field;
    for (const key of inner.path.slice(0, -1)) level = level[key];
    this.#inner(level, field.name, id);
  }

  // The fields of an object, behind its brace. What is wrong among them says where: in `name`.
  #inner(level, name, id) {
    try {
      level.fields = this.fields(id, "}");
      if (!this.take("}")) throw new Trouble("field_brace");
    } catch (trouble) {
      if (trouble instanceof Trouble) trouble.path = [name, ...(trouble.path ?? [])];
      throw trouble;
    }
  }
}
