// Keeping copies and computed fields true of the design "Content management".
// Run: mongosh <address> --file 05_sync.js --shell, then call watch() or a function.
// Changes: nothing. It defines functions; watch() starts the change streams (replica set or sharded cluster).
// Copies of policy snapshot or immutable are never touched. A strong copy is written by its function, in a
// transaction.
db = db.getSiblingDB("cms");

// Where each stream stopped is kept in this collection, so that watch() goes on from there.
const tokens = "nestlink_sync_tokens";

// How many changes of one stream are answered before the next stream has its turn.
const longestTurn = 1000;

// After how many milliseconds the place of a stream without changes is saved again. A place may not become older
// than the oplog.
const longestUnsaved = 60000;

// By stream, when its place was last saved in this session.
const savedAt = {};

function openStream(name, collection, pipeline, options) {
  const saved = db.getCollection(tokens).findOne({ _id: name });
  const resumed = saved === null ? options : { ...options, resumeAfter: saved.token };
  let stream = null;
  try {
    stream = db.getCollection(collection).watch(pipeline, resumed);
  } catch (error) {
    throw explained(name, error);
  }
  if (saved === null) savePlace(name, stream.getResumeToken());
  return stream;
}

function savePlace(name, token) {
  db.getCollection(tokens).updateOne({ _id: name }, { $set: { token } }, { upsert: true });
  savedAt[name] = Date.now();
}

// A stream that was stopped for longer than the oplog reaches back can't go on: its changes are gone.
function explained(name, error) {
  if (error.code !== 286) return error;
  return new Error(name + " has missed changes: its token is older than the oplog. Load 06_audit.js, call " +
    "audit(\"all\"), and call the functions of this script for what differs. Then delete the token, db." + tokens + ".deleteOne({ _id: " +
    JSON.stringify(name) + " }), and call watch() again.");
}

// Answers what one stream has waiting. Each answer may be repeated without harm, so the place is saved behind them.
// Without changes the server moves the place on by itself (postBatchResumeToken).
function answerWaiting({ name, stream, answer }) {
  let count = 0;
  let place = null;
  try {
    while (count < longestTurn) {
      const event = stream.tryNext();
      if (event?.fullDocument) answer(event.fullDocument);
      place = stream.getResumeToken();
      if (event === null) break;
      count += 1;
    }
  } catch (error) {
    throw explained(name, error);
  } finally {
    const isDue = count > 0 || Date.now() - (savedAt[name] ?? 0) >= longestUnsaved;
    if (place !== null && isDue) savePlace(name, place);
  }
  return count;
}

// Answers the changes of all streams until keepGoing() says no, and waits only where none has any. A database
// trigger (Atlas) can call the same functions.
function follow(streams, keepGoing) {
  try {
    while (keepGoing()) {
      let answered = 0;
      for (const each of streams) answered += answerWaiting(each);
      if (answered === 0) sleep(100);
    }
  } finally {
    for (const { stream } of streams) stream.close();
  }
}

// The update that sets the fields whose source has a value, and removes the others.
function setOrUnset(fields) {
  const update = {};
  for (const [path, value] of Object.entries(fields)) {
    const operator = value === undefined ? "$unset" : "$set";
    update[operator] = { ...update[operator], [path]: value === undefined ? "" : value };
  }
  return update;
}

// --- entity "Article" ---

// Compute metadata.read_time anew after a write of what they follow from: one atomic update of one document.
function articleCompute(articleId) {
  return db.articles.updateOne(
    { _id: articleId },
    [{ $set: { "metadata.read_time": { $toInt: { $round: [{ $divide: ["$metadata.word_count", 195] }] } } } }],
  );
}

// --- relationship "authorship": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access

// Write name, avatar, bio of one author into every copy in articles. Safe to repeat.
function authorshipSyncTo(authorId, newName, newAvatar, newBio) {
  return db.articles.updateMany(
    { "author._id": authorId },
    setOrUnset({ "author.name": newName, "author.avatar": newAvatar, "author.bio": newBio }),
  );
}

// --- relationship "related": ONE_WAY_EMBED (C4a) ---
// the other side's array would explode

// Write title, slug of one relatedArticle into every copy in articles. Safe to repeat.
function relatedSyncFrom(relatedArticleId, newTitle, newSlug) {
  return db.articles.updateMany(
    { "related_articles._id": relatedArticleId },
    { $set: { "related_articles.$[copy].title": newTitle, "related_articles.$[copy].slug": newSlug } },
    { arrayFilters: [{ "copy._id": relatedArticleId }] },
  );
}

// Answers changes until it is stopped (Ctrl-C) or keepGoing() says no; starts again where it stopped.
function watch(keepGoing = () => true) {
  const streams = [
    {
      name: "authorship.sync.to.watch",
      stream: openStream(
        "authorship.sync.to.watch",
        "authors",
        [
          {
            $match: {
              $or: [
                { operationType: "replace" },
                { "updateDescription.updatedFields.name": { $exists: true } },
                { "updateDescription.updatedFields.avatar": { $exists: true } },
                { "updateDescription.removedFields": "avatar" },
                { "updateDescription.updatedFields.bio": { $exists: true } },
                { "updateDescription.removedFields": "bio" },
              ],
            },
          },
        ],
        { fullDocument: "updateLookup" },
      ),
      answer: (document) => authorshipSyncTo(document._id, document.name, document.avatar, document.bio),
    },
    {
      name: "related.sync.from.watch",
      stream: openStream(
        "related.sync.from.watch",
        "articles",
        [
          {
            $match: {
              $or: [
                { operationType: "replace" },
                { "updateDescription.updatedFields.title": { $exists: true } },
                { "updateDescription.updatedFields.slug": { $exists: true } },
              ],
            },
          },
        ],
        { fullDocument: "updateLookup" },
      ),
      answer: (document) => relatedSyncFrom(document._id, document.title, document.slug),
    },
  ];
  follow(streams, keepGoing);
}
