// Fails on invalid values: time series collections have no validator.
function mustFit(document, rules) {
  for (const [path, rule] of Object.entries(rules)) {
    const value = path.split(".").reduce((inner, name) => inner?.[name], document);
    const wrong = value === undefined || value === null ? null : whyUnfit(value, rule);
    if (wrong) throw new Error(`${path} ${wrong}`);
  }
}

// Returns why a value is invalid, or null if it's valid. Numbers can have any BSON numeric type.
function whyUnfit(value, { kind, among, least, most, longest }) {
  const isNumber = ["number", "bigint"].includes(typeof value) || ["Int32", "Long", "Double", "Decimal128"].includes(value._bsontype);
  const is = isNumber ? "number" : value instanceof Date ? "date" : typeof value;
  const plain = isNumber ? Number(value.toString()) : value;
  if (kind !== undefined && kind !== is && !(kind === "whole number" && Number.isInteger(plain))) return `isn't a ${kind}`;
  if (among !== undefined && !among.some((each) => String(each) === String(value))) return `isn't one of ${among.join(", ")}`;
  if (isNumber && least !== undefined && plain < least) return `is less than ${least}`;
  if (isNumber && most !== undefined && plain > most) return `is more than ${most}`;
  if (is === "string" && longest !== undefined && [...value].length > longest) return `has more than ${longest} characters`;
  return null;
}
