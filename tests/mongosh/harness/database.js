// The `db` that scripts see. `live`: writes change the documents; without it every call finds the
// sample documents as they were, and a write reports one document matched.
"use strict";
const { Collection, Journal } = require("./collection.js");
const { CREATE, known } = require("./methods.js");
const { mode, shellPromise } = require("./promises.js");
const { refusal } = require("./refusal.js");
const { checkSchema } = require("./schema.js");
const { Statements } = require("./statements.js");

class Database {
  // As in mongosh, a name that the database has no member of is a collection's; ours begin with _, for those aren't.
  constructor(shell, name, inTransaction = {}) {
    Object.assign(this, { _shell: shell, _name: name, _inTransaction: inTransaction });
    return new Proxy(this, {
      get: (database, member, proxy) => {
        if (member in database || typeof member !== "string" || member.startsWith("_")) return database[member];
        return proxy.getCollection(member);
      },
    });
  }

  get _journal() { return this._shell.journal; }
  getName() { return this._name; }
  getCollection(name) { return new Collection(this, name); }
  getSiblingDB(name) { return new Database(this._shell, name); }
  getMongo() { return this._shell; }

  _ask(run) {
    return shellPromise(() => this._shell.statements.one(run));
  }

  hello() {
    return this._ask(() => (this._shell.sharded ? { msg: "isdbgrid" } : { setName: "rs0" }));
  }

  version() {
    return this._ask(() => `${this._journal.engine.operators.version.toFixed(1)}.0`);
  }

  getCollectionInfos(filter) {
    return this._ask(() => {
      const { collections } = this._journal.engine;
      const names = filter?.name === undefined ? [...collections.keys()] : [filter.name];
      const known = names.filter((name) => collections.get(name)?.created);
      const type = (name) => (collections.get(name).options?.timeseries ? "timeseries" : "collection");
      return known.map((name) => ({ name, type: type(name), options: collections.get(name).options }));
    });
  }

  createCollection(name, options) {
    return this._ask(() => {
      known("createCollection", options, CREATE);
      if (options?.validator?.$jsonSchema) checkSchema(options.validator.$jsonSchema);
      this._journal.note(
        "createCollection", { database: this._name, collection: name }, options === undefined ? {} : { options }
      );
      Object.assign(this._journal.engine.collection(name), { options: options ?? {}, created: true });
      return { ok: 1 };
    });
  }

  runCommand(command) {
    return this._ask(() => {
      if (!("collMod" in command)) throw new TypeError(`runCommand does not know ${Object.keys(command)[0]}`);
      const { collMod, ...options } = command;
      this._journal.note("runCommand", { database: this._name, collection: collMod }, { documents: command });
      Object.assign(this._journal.engine.collection(collMod).options, options);
      return { ok: 1 };
    });
  }
}

class Session {
  constructor(shell) {
    Object.assign(this, { shell, ended: false, transaction: null });
  }

  getDatabase(name) { return new Database(this.shell, name, { transaction: true }); }

  startTransaction() {
    this.transaction = this.shell.journal.engine.begin();
  }

  commitTransaction() {
    return shellPromise(() => {
      const { aborted } = this.transaction;
      this.end();
      if (aborted)
        throw refusal(251, "Transaction with { txnNumber: 1 } has been aborted.", ["TransientTransactionError"]);
    });
  }

  abortTransaction() {
    return shellPromise(() => this.abandon());
  }

  // Unlike the real one, it tries once: nobody else is at work, so that each other try would end like the first.
  withTransaction(body) {
    if (mode.direct) return this.withTransactionNow(body);
    return shellPromise(async () => {
      this.startTransaction();
      try {
        await body(this);
      } catch (error) {
        this.abandon();
        throw error;
      }
      await this.commitTransaction();
    });
  }

  withTransactionNow(body) {
    this.startTransaction();
    try {
      body(this);
    } catch (error) {
      this.abandon();
      throw error;
    }
    this.commitTransaction();
  }

  end() {
    this.transaction = this.shell.journal.engine.transaction = null;
  }

  endSession() {
    this.abandon();
    this.ended = true;
  }

  // What was not committed is as if it had not been.
  abandon() {
    this.transaction?.abort();
    if (this.transaction) this.end();
  }
}

class Shell {
  constructor(engine, { live = false, events = {}, sharded = false } = {}) {
    this.journal = new Journal(engine, live);
    Object.assign(this, { events, sharded, sessions: [], streams: [], statements: new Statements() });
  }

  startSession() {
    this.sessions.push(new Session(this));
    return this.sessions.at(-1);
  }

  abandon() {
    for (const session of this.sessions) session.endSession();
  }

  // The global `sh` of a sharded cluster.
  get sh() {
    const { engine } = this.journal;
    const enabled = engine.collection("config.databases").documents;
    return {
      enableSharding: (database) => shellPromise(() => {
        enabled.push({ _id: database });
        return { ok: 1 };
      }),
      shardCollection: (namespace, key, unique, options) => shellPromise(() => {
        const [database, ...rest] = namespace.split(".");
        if (engine.operators.version < 6 && !enabled.some((each) => each._id === database))
          throw refusal(20, `sharding not enabled for db ${database}`);
        const parts = { keys: key, ...(options ? { options: { unique, ...options } } : {}) };
        this.journal.note("shardCollection", { database, collection: rest.join(".") }, parts);
        engine.shardKeys.set(rest.join("."), Object.keys(key));
        engine.collection("config.collections").documents.push({ _id: namespace, key });
        return { ok: 1 };
      }),
    };
  }
}

module.exports = { Shell, Database };
