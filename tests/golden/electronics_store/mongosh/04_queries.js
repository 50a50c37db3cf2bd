// "Electronics store": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("electronics");

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

// Fails if a required value is missing, so that null isn't stored or searched for in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
}

// Returns the value to store, adding an _id if it's missing. places: paths of the objects that need an _id; "" for
// the value itself.
function identified(stored, places = [""]) {
  const withId = (value, steps) => {
    if (Array.isArray(value)) {
      return value.map((each) => withId(each, steps));
    }
    if (value === null || typeof value !== "object") {
      return value;
    }
    const [step, ...further] = steps;
    if (step !== undefined) {
      return Object.hasOwn(value, step) ? { ...value, [step]: withId(value[step], further) } : value;
    }
    const { _id: own, ...fields } = value;
    return { _id: own ?? new ObjectId(), ...fields };
  };
  return places.reduce((value, place) => withId(value, place === "" ? [] : place.split(".")), stored);
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

// --- relationship "orders": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same order_date as the last one.
function ordersPage(userId, lastOrderDate, shownIds) {
  return db.orders.find({ user_id: userId, order_date: { $lte: lastOrderDate }, _id: { $nin: shownIds } }).sort({ order_date: -1 }).limit(20).toArray();
}

// Deletes a user and its orders. Children are deleted first. All writes run in one transaction.
function deleteUserWithOrders(userId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.orders.deleteMany({ user_id: userId });
      removed = inside.users.deleteOne({ _id: userId });
      if (removed.deletedCount === 0) {
        throw new Error("user not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- relationship "items": Embedded links (C2) ---
// the link belongs to its owner and is read with it

// Links an order to a product and copies its current values. Fails if already linked. total_amount is
// recomputed.
function itemsAdd(orderId, productId, quantity) {
  mustBeGiven({ quantity });
  const product = db.products.findOne({ _id: productId }, { name: 1, price: 1 });
  if (product === null) {
    throw new Error("product not found");
  }
  const added = db.orders.updateOne(
    { _id: orderId, "items.product_id": { $ne: productId }, "items.49": { $exists: false } },
    [
      {
        $set: {
          items: {
            $concatArrays: [
              { $ifNull: ["$items", []] },
              [
                {
                  $literal: {
                    product_id: productId,
                    product_name: product.name,
                    price: product.price,
                    quantity,
                  },
                },
              ],
            ],
          },
        },
      },
      {
        $set: {
          total_amount: {
            $sum: {
              $map: {
                input: { $ifNull: ["$items", []] },
                as: "row",
                in: { $multiply: ["$$row.price", "$$row.quantity"] },
              },
            },
          },
        },
      },
    ],
  );
  if (added.matchedCount === 0) {
    throw new Error("order not found, or items limit reached, or already linked");
  }
  return added;
}

// Unlinks an order from a product. Neither document is deleted. total_amount is recomputed. Fails if fewer
// than 1 would remain in items.
function itemsRemove(orderId, productId) {
  const removed = db.orders.updateOne(
    {
      _id: orderId,
      "items.product_id": productId,
      $or: [{ "items.1": { $exists: true } }, { "items.product_id": { $ne: productId } }],
    },
    [
      {
        $set: {
          items: {
            $filter: {
              input: { $ifNull: ["$items", []] },
              as: "one",
              cond: { $ne: ["$$one.product_id", { $literal: productId }] },
            },
          },
        },
      },
      {
        $set: {
          total_amount: {
            $sum: {
              $map: {
                input: { $ifNull: ["$items", []] },
                as: "row",
                in: { $multiply: ["$$row.price", "$$row.quantity"] },
              },
            },
          },
        },
      },
    ],
  );
  if (removed.matchedCount === 0) {
    throw new Error("not linked, or it must keep at least 1 in items");
  }
  return removed;
}

// Updates fields of the order's link to a product. total_amount is recomputed. All writes run in one
// transaction.
function itemsEdit(orderId, productId, changes) {
  mustChange(changes, ["quantity"]);
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const changed = inside.orders.updateOne(
        { _id: orderId, "items.product_id": productId },
        { $set: givenFields({ "items.$[link].quantity": changes.quantity }) },
        { arrayFilters: [{ "link.product_id": productId }] },
      );
      if (changed.matchedCount === 0) {
        throw new Error("link not found");
      }
      inside.orders.updateOne(
        { _id: orderId },
        [
          {
            $set: {
              total_amount: {
                $sum: {
                  $map: {
                    input: { $ifNull: ["$items", []] },
                    as: "row",
                    in: { $multiply: ["$$row.price", "$$row.quantity"] },
                  },
                },
              },
            },
          },
        ],
      );
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- relationship "reviews": Subset (B3) ---
// most reads need only the top or most recent items of a growing list

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same date as the last one.
function reviewsPage(productId, lastDate, shownIds) {
  return db.reviews.find({ product_id: productId, date: { $lte: lastDate }, _id: { $nin: shownIds } }).sort({ date: -1 }).limit(50).toArray();
}

// Returns a product with its first reviews, using $lookup.
function reviewsJoin(productId) {
  return db.products.aggregate([
    { $match: { _id: productId } },
    {
      $lookup: {
        from: "reviews",
        localField: "_id",
        foreignField: "product_id",
        pipeline: [{ $sort: { date: -1 } }, { $limit: 10 }],
        as: "reviews",
      },
    },
  ]).toArray();
}

// Deletes a product and its reviews. Children are deleted first. Fails while documents in
// orders.items.product_id reference it. All writes run in one transaction. No index starts with
// items.product_id: scans every document in orders. Create the suggested index before you call it often.
function deleteProductWithReviews(productId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const usingOrder = inside.orders.findOne({ "items.product_id": productId }, { _id: 1 });
      if (usingOrder !== null) {
        throw new Error("product is in use: orders.items.product_id references it");
      }
      inside.reviews.deleteMany({ product_id: productId });
      removed = inside.products.deleteOne({ _id: productId });
      if (removed.deletedCount === 0) {
        throw new Error("product not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- operation "profile" ---

// User, read: 40,000 per day.
function profile(id) {
  return db.users.findOne({ _id: id });
}

// --- operation "log in" ---

// User, read: 50,000 per day.
function logIn(email) {
  return db.users.findOne({ email });
}

// --- operation "add address" ---

// Address, insert: 30 per day.
function addAddress(userId, address) {
  mustBeGiven({ address });
  const added = db.users.updateOne({ _id: userId, "addresses.4": { $exists: false } }, { $push: { addresses: address } });
  if (added.matchedCount === 0) {
    throw new Error("user not found, or addresses limit reached");
  }
  return added;
}

// --- operation "orders of a user" ---

// Order, read: 8,000 per day.
function ordersOfAUser(userId) {
  return db.orders.find({ user_id: userId }).sort({ order_date: -1 }).limit(20).toArray();
}

// --- operation "order" ---

// Order, read: 30,000 per day. Returns only the fields of products that are copied to items. To read others,
// add them to the projection.
function order(id) {
  return db.orders.findOne({ _id: id });
}

// --- operation "place order" ---

// Order, insert: 700 per day. items.product_name and items.price are read from the products. total_amount is
// computed from the values read. All writes run in one transaction. Fails if the user doesn't exist (one
// read).
function placeOrder(order) {
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const products = inside.products.find(
        { _id: { $in: (order?.items ?? []).map((each) => each.product_id) } },
        { name: 1, price: 1 },
      ).toArray();
      const user = inside.users.findOne({ _id: order?.user_id ?? null }, { _id: 1 });
      if (user === null) {
        throw new Error("user not found");
      }
      inserted = inside.orders.insertOne({
        ...order,
        ...givenFields({
          items: withCopies(order.items, "product_id", products, { product_name: "name", price: "price" }, "product", true),
        }),
        total_amount: 0,
      });
      inside.orders.updateOne(
        { _id: inserted.insertedId },
        [
          {
            $set: {
              total_amount: {
                $sum: {
                  $map: {
                    input: { $ifNull: ["$items", []] },
                    as: "row",
                    in: { $multiply: ["$$row.price", "$$row.quantity"] },
                  },
                },
              },
            },
          },
        ],
      );
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// --- operation "product page" ---

// Product, read: 500,000 per day.
function productPage(id) {
  return db.products.findOne({ _id: id });
}

// --- operation "browse category" ---

// Product, read: 60,000 per day.
function browseCategory(category) {
  return db.products.find({ category }).sort({ price: -1 }).limit(24).toArray();
}

// --- operation "all reviews" ---

// Review, read: 500 per day.
function allReviews(productId) {
  return db.reviews.find({ product_id: productId }).sort({ date: -1 }).limit(10).toArray();
}

// --- operation "write review" ---

// Review, insert: 1,000 per day. rating_sum, review_count, average_rating, and recent_reviews of the product
// are updated in the same transaction.
function writeReview(review) {
  review = identified(review);
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inserted = inside.reviews.insertOne(review);
      const productFollows = inside.products.updateOne(
        { _id: review?.product_id ?? null },
        [
          {
            $set: {
              rating_sum: { $add: [{ $ifNull: ["$rating_sum", 0] }, { $literal: review?.rating }] },
              review_count: { $add: [{ $ifNull: ["$review_count", 0] }, 1] },
            },
          },
          {
            $set: {
              average_rating: {
                $cond: [
                  { $gt: ["$review_count", 0] },
                  { $round: [{ $divide: ["$rating_sum", "$review_count"] }, 2] },
                  null,
                ],
              },
            },
          },
          {
            $set: {
              recent_reviews: {
                $slice: [
                  {
                    $sortArray: {
                      input: {
                        $concatArrays: [
                          { $ifNull: ["$recent_reviews", []] },
                          [
                            {
                              $literal: {
                                review_id: review?._id,
                                user: review?.user,
                                rating: review?.rating,
                                comment: review?.comment,
                                date: review?.date,
                              },
                            },
                          ],
                        ],
                      },
                      sortBy: { date: 1, review_id: 1 },
                    },
                  },
                  -5,
                ],
              },
            },
          },
        ],
      );
      if (productFollows.matchedCount === 0) {
        throw new Error("product not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// --- operation "correct review" ---

// Review, update: 10 per day. products.recent_reviews is updated by reviewsSyncFrom in 05_sync.js.
function correctReview(id, newComment) {
  mustBeGiven({ newComment });
  const changed = db.reviews.updateOne({ _id: id }, { $set: { comment: newComment } });
  if (changed.matchedCount === 0) {
    throw new Error("review not found");
  }
  return changed;
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed(
    "orders.page",
    ordersPage(
      ObjectId("6395e83cfff515e963d303c1"),
      ISODate("2023-03-21T15:00:00Z"),
      [ObjectId("6419c670e5e5f2ba6f9ac29b")],
    ),
  );
  printed(
    "reviews.page",
    reviewsPage(
      ObjectId("63c40cbc0db34a03617bb9f9"),
      ISODate("2023-03-31T00:00:00Z"),
      [ObjectId("64262ab4950124c310b577d5")],
    ),
  );
  printed("reviews.join", reviewsJoin(ObjectId("63c40cbc0db34a03617bb9f9")));
  printed("profile", profile(ObjectId("6395e83cfff515e963d303c1")));
  printed("log in", logIn("john.smith@example.com"));
  printed("orders of a user", ordersOfAUser(ObjectId("6395e83cfff515e963d303c1")));
  printed("order", order(ObjectId("6415c9bc97d523604eded65c")));
  printed("product page", productPage(ObjectId("63c40cbc0db34a03617bb9f9")));
  printed("browse category", browseCategory("Electronics"));
  printed("all reviews", allReviews(ObjectId("63c40cbc0db34a03617bb9f9")));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.orders.deleteOne({ _id: ObjectId("6415c9bc97d523604eded65c") });
  attempt(
    "place order",
    () => placeOrder({
      _id: ObjectId("6415c9bc97d523604eded65c"),
      order_date: ISODate("2023-03-18T14:25:00Z"),
      shipping: {
        address: "123 Main St, New York, NY 10001",
        method: "Express",
        cost: NumberDecimal("12.99"),
      },
      user_id: ObjectId("6395e83cfff515e963d303c1"),
      items: [
        { product_id: ObjectId("63c40cbc0db34a03617bb9f9"), quantity: 2 },
        { product_id: ObjectId("63c809703d1ec71d8a481d47"), quantity: 3 },
      ],
    }),
  );
  db.reviews.deleteOne({ _id: ObjectId("64222e001d19f3ed8debb283") });
  attempt(
    "write review",
    () => writeReview({
      _id: ObjectId("64222e001d19f3ed8debb283"),
      user: "Alex",
      rating: 5,
      comment: "Amazing sound quality! I've been using these for a week now and I'm impressed with the battery.",
      date: ISODate("2023-03-28T00:00:00Z"),
      product_id: ObjectId("63c40cbc0db34a03617bb9f9"),
    }),
  );
  attempt(
    "items.edit",
    () => itemsEdit(ObjectId("6415c9bc97d523604eded65c"), ObjectId("63c40cbc0db34a03617bb9f9"), { quantity: 2 }),
  );
  attempt(
    "add address",
    () => addAddress(
      ObjectId("6395e83cfff515e963d303c1"),
      { type: "home", street: "123 Main St", city: "New York", state: "NY", zip: "10001" },
    ),
  );
  attempt(
    "correct review",
    () => correctReview(
      ObjectId("64222e001d19f3ed8debb283"),
      "Good overall, though it took a little longer than said.",
    ),
  );
  attempt(
    "items.remove",
    () => itemsRemove(ObjectId("6415c9bc97d523604eded65c"), ObjectId("63c40cbc0db34a03617bb9f9")),
  );
  attempt(
    "items.add",
    () => itemsAdd(ObjectId("6415c9bc97d523604eded65c"), ObjectId("63c40cbc0db34a03617bb9f9"), 2),
  );
  attempt("orders.cascade", () => deleteUserWithOrders(ObjectId("6395e83cfff515e963d303c1")));
  attempt("reviews.cascade", () => deleteProductWithReviews(ObjectId("63c809703d1ec71d8a481d47")));
  endWithSamples();
}
showReadsIfAsked();
