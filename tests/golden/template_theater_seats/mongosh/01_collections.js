// Collections and validators of the design "Theater seats".
// Run: mongosh <address> --file 01_collections.js. Safe to run again.
// Changes: makes missing collections and replaces validators. Drops nothing; lists what differs.
db = db.getSiblingDB("theater");

// Creates a collection, or brings its validator up to date. Nothing is ever dropped.
function ensureCollection(name, options) {
  const [known] = db.getCollectionInfos({ name });
  if (known === undefined) {
    db.createCollection(name, options);
    print("created " + name);
    return;
  }
  const changes = {};
  for (const key of ["validator", "validationLevel", "validationAction"]) {
    if (options[key] !== undefined && !sameOption(known.options[key], options[key])) changes[key] = options[key];
  }
  if (Object.keys(changes).length > 0) {
    const { validator, validationLevel, validationAction } = options;
    db.runCommand({ collMod: name, validator, validationLevel, validationAction });
    print("changed the validation of " + name + "; documents that were there are not checked again");
  }
  listFixedOptions(name, known.options, options);
}

// What differs otherwise is told, not tried: it would throw documents away, or take a new collection.
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
    print("DIFFERS " + name + ": it has a validator that the design does not want");
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
  if (!changes[key]) return "; collMod can't change it, copy the documents into a new collection";
  const limits = { size: ", from server 6.0 on", max: ", from server 6.0 on", timeseries: ", which only makes it coarser" };
  return "; if that is meant, run the command " + EJSON.stringify({ collMod: name, ...changes[key] }) + (limits[key] ?? "");
}

function pickLike(found, wanted) {
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, found[key]]));
}

function sameOption(one, other) {
  return EJSON.stringify({ value: one ?? null }) === EJSON.stringify({ value: other ?? null });
}

function listOtherCollections(names) {
  for (const { name } of db.getCollectionInfos({})) {
    if (!names.includes(name) && !name.startsWith("system.")) print("NOT IN THE DESIGN " + name + ": left as it is");
  }
}

// --- collection "shows": standard ---
// What is played
ensureCollection(
  "shows",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "show",
        description: "What is played",
        required: ["title"],
        properties: {
          _id: { bsonType: "objectId" },
          title: { bsonType: "string", description: "As it stands on the poster" },
          minutes: { bsonType: "int", minimum: 1, description: "Without the interval" },
          poster: { bsonType: "string", description: "Address of its poster" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- collection "evenings": standard ---
// One time that a show is played
ensureCollection(
  "evenings",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "evening",
        description: "One time that a show is played",
        required: ["starts_at", "price", "seats", "seats_available", "show_id"],
        properties: {
          _id: { bsonType: "objectId" },
          starts_at: { bsonType: "date", description: "When the doors close" },
          price: { bsonType: "number", minimum: 0, description: "Of one seat" },
          seats: {
            bsonType: "array",
            description: "Eight rows of twelve: 0 is free, 1 is taken",
            minItems: 8,
            maxItems: 8,
            items: {
              bsonType: "array",
              minItems: 12,
              maxItems: 12,
              items: { bsonType: "int", enum: [0, 1] },
            },
          },
          seats_available: { bsonType: "int", minimum: 0, maximum: 96, description: "Moves with the seats" },
          show_id: { bsonType: "objectId" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- collection "bookings": standard ---
// Seats of an evening that somebody has
ensureCollection(
  "bookings",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "booking",
        description: "Seats of an evening that somebody has",
        required: ["number", "name", "row", "columns", "status", "reserved_at", "evening_id"],
        properties: {
          _id: { bsonType: "objectId" },
          number: { bsonType: "string", description: "As it is printed on the ticket" },
          name: { bsonType: "string", description: "Who comes" },
          row: { bsonType: "int", minimum: 0, maximum: 7, description: "Which row, from 0" },
          columns: {
            bsonType: "array",
            minItems: 1,
            maxItems: 12,
            description: "Which seats of the row, from 0",
            items: { bsonType: "int", minimum: 0, maximum: 11 },
          },
          status: {
            bsonType: "string",
            enum: ["reserved", "paid"],
            description: "Reserved seats are given back where nobody pays",
          },
          reserved_at: { bsonType: "date", description: "When the seats were taken" },
          evening_id: { bsonType: "objectId" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- what the design does not know ---
listOtherCollections(["shows", "evenings", "bookings"]);
