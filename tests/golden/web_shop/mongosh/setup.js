// "Web shop": Collections, validators, indexes, and shard keys
// Run: mongosh <address> --file setup.js. Safe to run again.
// Creates what is missing and replaces validators, which may only warn at first if a collection has
// documents. Drops nothing; lists differences.
db = db.getSiblingDB("web_shop");

// The design's options for each collection.
const wantedOptions = {};

// Creates a collection, or updates its validator. Never drops anything.
function ensureCollection(name, options = {}) {
  wantedOptions[name] = options;
  const [known] = db.getCollectionInfos({ name });
  if (known === undefined) {
    db.createCollection(name, ...(Object.keys(options).length > 0 ? [options] : []));
    print("created " + name);
    return;
  }
  ensureValidation(name, known.options, options);
  listFixedOptions(name, known.options, options);
}

// Sets a new validator, which existing documents can fail. If the old one rejected writes, the new one does, too; a
// first validator only warns. Documents that already fail can still be updated until tightenValidation finds none.
function ensureValidation(name, found, wanted) {
  const isSame = (key) => wanted[key] === undefined || sameOption(found[key], wanted[key]);
  if (["validator", "validationLevel", "validationAction"].every(isSame)) return;
  const { validator, validationLevel, validationAction } = wanted;
  const isRefusing = (options) => options.validator !== undefined && options.validationLevel !== "off" && options.validationAction !== "warn";
  if (!isRefusing(wanted) || db.getCollection(name).findOne({}, { _id: 1 }) === null) {
    db.runCommand({ collMod: name, validator, validationLevel, validationAction });
    print("changed the validation of " + name);
    return;
  }
  const action = isRefusing(found) ? "error" : "warn";
  if (!isSame("validator")) {
    db.runCommand({ collMod: name, validator, validationLevel: "moderate", validationAction: action });
    print("changed the validator of " + name);
  }
  print((action === "warn" ? "ONLY WARNS " : "NOT YET STRICT ") + name + ": existing documents can fail validation. " +
    "Run this script with --shell and call tightenValidation(" + JSON.stringify(name) + "), which reads all documents");
}

// Sets the design's strictness, unless documents fail validation: then lists up to 10 of them. Not called
// automatically.
function tightenValidation(name) {
  if (wantedOptions[name]?.validator === undefined) {
    throw new Error("The design has no validator for " + name + ". It has some for: " +
      Object.keys(wantedOptions).filter((each) => wantedOptions[each].validator !== undefined).join(", "));
  }
  const { validator, validationLevel, validationAction } = wantedOptions[name];
  const failing = { $nor: [validator] };
  const count = db.getCollection(name).countDocuments(failing);
  if (count === 0) {
    db.runCommand({ collMod: name, validator, validationLevel, validationAction });
    print("the validator of " + name + " is as strict as in the design");
    return { count, examples: [] };
  }
  print("NOT YET STRICT " + name + ": " + count + " documents fail validation; fix them and call this again");
  return { count, examples: db.getCollection(name).find(failing, { _id: 1 }).limit(10).toArray() };
}

// Reports other differences without changing them: that would delete documents or need a new collection.
function listFixedOptions(name, found, wanted) {
  for (const key of ["capped", "size", "max", "timeseries", "collation", "expireAfterSeconds"]) {
    if (key === "size" && Math.ceil(Number(found.size) / 256) === Math.ceil(wanted.size / 256)) continue; // servers round it up
    const narrowed = wanted[key] && found[key] && typeof wanted[key] === "object" ? pickLike(found[key], wanted[key]) : found[key];
    if (!sameOption(narrowed ?? false, wanted[key] ?? false)) {
      print("DIFFERS " + name + ": " + key + " is " + EJSON.stringify(found[key] ?? null) + ", wanted " +
        EJSON.stringify(wanted[key] ?? null) + howToChange(name, key, found, wanted));
    }
  }
  if (found.validator !== undefined && wanted.validator === undefined) {
    print("DIFFERS " + name + ": it has a validator that isn't in the design");
  }
}

