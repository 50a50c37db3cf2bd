// The BSON types of values, of the shell's own and of those that the engine computes with (values.js): every number
// is a plain number there, and ids, UUIDs and the like are tagged strings.
"use strict";

const { TAG } = require("./values.js");

const TAGS = {
  $oid: "objectId", $binary: "binData", $uuid: "binData", $timestamp: "timestamp", $minKey: "minKey", $maxKey: "maxKey",
  $code: "javascript", $symbol: "symbol",
};
const CLASSES = { "[object Date]": "date", "[object RegExp]": "regex", "[object Array]": "array" };
const BSON = {
  Int32: "int", Long: "long", Double: "double", Decimal128: "decimal", ObjectId: "objectId", Binary: "binData",
  UUID: "binData",
  Timestamp: "timestamp", MinKey: "minKey", MaxKey: "maxKey", Code: "javascript", BSONRegExp: "regex",
  BSONSymbol: "symbol",
};
const LARGEST_INT = 2 ** 31;

// The type's alias. A plain number has that which the driver gives it.
function kindOf(value) {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") {
    return Number.isInteger(value) && value >= -LARGEST_INT && value < LARGEST_INT ? "int" : "double";
  }
  if (typeof value === "string") {
    return value.startsWith(TAG) ? TAGS[Object.keys(JSON.parse(value.slice(TAG.length)))[0]] ?? "binData" : "string";
  }
  return BSON[value._bsontype] ?? CLASSES[Object.prototype.toString.call(value)] ?? "object";
}

const isNumber = (value) => ["int", "long", "double", "decimal"].includes(kindOf(value));
const isObject = (value) => kindOf(value) === "object";

// A value as the server shows it in a message, cut short.
function shown(value) {
  const text =
    (JSON.stringify(value) ?? "null").replace(/"\\u0000bson:\{\\"\$oid\\":\\"(\w+)\\"\}"/g, "ObjectId('$1')");
  return text.length > 120 ? `${text.slice(0, 120)}...` : text;
}

module.exports = { isNumber, isObject, kindOf, shown };
