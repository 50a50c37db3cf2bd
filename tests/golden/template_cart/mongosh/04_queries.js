// Reads and writes of the design "Shopping cart without reservation".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
db = db.getSiblingDB("shop");

function printed(label, value) {
  print(label);
  printjson(value);
}

// Runs one write of demo(). What the database or a guard refuses is told; a mistake in a script stops it.
function attempt(label, action) {
  try {
    printed(label, action());
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) throw error;
    print(label + " was refused: " + error.message);
  }
}

// Puts the sample documents back as they were before an earlier demo(), where 03_sample_data.js is loaded, too.
function beginWithSamples() {
  if (typeof resetSampleData === "function") {
    resetSampleData();
    const taken = typeof inTheWay === "function" ? inTheWay() : [];
    if (taken.length === 0) return;
    const names = taken.map(({ collection, document }) => `${collection} ${EJSON.stringify(document._id)}`);
    throw new Error(`a document of yours has the _id of a sample, and demo() would change it: ${names.join(", ")}`);
  }
  print('The sample documents are taken as they are. load("03_sample_data.js") first, and demo() puts them back as they were');
}

// Puts the sample documents back once more: what calls add is taken away before, as no function
// does, so totals and lists of others would tell of what is not there.
function endWithSamples() {
  if (typeof resetSampleData !== "function") return;
  resetSampleData();
  print("The sample documents are as they were before demo().");
}

// Runs the reads where the environment asks for it: NESTLINK_READS=1.
function showReadsIfAsked() {
  if (typeof process !== "undefined" && process.env?.NESTLINK_READS === "1") showReads();
}

// Moves a date of a sample by whole weeks, so that no sample has expired when it is inserted, and the newest is of the
// last days where that is long enough. NESTLINK_TODAY=2024-01-31 takes that day for today.
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

// The fields that a function changes: some of those named. What is left out stays as it is; null is for those that may
// be without a value.
function mustChange(changes, names, emptied = []) {
  const given = Object.keys(changes ?? {}).filter((name) => changes[name] !== undefined);
  const other = given.filter((name) => !names.includes(name));
  if (given.length === 0 || other.length > 0) {
    const problem = other.length > 0 ? `${other.join(", ")} cannot change here` : "nothing to change";
    throw new Error(`${problem}; give some of ${names.join(", ")}`);
  }
  const empty = given.filter((name) => changes[name] === null && !emptied.includes(name));
  if (empty.length > 0) {
    throw new Error(`${empty.join(", ")}: null is no value; leave a field out to keep it as it is`);
  }
}

// The fields to set, without those that have no value.
function givenFields(fields) {
  const isGiven = (value) => (Object.hasOwn(value ?? {}, "$literal") ? value.$literal : value) !== undefined;
  return Object.fromEntries(Object.entries(fields).filter((entry) => isGiven(entry[1])));
}

// A value as it is stored: without the fields that have no value, for which a driver would write null.
// nullable: the paths that may be null. A value that says itself how it is stored (toBSON) stays as it is.
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

// Elements with the copies of what each names by its reference; ids by themselves, where that is "". copies: by field of an
// element, that of the source. What names something that is not among the sources is refused; where a pair is linked once,
// a second one of the same too.
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
      throw new Error(`there is no such ${word}`);
    }
    if (id !== null && linkedOnce && named.has(String(id))) {
      throw new Error(`it names the same ${word} twice: the two are linked once`);
    }
    named.add(String(id));
    if (reference === "") {
      return element;
    }
    const copied = Object.entries(copies).map(([field, path]) => [field, source?.[path]]);
    return { ...element, ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)) };
  });
}

// --- relationship "lines": EMBED_LINK (C2) ---
// the link belongs to its owner and is read with it

// Let one cart list one product with its copies, taken now, at most once.
function linesAdd(cartId, productId, quantity) {
  const product = db.products.findOne({ _id: productId }, { name: 1, price: 1 });
  if (product === null) {
    throw new Error("there is no such product");
  }
  const added = db.carts.updateOne(
    { _id: cartId, "lines.product_id": { $ne: productId }, "lines.49": { $exists: false } },
    { $push: { lines: { product_id: productId, name: product.name, price: product.price, quantity } } },
  );
  if (added.matchedCount === 0) {
    throw new Error("there is no such cart, or it has no room in lines, or the two are linked already");
  }
  return added;
}