function howToChange(name, key, found, wanted) {
  const still = (one) => found[one] && wanted[one];
  const changes = {
    expireAfterSeconds: still("timeseries") && { expireAfterSeconds: wanted.expireAfterSeconds ?? "off" },
    size: still("capped") && { cappedSize: wanted.size },
    max: still("capped") && { cappedMax: wanted.max ?? 0 },
    timeseries: still("timeseries") && ["timeField", "metaField"].every((one) => found.timeseries[one] === wanted.timeseries[one]) &&
      { timeseries: { granularity: wanted.timeseries.granularity } },
  };
  if (!changes[key]) return "; collMod can't change it, copy the documents to a new collection";
  const limits = { size: ", from MongoDB 6.0", max: ", from MongoDB 6.0", timeseries: ", which only makes it coarser" };
  return "; to change it, run the command " + EJSON.stringify({ collMod: name, ...changes[key] }) + (limits[key] ?? "");
}

function pickLike(found, wanted) {
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, found[key]]));
}

function sameOption(one, other) {
  return EJSON.stringify({ value: one ?? null }) === EJSON.stringify({ value: other ?? null });
}

// Collections of the scripts: nestlink_sync_tokens (positions of watch() in 05_sync.js), nestlink_sync_refused
// (changes that it skipped), and nestlink_samples (IDs inserted by 03_sample_data.js).
function listOtherCollections(names) {
  for (const { name } of db.getCollectionInfos({})) {
    if (["nestlink_sync_tokens", "nestlink_sync_refused", "nestlink_samples"].includes(name)) continue;
    if (!names.includes(name) && !name.startsWith("system.")) print("NOT IN THE DESIGN " + name + ": not changed");
  }
}

// Indexes that the server rejected, or that exist without the uniqueness that the design asks for.
const missingIndexes = [];

// Creates an index if it's missing. Reports, but never drops, a different index with the same name or keys, or another
// text index, as a collection has only one. Indexes with the same keys can coexist if their collations, filters,
// uniqueness, or sparseness differ.
function ensureIndex(collection, keys, options) {
  const existing = db.getCollection(collection).getIndexes();
  const named = existing.find((index) => index.name === options.name);
  const isText = "_fts" in storedKeys(keys);
  const apart = ["unique", "sparse", "partialFilterExpression"];
  const alike = existing.find((index) => (isText ? "_fts" in index.key : sameValue(index.key, keys) &&
    sameCollation(index, options) && apart.every((option) => sameValue(index[option], options[option]))));
  const found = named ?? alike;
  if (found === undefined) {
    createIndex(collection, keys, options);
  } else if (!sameIndex(found, keys, options)) {
    print("DIFFERS " + collection + "." + found.name + ": it is " + EJSON.stringify(found) + ", wanted " +
      EJSON.stringify({ key: keys, ...options }) + howToExpire(collection, found, keys, options));
    if (options.unique && !found.unique) missingIndexes.push(collection + "." + options.name);
  }
}

// Creates an index. If the server rejects it, such as a unique index over duplicates, reports it and continues.
function createIndex(collection, keys, options) {
  const name = collection + "." + options.name;
  try {
    db.getCollection(collection).createIndex(keys, options);
    print("created index " + name);
  } catch (error) {
    if (typeof error.code !== "number") throw error; // not the server's answer
    missingIndexes.push(name);
    print("NOT CREATED " + name + ": " + error.message);
  }
}

function failIfIndexesAreMissing() {
  if (missingIndexes.length > 0) {
    throw new Error("NOT COMPLETE: missing or not unique: " + missingIndexes.join(", ") +
      "; everything else is done. Do what the lines NOT CREATED and DIFFERS say, and run this again");
  }
}

// Returns an index's key as the server stores it: a text index has _fts and _ftsx instead of its fields.
function storedKeys(keys) {
  const stored = ([path, kind]) => (kind === "text" ? { _fts: "text", _ftsx: 1 } : { [path]: kind });
  return Object.assign({}, ...Object.entries(keys).map(stored));
}

