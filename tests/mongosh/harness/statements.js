// Counts the calls of the server that a step makes, and ends the step before one of them as though its process
// had been killed: that call is never answered, so that nothing behind it runs, no catch and no finally.
"use strict";

const { mode } = require("./promises.js");

class Interrupted extends Error {
  constructor() {
    super("the process was ended here");
    this.name = "Interrupted";
  }
}

// One for all: nobody reads where it was thrown, and to find that out takes longer than many a call.
const INTERRUPTED = new Interrupted();

class Statements {
  constructor() {
    this.begin();
  }

  // allowed: how many calls are answered.
  begin(allowed = Infinity) {
    Object.assign(this, { allowed, answered: 0, interrupted: false });
    this.end = new Promise((_, reject) => { this.kill = reject; });
    this.end.catch(() => undefined); // nobody may be waiting for it
  }

  // An end that the step's own calls can't outlive: they wait for this one's answers, which don't come.
  one(run) {
    if (this.answered >= this.allowed) {
      this.interrupted = true;
      if (mode.direct) throw INTERRUPTED; // a catch or a finally gets no answer either
      this.kill(INTERRUPTED);
      return new Promise(() => undefined);
    }
    this.answered += 1;
    return run();
  }

  // What comes first: the result, or the end.
  until(run) {
    if (mode.direct) return run();
    return Promise.race([this.end, new Promise((resolve) => resolve(run()))]);
  }
}

module.exports = { Interrupted, Statements };