// Let the cart list the product no longer; both documents stay.
function linesRemove(cartId, productId) {
  const removed = db.carts.updateOne(
    { _id: cartId, "lines.product_id": productId },
    { $pull: { lines: { product_id: productId } } },
  );
  if (removed.matchedCount === 0) {
    throw new Error("the two are not linked");
  }
  return removed;
}

// Change fields of the cart's link to one product.
function linesEdit(cartId, productId, changes) {
  mustChange(changes, ["quantity"]);
  const changed = db.carts.updateOne(
    { _id: cartId, "lines.product_id": productId },
    { $set: givenFields({ "lines.$[link].quantity": changes.quantity }) },
    { arrayFilters: [{ "link.product_id": productId }] },
  );
  if (changed.matchedCount === 0) {
    throw new Error("there is no such link");
  }
  return changed;
}

// --- operation "show the cart" ---

// Cart, read: 90,000 a day. Of the products it shows what its links in lines say, as of when they were made:
// a projection that names other fields reads them, too.
function showTheCart(visitor) {
  return db.carts.findOne({ visitor });
}

// --- operation "begin a cart" ---

// Cart, insert: 9,000 a day. lines.name and lines.price are read from the products.
function beginACart(cart) {
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

// --- operation "touch the cart" ---

// Cart, update: 40,000 a day.
function touchTheCart(visitor) {
  const changed = db.carts.updateOne({ visitor }, { $currentDate: { changed_at: true } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such cart");
  }
  return changed;
}

// --- operation "product page" ---

// Product, read: 200,000 a day.
function productPage(sku) {
  return db.products.findOne({ sku });
}

// --- operation "pay: take one from the stock" ---

// Product, update: 6,000 a day.
function payTakeOneFromTheStock(sku) {
  const changed = db.products.findOneAndUpdate(
    { sku, in_stock: { $gte: 1 } },
    { $inc: { in_stock: -1 } },
    { returnDocument: "after" },
  );
  if (changed === null) {
    const product = db.products.findOne({ sku }, { _id: 1 });
    if (product === null) {
      throw new Error("there is no such product");
    }
    throw new Error("the product is there, but its in_stock is not at least 1");
  }
  return changed;
}

// --- operation "pay: put it back where another line fails" ---

// Product, update: 60 a day.
function payPutItBackWhereAnotherLineFails(sku) {
  const changed = db.products.updateOne({ sku }, { $inc: { in_stock: 1 } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such product");
  }
  return changed;
}

// --- operation "pay: close the cart, once" ---

// Cart, delete: 2,000 a day.
function payCloseTheCartOnce(visitor) {
  return db.carts.findOneAndDelete({ visitor });
}

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed("show the cart", showTheCart("v-58210"));
  printed("product page", productPage("MUG-0412"));
}

// Every write once, on the sample documents. Nothing calls it but you.
function demo() {
  beginWithSamples();
  db.carts.deleteOne({ _id: ObjectId("658e919810e72ace07315bdd") });
  attempt(
    "begin a cart",
    () => beginACart({
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
  attempt("touch the cart", () => touchTheCart("v-58210"));
  attempt("pay: take one from the stock", () => payTakeOneFromTheStock("MUG-0412"));
  attempt("pay: put it back where another line fails", () => payPutItBackWhereAnotherLineFails("MUG-0412"));
  attempt(
    "lines.remove",
    () => linesRemove(ObjectId("658e919810e72ace07315bdd"), ObjectId("659134980db34a03617bb9f9")),
  );
  attempt(
    "lines.add",
    () => linesAdd(ObjectId("658e919810e72ace07315bdd"), ObjectId("659134980db34a03617bb9f9"), 2),
  );
  attempt("pay: close the cart, once", () => payCloseTheCartOnce("v-58210"));
  endWithSamples();
}
showReadsIfAsked();
