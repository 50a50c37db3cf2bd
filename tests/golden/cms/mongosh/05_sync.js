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

// After how many milliseconds a line of metrics is printed.
const metricsEvery = 60000;

// How often an answer is tried, each time after twice the wait of the time before: an election of a new primary takes
// less. Then its stream stops before it; the others go on. NESTLINK_SYNC_SKIP=1 notes it in this collection instead.
const mostTries = 5;
const refusals = "nestlink_sync_refused";

// By stream, when its place was last saved in this session.
const savedAt = {};

// A stream that goes on where it stopped; one that never ran begins now. answered: how many changes it has answered;
// behind: of how many seconds ago the last one was; restarts: how often its token was lost; skipped: how many answers
// were noted as refused; error: why it has stopped.
function openStream(name, collection, pipeline, options, answer) {
  const counts = { answered: 0, behind: 0, restarts: 0, skipped: 0 };
  const each = { name, collection, pipeline, options, answer, stream: null, error: null, ...counts };
  const saved = db.getCollection(tokens).findOne({ _id: name });
  try {
    each.stream = db.getCollection(collection).watch(pipeline, saved === null ? options : { ...options, resumeAfter: saved.token });
    if (saved === null) savePlace(name, each.stream.getResumeToken());
  } catch (error) {
    if (error.code !== 286) throw error;
    restart(each);
  }
  return each;
}

function savePlace(name, token) {
  db.getCollection(tokens).updateOne({ _id: name }, { $set: { token } }, { upsert: true });
  savedAt[name] = Date.now();
}

// Answers one change; says whether the stream may go on behind it.
function answerOne(each, document) {
  for (let tries = 1; ; tries += 1) {
    try {
      each.answer(document);
      return true;
    } catch (error) {
      if (tries === mostTries) return passOver(each, document, error);
      sleep(1000 * 2 ** (tries - 1));
    }
  }
}

// An answer that was refused each time: it is noted where that is asked for, else its stream stops before it.
function passOver(each, document, error) {
  const which = each.name + ": " + EJSON.stringify(document._id) + " of " + each.collection + ": " + error.message;
  if (typeof process !== "undefined" && process.env?.NESTLINK_SYNC_SKIP === "1") {
    db.getCollection(refusals).insertOne({ stream: each.name, document: document._id, error: error.message, at: new Date() });
    each.skipped += 1;
    print("SKIPPED " + which + ". It is noted in " + refusals);
    return true;
  }
  each.error = error;
  print("STOPPED " + which + ". Mend what it names and start again, or let NESTLINK_SYNC_SKIP=1 note it in " + refusals);
  return false;
}

// A stream that was stopped for longer than the oplog reaches back has lost its token, and its changes are gone. It
// begins anew, and then answers each document that is there as if it had just been written: no answer harms when it is
// repeated. The place is saved behind them, so that a restart that is stopped begins again.
function restart(each) {
  if (each.stream !== null) each.stream.close();
  each.restarts += 1;
  print("RESTARTED " + each.name + ": its token is older than the oplog, so all of " + each.collection + " is answered");
  each.stream = db.getCollection(each.collection).watch(each.pipeline, each.options);
  const place = each.stream.getResumeToken();
  const written = { _id: "$_id", operationType: "replace", documentKey: { _id: "$_id" }, fullDocument: "$$ROOT" };
  const snapshot = db.getCollection(each.collection).aggregate([{ $replaceWith: written }, ...each.pipeline]);
  while (snapshot.hasNext()) {
    if (!answerOne(each, snapshot.next().fullDocument)) return;
    each.answered += 1;
  }
  savePlace(each.name, place);
}

// Answers what one stream has waiting. Each answer may be repeated without harm, so the place is saved behind them.
// Without changes the server moves the place on by itself (postBatchResumeToken).
function answerWaiting(each) {
  let count = 0;
  let place = null;
  try {
    while (each.error === null && count < longestTurn) {
      const event = each.stream.tryNext();
      if (event?.fullDocument && !answerOne(each, event.fullDocument)) break;
      place = each.stream.getResumeToken();
      each.behind = event?.wallTime ? Math.max(0, Math.round((Date.now() - event.wallTime) / 1000)) : 0;
      if (event === null) break;
      count += 1;
    }
  } catch (error) {
    if (error.code !== 286) throw error;
    place = null;
    restart(each);
  } finally {
    const isDue = count > 0 || Date.now() - (savedAt[each.name] ?? 0) >= longestUnsaved;
    if (place !== null && isDue) savePlace(each.name, place);
  }
  each.answered += count;
  return count;
}

