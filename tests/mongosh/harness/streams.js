// Change streams: events that a job brings with it, or those of the log that the job's own writes keep.
"use strict";

const shell = require("./shell.js");
const { shellPromise } = require("./promises.js");
const { refusal } = require("./refusal.js");

const DIGITS = 8;
const token = (place) => ({ _data: String(place).padStart(DIGITS, "0") });

class CannedStream {
  constructor(events) {
    Object.assign(this, { events, resumeToken: token(0) });
  }

  tryNext() {
    return shellPromise(() => {
      const event = this.events.shift() ?? null;
      if (event !== null) this.resumeToken = event._id;
      return event;
    });
  }

  getResumeToken() { return this.resumeToken; }
  close() { return shellPromise(() => undefined); }
}

class LiveStream {
  constructor(collection, pipeline, options, place) {
    Object.assign(this, { collection, pipeline, options, place, closed: false });
  }

  get log() { return this.collection.engine.log; }

  // The next event that passes the pipeline, which stays the next until it is taken.
  peek() {
    while (!this.closed && this.place < this.log.place) {
      const entry = this.log.entries[this.place];
      const [found] = entry.collection === this.collection.name ? this.passed(this.event(entry)) : [];
      if (found !== undefined) return found;
      this.place += 1;
    }
    return null;
  }

  passed(event) {
    const [found] = this.collection.engine.piped([event], this.pipeline);
    if (found === undefined) return [];
    if (found._id?._data !== event._id._data)
      throw refusal(280, "Encountered an event whose _id field, which contains the " +
      "resume token, was modified by the pipeline.");
    return [found];
  }

  event({ operationType, key, before, after, updateDescription }) {
    const { database, name, engine } = this.collection;
    const { fullDocument = "default", fullDocumentBeforeChange = "off" } = this.options;
    const event = {
      _id: token(this.place + 1), operationType, clusterTime: new shell.Timestamp({ t: 1, i: this.place + 1 }),
      wallTime: new Date(0), ns: { db: database._name, coll: name }, documentKey: key,
    };
    const images = engine.collection(name).options?.changeStreamPreAndPostImages?.enabled === true;
    if (operationType === "insert" || operationType === "replace") event.fullDocument = after;
    else if (operationType === "update" && fullDocument === "updateLookup")
      event.fullDocument = engine.held(name, key._id);
    else if (operationType === "update" && fullDocument !== "default")
      event.fullDocument = image(images, fullDocument, after);
    if (fullDocumentBeforeChange !== "off" && before)
      event.fullDocumentBeforeChange = image(images, fullDocumentBeforeChange, before);
    if (updateDescription) event.updateDescription = updateDescription;
    return event;
  }

  tryNext() {
    return shellPromise(() => {
      const event = this.peek();
      if (event !== null) this.place += 1;
      return event;
    });
  }

  // The last event's token, or where nothing is left, the end of what was searched (postBatchResumeToken).
  getResumeToken() { return token(this.place); }

  close() {
    return shellPromise(() => { this.closed = true; });
  }
}

function image(kept, wanted, document) {
  if (kept) return document;
  if (wanted === "required") throw refusal(47, "Change stream was configured to require a document image, but it was " +
    "not found");
  return null;
}

// The stream that watch() opens: behind its token, or else behind what was drained.
function opened(collection, { pipeline = [], options = {} }) {
  const { journal, engine } = collection;
  const owner = collection.database._shell;
  const canned = owner.events[collection.name];
  if (canned || !journal.live) return new CannedStream(canned ?? []);
  const after = options.resumeAfter ?? options.startAfter;
  if (after && !/^\d+$/.test(String(after._data))) {
    throw refusal(40647, "Bad resume token: _data of missing or of wrong type");
  }
  if (after && Number(after._data) > engine.log.place) {
    throw refusal(286, "cannot resume stream; the resume token was not found.");
  }
  const stream = new LiveStream(collection, pipeline, options, after ? Number(after._data) : engine.log.drained);
  owner.streams.push(stream);
  return stream;
}

// How many rounds of watch() may be without an end.
const ROUNDS = 1000;

// What watch() asks whether it shall go on: as long as a stream has something left.
function untilDrained(shell) {
  const most = shell.journal.engine.log.place + ROUNDS;
  let rounds = 0;
  return () => {
    if (!shell.streams.some((stream) => stream.peek() !== null)) return false;
    rounds += 1;
    if (rounds > most) throw new Error(`the streams find no end: after ${most} rounds there still are changes`);
    return true;
  };
}

module.exports = { opened, untilDrained };
