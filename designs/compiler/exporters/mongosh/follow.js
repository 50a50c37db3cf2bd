// Where each stream stopped is kept in this collection, so that watch() goes on from there.
const tokens = "nestlink_sync_tokens";

function openStream(name, collection, pipeline, options) {
  const saved = db.getCollection(tokens).findOne({ _id: name });
  const resumed = saved === null ? options : { ...options, resumeAfter: saved.token };
  return db.getCollection(collection).watch(pipeline, resumed);
}

// Answers the changes of all streams until keepGoing() says no. Each answer may be repeated without
// harm, so the place is saved after it. A database trigger (Atlas) can call the same functions.
function follow(streams, keepGoing) {
  try {
    while (keepGoing()) {
      for (const { name, stream, answer } of streams) {
        const event = stream.tryNext();
        if (event === null) continue;
        if (event.fullDocument) answer(event.fullDocument);
        db.getCollection(tokens).updateOne({ _id: name }, { $set: { token: event._id } }, { upsert: true });
      }
      sleep(100);
    }
  } finally {
    for (const { stream } of streams) stream.close();
  }
}
