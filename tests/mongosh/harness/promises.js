// As mongosh does with its own: the shell awaits such a promise by itself, wherever it stands. A script that was not
// rewritten waits for nothing, and gets the results themselves.
"use strict";

const SYNTHETIC = Symbol.for("@@mongosh.syntheticPromise");

const mode = { direct: false };

function shellPromise(run) {
  if (mode.direct) return run();
  const promise = new Promise((resolve) => resolve(run()));
  promise[SYNTHETIC] = true;
  return promise;
}

module.exports = { mode, shellPromise };
