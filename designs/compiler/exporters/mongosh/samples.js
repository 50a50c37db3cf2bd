// Inserts a document unless its id is taken: what is there already is never changed.
function ensureDocument(collection, document) {
  const present = db.getCollection(collection).findOne({ _id: document._id }, { _id: 1 });
  if (present === null) {
    db.getCollection(collection).insertOne(document);
  }
}
