// "Shopping cart without reservation": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("shop");

function printed(label, value) {
  print(label);
  printjson(value);
}

// Runs one write of demo(). Prints rejected writes; stops on script errors.
function attempt(label, action) {
  try {
    printed(label, action());
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) throw error;
    print(label + " was rejected: " + error.message);
  }
}

// Restores the sample documents after an earlier demo(), if 03_sample_data.js is loaded.
function beginWithSamples() {
  if (typeof resetSampleData === "function") {
    resetSampleData();
    const taken = typeof inTheWay === "function" ? inTheWay() : [];
    if (taken.length === 0) return;
    const names = taken.map(({ collection, document }) => `${collection} ${EJSON.stringify(document._id)}`);
    throw new Error(`your own document has the _id of a sample, and demo() would change it: ${names.join(", ")}`);
  }
  print('The sample documents are used as they are now. To restore them, load("03_sample_data.js") before you call demo().');
}

// Restores the sample documents again, because the calls also changed totals and lists in them.
function endWithSamples() {
  if (typeof resetSampleData !== "function") return;
  resetSampleData();
  print("The sample documents are restored.");
}

// Runs the reads if NESTLINK_READS=1.
function showReadsIfAsked() {
  if (typeof process !== "undefined" && process.env?.NESTLINK_READS === "1") showReads();
}

// Moves a sample date by whole weeks, so that no sample has expired when it is inserted, and the latest is from the
// past few days if possible. NESTLINK_TODAY=2024-01-31 sets the current date.
function movedByWeeks(date, newest, expires) {
  const day = 24 * 3600 * 1000;
  const asked = typeof process === "undefined" ? undefined : process.env?.NESTLINK_TODAY;
  const today = asked ? new Date(asked) : new Date();
  const weeks = Math.max(0, Math.floor((today - newest) / (7 * day)), Math.ceil((today - expires + day) / (7 * day)));
  return new Date(date.getTime() + weeks * 7 * day);
}

function recent(date) {
  return movedByWeeks(date, ISODate("2024-03-05T10:05:00Z"), ISODate("2024-03-16T09:30:00Z"));
}

// Fails on fields that can't be updated here. Fields left out don't change; null is allowed only for optional ones.
function mustChange(changes, names, emptied = []) {
  const given = Object.keys(changes ?? {}).filter((name) => changes[name] !== undefined);
  const other = given.filter((name) => !names.includes(name));
  if (given.length === 0 || other.length > 0) {
    const problem = other.length > 0 ? `${other.join(", ")} can't be updated here` : "nothing to update";
    throw new Error(`${problem}: use ${names.join(", ")}`);
  }
  const empty = given.filter((name) => changes[name] === null && !emptied.includes(name));
  if (empty.length > 0) {
    throw new Error(`${empty.join(", ")}: null isn't allowed; leave a field out to keep its value`);
  }
}

// Returns the fields to set, without those that have no value.
function givenFields(fields) {
  const isGiven = (value) => (Object.hasOwn(value ?? {}, "$literal") ? value.$literal : value) !== undefined;
  return Object.fromEntries(Object.entries(fields).filter((entry) => isGiven(entry[1])));
}

// Returns a value without its empty fields, which a driver would store as null. nullable: paths that can be null.
// Values with toBSON aren't changed.
function withoutAbsent(value, nullable = [], path = "") {
  if (Array.isArray(value)) {
    return value.map((each) => withoutAbsent(each, nullable, path));
  }
  if (Object.prototype.toString.call(value) !== "[object Object]" || value._bsontype || value.toBSON) {
    return value;
  }
  const at = (name) => (path ? `${path}.${name}` : name);
  const isStored = ([name, inner]) => inner !== undefined && (inner !== null || nullable.includes(at(name)));
  const stored = Object.entries(value).filter(isStored);
  return Object.fromEntries(stored.map(([name, inner]) => [name, withoutAbsent(inner, nullable, at(name))]));
}

// Fails if a required value is missing, so that null isn't stored or searched for in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
}

// Returns items with the fields copied from the documents they reference; if reference is "", the items are IDs.
// copies: the source's field for each item field. Fails if a referenced document is missing or, where a pair can be
// linked only once, referenced twice.
function withCopies(elements, reference, sources, copies, word, linkedOnce) {
  if (!Array.isArray(elements)) {
    return elements;
  }
  const byId = new Map(sources.map((each) => [String(each._id), each]));
  const named = new Set();
  return elements.map((element) => {
    const id = (reference === "" ? element : element[reference]) ?? null;
    const source = byId.get(String(id));
    if (id !== null && source === undefined) {
      throw new Error(`${word} not found`);
    }
    if (id !== null && linkedOnce && named.has(String(id))) {
      throw new Error(`the same ${word} is given twice, but can be linked only once`);
    }
    named.add(String(id));
    if (reference === "") {
      return element;
    }
    const copied = Object.entries(copies).map(([field, path]) => [field, source?.[path]]);
    return { ...element, ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)) };
  });
}

// --- relationship "lines": Embedded links (C2) ---
// the link belongs to its owner and is read with it

