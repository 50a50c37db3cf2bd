// IDs of the documents inserted by this file. Your own documents are never changed, even with the same _id.
const notedSamples = "nestlink_samples";

function insertAbsent(collection, document) {
  const present = db.getCollection(collection).findOne({ _id: document._id }, { _id: 1 });
  if (present !== null) return;
  db.getCollection(collection).insertOne(document);
  const note = { _id: { collection, id: document._id } };
  db.getCollection(notedSamples).updateOne(note, { $set: { collection } }, { upsert: true });
}

function isSample(collection, id) {
  return db.getCollection(notedSamples).findOne({ _id: { collection, id } }, { _id: 1 }) !== null;
}

function forgetSamples(collections) {
  db.getCollection(notedSamples).deleteMany({ collection: { $in: collections } });
}

// Returns your own documents that have the _id of a sample.
function inTheWay() {
  return sampleDocuments.filter(({ collection, document }) => !isSample(collection, document._id));
}