// Reports a different expiry without changing it, because that could delete documents.
function howToExpire(collection, found, keys, options) {
  const { expireAfterSeconds } = options;
  if (expireAfterSeconds === undefined || !sameIndex({ ...found, expireAfterSeconds }, keys, options)) {
    return "; drop it manually and run this again";
  }
  const limit = found.expireAfterSeconds === undefined ? ", from MongoDB 5.1" : "";
  const change = { collMod: collection, index: { name: found.name, expireAfterSeconds } };
  return "; to change it, run the command " + EJSON.stringify(change) + limit;
}

function sameIndex(found, keys, options) {
  const known = ["unique", "sparse", "expireAfterSeconds", "partialFilterExpression"];
  const searched = Object.keys(keys).filter((path) => keys[path] === "text").sort();
  return sameValue(found.key, storedKeys(keys)) && sameValue(Object.keys(found.weights ?? {}).sort(), searched) &&
    sameCollation(found, options) && known.every((key) => sameValue(found[key], options[key]));
}

// Compares collations. The server fills in defaults, and an index without one uses its collection's.
function sameCollation(found, options) {
  const wanted = options.collation;
  if (wanted === undefined) return found.name === options.name || found.collation === undefined;
  return Object.keys(wanted).every((key) => sameValue((found.collation ?? { locale: "simple" })[key], wanted[key]));
}

function sameValue(one, other) {
  return EJSON.stringify({ value: one ?? null }) === EJSON.stringify({ value: other ?? null });
}

function listOtherIndexes(collection, names) {
  for (const index of db.getCollection(collection).getIndexes()) {
    if (index.name !== "_id_" && !names.includes(index.name)) {
      print("NOT IN THE DESIGN " + collection + "." + index.name + ": not changed");
    }
  }
}

