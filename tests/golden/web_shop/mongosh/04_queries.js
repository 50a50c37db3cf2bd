// "Web shop": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Reads exclude sensitive fields. To read one, name it in the projection of an operation.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("web_shop");

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
  return movedByWeeks(date, ISODate("2023-04-03T01:10:00Z"), ISODate("2023-04-14T09:32:14Z"));
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

// Fails if a required value is null. An omitted value doesn't change.
function mustNotBeNull(values) {
  const missing = Object.keys(values).filter((name) => values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value, or be left out`);
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

// Returns an update that sets these fields: undefined keeps a field, null removes it. nullable: paths that store null
// instead. others: the rest of the update.
function setOrClear(fields, nullable = [], others = {}) {
  const set = {};
  const unset = { ...others.$unset };
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nullable.includes(path)) unset[path] = "";
    else if (value !== undefined) set[path] = value;
  }
  const operators = Object.entries({ $set: set, ...others, $unset: unset });
  const update = operators.filter((entry) => Object.keys(entry[1]).length > 0);
  if (update.length === 0) throw new Error(`nothing to update: pass a value for ${Object.keys(fields).join(" or ")}`);
  return Object.fromEntries(update);
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

// --- relationship "inventory": Embedded document (A3) ---
// one read returns both, and updates are atomic

// Replaces a product's inventory in one atomic write. inventory.available is recomputed.
function inventoryAdd(productId, inventory) {
  mustBeGiven({ inventory });
  const added = db.products.updateOne(
    { _id: productId },
    [
      { $set: { inventory: { $literal: inventory } } },
      { $set: { "inventory.available": { $subtract: ["$inventory.in_stock", "$inventory.reserved"] } } },
    ],
  );
  if (added.matchedCount === 0) {
    throw new Error("product not found");
  }
  return added;
}

// --- relationship "attributes": Embedded document (A3) ---
// one read returns both, and updates are atomic

// Replaces a product's product attribute in one atomic write.
function attributesAdd(productId, productAttribute) {
  mustBeGiven({ productAttribute });
  productAttribute = withoutAbsent(productAttribute);
  const added = db.products.updateOne({ _id: productId }, { $set: { attributes: productAttribute } });
  if (added.matchedCount === 0) {
    throw new Error("product not found");
  }
  return added;
}

// --- relationship "dimensions": Embedded document (A3) ---
// one read returns both, and updates are atomic

// Replaces a product attribute's dimension in one atomic write.
function dimensionsAdd(productId, dimension) {
  mustBeGiven({ dimension });
  const added = db.products.updateOne({ _id: productId }, { $set: { "attributes.dimensions": dimension } });
  if (added.matchedCount === 0) {
    throw new Error("product not found");
  }
  return added;
}

// --- relationship "rating_summary": Embedded document (A3) ---
// one read returns both, and updates are atomic

// Replaces a product's rating summary in one atomic write. rating_summary.count and rating_summary.average
// are recomputed.
function ratingSummaryAdd(productId, ratingSummary) {
  mustBeGiven({ ratingSummary });
  ratingSummary = withoutAbsent(ratingSummary, ["average"]);
  const added = db.products.updateOne(
    { _id: productId },
    [
      { $set: { rating_summary: { $literal: ratingSummary } } },
      {
        $set: {
          "rating_summary.count": {
            $add: [
              "$rating_summary.distribution.1",
              "$rating_summary.distribution.2",
              "$rating_summary.distribution.3",
              "$rating_summary.distribution.4",
              "$rating_summary.distribution.5",
            ],
          },
        },
      },
      {
        $set: {
          "rating_summary.average": {
            $round: [
              {
                $cond: [
                  { $eq: ["$rating_summary.count", 0] },
                  null,
                  {
                    $divide: [
                      {
                        $add: [
                          "$rating_summary.distribution.1",
                          { $multiply: [2, "$rating_summary.distribution.2"] },
                          { $multiply: [3, "$rating_summary.distribution.3"] },
                          { $multiply: [4, "$rating_summary.distribution.4"] },
                          { $multiply: [5, "$rating_summary.distribution.5"] },
                        ],
                      },
                      "$rating_summary.count",
                    ],
                  },
                ],
              },
              2,
            ],
          },
        },
      },
    ],
  );
  if (added.matchedCount === 0) {
    throw new Error("product not found");
  }
  return added;
}

// --- relationship "seo": Embedded document (A3) ---
// one read returns both, and updates are atomic

// Replaces a product's seo in one atomic write.
function seoAdd(productId, seo) {
  mustBeGiven({ seo });
  seo = withoutAbsent(seo);
  const added = db.products.updateOne({ _id: productId }, { $set: { seo } });
  if (added.matchedCount === 0) {
    throw new Error("product not found");
  }
  return added;
}

// --- relationship "images": Embedded array (B7) ---
// small, limited in number, owned, and read with its parent

// Adds an image if there are fewer than 20.
function imagesAdd(productId, image) {
  mustBeGiven({ image });
  const added = db.products.updateOne({ _id: productId, "images.19": { $exists: false } }, { $push: { images: image } });
  if (added.matchedCount === 0) {
    throw new Error("product not found, or images limit reached");
  }
  return added;
}

// Updates fields of an image in place. If items are identical, the first is updated. Pass the whole image as
// it was read.
function imagesEdit(productId, image, changes) {
  mustChange(changes, ["url", "alt", "is_primary"]);
  const changed = db.products.updateOne(
    { _id: productId, images: image },
    {
      $set: givenFields({
        "images.$.url": changes.url,
        "images.$.alt": changes.alt,
        "images.$.is_primary": changes.is_primary,
      }),
    },
  );
  if (changed.matchedCount === 0) {
    throw new Error("image not found, or it changed since it was read");
  }
  return changed;
}

// Removes an image from the array. Pass the whole image as it was read. Identical items are removed together.
// Fails if fewer than 1 would remain in images.
function imagesRemove(productId, image) {
  const removed = db.products.updateOne(
    { _id: productId, images: image, "images.1": { $exists: true } },
    { $pullAll: { images: [image] } },
  );
  if (removed.matchedCount === 0) {
    throw new Error("image not found, or it changed since it was read, or it must keep at least 1 in images");
  }
  return removed;
}

// Moves an image to another product, in a transaction because two documents change. Pass the whole image as
// it was read. Fails if two are identical, because both would be removed.
function imagesReassign(oldProductId, image, newProductId) {
  mustBeGiven({ image });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const taken = inside.products.updateOne(
        {
          _id: oldProductId,
          $expr: {
            $eq: [
              {
                $size: {
                  $filter: {
                    input: { $ifNull: ["$images", []] },
                    as: "one",
                    cond: { $eq: ["$$one", { $literal: image }] },
                  },
                },
              },
              1,
            ],
          },
        },
        { $pullAll: { images: [image] } },
      );
      if (taken.matchedCount === 0) {
        throw new Error("image not found as it was read, or an identical one exists");
      }
      const given = inside.products.updateOne(
        { _id: newProductId, "images.19": { $exists: false } },
        { $push: { images: image } },
      );
      if (given.matchedCount === 0) {
        throw new Error("product not found, or has reached its image limit");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- relationship "reviews": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same date as the last one.
function reviewsPage(productId, lastDate, shownIds) {
  return db.reviews.find({ product_id: productId, date: { $lte: lastDate }, _id: { $nin: shownIds } }).sort({ date: -1 }).limit(10).toArray();
}

// --- relationship "addresses": Embedded array (B7) ---
// small, limited in number, owned, and read with its parent

// Adds an address if there are fewer than 10.
function addressesAdd(customerId, address) {
  mustBeGiven({ address });
  address = withoutAbsent(address);
  const added = db.customers.updateOne(
    { _id: customerId, "addresses.9": { $exists: false } },
    { $push: { addresses: address } },
  );
  if (added.matchedCount === 0) {
    throw new Error("customer not found, or addresses limit reached");
  }
  return added;
}

// Updates fields of an address in place; other items don't change.
function addressesEdit(customerId, addressId, changes) {
  mustChange(
    changes,
    ["type", "is_default", "name", "line1", "line2", "city", "state", "postal_code", "country", "phone"],
    ["line2", "phone"],
  );
  const changed = db.customers.updateOne(
    { _id: customerId, "addresses.id": addressId },
    setOrClear({
      "addresses.$.type": changes.type,
      "addresses.$.is_default": changes.is_default,
      "addresses.$.name": changes.name,
      "addresses.$.line1": changes.line1,
      "addresses.$.line2": changes.line2,
      "addresses.$.city": changes.city,
      "addresses.$.state": changes.state,
      "addresses.$.postal_code": changes.postal_code,
      "addresses.$.country": changes.country,
      "addresses.$.phone": changes.phone,
    }),
  );
  if (changed.matchedCount === 0) {
    throw new Error("address not found");
  }
  return changed;
}

// Removes an address from the array. First removes it from payment_methods.billing_address_id.
function addressesRemove(customerId, addressId) {
  db.customers.updateOne(
    { _id: customerId, "payment_methods.billing_address_id": addressId },
    { $unset: { "payment_methods.$[around].billing_address_id": "" } },
    { arrayFilters: [{ "around.billing_address_id": addressId }] },
  );
  const removed = db.customers.updateOne(
    { _id: customerId, "addresses.id": addressId },
    { $pull: { addresses: { id: addressId } } },
  );
  if (removed.matchedCount === 0) {
    throw new Error("address not found");
  }
  return removed;
}

// Moves an address to another customer, in a transaction because two documents change.
function addressesReassign(oldCustomerId, addressId, newCustomerId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const customer = inside.customers.findOne({ _id: oldCustomerId, "addresses.id": addressId }, { "addresses.$": 1 });
      if (customer === null) {
        throw new Error("address not found");
      }
      const taken = inside.customers.updateOne(
        { _id: oldCustomerId, "addresses.id": addressId },
        { $pull: { addresses: { id: addressId } } },
      );
      if (taken.matchedCount === 0) {
        throw new Error("address not found");
      }
      const given = inside.customers.updateOne(
        { _id: newCustomerId, "addresses.9": { $exists: false } },
        { $push: { addresses: customer.addresses?.[0] } },
      );
      if (given.matchedCount === 0) {
        throw new Error("customer not found, or has reached its address limit");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- relationship "payment_methods": Embedded array (B7) ---
// small, limited in number, owned, and read with its parent

// Adds a payment method if there are fewer than 10.
function paymentMethodsAdd(customerId, paymentMethod) {
  mustBeGiven({ paymentMethod });
  paymentMethod = withoutAbsent(paymentMethod);
  const added = db.customers.updateOne(
    { _id: customerId, "payment_methods.9": { $exists: false } },
    { $push: { payment_methods: paymentMethod } },
  );
  if (added.matchedCount === 0) {
    throw new Error("customer not found, or payment_methods limit reached");
  }
  return added;
}

// Updates fields of a payment method in place; other items don't change.
function paymentMethodsEdit(customerId, paymentMethodId, changes) {
  mustChange(changes, ["is_default", "type", "provider", "last_four", "exp_month", "exp_year"]);
  const changed = db.customers.updateOne(
    { _id: customerId, "payment_methods.id": paymentMethodId },
    {
      $set: givenFields({
        "payment_methods.$.is_default": changes.is_default,
        "payment_methods.$.type": changes.type,
        "payment_methods.$.provider": changes.provider,
        "payment_methods.$.last_four": changes.last_four,
        "payment_methods.$.exp_month": changes.exp_month,
        "payment_methods.$.exp_year": changes.exp_year,
      }),
    },
  );
  if (changed.matchedCount === 0) {
    throw new Error("payment method not found");
  }
  return changed;
}

// Removes a payment method from the array.
function paymentMethodsRemove(customerId, paymentMethodId) {
  const removed = db.customers.updateOne(
    { _id: customerId, "payment_methods.id": paymentMethodId },
    { $pull: { payment_methods: { id: paymentMethodId } } },
  );
  if (removed.matchedCount === 0) {
    throw new Error("payment method not found");
  }
  return removed;
}

// Moves a payment method to another customer, in a transaction because two documents change.
function paymentMethodsReassign(oldCustomerId, paymentMethodId, newCustomerId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const customer = inside.customers.findOne(
        { _id: oldCustomerId, "payment_methods.id": paymentMethodId },
        { "payment_methods.$": 1 },
      );
      if (customer === null) {
        throw new Error("payment method not found");
      }
      const taken = inside.customers.updateOne(
        { _id: oldCustomerId, "payment_methods.id": paymentMethodId },
        { $pull: { payment_methods: { id: paymentMethodId } } },
      );
      if (taken.matchedCount === 0) {
        throw new Error("payment method not found");
      }
      const given = inside.customers.updateOne(
        { _id: newCustomerId, "payment_methods.9": { $exists: false } },
        { $push: { payment_methods: customer.payment_methods?.[0] } },
      );
      if (given.matchedCount === 0) {
        throw new Error("customer not found, or has reached its payment method limit");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- relationship "billing_address": In-document reference (B0) ---
// both ends are already in the same document

// Returns the document that contains both the payment method and its address. Excludes the sensitive
// addresses.phone, password_hash, and payment_methods.last_four.
function billingAddressRead(customerId, paymentMethodId) {
  return db.customers.findOne(
    { _id: customerId, "payment_methods.id": paymentMethodId },
    { "addresses.phone": 0, password_hash: 0, "payment_methods.last_four": 0 },
  );
}

// Moves a payment method to another address in the same document.
function billingAddressReassign(customerId, paymentMethodId, newAddressId) {
  const changed = db.customers.updateOne(
    { _id: customerId, "payment_methods.id": paymentMethodId },
    { $set: { "payment_methods.$.billing_address_id": newAddressId } },
  );
  if (changed.matchedCount === 0) {
    const customer = db.customers.findOne({ _id: customerId }, { _id: 1 });
    if (customer === null) {
      throw new Error("customer not found");
    }
    throw new Error("customer found, but it has no matching item in payment_methods");
  }
  return changed;
}

// --- relationship "orders": Subset (B3) ---
// most reads need only the top or most recent items of a growing list

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same dates.created as the last one. Excludes documents archived in
// orders_archive. Excludes the sensitive billing.payment.last_four.
function ordersPage(customerId, lastDatesCreated, shownIds) {
  return db.orders.find(
    { customer_id: customerId, "dates.created": { $lte: lastDatesCreated }, _id: { $nin: shownIds } },
    { "billing.payment.last_four": 0 },
  ).sort({ "dates.created": -1 }).limit(50).toArray();
}

// Returns a customer with its first orders, using $lookup. Excludes documents archived in orders_archive.
// Excludes the sensitive addresses.phone, orders.billing.payment.last_four, password_hash, and
// payment_methods.last_four.
function ordersJoin(customerId) {
  return db.customers.aggregate([
    { $match: { _id: customerId } },
    {
      $lookup: {
        from: "orders",
        localField: "_id",
        foreignField: "customer_id",
        pipeline: [{ $sort: { "dates.created": -1 } }, { $limit: 10 }],
        as: "orders",
      },
    },
    {
      $unset: [
        "addresses.phone",
        "orders.billing.payment.last_four",
        "password_hash",
        "payment_methods.last_four",
      ],
    },
  ]).toArray();
}

// Moves an order to another customer: updates its reference, then rebuilds both subsets. All writes run in
// one transaction.
function ordersReassign(orderId, newCustomerId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const customer = inside.customers.findOne({ _id: newCustomerId }, { email: 1, name: 1 });
      if (customer === null) {
        throw new Error("customer not found");
      }
      const moved = inside.orders.findOneAndUpdate(
        { _id: orderId },
        { $set: { customer_id: newCustomerId, customer_email: customer.email, customer_name: customer.name } },
      );
      if (moved === null) {
        const archivedOrder = inside.orders_archive.findOne({ _id: orderId }, { _id: 1 });
        if (archivedOrder === null) {
          throw new Error("order not found");
        }
        throw new Error("order was moved to orders_archive");
      }
      const latest = inside.orders.aggregate([
        { $match: { customer_id: moved.customer_id ?? null } },
        { $sort: { "dates.created": -1, _id: -1 } },
        { $limit: 5 },
        {
          $project: {
            _id: 0,
            order_id: "$_id",
            date: "$dates.created",
            total: "$totals.grand_total",
            status: "$status",
          },
        },
        { $sort: { date: 1, order_id: 1 } },
      ]).toArray();
      inside.customers.updateOne(
        { _id: moved.customer_id ?? null },
        { $set: { recent_orders: (latest ?? []) } },
      );
      const latestOfNewCustomer = inside.orders.aggregate([
        { $match: { customer_id: newCustomerId } },
        { $sort: { "dates.created": -1, _id: -1 } },
        { $limit: 5 },
        {
          $project: {
            _id: 0,
            order_id: "$_id",
            date: "$dates.created",
            total: "$totals.grand_total",
            status: "$status",
          },
        },
        { $sort: { date: 1, order_id: 1 } },
      ]).toArray();
      const customerFollows = inside.customers.updateOne(
        { _id: newCustomerId },
        { $set: { recent_orders: (latestOfNewCustomer ?? []) } },
      );
      if (customerFollows.matchedCount === 0) {
        throw new Error("customer not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- relationship "items": Embedded links (C2) ---
// the link belongs to its owner and is read with it

// Links an order to a product and copies its current values. Fails if already linked. totals.subtotal and
// totals.grand_total are recomputed.
function itemsAdd(orderId, productId, sku, quantity, subtotal) {
  mustBeGiven({ sku, quantity, subtotal });
  const product = db.products.findOne({ _id: productId }, { name: 1, sale_price: 1 });
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
                    price: product.sale_price,
                    sku,
                    quantity,
                    subtotal,
                  },
                },
              ],
            ],
          },
        },
      },
      {
        $set: {
          "totals.subtotal": {
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
      {
        $set: {
          "totals.grand_total": {
            $subtract: [
              { $add: [{ $ifNull: ["$totals.subtotal", 0] }, "$totals.tax", "$totals.shipping"] },
              "$totals.discount",
            ],
          },
        },
      },
    ],
  );
  if (added.matchedCount === 0) {
    const archivedOrder = db.orders_archive.findOne({ _id: orderId }, { _id: 1 });
    if (archivedOrder === null) {
      throw new Error("order not found, or items limit reached, or already linked");
    }
    throw new Error("order was moved to orders_archive");
  }
  return added;
}

// Unlinks an order from a product. Neither document is deleted. totals.subtotal and totals.grand_total are
// recomputed. Fails if fewer than 1 would remain in items.
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
          "totals.subtotal": {
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
      {
        $set: {
          "totals.grand_total": {
            $subtract: [
              { $add: [{ $ifNull: ["$totals.subtotal", 0] }, "$totals.tax", "$totals.shipping"] },
              "$totals.discount",
            ],
          },
        },
      },
    ],
  );
  if (removed.matchedCount === 0) {
    const archivedOrder = db.orders_archive.findOne({ _id: orderId }, { _id: 1 });
    if (archivedOrder === null) {
      throw new Error("not linked, or it must keep at least 1 in items");
    }
    throw new Error("order was moved to orders_archive");
  }
  return removed;
}

// Updates fields of the order's link to a product. Also recomputes subtotal. totals.subtotal and
// totals.grand_total are recomputed. All writes run in one transaction.
function itemsEdit(orderId, productId, changes) {
  mustChange(changes, ["sku", "quantity"]);
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const changed = inside.orders.updateOne(
        { _id: orderId, "items.product_id": productId },
        {
          $set: givenFields({ "items.$[link].sku": changes.sku, "items.$[link].quantity": changes.quantity }),
        },
        { arrayFilters: [{ "link.product_id": productId }] },
      );
      if (changed.matchedCount === 0) {
        const archivedOrder = inside.orders_archive.findOne({ _id: orderId }, { _id: 1 });
        if (archivedOrder === null) {
          throw new Error("link not found");
        }
        throw new Error("order was moved to orders_archive");
      }
      inside.orders.updateOne(
        { _id: orderId },
        [
          {
            $set: {
              "totals.subtotal": {
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
          {
            $set: {
              "totals.grand_total": {
                $subtract: [
                  { $add: [{ $ifNull: ["$totals.subtotal", 0] }, "$totals.tax", "$totals.shipping"] },
                  "$totals.discount",
                ],
              },
            },
          },
        ],
      );
      inside.orders.updateOne(
        { _id: orderId, "items.product_id": productId },
        [
          {
            $set: {
              items: {
                $map: {
                  input: "$items",
                  as: "link",
                  in: {
                    $cond: [
                      { $eq: ["$$link.product_id", { $literal: productId }] },
                      {
                        $mergeObjects: [
                          "$$link",
                          { subtotal: { $multiply: ["$$link.price", "$$link.quantity"] } },
                        ],
                      },
                      "$$link",
                    ],
                  },
                },
              },
            },
          },
          {
            $set: {
              "totals.subtotal": {
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
          {
            $set: {
              "totals.grand_total": {
                $subtract: [
                  { $add: [{ $ifNull: ["$totals.subtotal", 0] }, "$totals.tax", "$totals.shipping"] },
                  "$totals.discount",
                ],
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

// --- relationship "wishlist": One-way references (C4a) ---
// the array would grow too large on the other side

// Returns the documents a customer links to. $in doesn't keep their order.
function wishlistRead(customerId) {
  const customer = db.customers.findOne({ _id: customerId }, { wishlist: 1 });
  const productList = db.products.find({ _id: { $in: (customer?.wishlist ?? []) } }).toArray();
  return { customer, productList };
}

// Returns a page of customer documents linked to a product, sorted in memory. No index starts with wishlist:
// scans every document in customers. Create the suggested index before you call it often. Excludes the
// sensitive addresses.phone, password_hash, and payment_methods.last_four.
function wishlistReverse(productId) {
  return db.customers.find(
    { wishlist: productId },
    { "addresses.phone": 0, password_hash: 0, "payment_methods.last_four": 0 },
  ).sort({ _id: 1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. Excludes the sensitive addresses.phone, password_hash, and
// payment_methods.last_four.
function wishlistPage(productId, lastId) {
  return db.customers.find(
    { wishlist: productId, _id: { $gt: lastId } },
    { "addresses.phone": 0, password_hash: 0, "payment_methods.last_four": 0 },
  ).sort({ _id: 1 }).limit(50).toArray();
}

// Links a customer to a product. Does nothing if already linked.
function wishlistAdd(customerId, productId) {
  const product = db.products.findOne({ _id: productId }, { _id: 1 });
  if (product === null) {
    throw new Error("product not found");
  }
  const added = db.customers.updateOne(
    { _id: customerId, "wishlist.99": { $exists: false } },
    { $addToSet: { wishlist: productId } },
  );
  if (added.matchedCount === 0) {
    const present = db.customers.findOne({ _id: customerId, wishlist: productId }, { _id: 1 });
    if (present === null) {
      throw new Error("customer not found, or wishlist limit reached");
    }
  }
  return added;
}

// Unlinks a customer from a product. Neither document is deleted.
function wishlistRemove(customerId, productId) {
  const removed = db.customers.updateOne({ _id: customerId, wishlist: productId }, { $pull: { wishlist: productId } });
  if (removed.matchedCount === 0) {
    throw new Error("not linked");
  }
  return removed;
}

// --- operation "product page" ---

// Product, read: 400,000 per day.
function productPage(slug) {
  return db.products.findOne({ slug });
}

// --- operation "browse category" ---

// Product, read: 150,000 per day.
function browseCategory(category) {
  return db.products.find({ category }).sort({ price: -1 }).limit(24).toArray();
}

// --- operation "list product" ---

// Product, insert: 20 per day. inventory.available, rating_summary.count, and rating_summary.average are
// computed from the document. All writes run in one transaction.
function listProduct(product) {
  product = withoutAbsent(product, ["sales_metrics.conversion_rate"]);
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inserted = inside.products.insertOne({ ...product, inventory: { ...product?.inventory, available: 0 } });
      inside.products.updateOne(
        { _id: inserted.insertedId },
        [
          { $set: { "inventory.available": { $subtract: ["$inventory.in_stock", "$inventory.reserved"] } } },
          {
            $set: {
              "rating_summary.count": {
                $add: [
                  "$rating_summary.distribution.1",
                  "$rating_summary.distribution.2",
                  "$rating_summary.distribution.3",
                  "$rating_summary.distribution.4",
                  "$rating_summary.distribution.5",
                ],
              },
            },
          },
          {
            $set: {
              "rating_summary.average": {
                $round: [
                  {
                    $cond: [
                      { $eq: ["$rating_summary.count", 0] },
                      null,
                      {
                        $divide: [
                          {
                            $add: [
                              "$rating_summary.distribution.1",
                              { $multiply: [2, "$rating_summary.distribution.2"] },
                              { $multiply: [3, "$rating_summary.distribution.3"] },
                              { $multiply: [4, "$rating_summary.distribution.4"] },
                              { $multiply: [5, "$rating_summary.distribution.5"] },
                            ],
                          },
                          "$rating_summary.count",
                        ],
                      },
                    ],
                  },
                  2,
                ],
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

// --- operation "reserve a unit" ---

// Product, update: 900 per day.
function reserveAUnit(id) {
  const changed = db.products.updateOne(
    { _id: id, "inventory.available": { $gte: 1 } },
    { $inc: { "inventory.reserved": 1, "inventory.available": -1 } },
  );
  if (changed.matchedCount === 0) {
    const product = db.products.findOne({ _id: id }, { _id: 1 });
    if (product === null) {
      throw new Error("product not found");
    }
    throw new Error("product found, but its inventory.available isn't at least 1");
  }
  return changed;
}

// --- operation "reserve and show what is left" ---

// Product, update: 300 per day.
function reserveAndShowWhatIsLeft(id) {
  const changed = db.products.findOneAndUpdate(
    { _id: id, "inventory.available": { $gte: 1 } },
    { $inc: { "inventory.reserved": 1, "inventory.available": -1 } },
    { returnDocument: "after" },
  );
  if (changed === null) {
    const product = db.products.findOne({ _id: id }, { _id: 1 });
    if (product === null) {
      throw new Error("product not found");
    }
    throw new Error("product found, but its inventory.available isn't at least 1");
  }
  return changed;
}

// --- operation "ship a reserved unit" ---

// Product, update: 1,100 per day.
function shipAReservedUnit(id) {
  const changed = db.products.updateOne(
    { _id: id, "inventory.reserved": { $gte: 1 } },
    { $inc: { "inventory.in_stock": -1, "inventory.reserved": -1 } },
  );
  if (changed.matchedCount === 0) {
    const product = db.products.findOne({ _id: id }, { _id: 1 });
    if (product === null) {
      throw new Error("product not found");
    }
    throw new Error("product found, but its inventory.reserved isn't at least 1");
  }
  return changed;
}

// --- operation "reviews of a product" ---

// Review, read: 30,000 per day.
function reviewsOfAProduct(productId) {
  return db.reviews.find({ product_id: productId }).sort({ date: -1 }).limit(10).toArray();
}

// --- operation "write review" ---

// Review, insert: 2,000 per day. Fails if the product doesn't exist (one read).
function writeReview(review) {
  review = withoutAbsent(review);
  const product = db.products.findOne({ _id: review?.product_id ?? null }, { _id: 1 });
  if (product === null) {
    throw new Error("product not found");
  }
  return db.reviews.insertOne(review);
}

// --- operation "log in" ---

// Customer, read: 5,000 per day.
function logIn(email) {
  return db.customers.findOne({ email }, { email: 1, password_hash: 1, name: 1 });
}

// --- operation "account page" ---

// Customer, read: 20,000 per day. Excludes the sensitive addresses.phone, password_hash, and
// payment_methods.last_four.
function accountPage(id) {
  const found = db.customers.findOne(
    { _id: id },
    { "addresses.phone": 0, password_hash: 0, "payment_methods.last_four": 0 },
  );
  if (found === null) {
    return null;
  }
  const products = db.products.find({ _id: { $in: (found.wishlist ?? []) } }).toArray();
  return { found, products };
}

// --- operation "check-out form" ---

// Customer, read: 3,000 per day. Excludes the sensitive addresses.phone, password_hash, and
// payment_methods.last_four.
function checkOutForm(id) {
  return db.customers.findOne(
    { _id: id },
    { "addresses.phone": 0, password_hash: 0, "payment_methods.last_four": 0 },
  );
}

// --- operation "order history" ---

// Order, read: 8,000 per day. Returns only the fields of products that are copied to items. To read others,
// add them to the projection. Excludes documents archived in orders_archive. Excludes the sensitive
// billing.payment.last_four.
function orderHistory(customerId) {
  return db.orders.find({ customer_id: customerId }, { "billing.payment.last_four": 0 }).sort({ "dates.created": -1 }).limit(20).toArray();
}

// --- operation "order page" ---

// Order, read: 30,000 per day. Returns only the fields of products that are copied to items. To read others,
// add them to the projection. Excludes documents archived in orders_archive. Excludes the sensitive
// billing.payment.last_four.
function orderPage(orderNumber) {
  return db.orders.findOne({ order_number: orderNumber }, { "billing.payment.last_four": 0 });
}

// --- operation "orders by status" ---

// Order, read: 2,000 per day. Excludes documents archived in orders_archive. Excludes the sensitive
// billing.payment.last_four.
function ordersByStatus(status) {
  return db.orders.find({ status }, { "billing.payment.last_four": 0 }).sort({ "dates.created": -1 }).limit(50).toArray();
}

// --- operation "oldest order to pack" ---

// Order, read: 500 per day. Excludes documents archived in orders_archive. Excludes the sensitive
// billing.payment.last_four.
function oldestOrderToPack() {
  return db.orders.find({ status: "processing" }, { "billing.payment.last_four": 0 }).sort({ "dates.created": 1 }).limit(20).toArray();
}

// --- operation "place order" ---

// Order, insert: 700 per day. customer_email and customer_name are read from the customer. items.product_name
// and items.price are read from the products. totals.subtotal and totals.grand_total are computed from the
// values read. recent_orders of the customer is updated in the same transaction. Leaves documents archived in
// orders_archive unchanged.
function placeOrder(order) {
  order = withoutAbsent(order);
  order = identified(order);
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const products = inside.products.find(
        { _id: { $in: (order?.items ?? []).map((each) => each.product_id) } },
        { name: 1, sale_price: 1 },
      ).toArray();
      const customer = inside.customers.findOne({ _id: order.customer_id ?? null }, { email: 1, name: 1 });
      if (customer === null) {
        throw new Error("customer not found");
      }
      inserted = inside.orders.insertOne({
        ...order,
        customer_email: customer.email,
        customer_name: customer.name,
        ...givenFields({
          items: withCopies(order.items, "product_id", products, { product_name: "name", price: "sale_price" }, "product", true),
        }),
        totals: { ...order?.totals, subtotal: 0, grand_total: 0 },
      });
      const workedOut = inside.orders.findOneAndUpdate(
        { _id: inserted.insertedId },
        [
          {
            $set: {
              "totals.subtotal": {
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
          {
            $set: {
              "totals.grand_total": {
                $subtract: [
                  { $add: [{ $ifNull: ["$totals.subtotal", 0] }, "$totals.tax", "$totals.shipping"] },
                  "$totals.discount",
                ],
              },
            },
          },
        ],
        { returnDocument: "after", projection: { "totals.subtotal": 1, "totals.grand_total": 1 } },
      );
      const customerFollows = inside.customers.updateOne(
        { _id: order?.customer_id ?? null },
        {
          $push: {
            recent_orders: {
              $each: [
                {
                  order_id: order?._id,
                  date: order?.dates?.created,
                  total: workedOut?.totals?.grand_total,
                  status: order?.status,
                },
              ],
              $sort: { date: 1, order_id: 1 },
              $slice: -5,
            },
          },
        },
      );
      if (customerFollows.matchedCount === 0) {
        throw new Error("customer not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// --- operation "change order status" ---

// Order, update: 1,400 per day. customers.recent_orders is updated by ordersSyncFrom in 05_sync.js. Leaves
// documents archived in orders_archive unchanged. status and dates.updated don't change if omitted.
function changeOrderStatus(id, newStatus, newDatesUpdated) {
  mustNotBeNull({ newStatus, newDatesUpdated });
  const changed = db.orders.updateOne({ _id: id }, setOrClear({ status: newStatus, "dates.updated": newDatesUpdated }));
  if (changed.matchedCount === 0) {
    const archivedOrder = db.orders_archive.findOne({ _id: id }, { _id: 1 });
    if (archivedOrder === null) {
      throw new Error("order not found");
    }
    throw new Error("order was moved to orders_archive");
  }
  return changed;
}

// --- operation "visitor seen" ---

// Session, update: 300,000 per day.
function visitorSeen(id, newLastModified) {
  mustBeGiven({ newLastModified });
  const changed = db.session_data.updateOne({ _id: id }, { $set: { lastModified: newLastModified } });
  if (changed.matchedCount === 0) {
    throw new Error("session not found");
  }
  return changed;
}

// --- entity "Order" ---

// Archives documents older than 1,825 days to orders_archive, up to 1,000 per call: repeat until deletedCount
// is 0. Runs in one transaction: a document changed concurrently is archived as changed, or next time.
// order_number can then be reused: uniqueness doesn't cover the archive. References to them remain:
// customers.recent_orders.order_id then points to the archive.
function orderArchive(cutoff) {
  let deleted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const oldOrders = inside.orders.find({ "dates.created": { $lt: cutoff } }).limit(1000).toArray();
      inside.orders_archive.deleteMany({ _id: { $in: (oldOrders ?? []).map((each) => each._id) } });
      if (oldOrders.length !== 0) {
        inside.orders_archive.insertMany(oldOrders);
      }
      deleted = inside.orders.deleteMany({ _id: { $in: (oldOrders ?? []).map((each) => each._id) } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return deleted;
}

// Returns an archived order from orders_archive. Excludes the sensitive billing.payment.last_four: to read
// it, query orders_archive directly.
function orderArchived(orderId) {
  return db.orders_archive.findOne({ _id: orderId }, { "billing.payment.last_four": 0 });
}

// Returns every order archived in orders_archive with an order_number: after archiving, another one can reuse
// it. Excludes the sensitive billing.payment.last_four: to read it, query orders_archive directly.
function orderArchivedByOrderNumber(orderNumber) {
  return db.orders_archive.find({ order_number: orderNumber }, { "billing.payment.last_four": 0 }).sort({ _id: 1 }).limit(50).toArray();
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed(
    "reviews.page",
    reviewsPage(
      ObjectId("62f598000db34a03617bb9f9"),
      recent(ISODate("2023-03-31T00:00:00Z")),
      [ObjectId("64262ab4950124c310b577d5")],
    ),
  );
  printed("billing_address.read", billingAddressRead(ObjectId("62bce780b4174b21a72ae8a2"), "pm_001"));
  printed(
    "orders.page",
    ordersPage(
      ObjectId("62bce780b4174b21a72ae8a2"),
      recent(ISODate("2023-03-13T14:58:10Z")),
      [ObjectId("640f3a02e5e5f2ba6f9ac29b")],
    ),
  );
  printed("orders.join", ordersJoin(ObjectId("62bce780b4174b21a72ae8a2")));
  printed("wishlist.read", wishlistRead(ObjectId("62bce780b4174b21a72ae8a2")));
  printed("wishlist.reverse", wishlistReverse(ObjectId("62f598000db34a03617bb9f9")));
  printed(
    "wishlist.page",
    wishlistPage(ObjectId("62f994b43d1ec71d8a481d47"), ObjectId("62bce780b4174b21a72ae8a2")),
  );
  printed("product page", productPage("ergonomic-office-chair"));
  printed("browse category", browseCategory("Furniture"));
  printed("reviews of a product", reviewsOfAProduct(ObjectId("62f598000db34a03617bb9f9")));
  printed("log in", logIn("customer@example.com"));
  printed("account page", accountPage(ObjectId("62bce780b4174b21a72ae8a2")));
  printed("check-out form", checkOutForm(ObjectId("62bce780b4174b21a72ae8a2")));
  printed("order history", orderHistory(ObjectId("62bce780b4174b21a72ae8a2")));
  printed("order page", orderPage("ORD-12345"));
  printed("orders by status", ordersByStatus("delivered"));
  printed("oldest order to pack", oldestOrderToPack());
  printed("Order.archived", orderArchived(ObjectId("640b3d4e97d523604eded65c")));
  printed("Order.archived by order_number", orderArchivedByOrderNumber("ORD-12345"));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.products.deleteOne({ _id: ObjectId("62f598000db34a03617bb9f9") });
  attempt(
    "list product",
    () => listProduct({
      _id: ObjectId("62f598000db34a03617bb9f9"),
      name: "Ergonomic Office Chair",
      slug: "ergonomic-office-chair",
      brand: "ErgoMax",
      category: "Furniture",
      subcategory: "Office Chairs",
      price: NumberDecimal("249.99"),
      sale_price: NumberDecimal("199.99"),
      currency: "USD",
      sales_metrics: {
        views_last_7_days: 1245,
        orders_last_7_days: 52,
        conversion_rate: 0.042,
        revenue_last_30_days: NumberDecimal("14849.50"),
      },
      created_at: recent(ISODate("2022-08-12T00:00:00Z")),
      updated_at: recent(ISODate("2023-03-15T00:00:00Z")),
      inventory: { in_stock: 53, reserved: 7 },
      attributes: {
        color: "Black",
        material: "Mesh",
        weight_capacity: "300lbs",
        dimensions: { width: 26, depth: 24, height: 48, unit: "inches" },
      },
      rating_summary: { distribution: { ["1"]: 3, ["2"]: 5, ["3"]: 15, ["4"]: 58, ["5"]: 156 } },
      seo: {
        meta_title: "ErgoMax Ergonomic Office Chair - Adjustable, Comfortable Support",
        meta_description: "Upgrade your workspace with an adjustable chair that supports your back.",
        keywords: ["ergonomic chair", "office chair"],
      },
      images: [
        { url: "chair-main.jpg", alt: "Front view of black ergonomic office chair", is_primary: true },
        { url: "image-2-2.jpg", alt: "The package and what is inside", is_primary: false },
      ],
    }),
  );
  db.reviews.deleteOne({ _id: ObjectId("64222e001d19f3ed8debb283") });
  attempt(
    "write review",
    () => writeReview({
      _id: ObjectId("64222e001d19f3ed8debb283"),
      rating: 5,
      comment: "My back has not hurt since.",
      date: recent(ISODate("2023-03-28T00:00:00Z")),
      product_id: ObjectId("62f598000db34a03617bb9f9"),
    }),
  );
  db.orders.deleteOne({ _id: ObjectId("640b3d4e97d523604eded65c") });
  attempt(
    "place order",
    () => placeOrder({
      _id: ObjectId("640b3d4e97d523604eded65c"),
      order_number: "ORD-12345",
      status: "delivered",
      billing: {
        address: {
          name: "John Smith",
          line1: "123 Main Street",
          line2: "Apt 4B",
          city: "Brooklyn",
          state: "NY",
          postal_code: "11201",
          country: "US",
        },
        payment: { method: "credit_card", last_four: "4242", transaction_id: "ch_1234567890" },
      },
      shipping: {
        address: {
          name: "John Smith",
          line1: "123 Main Street",
          line2: "Apt 4B",
          city: "Brooklyn",
          state: "NY",
          postal_code: "11201",
          country: "US",
        },
        method: "standard",
        cost: NumberDecimal("0"),
        carrier: "USPS",
        tracking_number: "9400123456789876543210",
      },
      dates: {
        created: recent(ISODate("2023-03-10T14:23:10Z")),
        updated: recent(ISODate("2023-03-15T09:45:22Z")),
        shipped: recent(ISODate("2023-03-12T10:15:43Z")),
        delivered: recent(ISODate("2023-03-15T09:32:18Z")),
      },
      totals: { tax: NumberDecimal("16.50"), shipping: NumberDecimal("0"), discount: NumberDecimal("0") },
      items: [
        {
          product_id: ObjectId("62f598000db34a03617bb9f9"),
          sku: "CHAIR-BLK-001",
          quantity: 1,
          subtotal: NumberDecimal("199.99"),
        },
        {
          product_id: ObjectId("62f994b43d1ec71d8a481d47"),
          sku: "LAMP-SND-002",
          quantity: 2,
          subtotal: NumberDecimal("251.18"),
        },
      ],
      customer_id: ObjectId("62bce780b4174b21a72ae8a2"),
    }),
  );
  attempt(
    "images.edit",
    () => imagesEdit(
      ObjectId("62f598000db34a03617bb9f9"),
      { url: "chair-main.jpg", alt: "Front view of black ergonomic office chair", is_primary: true },
      { url: "chair-main.jpg", alt: "Front view of black ergonomic office chair", is_primary: true },
    ),
  );
  attempt(
    "addresses.edit",
    () => addressesEdit(
      ObjectId("62bce780b4174b21a72ae8a2"),
      "addr_001",
      {
        type: "shipping",
        is_default: true,
        name: "John Smith",
        line1: "123 Main Street",
        line2: "Apt 4B",
        city: "Brooklyn",
        state: "NY",
        postal_code: "11201",
        country: "US",
        phone: "212-555-0134",
      },
    ),
  );
  attempt(
    "payment_methods.edit",
    () => paymentMethodsEdit(
      ObjectId("62bce780b4174b21a72ae8a2"),
      "pm_001",
      {
        is_default: true,
        type: "credit_card",
        provider: "visa",
        last_four: "4242",
        exp_month: 12,
        exp_year: 2030,
      },
    ),
  );
  attempt(
    "items.edit",
    () => itemsEdit(
      ObjectId("640b3d4e97d523604eded65c"),
      ObjectId("62f598000db34a03617bb9f9"),
      { sku: "CHAIR-BLK-001", quantity: 1 },
    ),
  );
  attempt(
    "images.reassign",
    () => imagesReassign(
      ObjectId("62f598000db34a03617bb9f9"),
      { url: "chair-main.jpg", alt: "Front view of black ergonomic office chair", is_primary: true },
      ObjectId("62f994b43d1ec71d8a481d47"),
    ),
  );
  attempt(
    "addresses.reassign",
    () => addressesReassign(ObjectId("62bce780b4174b21a72ae8a2"), "addr_001", ObjectId("62c0e4347fb3ef312cdd449f")),
  );
  attempt(
    "payment_methods.reassign",
    () => paymentMethodsReassign(
      ObjectId("62bce780b4174b21a72ae8a2"),
      "pm_001",
      ObjectId("62c0e4347fb3ef312cdd449f"),
    ),
  );
  attempt(
    "billing_address.reassign",
    () => billingAddressReassign(ObjectId("62c0e4347fb3ef312cdd449f"), "pm_001", "addr_001"),
  );
  attempt(
    "orders.reassign",
    () => ordersReassign(ObjectId("640b3d4e97d523604eded65c"), ObjectId("62c0e4347fb3ef312cdd449f")),
  );
  attempt("reserve a unit", () => reserveAUnit(ObjectId("62f598000db34a03617bb9f9")));
  attempt(
    "reserve and show what is left",
    () => reserveAndShowWhatIsLeft(ObjectId("62f598000db34a03617bb9f9")),
  );
  attempt("ship a reserved unit", () => shipAReservedUnit(ObjectId("62f598000db34a03617bb9f9")));
  attempt(
    "change order status",
    () => changeOrderStatus(
      ObjectId("640b3d4e97d523604eded65c"),
      "cancelled",
      recent(ISODate("2023-03-18T10:20:22Z")),
    ),
  );
  attempt(
    "visitor seen",
    () => visitorSeen(ObjectId("63bd309e780e43a6b31fdba7"), recent(ISODate("2023-03-18T10:07:14Z"))),
  );
  attempt(
    "images.remove",
    () => imagesRemove(
      ObjectId("62f994b43d1ec71d8a481d47"),
      { url: "chair-main.jpg", alt: "Front view of black ergonomic office chair", is_primary: true },
    ),
  );
  attempt(
    "items.remove",
    () => itemsRemove(ObjectId("640b3d4e97d523604eded65c"), ObjectId("62f598000db34a03617bb9f9")),
  );
  attempt(
    "wishlist.remove",
    () => wishlistRemove(ObjectId("62bce780b4174b21a72ae8a2"), ObjectId("62f598000db34a03617bb9f9")),
  );
  attempt(
    "inventory.add",
    () => inventoryAdd(ObjectId("62f598000db34a03617bb9f9"), { in_stock: 53, reserved: 7, available: 46 }),
  );
  attempt(
    "attributes.add",
    () => attributesAdd(
      ObjectId("62f598000db34a03617bb9f9"),
      {
        color: "Black",
        material: "Mesh",
        weight_capacity: "300lbs",
        dimensions: { width: 26, depth: 24, height: 48, unit: "inches" },
      },
    ),
  );
  attempt(
    "dimensions.add",
    () => dimensionsAdd(ObjectId("62f598000db34a03617bb9f9"), { width: 26, depth: 24, height: 48, unit: "inches" }),
  );
  attempt(
    "rating_summary.add",
    () => ratingSummaryAdd(
      ObjectId("62f598000db34a03617bb9f9"),
      { average: 4.51, count: 237, distribution: { ["1"]: 3, ["2"]: 5, ["3"]: 15, ["4"]: 58, ["5"]: 156 } },
    ),
  );
  attempt(
    "seo.add",
    () => seoAdd(
      ObjectId("62f598000db34a03617bb9f9"),
      {
        meta_title: "ErgoMax Ergonomic Office Chair - Adjustable, Comfortable Support",
        meta_description: "Upgrade your workspace with an adjustable chair that supports your back.",
        keywords: ["ergonomic chair", "office chair"],
      },
    ),
  );
  attempt(
    "images.add",
    () => imagesAdd(
      ObjectId("62f598000db34a03617bb9f9"),
      { url: "chair-main.jpg", alt: "Front view of black ergonomic office chair", is_primary: true },
    ),
  );
  attempt(
    "addresses.add",
    () => addressesAdd(
      ObjectId("62bce780b4174b21a72ae8a2"),
      {
        id: "addr_001",
        type: "shipping",
        is_default: true,
        name: "John Smith",
        line1: "123 Main Street",
        line2: "Apt 4B",
        city: "Brooklyn",
        state: "NY",
        postal_code: "11201",
        country: "US",
        phone: "212-555-0134",
      },
    ),
  );
  attempt(
    "payment_methods.add",
    () => paymentMethodsAdd(
      ObjectId("62bce780b4174b21a72ae8a2"),
      {
        id: "pm_001",
        is_default: true,
        type: "credit_card",
        provider: "visa",
        last_four: "4242",
        exp_month: 12,
        exp_year: 2030,
        billing_address_id: "addr_001",
      },
    ),
  );
  attempt(
    "items.add",
    () => itemsAdd(
      ObjectId("640b3d4e97d523604eded65c"),
      ObjectId("62f598000db34a03617bb9f9"),
      "CHAIR-BLK-001",
      1,
      NumberDecimal("199.99"),
    ),
  );
  attempt(
    "wishlist.add",
    () => wishlistAdd(ObjectId("62bce780b4174b21a72ae8a2"), ObjectId("62f598000db34a03617bb9f9")),
  );
  attempt("addresses.remove", () => addressesRemove(ObjectId("62bce780b4174b21a72ae8a2"), "addr_001"));
  attempt(
    "payment_methods.remove",
    () => paymentMethodsRemove(ObjectId("62bce780b4174b21a72ae8a2"), "pm_001"),
  );
  attempt("Order.archive", () => orderArchive(ISODate("2020-01-01T00:00:00Z")));
  endWithSamples();
}
showReadsIfAsked();
