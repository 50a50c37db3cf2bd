// "Shopping cart with reservation": Reads and writes
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

// Fails if a required value is missing, so that null isn't stored or searched for in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
}

// Returns a filter without the range ends that have no value. Before a write, at least one end is required; otherwise
// the filter would match all documents.
function openEnded(filter, isBeforeWrite = false, around = "") {
  const bounds = ["$gt", "$gte", "$lt", "$lte"];
  const isKept = ([name, value]) => !bounds.includes(name) || (value ?? null) !== null;
  const hasBounds = (wanted) => bounds.some((name) => Object.hasOwn(wanted ?? {}, name));
  const givenBounds = (range) => Object.fromEntries(Object.entries(range).filter(isKept));
  const asked = {};
  for (const [path, wanted] of Object.entries(filter)) {
    const isRange = hasBounds(wanted);
    const element = wanted?.$elemMatch;
    if (!isRange && !element) {
      asked[path] = wanted;
      continue;
    }
    const left = isRange || hasBounds(element)
      ? givenBounds(isRange ? wanted : element)
      : openEnded(element, isBeforeWrite, `${around}${path}.`);
    if (Object.keys(left).length > 0) {
      asked[path] = isRange ? left : { ...wanted, $elemMatch: left };
    } else if (isBeforeWrite) {
      throw new Error(`set the minimum or maximum of ${around}${path}`);
    }
  }
  return asked;
}

