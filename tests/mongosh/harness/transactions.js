// A transaction: what it wrote is taken back when it ends without a commit, and a document that somebody else
// writes meanwhile is a conflict.
"use strict";

const { same } = require("./documents.js");
const { refusal } = require("./refusal.js");
const { checkJoins } = require("./sharding.js");
const { toEngine } = require("./values.js");

const TRANSIENT = ["TransientTransactionError"];
const NOT_INSIDE = { estimatedDocumentCount: "Cannot run 'count' in a multi-document transaction." };

class Transaction {
  constructor(engine) {
    const copies = [...engine.collections].map(([name, { documents }]) => [name, structuredClone(documents)]);
    Object.assign(this, { engine, before: new Map(copies), place: engine.log.place, aborted: false });
  }

  // The changes since it began: its own, or those of others.
  changes(own) {
    return this.engine.log.entries.slice(this.place).filter((entry) => entry.isInside === own);
  }

  // A call inside: refused once it was aborted, and where the server has no such thing in transactions.
  checkCall(op, pipeline) {
    if (this.aborted) throw refusal(251, "Transaction with { txnNumber: 1 } has been aborted.", TRANSIENT);
    const last = op === "aggregate" ? Object.keys(pipeline.at(-1) ?? {})[0] : undefined;
    if (["$merge", "$out"].includes(last)) {
      throw refusal(263, `Stage not supported inside of a multi-document transaction: ${last}`);
    }
    checkJoins(this.engine, pipeline);
    if (op in NOT_INSIDE) throw refusal(263, NOT_INSIDE[op]);
  }

  // A write, by the transaction or by somebody else: refused where the other has written the document. Who writes
  // from outside waits for the end of the transaction, which here waits for that write: a server gives up in time.
  checkWrite(isInside, collection, id) {
    const isThis = (entry) => entry.collection === collection && same(toEngine(entry.key._id), id);
    if (!this.aborted && this.changes(!isInside).some(isThis)) {
      throw refusal(112, "Caused by :: Write conflict during plan execution and yielding is disabled. :: " +
        "Please retry your operation or multi-document transaction.", isInside ? TRANSIENT : []);
    }
  }

  abort() {
    if (this.aborted) return;
    this.aborted = true;
    const { log, collections } = this.engine;
    for (const [name, { documents }] of collections) this.takeBack(name, documents);
    log.entries.splice(this.place, Infinity, ...this.changes(false));
  }

  // The documents that it wrote as they were; the others as they are.
  takeBack(name, documents) {
    const ids = new Set(
      this.changes(true).filter((entry) => entry.collection === name).map(({ key }) => text(toEngine(key._id)))
    );
    if (ids.size === 0) return;
    const now = new Map(documents.map((document) => [text(document._id), document]));
    const before = this.before.get(name) ?? [];
    const old = before.flatMap((document) => {
      const id = text(document._id);
      return ids.has(id) ? [toEngine(document)] : now.has(id) ? [now.get(id)] : [];
    });
    const known = new Set(before.map(({ _id }) => text(_id)));
    const added = documents.filter(({ _id }) => !known.has(text(_id)) && !ids.has(text(_id)));
    documents.splice(0, Infinity, ...old, ...added);
  }
}

const text = (id) => JSON.stringify(id);

module.exports = { Transaction };
