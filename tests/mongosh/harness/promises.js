// As mongosh does with its own: the shell awaits such a promise by itself, wherever it stands.
"use strict";

const SYNTHETIC = Symbol.for("@@mongosh.syntheticPromise");

function shellPromise(run) {
  const promise = new Promise((resolve) => resolve(run()));
  promise[SYNTHETIC] = true;
  return promise;
}

module.exports = { shellPromise };
