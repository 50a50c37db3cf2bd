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