// Links a cart to a product and copies its current values. Fails if already linked. Doesn't check the maximum
// of 5,000 carts per product; the audit does.
function linesAdd(cartId, productId, quantity) {
  mustBeGiven({ quantity });
  const product = db.products.findOne({ _id: productId }, { name: 1, price: 1 });
  if (product === null) {
    throw new Error("product not found");
  }
  const added = db.carts.updateOne(
    { _id: cartId, "lines.product_id": { $ne: productId }, "lines.49": { $exists: false } },
    { $push: { lines: { product_id: productId, name: product.name, price: product.price, quantity } } },
  );
  if (added.matchedCount === 0) {
    throw new Error("cart not found, or lines limit reached, or already linked");
  }
  return added;
}

// Unlinks a cart from a product. Neither document is deleted.
function linesRemove(cartId, productId) {
  const removed = db.carts.updateOne(
    { _id: cartId, "lines.product_id": productId },
    { $pull: { lines: { product_id: productId } } },
  );
  if (removed.matchedCount === 0) {
    throw new Error("not linked");
  }
  return removed;
}

// Updates fields of the cart's link to a product.
function linesEdit(cartId, productId, changes) {
  mustChange(changes, ["quantity"]);
  const changed = db.carts.updateOne(
    { _id: cartId, "lines.product_id": productId },
    { $set: givenFields({ "lines.$[link].quantity": changes.quantity }) },
    { arrayFilters: [{ "link.product_id": productId }] },
  );
  if (changed.matchedCount === 0) {
    throw new Error("link not found");
  }
  return changed;
}

// --- operation "view cart" ---

// Cart, read: 90,000 per day. Returns only the fields of products that are copied to lines. To read others,
// add them to the projection.
function viewCart(visitor) {
  return db.carts.findOne({ visitor });
}

// --- operation "create cart" ---

// Cart, insert: 9,000 per day. lines.name and lines.price are read from the products.
function createCart(cart) {
  cart = withoutAbsent(cart);
  const products = db.products.find(
    { _id: { $in: (cart?.lines ?? []).map((each) => each.product_id) } },
    { name: 1, price: 1 },
  ).toArray();
  return db.carts.insertOne({
    ...cart,
    ...givenFields({
      lines: withCopies(cart.lines, "product_id", products, { name: "name", price: "price" }, "product", true),
    }),
  });
}

// --- operation "refresh cart" ---

// Cart, update: 40,000 per day.
function refreshCart(visitor) {
  const changed = db.carts.updateOne({ visitor }, { $currentDate: { changed_at: true } });
  if (changed.matchedCount === 0) {
    throw new Error("cart not found");
  }
  return changed;
}

// --- operation "product page" ---

// Product, read: 200,000 per day.
function productPage(sku) {
  return db.products.findOne({ sku });
}

// --- operation "pay: take from stock" ---

// Product, update: 6,000 per day.
function payTakeFromStock(sku) {
  const changed = db.products.findOneAndUpdate(
    { sku, in_stock: { $gte: 1 } },
    { $inc: { in_stock: -1 } },
    { returnDocument: "after" },
  );
  if (changed === null) {
    const product = db.products.findOne({ sku }, { _id: 1 });
    if (product === null) {
      throw new Error("product not found");
    }
    throw new Error("product found, but its in_stock isn't at least 1");
  }
  return changed;
}

// --- operation "pay: return to stock" ---

// Product, update: 60 per day.
function payReturnToStock(sku) {
  const changed = db.products.updateOne({ sku }, { $inc: { in_stock: 1 } });
  if (changed.matchedCount === 0) {
    throw new Error("product not found");
  }
  return changed;
}

// --- operation "pay: close cart" ---

// Cart, delete: 2,000 per day.
function payCloseCart(visitor) {
  const removed = db.carts.findOneAndDelete({ visitor });
  if (removed === null) {
    throw new Error("cart not found");
  }
  return removed;
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("view cart", viewCart("v-58210"));
  printed("product page", productPage("MUG-0412"));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.carts.deleteOne({ _id: ObjectId("658e919810e72ace07315bdd") });
  attempt(
    "create cart",
    () => createCart({
      _id: ObjectId("658e919810e72ace07315bdd"),
      visitor: "v-58210",
      changed_at: recent(ISODate("2024-03-02T09:30:00Z")),
      lines: [
        { product_id: ObjectId("659134980db34a03617bb9f9"), quantity: 2 },
        { product_id: ObjectId("6595314c3d1ec71d8a481d47"), quantity: 1 },
      ],
    }),
  );
  attempt(
    "lines.edit",
    () => linesEdit(ObjectId("658e919810e72ace07315bdd"), ObjectId("659134980db34a03617bb9f9"), { quantity: 2 }),
  );
  attempt("refresh cart", () => refreshCart("v-58210"));
  attempt("pay: take from stock", () => payTakeFromStock("MUG-0412"));
  attempt("pay: return to stock", () => payReturnToStock("MUG-0412"));
  attempt(
    "lines.remove",
    () => linesRemove(ObjectId("658e919810e72ace07315bdd"), ObjectId("659134980db34a03617bb9f9")),
  );
  attempt(
    "lines.add",
    () => linesAdd(ObjectId("658e919810e72ace07315bdd"), ObjectId("659134980db34a03617bb9f9"), 2),
  );
  attempt("pay: close cart", () => payCloseCart("v-58210"));
  endWithSamples();
}
showReadsIfAsked();
