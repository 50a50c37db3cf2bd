// The BSON types as rows of cards show them and as people type them. The twin of
// designs/compiler/field_types.py: a test compares the two tables.
const ROWS = [
  ["double", "number", "1.0", "float real"],
  ["string", "text", "Aa", "str text varchar"],
  ["object", "object", "{}", "document embedded"],
  ["array", "array", "[]", "list"],
  ["binData", "binary", "01", "binary blob bytes"],
  ["uuid", "id", "uid", "guid"],
  ["objectId", "id", "id", "oid id"],
  ["bool", "bool", "?", "boolean"],
  ["date", "date", "day", "datetime time"],
  ["null", "other", "nul", ""],
  ["regex", "other", ".*", "regexp"],
  ["javascript", "other", "js", "code"],
  ["int", "number", "1", "integer int32"],
  ["timestamp", "date", "ts", ""],
  ["long", "number", "1L", "int64 bigint"],
  ["decimal", "number", "1.00", "decimal128 money"],
  ["number", "number", "#", "numeric"],
  ["minKey", "other", "min", ""],
  ["maxKey", "other", "max", ""],
];

export const TYPES = new Map(ROWS.map(([name, family, glyph, spellings]) =>
  [name, { name, family, glyph, spellings: spellings.split(" ").filter(Boolean) }]));

const SPELT = new Map();
for (const { name, spellings } of TYPES.values()) for (const one of spellings) SPELT.set(one.toLowerCase(), name);
for (const name of TYPES.keys()) SPELT.set(name.toLowerCase(), name);

// The type that a word names, or undefined.
export const typeNamed = (word) => TYPES.has(word) ? word : SPELT.get(word.toLowerCase());

// What is said of added fields: where a line asks for a day with a time, in words that are no type of MongoDB's, that a
// date has both; where a name of several words became one, how it is written.
export function addedAs(line, fields) {
  if (/[:\s](?:datetime|time)\b/i.test(line) && fields.some((field) => field.type === "date")) return "field_dated";
  return fields.every(({ name }) => line.includes(name)) ? "field_added" : "field_joined";
}

// How a field's type reads in a row: `string[]`, `int | null`.
export function typeText(field) {
  let level = field;
  let brackets = "";
  while (level.type === "array" && level.items) {
    level = level.items;
    brackets += "[]";
  }
  return [level.type + brackets, ...(field.types ?? [])].join(" | ");
}

// The fields that nest in a field or in its innermost element, with the path of their list.
export function nested(field) {
  let level = field;
  const path = [];
  while (level.type === "array" && level.items) {
    level = level.items;
    path.push("items");
  }
  const holds = level.type === "object" || (level.types ?? []).includes("object");
  return holds ? { fields: level.fields ?? [], path: [...path, "fields"] } : null;
}
