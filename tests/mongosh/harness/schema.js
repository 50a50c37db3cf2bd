// What a $jsonSchema refuses, in the draft 4 subset that a server takes. Documents are BSON, or what the engine
// computed: there a number's width is lost, and a whole one passes for each type of numbers.
"use strict";

const { isNumber, kindOf } = require("./kinds.js");
const { refusal } = require("./refusal.js");
const { WHOLE_DECIMALS, toEngine, wasRead } = require("./values.js");

const JSON_TYPES =
  { object: "object", array: "array", string: "string", boolean: "bool", null: "null", number: "number" };
const NUMBERS = ["int", "long", "double", "decimal"];
const count = (text) => [...text].length;
const alike = (one, other) => JSON.stringify(toEngine(one)) === JSON.stringify(toEngine(other));

// Each keyword: whether the value is as its argument says. Keywords of other types of values say nothing of it.
const KEYWORDS = {
  bsonType: (value, wanted, schema, computed) => [wanted].flat().some((type) => isOfType(value, type, computed)),
  type: (value, wanted, schema, computed) =>
    [wanted].flat().some((type) => isOfType(value, JSON_TYPES[type], computed)),
  enum: (value, options) => options.some((option) => alike(option, value)),
  minimum: (value, least, { exclusiveMinimum }) =>
    !isNumber(value) || (exclusiveMinimum ? number(value) > number(least) : number(value) >= number(least)),
  maximum: (value, most, { exclusiveMaximum }) =>
    !isNumber(value) || (exclusiveMaximum ? number(value) < number(most) : number(value) <= number(most)),
  multipleOf: (value, unit) => !isNumber(value) || Number.isInteger(number(value) / number(unit)),
  minLength: (value, least) => kindOf(value) !== "string" || count(value) >= number(least),
  maxLength: (value, most) => kindOf(value) !== "string" || count(value) <= number(most),
  pattern: (value, pattern) => kindOf(value) !== "string" || new RegExp(pattern, "u").test(value),
  minItems: (value, least) => !Array.isArray(value) || value.length >= number(least),
  maxItems: (value, most) => !Array.isArray(value) || value.length <= number(most),
  uniqueItems: (value, wanted) =>
    !wanted
      || !Array.isArray(value) || new Set(value.map((each) => JSON.stringify(toEngine(each)))).size === value.length,
  items: (value, inner, { additionalItems }, computed) => {
    if (!Array.isArray(value)) return true;
    if (!Array.isArray(inner)) return value.every((each) => isValid(each, inner, computed));
    const rest = additionalItems ?? {};
    return value.every(
      (each, place) => (place < inner.length ? isValid(each, inner[place], computed) : allows(rest, each, computed))
    );
  },
  required: (value, names) => kindOf(value) !== "object" || names.every((name) => Object.hasOwn(value, name)),
  minProperties: (value, least) => kindOf(value) !== "object" || Object.keys(value).length >= number(least),
  maxProperties: (value, most) => kindOf(value) !== "object" || Object.keys(value).length <= number(most),
  properties: (value, inner, schema, computed) =>
    kindOf(value) !== "object" ||
    Object.entries(inner).every(([name, each]) => !Object.hasOwn(value, name) || isValid(value[name], each, computed)),
  patternProperties: (value, inner, schema, computed) =>
    kindOf(value) !== "object" ||
    Object.entries(inner).every(([pattern, each]) =>
      Object.keys(value).every((name) => !new RegExp(pattern, "u").test(name) || isValid(value[name], each, computed))),
  additionalProperties: (value, rest, schema, computed) =>
    kindOf(value) !== "object"
      || Object.keys(value).every((name) => isNamed(name, schema) || allows(rest, value[name], computed)),
  dependencies: (value, inner, schema, computed) =>
    kindOf(value) !== "object" ||
    Object.entries(inner).every(([name, needs]) => !Object.hasOwn(value, name) ||
      isValid(value, Array.isArray(needs) ? { required: needs } : needs, computed)),
  allOf: (value, schemas, schema, computed) => schemas.every((each) => isValid(value, each, computed)),
  anyOf: (value, schemas, schema, computed) => schemas.some((each) => isValid(value, each, computed)),
  oneOf: (value, schemas, schema, computed) => schemas.filter((each) => isValid(value, each, computed)).length === 1,
  not: (value, inner, schema, computed) => !isValid(value, inner, computed),
};
const SILENT = ["title", "description", "exclusiveMinimum", "exclusiveMaximum", "additionalItems"];

function number(value) {
  return typeof value === "number" ? value : toEngine(value);
}

function isOfType(value, type, computed) {
  const kind = kindOf(value ?? null); // the driver sends null for what is undefined
  if (type === "number") return NUMBERS.includes(kind);
  if (type === "decimal" && kind === "int" && WHOLE_DECIMALS.has(value)) return true;
  if (!computed || typeof value !== "number" || !NUMBERS.includes(type)) return kind === type;
  return Number.isInteger(value) || ["double", "decimal"].includes(type);
}

function isNamed(name, { properties = {}, patternProperties = {} }) {
  return Object.hasOwn(properties, name)
    || Object.keys(patternProperties).some((pattern) => new RegExp(pattern, "u").test(name));
}

const allows = (rest, value, computed) => rest === true || (rest !== false && isValid(value, rest, computed));

// computed: whether the value comes from the engine, without the widths of its numbers.
function isValid(value, schema, isComputed) {
  const computed = isComputed || wasRead(value);
  return Object.entries(schema).every(([keyword, argument]) => {
    if (SILENT.includes(keyword)) return true;
    if (!Object.hasOwn(KEYWORDS, keyword)) throw refusal(9, `Unknown $jsonSchema keyword: ${keyword}`);
    return KEYWORDS[keyword](value, argument, schema, computed);
  });
}

// Where a value fails, and which keyword: what a server tells in errInfo.
function failing(value, schema, computed, path = "") {
  const [keyword, argument] = Object.entries(schema).find(([name]) => !isValid(value, only(schema, name), computed))
    ?? [];
  const at = (name) => (path ? `${path}.${name}` : name);
  if (keyword === "properties") {
    const name = Object.keys(
      argument
    ).find((each) => Object.hasOwn(value, each) && !isValid(value[each], argument[each], computed));
    return failing(value[name], argument[name], computed, at(name));
  }
  if (keyword === "items" && !Array.isArray(argument)) {
    const place = value.findIndex((each) => !isValid(each, argument, computed));
    return failing(value[place], argument, computed, at(place));
  }
  return `${path || "the document"}: ${keyword}`;
}

// A schema's one keyword, with those that only say how it is meant.
function only(schema, keyword) {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name === keyword || SILENT.includes(name)));
}

// What a server refuses of a schema as such, when a collection gets it.
function checkSchema(schema) {
  isValid({}, schema, false);
  for (const inner of Object.values(schema.properties ?? {})) checkSchema(inner);
}

module.exports = { checkSchema, failing, isValid };