// One line for whoever collects the output: of each stream what it answered, how far it is behind, its restarts, what it
// skipped, and whether it has stopped.
function printMetrics(streams) {
  const told = streams.map(({ name, answered, behind, restarts, skipped, error }) => ({
    stream: name, answered, secondsBehind: behind, restarts, skipped, stopped: error !== null,
  }));
  print("METRICS " + JSON.stringify({ at: new Date().toISOString(), streams: told }));
}

// Answers the changes of all streams until keepGoing() says no, and waits only where none has any. keepGoing is given
// how many the round before answered. Once all streams have stopped, and where one has when it ends, it fails. A database
// trigger (Atlas) can use the same functions.
function follow(streams, keepGoing) {
  let answered = null;
  let printedAt = Date.now();
  try {
    while (streams.some(({ error }) => error === null) && keepGoing(answered)) {
      answered = 0;
      for (const each of streams) answered += answerWaiting(each);
      if (Date.now() - printedAt >= metricsEvery) {
        printMetrics(streams);
        printedAt = Date.now();
      }
      if (answered === 0) sleep(100);
    }
  } finally {
    printMetrics(streams);
    for (const { stream } of streams) stream.close();
  }
  const stopped = streams.find(({ error }) => error !== null);
  if (stopped !== undefined) throw stopped.error;
}

// Starts what the environment asks for: NESTLINK_SYNC=watch for a worker, NESTLINK_SYNC=drain for a job.
function startAsked(ways) {
  const asked = typeof process === "undefined" ? undefined : process.env?.NESTLINK_SYNC;
  if (asked === undefined || asked === "") return;
  if (ways[asked] === undefined) throw new Error("NESTLINK_SYNC is " + asked + "; it may be " + Object.keys(ways).join(" or "));
  ways[asked]();
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

// Compute metadata.read_time anew after a write of what it follows from. Safe to repeat.
function articleCompute(articleId) {
  return db.articles.updateOne(
    { _id: articleId },
    [{ $set: { "metadata.read_time": { $toInt: { $round: [{ $divide: ["$metadata.word_count", 195] }] } } } }],
  );
}

// --- relationship "authorship": PARENT_REF (B5) ---
// an array in the parent would grow too large

// Write name, avatar, bio of one author into every copy in articles. Safe to repeat.
function authorshipSyncTo(authorId, newName, newAvatar, newBio) {
  return db.articles.updateMany(
    { "author._id": authorId },
    setOrUnset({ "author.name": newName, "author.avatar": newAvatar, "author.bio": newBio }),
  );
}

// --- relationship "related": ONE_WAY_EMBED (C4a) ---
// the array would grow too large on the other side

// Write title, slug of one other article into every copy in articles. Safe to repeat.
function relatedSyncFrom(otherArticleId, newTitle, newSlug) {
  return db.articles.updateMany(
    { "related_articles._id": otherArticleId },
    { $set: { "related_articles.$[copy].title": newTitle, "related_articles.$[copy].slug": newSlug } },
    { arrayFilters: [{ "copy._id": otherArticleId }] },
  );
}

// Answers changes until it is stopped (Ctrl-C) or keepGoing() says no; starts again where it stopped.
function watch(keepGoing = () => true) {
  const streams = [
    openStream(
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
      (document) => authorshipSyncTo(document._id, document.name, document.avatar, document.bio),
    ),
    openStream(
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
      (document) => relatedSyncFrom(document._id, document.title, document.slug),
    ),
  ];
  follow(streams, keepGoing);
}

// Answers what waits, and ends once nothing does: for a job that runs every few minutes.
function drain() {
  watch((answered) => answered !== 0);
}

// As a worker, started again whenever it ends: NESTLINK_SYNC=watch mongosh <address> --file 05_sync.js. One
// alone runs at a time.
startAsked({ watch, drain });
