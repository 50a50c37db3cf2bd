// A new document with an _id, which what refers to it names: its own, else a new one.
function identified(document) {
  return { _id: new ObjectId(), ...document };
}
