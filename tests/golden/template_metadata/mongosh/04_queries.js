// Reads and writes of the design "Metadata".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
db = db.getSiblingDB("photos");

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

// --- operation "photo by checksum" ---

// Photo, read: 30,000 a day.
function photoByChecksum(checksum) {
  return db.photos.findOne({ checksum });
}

// --- operation "photos of a camera" ---

// Photo, read: 4,000 a day.
function photosOfACamera(camera) {
  return db.photos.find({ metadata: { $elemMatch: { k: "camera", v: camera } } }).limit(48).toArray();
}

// --- operation "photos that are wide enough" ---

// Photo, read: 2,500 a day.
function photosThatAreWideEnough() {
  return db.photos.find({ metadata: { $elemMatch: { k: "width", v: { $gte: 3000 } } } }).limit(48).toArray();
}

// --- operation "photos of a place" ---

// Photo, read: 9,000 a day.
function photosOfAPlace(place) {
  return db.photos.find({ metadata: { $elemMatch: { k: "place", v: place } } }).limit(48).toArray();
}

// --- operation "what a photographer took" ---

// Photo, read: 6,000 a day.
function whatAPhotographerTook(photographer) {
  return db.photos.find({ metadata: { $elemMatch: { k: "photographer", v: photographer } } }).limit(48).toArray();
}

// --- operation "latest photos" ---

// Photo, read: 9,000 a day.
function latestPhotos() {
  return db.photos.find({}).sort({ added_at: -1 }).limit(48).toArray();
}

// --- operation "put into the archive" ---

// Photo, insert: 900 a day.
function putIntoTheArchive(photo) {
  photo = withoutAbsent(photo);
  return db.photos.insertOne(photo);
}

// --- operation "say where it was taken" ---

// Photo, update: 200 a day.
function sayWhereItWasTaken(checksum, newPlace) {
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
    throw new Error("there is no such photo");
  }
  return changed;
}

// --- operation "forget who took it" ---

// Photo, update: 5 a day.
function forgetWhoTookIt(checksum) {
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
    throw new Error("there is no such photo");
  }
  return changed;
}

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed(
    "photo by checksum",
    photoByChecksum("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
  );
  printed("photos of a camera", photosOfACamera("Kestrel X20"));
  printed("photos that are wide enough", photosThatAreWideEnough());
  printed("photos of a place", photosOfAPlace("Old harbour"));
  printed("what a photographer took", whatAPhotographerTook("Ida Bauer"));
  printed("latest photos", latestPhotos());
}

// Every write once, on the sample documents. Nothing calls it but you.
function demo() {
  beginWithSamples();
  db.photos.deleteOne({ _id: ObjectId("65e2f1988eef4b542fa35579") });
  attempt(
    "put into the archive",
    () => putIntoTheArchive({
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
    "say where it was taken",
    () => sayWhereItWasTaken("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "Old harbour"),
  );
  attempt(
    "forget who took it",
    () => forgetWhoTookIt("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
  );
  endWithSamples();
}
showReadsIfAsked();
