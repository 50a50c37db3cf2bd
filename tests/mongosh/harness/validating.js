// What a collection takes in: documents of a size, that fit its validator and its indexes.
"use strict";

const mingo = require("mingo");

const { checkPlaces } = require("./near.js");
const { refusal } = require("./refusal.js");
const { failing, isValid } = require("./schema.js");
const { checkSize } = require("./size.js");
const { checkIndexes } = require("./uniqueness.js");
const { fromEngine, toEngine } = require("./values.js");

// Refuse a document that its collection can't take. place: the document that it takes the place of, null for a new
// one; old: what stood there. given: the document as the shell has it, where the engine did not compute it.
function checkDocument(engine, name, document, { place = null, old = null, given } = {}) {
  if (Array.isArray(document._id)) throw refusal(53, "The '_id' value cannot be of type array");
  const collection = engine.collection(name);
  const { validator, validationLevel = "strict", validationAction = "error" } = collection.options;
  if (validator && validationAction === "error" && validationLevel !== "off") {
    const isLenient = validationLevel === "moderate" && old !== null && !fits(engine, old, old, validator, true);
    const value = given ?? fromEngine(document);
    if (!isLenient && !fits(engine, value, document, validator, given === undefined)) {
      const why = validator.$jsonSchema ? ` (${failing(value, validator.$jsonSchema, given === undefined)})` : "";
      throw refusal(121, `Document failed validation${why}`);
    }
  }
  checkSize(given ?? fromEngine(document));
  checkIndexes(name, document, place, collection, engine.options);
  checkPlaces(document, collection.indexes);
}

function fits(engine, value, document, { $jsonSchema: schema, ...query }, computed) {
  if (schema && !isValid(value, schema, computed)) return false;
  return Object.keys(query).length === 0 || new mingo.Query(toEngine(query), engine.options).test(document);
}

module.exports = { checkDocument };