// --- relationship "reservations": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the first page of reservations of a product, using the reference index, and sorts them in memory.
function reservationsRead(productId) {
  return db.reservations.find({ product_id: productId }).sort({ until: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. No index supports this sort, so it runs in memory.
// shownIds: the IDs of the items already shown that have the same until as the last one.
function reservationsPage(productId, lastUntil, shownIds) {
  return db.reservations.find({ product_id: productId, until: { $lte: lastUntil }, _id: { $nin: shownIds } }).sort({ until: -1 }).limit(50).toArray();
}

// Returns a product with its first reservations, using $lookup. No index supports this sort, so it runs in
// memory.
function reservationsJoin(productId) {
  return db.products.aggregate([
    { $match: { _id: productId } },
    {
      $lookup: {
        from: "reservations",
        localField: "_id",
        foreignField: "product_id",
        pipeline: [{ $sort: { until: -1 } }, { $limit: 10 }],
        as: "reservations",
      },
    },
  ]).toArray();
}

// Moves a reservation to another product. taken of the product is updated in the same transaction. available
// is recomputed.
function reservationsReassign(reservationId, newProductId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const product = inside.products.findOne({ _id: newProductId }, { name: 1, price: 1 });
      if (product === null) {
        throw new Error("product not found");
      }
      const moved = inside.reservations.findOneAndUpdate(
        { _id: reservationId },
        { $set: { product_id: newProductId, name: product.name, price: product.price } },
      );
      if (moved === null) {
        throw new Error("reservation not found");
      }
      const oldProductMoved = inside.products.updateOne(
        { _id: moved.product_id ?? null },
        [
          { $set: { taken: { $subtract: [{ $ifNull: ["$taken", 0] }, { $literal: moved.quantity }] } } },
          { $set: { available: { $subtract: ["$stock", { $ifNull: ["$taken", 0] }] } } },
        ],
      );
      if (oldProductMoved.matchedCount === 0) {
        throw new Error("product not found");
      }
      const newProductMoved = inside.products.updateOne(
        { _id: newProductId },
        [
          { $set: { taken: { $add: [{ $ifNull: ["$taken", 0] }, { $literal: moved.quantity }] } } },
          { $set: { available: { $subtract: ["$stock", { $ifNull: ["$taken", 0] }] } } },
        ],
      );
      if (newProductMoved.matchedCount === 0) {
        throw new Error("product not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Deletes a reservation. taken of the product is updated in the same transaction. available is recomputed.
function reservationsRemove(reservationId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const removed = inside.reservations.findOneAndDelete({ _id: reservationId });
      if (removed === null) {
        throw new Error("reservation not found");
      }
      const productMoved = inside.products.updateOne(
        { _id: removed.product_id ?? null },
        [
          { $set: { taken: { $subtract: [{ $ifNull: ["$taken", 0] }, { $literal: removed.quantity }] } } },
          { $set: { available: { $subtract: ["$stock", { $ifNull: ["$taken", 0] }] } } },
        ],
      );
      if (productMoved.matchedCount === 0) {
        throw new Error("product not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- relationship "lines": Parent reference (B10) ---
// "Product -> Reservation" also refers to Reservation, so it can't live inside one Cart

// Returns the first page of reservations of a cart, using the reference index, and sorts them in memory.
function linesRead(cartId) {
  return db.reservations.find({ cart_id: cartId }).sort({ until: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. No index supports this sort, so it runs in memory.
// shownIds: the IDs of the items already shown that have the same until as the last one.
function linesPage(cartId, lastUntil, shownIds) {
  return db.reservations.find({ cart_id: cartId, until: { $lte: lastUntil }, _id: { $nin: shownIds } }).sort({ until: -1 }).limit(50).toArray();
}

// Returns a cart with its first reservations, using $lookup. No index supports this sort, so it runs in
// memory.
function linesJoin(cartId) {
  return db.carts.aggregate([
    { $match: { _id: cartId } },
    {
      $lookup: {
        from: "reservations",
        localField: "_id",
        foreignField: "cart_id",
        pipeline: [{ $sort: { until: -1 } }, { $limit: 10 }],
        as: "lines",
      },
    },
  ]).toArray();
}

// Moves a reservation to another cart. Doesn't check the maximum of 50 reservations per cart; the audit does.
// The cart is locked until the transaction ends, so that the copy can't be outdated.
function linesReassign(reservationId, newCartId) {
  mustBeGiven({ newCartId });
  let changed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const cart = inside.carts.findOneAndUpdate(
        { _id: newCartId },
        { $inc: { locked: 1 } },
        { projection: { status: 1 }, returnDocument: "before" },
      );
      if (cart === null) {
        throw new Error("cart not found");
      }
      changed = inside.reservations.updateOne(
        { _id: reservationId },
        { $set: { cart_id: newCartId, status: cart.status } },
      );
      if (changed.matchedCount === 0) {
        throw new Error("reservation not found");
      }
      inside.carts.updateOne({ _id: newCartId }, { $unset: { locked: "" } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return changed;
}

// --- operation "view cart" ---

// Reservation, read: 40,000 per day.
function viewCart(cartId, limit = 50) {
  return db.reservations.find({ cart_id: cartId }).limit(limit).toArray();
}

// --- operation "cart of a visitor" ---

// Cart, read: 40,000 per day.
function cartOfAVisitor(visitor) {
  return db.carts.findOne({ visitor, status: "open" });
}

// --- operation "create cart" ---

// Cart, insert: 3,000 per day.
function createCart(cart) {
  return db.carts.insertOne(cart);
}

// --- operation "product page" ---

// Product, read: 90,000 per day.
function productPage(sku) {
  return db.products.findOne({ sku });
}

// --- operation "add to cart" ---

// Reservation, insert: 9,000 per day. taken of the product is updated in the same transaction. available is
// recomputed. name and price are read from the product. status is read from the cart. Doesn't check the
// maximum of 50 reservations per cart; the audit does. The cart is locked until the transaction ends, so that
// the copy can't be outdated.
function addToCart(reservation) {
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const cart = inside.carts.findOneAndUpdate(
        { _id: reservation.cart_id ?? null },
        { $inc: { locked: 1 } },
        { projection: { status: 1 }, returnDocument: "before" },
      );
      if (cart === null) {
        throw new Error("cart not found");
      }
      const product = inside.products.findOne({ _id: reservation.product_id ?? null }, { name: 1, price: 1 });
      if (product === null) {
        throw new Error("product not found");
      }
      inserted = inside.reservations.insertOne({ ...reservation, name: product.name, price: product.price, status: cart.status });
      const productMoved = inside.products.updateOne(
        { _id: reservation?.product_id ?? null },
        [
          { $set: { taken: { $add: [{ $ifNull: ["$taken", 0] }, { $literal: reservation?.quantity }] } } },
          { $set: { available: { $subtract: ["$stock", { $ifNull: ["$taken", 0] }] } } },
        ],
      );
      if (productMoved.matchedCount === 0) {
        throw new Error("product not found");
      }
      inside.carts.updateOne({ _id: reservation.cart_id ?? null }, { $unset: { locked: "" } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// --- operation "remove from cart" ---

// Reservation, delete: 6,000 per day. taken of the product is updated in the same transaction. available is
// recomputed.
function removeFromCart(id) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const removed = inside.reservations.findOneAndDelete({ _id: id, status: "open" });
      if (removed === null) {
        throw new Error("reservation not found, or doesn't match the filter");
      }
      const productMoved = inside.products.updateOne(
        { _id: removed.product_id ?? null },
        [
          { $set: { taken: { $subtract: [{ $ifNull: ["$taken", 0] }, { $literal: removed.quantity }] } } },
          { $set: { available: { $subtract: ["$stock", { $ifNull: ["$taken", 0] }] } } },
        ],
      );
      if (productMoved.matchedCount === 0) {
        throw new Error("product not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- operation "expired reservations" ---

// Reservation, read: 1,440 per day. status is a copy of the cart's status, updated in the same transaction.
// To leave a range open, omit one of its ends.
function expiredReservations(leastUntil, mostUntil) {
  return db.reservations.find(openEnded({ until: { $gte: leastUntil, $lte: mostUntil }, status: "open" })).sort({ until: 1 }).limit(100).toArray();
}

// --- operation "extend reservation" ---

// Reservation, update: 2,000 per day.
function extendReservation(id, newUntil) {
  mustBeGiven({ newUntil });
  const changed = db.reservations.updateOne({ _id: id, status: "open" }, { $set: { until: newUntil } });
  if (changed.matchedCount === 0) {
    const reservation = db.reservations.findOne({ _id: id }, { _id: 1 });
    if (reservation === null) {
      throw new Error("reservation not found");
    }
    throw new Error("reservation found, but its status isn't \"open\"");
  }
  return changed;
}

// --- operation "pay" ---

// Cart, update: 1,200 per day. Copies are updated in the same transaction. Copies written in the meantime
// without locking the source can be outdated; the audit finds them.
function pay(id) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const changed = inside.carts.updateOne(
        { _id: id, status: "open" },
        { $set: { status: "paid" }, $currentDate: { changed_at: true } },
      );
      if (changed.matchedCount === 0) {
        const cart = inside.carts.findOne({ _id: id }, { _id: 1 });
        if (cart === null) {
          throw new Error("cart not found");
        }
        throw new Error("cart found, but its status isn't \"open\"");
      }
      inside.reservations.updateMany({ cart_id: id }, { $set: { status: "paid" } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- operation "restock product" ---

// Product, update: 40 per day.
function restockProduct(sku) {
  const changed = db.products.updateOne({ sku }, { $inc: { stock: 1, available: 1 } });
  if (changed.matchedCount === 0) {
    throw new Error("product not found");
  }
  return changed;
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("reservations.read", reservationsRead(ObjectId("658162980db34a03617bb9f9")));
  printed(
    "reservations.page",
    reservationsPage(
      ObjectId("658162980db34a03617bb9f9"),
      ISODate("2024-03-05T10:35:00Z"),
      [ObjectId("65d480541e11ca7c8abcfe06")],
    ),
  );
  printed("reservations.join", reservationsJoin(ObjectId("658162980db34a03617bb9f9")));
  printed("lines.read", linesRead(ObjectId("658e919810e72ace07315bdd")));
  printed(
    "lines.page",
    linesPage(
      ObjectId("658e919810e72ace07315bdd"),
      ISODate("2024-03-05T10:35:00Z"),
      [ObjectId("65d480541e11ca7c8abcfe06")],
    ),
  );
  printed("lines.join", linesJoin(ObjectId("658e919810e72ace07315bdd")));
  printed("view cart", viewCart(ObjectId("658e919810e72ace07315bdd")));
  printed("cart of a visitor", cartOfAVisitor("v-58210"));
  printed("product page", productPage("GIG-0412"));
  printed(
    "expired reservations",
    expiredReservations(ISODate("2024-03-02T10:00:00Z"), ISODate("2024-03-02T10:00:00Z")),
  );
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
      status: "open",
      changed_at: ISODate("2024-03-02T09:30:00Z"),
    }),
  );
  db.reservations.deleteOne({ _id: ObjectId("65d083a0df2ae84ac231264a") });
  attempt(
    "add to cart",
    () => addToCart({
      _id: ObjectId("65d083a0df2ae84ac231264a"),
      quantity: 1,
      until: ISODate("2024-03-02T10:00:00Z"),
      product_id: ObjectId("658162980db34a03617bb9f9"),
      cart_id: ObjectId("658e919810e72ace07315bdd"),
    }),
  );
  attempt(
    "reservations.reassign",
    () => reservationsReassign(ObjectId("65d083a0df2ae84ac231264a"), ObjectId("65855f4c3d1ec71d8a481d47")),
  );
  attempt(
    "lines.reassign",
    () => linesReassign(ObjectId("65d083a0df2ae84ac231264a"), ObjectId("65928e4ce1e90f6143f1e0b7")),
  );
  attempt(
    "extend reservation",
    () => extendReservation(ObjectId("65d480541e11ca7c8abcfe06"), ISODate("2024-03-05T10:35:00Z")),
  );
  attempt("pay", () => pay(ObjectId("658e919810e72ace07315bdd")));
  attempt("restock product", () => restockProduct("GIG-0412"));
  attempt("reservations.remove", () => reservationsRemove(ObjectId("65d083a0df2ae84ac231264a")));
  // Not called: "remove from cart", because no suitable sample document is left after the earlier calls.
  endWithSamples();
}
showReadsIfAsked();
