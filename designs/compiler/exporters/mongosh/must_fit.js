// Fails on invalid values: time series collections have no validator.
function mustFit(document, rules) {
  for (const [path, rule] of Object.entries(rules)) {
    const value = path.split(".").reduce((inner, name) => inner?.[name], document);
    const wrong = value === undefined || value === null ? null : whyUnfit(value, rule);
    if (wrong) throw new Error(`${path} ${wrong}`);
  }
}

// Returns why a value is invalid, or null if it's valid. Numbers can have any BSON numeric type.
function whyUnfit(value, { kind, among, least, most, longest, pattern, fewest, mostItems, items }) {
  const isNumber = ["number", "bigint"].includes(typeof value) || ["Int32", "Long", "Double", "Decimal128"].includes(value._bsontype);
  const is = isNumber ? "number" : value instanceof Date ? "date" : Array.isArray(value) ? "array" : typeof value;
  const plain = isNumber ? Number(value.toString()) : value;
  if (kind !== undefined && kind !== is && !(kind === "whole number" && Number.isInteger(plain))) return `isn't ${"ao".includes(kind[0]) ? "an" : "a"} ${kind}`;
  if (among !== undefined && !among.some((each) => String(each) === String(value))) return `isn't one of ${among.join(", ")}`;
  if (isNumber && least !== undefined && plain < least) return `is less than ${least}`;
  if (isNumber && most !== undefined && plain > most) return `is more than ${most}`;
  if (is === "string" && longest !== undefined && [...value].length > longest) return `has more than ${longest} characters`;
  if (is === "string" && pattern !== undefined && !new RegExp(pattern, "u").test(value)) return `doesn't match ${pattern}`;
  if (is === "array" && fewest !== undefined && value.length < fewest) return `needs ${fewest} or more items, not ${value.length}`;
  if (is === "array" && mostItems !== undefined && value.length > mostItems) return `takes ${mostItems} or fewer items, not ${value.length}`;
  if (is === "array" && items !== undefined) {
    for (const each of value) {
      const wrong = whyUnfit(each, items);
      if (wrong) return `has an item that ${wrong}`;
    }
  }
  return null;
}
