// "Content management": Collections and validators
// Run: mongosh <address> --file 01_collections.js. Safe to run again.
// Creates missing collections and replaces validators, which may only warn at first if a collection has
// documents. Drops nothing; lists differences.
db = db.getSiblingDB("cms");

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

// --- collection "articles" ---
// A text on the site
ensureCollection(
  "articles",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "article",
        description: "A text on the site",
        required: ["title", "slug", "status", "featured", "content", "metadata", "stats", "dates", "author"],
        properties: {
          _id: { bsonType: "objectId" },
          title: { bsonType: "string", description: "Headline" },
          slug: { bsonType: "string", description: "Last part of its address" },
          status: {
            bsonType: "string",
            enum: ["draft", "published", "archived"],
            description: "Who may see it",
          },
          featured: { bsonType: "bool", description: "Shown on the front page" },
          content: {
            bsonType: "object",
            description: "The text",
            required: ["summary", "body", "format"],
            properties: {
              summary: { bsonType: "string", description: "For lists" },
              body: { bsonType: "string", description: "The whole text" },
              format: {
                bsonType: "string",
                enum: ["markdown", "html"],
                description: "How the body is written",
              },
            },
          },
          metadata: {
            bsonType: "object",
            description: "About the text",
            required: ["word_count"],
            properties: {
              word_count: { bsonType: ["int", "long"], minimum: 0, description: "Words in the body" },
              read_time: {
                bsonType: ["int", "long"],
                minimum: 0,
                description: "Minutes, at 195 words a minute",
              },
              cover_image: { bsonType: "string", description: "File of the picture on top" },
              seo: {
                bsonType: "object",
                description: "For search engines",
                properties: {
                  title: { bsonType: "string", description: "Title in search results" },
                  description: { bsonType: "string", description: "Text under the title" },
                  focus_keyword: { bsonType: "string", description: "Main keyword" },
                },
              },
            },
          },
          stats: {
            bsonType: "object",
            description: "Counters",
            properties: {
              views: {
                bsonType: ["int", "long"],
                minimum: 0,
                description: "Times it was read, to the nearest hundred",
              },
              likes: { bsonType: ["int", "long"], minimum: 0, description: "Readers who liked it" },
              shares: { bsonType: ["int", "long"], minimum: 0, description: "Times it was passed on" },
              comments: { bsonType: ["int", "long"], minimum: 0, description: "Comments under it" },
            },
          },
          dates: {
            bsonType: "object",
            description: "What happened when",
            required: ["created", "updated"],
            properties: {
              created: { bsonType: "date", description: "Begun" },
              published: { bsonType: "date", description: "First seen by readers" },
              updated: { bsonType: "date", description: "Last changed" },
            },
          },
          author: {
            bsonType: "object",
            required: ["_id", "name"],
            properties: {
              _id: { bsonType: "objectId" },
              name: { bsonType: "string", description: "As shown above the text" },
              avatar: { bsonType: ["string", "null"], description: "File of the portrait" },
              bio: { bsonType: ["string", "null"], description: "Two sentences about the author" },
            },
          },
          categories: { bsonType: "array", maxItems: 5, uniqueItems: true, items: { bsonType: "string" } },
          tags: { bsonType: "array", maxItems: 15, uniqueItems: true, items: { bsonType: "string" } },
          related_articles: {
            bsonType: "array",
            maxItems: 20,
            items: {
              bsonType: "object",
              required: ["_id", "title", "slug"],
              properties: {
                _id: { bsonType: "objectId" },
                title: { bsonType: "string", description: "Headline" },
                slug: { bsonType: "string", description: "Last part of its address" },
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

// --- collection "authors" ---
// Someone who writes articles
ensureCollection(
  "authors",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "author",
        description: "Someone who writes articles",
        required: ["name"],
        properties: {
          _id: { bsonType: "objectId" },
          name: { bsonType: "string", description: "As shown above the text" },
          avatar: { bsonType: "string", description: "File of the portrait" },
          bio: { bsonType: "string", description: "Two sentences about the author" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- not in the design ---
listOtherCollections(["articles", "authors"]);