// --- collection "products" ---
// Something on sale
ensureCollection(
  "products",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "product",
        description: "Something on sale",
        required: [
          "name",
          "slug",
          "brand",
          "category",
          "price",
          "sale_price",
          "currency",
          "created_at",
          "updated_at",
          "inventory",
          "attributes",
          "rating_summary",
          "seo",
          "images",
        ],
        properties: {
          _id: { bsonType: "objectId" },
          name: { bsonType: "string", description: "Name on the product page" },
          slug: { bsonType: "string", description: "Last part of its URL" },
          brand: { bsonType: "string", description: "Brand" },
          category: { bsonType: "string", description: "Where it is listed" },
          subcategory: { bsonType: "string", description: "Shelf within the category" },
          price: { bsonType: ["decimal", "int", "long"], minimum: 0, description: "List price" },
          sale_price: { bsonType: ["decimal", "int", "long"], minimum: 0, description: "Current price" },
          currency: { bsonType: "string", enum: ["USD", "EUR", "GBP"], description: "ISO code" },
          sales_metrics: {
            bsonType: "object",
            description: "Figures for the dashboard, up to an hour old",
            properties: {
              views_last_7_days: {
                bsonType: ["int", "long"],
                minimum: 0,
                description: "Times its page was shown",
              },
              orders_last_7_days: {
                bsonType: ["int", "long"],
                minimum: 0,
                description: "Orders that include it",
              },
              conversion_rate: { bsonType: ["number", "null"], minimum: 0, description: "Orders per view" },
              revenue_last_30_days: {
                bsonType: ["decimal", "int", "long"],
                minimum: 0,
                description: "Written by the hourly report",
              },
            },
          },
          created_at: { bsonType: "date", description: "When it was first listed" },
          updated_at: { bsonType: "date", description: "When it was last changed" },
          inventory: {
            bsonType: "object",
            required: ["in_stock", "reserved", "available"],
            properties: {
              in_stock: { bsonType: ["int", "long"], minimum: 0, description: "Pieces in the warehouse" },
              reserved: { bsonType: ["int", "long"], minimum: 0, description: "Pieces reserved for orders" },
              available: {
                bsonType: ["int", "long"],
                minimum: 0,
                description: "Pieces that can still be sold",
              },
            },
          },
          attributes: {
            bsonType: "object",
            required: ["dimensions"],
            properties: {
              color: { bsonType: "string", description: "Colour" },
              material: { bsonType: "string", description: "Material" },
              weight_capacity: { bsonType: "string", description: "Heaviest load" },
              dimensions: {
                bsonType: "object",
                required: ["width", "depth", "height", "unit"],
                properties: {
                  width: { bsonType: ["int", "long"], minimum: 0, description: "From side to side" },
                  depth: { bsonType: ["int", "long"], minimum: 0, description: "From front to back" },
                  height: { bsonType: ["int", "long"], minimum: 0, description: "From the floor up" },
                  unit: { bsonType: "string", enum: ["inches", "cm"], description: "Unit of the dimensions" },
                },
              },
            },
          },
          rating_summary: {
            bsonType: "object",
            required: ["distribution"],
            properties: {
              average: {
                bsonType: ["number", "null"],
                minimum: 1,
                maximum: 5,
                description: "Mean number of stars",
              },
              count: { bsonType: ["int", "long"], minimum: 0, description: "How many reviews there are" },
              distribution: {
                bsonType: "object",
                description: "Reviews by number of stars",
                required: ["1", "2", "3", "4", "5"],
                properties: {
                  ["1"]: { bsonType: ["int", "long"], minimum: 0, description: "Reviews with 1 star" },
                  ["2"]: { bsonType: ["int", "long"], minimum: 0, description: "Reviews with 2 stars" },
                  ["3"]: { bsonType: ["int", "long"], minimum: 0, description: "Reviews with 3 stars" },
                  ["4"]: { bsonType: ["int", "long"], minimum: 0, description: "Reviews with 4 stars" },
                  ["5"]: { bsonType: ["int", "long"], minimum: 0, description: "Reviews with 5 stars" },
                },
              },
            },
          },
          seo: {
            bsonType: "object",
            required: ["meta_title"],
            properties: {
              meta_title: { bsonType: "string", description: "Title for search engines" },
              meta_description: { bsonType: "string", description: "Text under the title in search results" },
              keywords: {
                bsonType: "array",
                maxItems: 12,
                description: "Search words",
                items: { bsonType: "string" },
              },
            },
          },
          images: {
            bsonType: "array",
            minItems: 1,
            maxItems: 20,
            items: {
              bsonType: "object",
              required: ["url", "alt", "is_primary"],
              properties: {
                url: { bsonType: "string", description: "Where the picture is" },
                alt: { bsonType: "string", description: "What it shows, in words" },
                is_primary: { bsonType: "bool", description: "Shown first" },
              },
            },
          },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// slug is a natural key of Product. Serves the uniqueness of slug and "product page" (400,000 per day); costs
// about 20 writes per day
ensureIndex("products", { slug: 1 }, { name: "slug_1", unique: true });

// "browse category" finds by category, then sorts by price (equality, sort, range). Serves "browse category"
// (150,000 per day); costs about 20 writes per day
ensureIndex("products", { category: 1, price: -1 }, { name: "category_1_price_-1" });
listOtherIndexes("products", ["slug_1", "category_1_price_-1"]);

// --- collection "reviews" ---
// The opinion of one buyer
ensureCollection(
  "reviews",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "review",
        description: "The opinion of one buyer",
        required: ["rating", "date", "product_id"],
        properties: {
          _id: { bsonType: "objectId" },
          rating: { bsonType: ["int", "long"], minimum: 1, maximum: 5, description: "Stars" },
          comment: { bsonType: "string", description: "What the reviewer says" },
          date: { bsonType: "date", description: "When it was written" },
          product_id: { bsonType: "objectId" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// "reviews of a product" finds by product_id, then sorts by date (equality, sort, range). Serves "reviews of
// a product" (30,000 per day); costs about 2,000 writes per day
ensureIndex("reviews", { product_id: 1, date: -1 }, { name: "product_id_1_date_-1" });
listOtherIndexes("reviews", ["product_id_1_date_-1"]);

// --- collection "customers" ---
// Someone with an account
ensureCollection(
  "customers",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "customer",
        description: "Someone with an account",
        required: ["email", "password_hash", "name", "account"],
        properties: {
          _id: { bsonType: "objectId" },
          email: { bsonType: "string", description: "Used to log in" },
          password_hash: { bsonType: "string", description: "Never leaves the server" },
          name: {
            bsonType: "object",
            description: "Name in parts",
            required: ["first", "last"],
            properties: {
              first: { bsonType: "string", description: "Given name" },
              last: { bsonType: "string", description: "Family name" },
            },
          },
          account: {
            bsonType: "object",
            description: "State of the account",
            required: ["status", "created_at"],
            properties: {
              status: {
                bsonType: "string",
                enum: ["active", "locked", "closed"],
                description: "May the customer buy?",
              },
              created_at: { bsonType: "date", description: "When it was opened" },
              last_login: { bsonType: "date", description: "When it was last used" },
            },
          },
          addresses: {
            bsonType: "array",
            maxItems: 10,
            items: {
              bsonType: "object",
              required: [
                "id",
                "type",
                "is_default",
                "name",
                "line1",
                "city",
                "state",
                "postal_code",
                "country",
              ],
              properties: {
                id: { bsonType: "string", description: "Identifies the address within its customer" },
                type: {
                  bsonType: "string",
                  enum: ["shipping", "billing"],
                  description: "What it is used for",
                },
                is_default: { bsonType: "bool", description: "Offered first" },
                name: { bsonType: "string", description: "Addressee" },
                line1: { bsonType: "string", description: "Street and number" },
                line2: { bsonType: "string", description: "Apartment or floor" },
                city: { bsonType: "string", description: "City" },
                state: { bsonType: "string", description: "State" },
                postal_code: { bsonType: "string", description: "Postal code" },
                country: { bsonType: "string", description: "ISO code of the country" },
                phone: { bsonType: "string", description: "For the driver" },
              },
            },
          },
          payment_methods: {
            bsonType: "array",
            maxItems: 10,
            items: {
              bsonType: "object",
              required: ["id", "is_default", "type", "provider", "last_four", "exp_month", "exp_year"],
              properties: {
                id: { bsonType: "string", description: "Identifies the method within its customer" },
                is_default: { bsonType: "bool", description: "Offered first" },
                type: {
                  bsonType: "string",
                  enum: ["credit_card", "debit_card", "bank_transfer"],
                  description: "Kind of payment",
                },
                provider: { bsonType: "string", description: "Payment provider" },
                last_four: { bsonType: "string", pattern: "^[0-9]{4}$", description: "End of the number" },
                exp_month: {
                  bsonType: ["int", "long"],
                  minimum: 1,
                  maximum: 12,
                  description: "Month in which it ends",
                },
                exp_year: {
                  bsonType: ["int", "long"],
                  minimum: 2020,
                  maximum: 2099,
                  description: "Year in which it ends",
                },
                billing_address_id: { bsonType: "string" },
              },
            },
          },
          wishlist: { bsonType: "array", maxItems: 100, uniqueItems: true, items: { bsonType: "objectId" } },
          recent_orders: {
            bsonType: "array",
            maxItems: 5,
            items: {
              bsonType: "object",
              required: ["order_id", "date", "total", "status"],
              properties: {
                order_id: { bsonType: "objectId" },
                date: { bsonType: "date", description: "Placed" },
                total: {
                  bsonType: ["decimal", "int", "long"],
                  minimum: 0,
                  description: "What the customer pays",
                },
                status: {
                  bsonType: "string",
                  enum: ["pending", "processing", "shipped", "delivered", "cancelled"],
                  description: "Current status",
                },
              },
            },
          },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// email is a natural key of Customer. Serves the uniqueness of email and "log in" (5,000 per day); costs
// about 150 writes per day
ensureIndex("customers", { email: 1 }, { name: "email_1", unique: true });

// Suggested, not created: no operation or copy in the design uses it. Without it, functions that find
// documents by wishlist scan the collection:
// ensureIndex("customers", { wishlist: 1 }, { name: "wishlist_1" });
// Finds the Customer documents that reference one Product. It would cost about 150 writes per day, one entry
// per array item
listOtherIndexes("customers", ["email_1", "wishlist_1"]);

// --- collection "orders" ---
// What a customer bought at one moment; moved to the archive after five years
ensureCollection(
  "orders",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "order",
        description: "What a customer bought at one moment; moved to the archive after five years",
        required: [
          "order_number",
          "status",
          "billing",
          "shipping",
          "dates",
          "totals",
          "items",
          "customer_id",
          "customer_email",
          "customer_name",
        ],
        properties: {
          _id: { bsonType: "objectId" },
          order_number: { bsonType: "string", description: "Order number shown to the customer" },
          status: {
            bsonType: "string",
            enum: ["pending", "processing", "shipped", "delivered", "cancelled"],
            description: "Current status",
          },
          billing: {
            bsonType: "object",
            description: "Who pays, and how",
            required: ["address", "payment"],
            properties: {
              address: {
                bsonType: "object",
                description: "As it was when the order was placed",
                required: ["name", "line1", "city", "state", "postal_code", "country"],
                properties: {
                  name: { bsonType: "string", description: "Addressee" },
                  line1: { bsonType: "string", description: "Street and number" },
                  line2: { bsonType: "string", description: "Apartment or floor" },
                  city: { bsonType: "string", description: "City" },
                  state: { bsonType: "string", description: "State" },
                  postal_code: { bsonType: "string", description: "Postal code" },
                  country: { bsonType: "string", description: "ISO code of the country" },
                },
              },
              payment: {
                bsonType: "object",
                description: "How it was paid",
                required: ["method", "transaction_id"],
                properties: {
                  method: { bsonType: "string", description: "Kind of payment" },
                  last_four: { bsonType: "string", description: "End of the number" },
                  transaction_id: { bsonType: "string", description: "Given by the provider" },
                },
              },
            },
          },
          shipping: {
            bsonType: "object",
            description: "Shipping details",
            required: ["address", "method", "cost"],
            properties: {
              address: {
                bsonType: "object",
                description: "As it was when the order was placed",
                required: ["name", "line1", "city", "state", "postal_code", "country"],
                properties: {
                  name: { bsonType: "string", description: "Addressee" },
                  line1: { bsonType: "string", description: "Street and number" },
                  line2: { bsonType: "string", description: "Apartment or floor" },
                  city: { bsonType: "string", description: "City" },
                  state: { bsonType: "string", description: "State" },
                  postal_code: { bsonType: "string", description: "Postal code" },
                  country: { bsonType: "string", description: "ISO code of the country" },
                },
              },
              method: { bsonType: "string", enum: ["standard", "express"], description: "Service" },
              cost: {
                bsonType: ["decimal", "int", "long"],
                minimum: 0,
                description: "What the service costs",
              },
              carrier: { bsonType: "string", description: "Who carries it" },
              tracking_number: { bsonType: "string", description: "Given by the carrier" },
            },
          },
          dates: {
            bsonType: "object",
            description: "What happened when",
            required: ["created", "updated"],
            properties: {
              created: { bsonType: "date", description: "Placed" },
              updated: { bsonType: "date", description: "Last changed" },
              shipped: { bsonType: "date", description: "Handed to the carrier" },
              delivered: { bsonType: "date", description: "Handed to the customer" },
            },
          },
          totals: {
            bsonType: "object",
            description: "Totals",
            required: ["subtotal", "tax", "shipping", "discount", "grand_total"],
            properties: {
              subtotal: { bsonType: ["decimal", "int", "long"], minimum: 0, description: "Sum of the lines" },
              tax: { bsonType: ["decimal", "int", "long"], minimum: 0, description: "Sales tax" },
              shipping: { bsonType: ["decimal", "int", "long"], minimum: 0, description: "As charged" },
              discount: { bsonType: ["decimal", "int", "long"], minimum: 0, description: "Taken off" },
              grand_total: {
                bsonType: ["decimal", "int", "long"],
                minimum: 0,
                description: "What the customer pays",
              },
            },
          },
          items: {
            bsonType: "array",
            minItems: 1,
            maxItems: 50,
            items: {
              bsonType: "object",
              required: ["product_id", "product_name", "price", "sku", "quantity", "subtotal"],
              properties: {
                product_id: { bsonType: "objectId" },
                product_name: { bsonType: "string", description: "Name on the product page" },
                price: { bsonType: ["decimal", "int", "long"], minimum: 0, description: "Current price" },
                sku: { bsonType: "string", description: "Number of the exact variant" },
                quantity: { bsonType: ["int", "long"], minimum: 1, description: "How many pieces" },
                subtotal: {
                  bsonType: ["decimal", "int", "long"],
                  minimum: 0,
                  description: "Price of the line",
                },
              },
            },
          },
          customer_id: { bsonType: "objectId" },
          customer_email: { bsonType: "string", description: "Used to log in" },
          customer_name: {
            bsonType: "object",
            description: "Name in parts",
            required: ["first", "last"],
            properties: {
              first: { bsonType: "string", description: "Given name" },
              last: { bsonType: "string", description: "Family name" },
            },
          },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// Finds Order documents by Customer, sorted by dates.created. Serves the relationship orders and "order
// history" (8,000 per day); costs about 700 writes per day
ensureIndex("orders", { customer_id: 1, "dates.created": -1 }, { name: "customer_id_1_dates.created_-1" });

// order_number is a natural key of Order. Serves the uniqueness of order_number and "order page" (30,000 per
// day); costs about 700 writes per day
ensureIndex("orders", { order_number: 1 }, { name: "order_number_1", unique: true });

// "orders by status" finds by status, then sorts by dates.created (equality, sort, range). Serves "orders by
// status" (2,000 per day); costs about 2,100 writes per day
ensureIndex("orders", { status: 1, "dates.created": -1 }, { name: "status_1_dates.created_-1" });

// "oldest order to pack" sorts by dates.created; partial: only documents matching its constant filter. Serves
// "oldest order to pack" (500 per day); costs at most 2,100 writes per day
ensureIndex(
  "orders",
  { "dates.created": 1 },
  { name: "dates.created_1_partial", partialFilterExpression: { status: "processing" } },
);

// Finds documents to archive by dates.created. Serves the archive of Order; costs about 700 writes per day
ensureIndex("orders", { "dates.created": 1 }, { name: "dates.created_1" });

// Suggested, not created: no operation or copy in the design uses it. Without it, functions that find
// documents by items.product_id scan the collection:
// ensureIndex("orders", { "items.product_id": 1 }, { name: "items.product_id_1" });
// Finds the Order documents that reference one Product. It would cost about 700 writes per day, one entry per
// array item
listOtherIndexes(
  "orders",
  [
    "customer_id_1_dates.created_-1",
    "order_number_1",
    "status_1_dates.created_-1",
    "dates.created_1_partial",
    "dates.created_1",
    "items.product_id_1",
  ],
);

// --- collection "session_data" ---
// What the shop remembers about a visitor
ensureCollection(
  "session_data",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "session",
        description: "What the shop remembers about a visitor",
        required: ["lastModified"],
        properties: {
          _id: { bsonType: "objectId" },
          lastModified: {
            bsonType: "date",
            description: "When the visitor was last seen; the session expires 30 days later",
          },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// TTL: deletes documents 30 days after lastModified, up to a minute late. Serves the expiry of Session; costs
// about 340,000 writes per day
ensureIndex("session_data", { lastModified: 1 }, { name: "lastModified_1", expireAfterSeconds: 2592000 });
listOtherIndexes("session_data", ["lastModified_1"]);

// --- archive "orders_archive" ---
// Archive of orders, without a validator, because documents of orders that fail validation or have an earlier
// schema version must be archived, too.
ensureCollection("orders_archive");

// Finds archived documents by order_number.
ensureIndex("orders_archive", { order_number: 1 }, { name: "order_number_1" });
listOtherIndexes("orders_archive", ["order_number_1"]);

// --- not in the design ---
listOtherCollections(["products", "reviews", "customers", "orders", "session_data", "orders_archive"]);
failIfIndexesAreMissing();
