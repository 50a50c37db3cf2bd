// "Metadata": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
db = db.getSiblingDB("photos");

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

// --- operation "photo by checksum" ---

// Photo, read: 30,000 per day.
function photoByChecksum(checksum) {
  return db.photos.findOne({ checksum });
}

// --- operation "photos of a camera" ---

// Photo, read: 4,000 per day.
function photosOfACamera(camera) {
  return db.photos.find({ metadata: { $elemMatch: { k: "camera", v: camera } } }).limit(48).toArray();
}

// --- operation "photos that are wide enough" ---

// Photo, read: 2,500 per day.
function photosThatAreWideEnough() {
  return db.photos.find({ metadata: { $elemMatch: { k: "width", v: { $gte: 3000 } } } }).limit(48).toArray();
}

// --- operation "photos of a place" ---

// Photo, read: 9,000 per day.
function photosOfAPlace(place) {
  return db.photos.find({ metadata: { $elemMatch: { k: "place", v: place } } }).limit(48).toArray();
}

// --- operation "photos by photographer" ---

// Photo, read: 6,000 per day.
function photosByPhotographer(photographer) {
  return db.photos.find({ metadata: { $elemMatch: { k: "photographer", v: photographer } } }).limit(48).toArray();
}

// --- operation "latest photos" ---

// Photo, read: 9,000 per day.
function latestPhotos() {
  return db.photos.find({}).sort({ added_at: -1 }).limit(48).toArray();
}

// --- operation "add photo" ---

// Photo, insert: 900 per day.
function addPhoto(photo) {
  photo = withoutAbsent(photo);
  return db.photos.insertOne(photo);
}

// --- operation "set place" ---

// Photo, update: 200 per day.
function setPlace(checksum, newPlace) {
  const changed = db.photos.updateOne(
    { checksum },
    [
      {
        $set: {
          metadata: {
            $concatArrays: [
              {
                $filter: {
                  input: { $ifNull: ["$metadata", []] },
                  as: "one",
                  cond: { $ne: ["$$one.k", "place"] },
                },
              },
              [{ k: "place", v: { $literal: newPlace } }],
            ],
          },
        },
      },
    ],
  );
  if (changed.matchedCount === 0) {
    throw new Error("photo not found");
  }
  return changed;
}

// --- operation "clear photographer" ---

// Photo, update: 5 per day.
function clearPhotographer(checksum) {
  const changed = db.photos.updateOne(
    { checksum },
    [
      {
        $set: {
          metadata: {
            $filter: {
              input: { $ifNull: ["$metadata", []] },
              as: "one",
              cond: { $ne: ["$$one.k", "photographer"] },
            },
          },
        },
      },
    ],
  );
  if (changed.matchedCount === 0) {
    throw new Error("photo not found");
  }
  return changed;
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed(
    "photo by checksum",
    photoByChecksum("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
  );
  printed("photos of a camera", photosOfACamera("Kestrel X20"));
  printed("photos that are wide enough", photosThatAreWideEnough());
  printed("photos of a place", photosOfAPlace("Old harbour"));
  printed("photos by photographer", photosByPhotographer("Ida Bauer"));
  printed("latest photos", latestPhotos());
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.photos.deleteOne({ _id: ObjectId("65e2f1988eef4b542fa35579") });
  attempt(
    "add photo",
    () => addPhoto({
      _id: ObjectId("65e2f1988eef4b542fa35579"),
      file_name: "harbour.jpg",
      checksum: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      added_at: ISODate("2024-03-02T09:30:00Z"),
      metadata: [
        { k: "camera", v: "Kestrel X20" },
        { k: "lens", v: "35 mm" },
        { k: "iso", v: 400 },
        { k: "width", v: 6000 },
        { k: "place", v: "Old harbour" },
        { k: "photographer", v: "Ida Bauer" },
      ],
    }),
  );
  attempt(
    "set place",
    () => setPlace("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "Old harbour"),
  );
  attempt(
    "clear photographer",
    () => clearPhotographer("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
  );
  endWithSamples();
}
showReadsIfAsked();
