// Creates an index that is not there. One of the same name or keys that differs is told, never dropped.
function ensureIndex(collection, keys, options) {
  const existing = target.getCollection(collection).getIndexes();
  const named = existing.find((index) => index.name === options.name);
  const alike = existing.find((index) => EJSON.stringify(index.key) === EJSON.stringify(keys));
  if (named === undefined && alike === undefined) {
    target.getCollection(collection).createIndex(keys, options);
    print("created index " + collection + "." + options.name);
    return;
  }
  const found = named ?? alike;
  if (!sameIndex(found, keys, options)) {
    print("DIFFERS " + collection + "." + found.name + ": it is " + EJSON.stringify(found) + ", wanted " +
      EJSON.stringify({ key: keys, ...options }) + "; drop it by hand and run this again");
  }
}

function sameIndex(found, keys, options) {
  if (Object.values(keys).includes("text")) return found.key._fts === "text" || EJSON.stringify(found.key) === EJSON.stringify(keys);
  const known = ["unique", "sparse", "expireAfterSeconds", "partialFilterExpression"];
  return EJSON.stringify(found.key) === EJSON.stringify(keys) &&
    known.every((key) => EJSON.stringify({ value: found[key] ?? null }) === EJSON.stringify({ value: options[key] ?? null }));
}

function listOtherIndexes(collection, names) {
  for (const index of target.getCollection(collection).getIndexes()) {
    if (index.name !== "_id_" && !names.includes(index.name)) {
      print("NOT IN THE DESIGN " + collection + "." + index.name + ": left as it is");
    }
  }
}
