// Collections and validators of the design "Parts catalogue".
// Run: mongosh <address> --file 01_collections.js. Safe to run again.
// Changes: makes missing collections and replaces validators. Drops nothing; lists what differs.
const target = db.getSiblingDB("parts_catalogue");

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

// --- collection "products": standard ---
// Something that is put together from parts
ensureCollection(
  "products",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "product",
        description: "Something that is put together from parts",
        required: ["name", "manufacturer", "catalog_number"],
        properties: {
          _id: { bsonType: "objectId" },
          name: { bsonType: "string", description: "Name in the catalogue" },
          manufacturer: { bsonType: "string", description: "Who makes it" },
          catalog_number: {
            bsonType: "int",
            minimum: 1,
            description: "Number in the printed catalogue, never given out twice",
          },
          parts: {
            bsonType: "array",
            maxItems: 300,
            items: {
              bsonType: "object",
              required: ["part_id", "name"],
              properties: {
                part_id: { bsonType: "objectId" },
                name: { bsonType: "string", description: "As listed in the catalogue" },
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

// --- collection "parts": standard ---
// A part that many products share, counted and searched on its own
ensureCollection(
  "parts",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "part",
        description: "A part that many products share, counted and searched on its own",
        required: ["partno", "name", "qty", "cost", "price"],
        properties: {
          _id: { bsonType: "objectId" },
          partno: { bsonType: "string", description: "Printed on the bag" },
          name: { bsonType: "string", description: "As listed in the catalogue" },
          qty: { bsonType: "int", minimum: 0, description: "Pieces on the shelf, changed all day long" },
          cost: { bsonType: "number", minimum: 0, description: "What one piece costs us" },
          price: { bsonType: "number", minimum: 0, description: "What one piece is sold for" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- collection "spare_parts": standard ---
// A spare part that fits one product only
ensureCollection(
  "spare_parts",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "spare_part",
        description: "A spare part that fits one product only",
        required: [
          "partno",
          "name",
          "qty",
          "cost",
          "price",
          "product_id",
          "product_name",
          "product_catalog_number",
        ],
        properties: {
          _id: { bsonType: "objectId" },
          partno: { bsonType: "string", description: "Printed on the bag" },
          name: { bsonType: "string", description: "As listed in the catalogue" },
          qty: { bsonType: "int", minimum: 0, description: "Pieces on the shelf, changed all day long" },
          cost: { bsonType: "number", minimum: 0, description: "What one piece costs us" },
          price: { bsonType: "number", minimum: 0, description: "What one piece is sold for" },
          product_id: { bsonType: "objectId" },
          product_name: { bsonType: "string", description: "Name in the catalogue" },
          product_catalog_number: {
            bsonType: "int",
            minimum: 1,
            description: "Number in the printed catalogue, never given out twice",
          },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- what the design does not know ---
listOtherCollections(["products", "parts", "spare_parts"]);
