// Collections and validators of the design "Bookshop".
// Run: mongosh <address> --file 01_collections.js. Safe to run again.
// Changes: makes missing collections and replaces validators. Drops nothing; lists what differs.
const target = db.getSiblingDB("bookshop");

// Creates a collection, or brings its validator up to date. Nothing is ever dropped.
function ensureCollection(name, options) {
  const [known] = target.getCollectionInfos({ name });
  if (known === undefined) {
    target.createCollection(name, options);
    print("created " + name);
    return;
  }
  const changes = {};
  for (const key of ["validator", "validationLevel", "validationAction"]) {
    if (options[key] !== undefined && !sameOption(known.options[key], options[key])) changes[key] = options[key];
  }
  if (Object.keys(changes).length > 0) {
    const { validator, validationLevel, validationAction } = options;
    target.runCommand({ collMod: name, validator, validationLevel, validationAction });
    print("changed the validation of " + name + "; documents that were there are not checked again");
  }
  listFixedOptions(name, known.options, options);
}

// What collMod can't change is told, not tried: it takes a new collection and a copy of the documents.
function listFixedOptions(name, found, wanted) {
  for (const key of ["capped", "max", "timeseries", "collation", "expireAfterSeconds"]) {
    const narrowed = wanted[key] && found[key] && typeof wanted[key] === "object" ? pickLike(found[key], wanted[key]) : found[key];
    if (!sameOption(narrowed ?? false, wanted[key] ?? false)) {
      print("DIFFERS " + name + ": " + key + " is " + EJSON.stringify(found[key] ?? null) + ", wanted " +
        EJSON.stringify(wanted[key] ?? null) + "; collMod can't change it, copy the documents into a new collection");
    }
  }
  if (found.validator !== undefined && wanted.validator === undefined) {
    print("DIFFERS " + name + ": it has a validator that the design does not want");
  }
}

function pickLike(found, wanted) {
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, found[key]]));
}

function sameOption(one, other) {
  return EJSON.stringify({ value: one ?? null }) === EJSON.stringify({ value: other ?? null });
}

function listOtherCollections(names) {
  for (const { name } of target.getCollectionInfos({})) {
    if (!names.includes(name) && !name.startsWith("system.")) print("NOT IN THE DESIGN " + name + ": left as it is");
  }
}

// --- collection "authors": standard ---
// Someone who has written books
ensureCollection(
  "authors",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "author",
        description: "Someone who has written books",
        required: ["name"],
        properties: {
          _id: { bsonType: "int", description: "Number of the author" },
          name: { bsonType: "string", description: "As printed on the cover" },
          books: { bsonType: "array", maxItems: 5, uniqueItems: true, items: { bsonType: "int" } },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- collection "books": standard ---
// A book on sale
ensureCollection(
  "books",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "book",
        description: "A book on sale",
        required: ["title"],
        properties: {
          _id: { bsonType: "int", description: "Number of the book" },
          title: { bsonType: "string", description: "As printed on the cover" },
          categories: { bsonType: "array", maxItems: 3, uniqueItems: true, items: { bsonType: "int" } },
          authors: { bsonType: "array", maxItems: 3, uniqueItems: true, items: { bsonType: "int" } },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- collection "categories": standard ---
// A shelf of the shop, with a page of its own
ensureCollection(
  "categories",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "category",
        description: "A shelf of the shop, with a page of its own",
        required: ["name"],
        properties: {
          _id: { bsonType: "int", description: "Number of the category" },
          name: { bsonType: "string", description: "As shown in the menu" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- collection "users": standard ---
// A customer of the shop
ensureCollection(
  "users",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "user",
        description: "A customer of the shop",
        required: ["name", "address"],
        properties: {
          _id: { bsonType: "int", description: "Number of the customer" },
          name: { bsonType: "string", description: "Full name" },
          age: { bsonType: "int", minimum: 0, maximum: 150, description: "In years" },
          address: {
            bsonType: "object",
            required: ["street", "city"],
            properties: {
              street: { bsonType: "string", description: "Street and number" },
              city: { bsonType: "string", description: "City" },
            },
          },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- what the design does not know ---
listOtherCollections(["authors", "books", "categories", "users"]);
