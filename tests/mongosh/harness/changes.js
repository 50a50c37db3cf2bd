// What happened to the documents, in order: the log that change streams read. Its documents are plain copies.
"use strict";

const shell = require("./shell.js");

class ChangeLog {
  // isInside: whether what comes is written by the open transaction.
  constructor() {
    Object.assign(this, { entries: [], drained: 0, isInside: false });
  }

  insert(collection, after) {
    this.add({ collection, operationType: "insert", after });
  }

  remove(collection, before) {
    this.add({ collection, operationType: "delete", before });
  }

  replace(collection, before, after) {
    if (!same(before, after)) this.add({ collection, operationType: "replace", before, after });
  }

  // touched: the paths that operators named, null where a pipeline computed the document anew.
  update(collection, before, after, touched) {
    const updateDescription = described(before, after, touched);
    const { updatedFields, removedFields, truncatedArrays } = updateDescription;
    if (Object.keys(updatedFields).length + removedFields.length + truncatedArrays.length) {
      this.add({ collection, operationType: "update", before, after, updateDescription });
    }
  }

  add(entry) {
    this.entries.push({ ...entry, isInside: this.isInside, key: { _id: (entry.after ?? entry.before)._id } });
  }

  // Where the log stands: what is behind it can be read later.
  get place() { return this.entries.length; }
}

const plain = (value) => value !== null && typeof value === "object" && !value._bsontype && !Array.isArray(value) &&
  Object.prototype.toString.call(value) === "[object Object]";

function same(one, other) {
  return text(one) === text(other);
}

function text(value) {
  return shell.EJSON.stringify({ value }, { relaxed: false });
}

function described(before, after, touched) {
  const found = { updatedFields: {}, removedFields: [], truncatedArrays: [] };
  if (touched === null) differences(before, after, "", found);
  else for (const path of new Set(touched)) named(before, after, path, found);
  return found;
}

// A change of one path is told at the first field that was not there; what was pushed at the end, element by element.
function named(before, after, path, found) {
  const steps = path.split(".");
  let [old, now] = [before, after];
  for (const [place, step] of steps.entries()) {
    const last = place === steps.length - 1;
    const here = steps.slice(0, place + 1).join(".");
    [old, now] = [old?.[step], now?.[step]];
    if (now === undefined) {
      if (old !== undefined) found.removedFields.push(here);
      return;
    }
    if (old !== undefined && !last) continue;
    if (old !== undefined && same(old, now)) return;
    if (Array.isArray(old) && Array.isArray(now) && now.length > old.length && same(old, now.slice(0, old.length))) {
      for (let each = old.length; each < now.length; each += 1) set(found.updatedFields, `${here}.${each}`, now[each]);
    } else set(found.updatedFields, here, now);
    return;
  }
}

// What a server's comparison of two documents gives: objects field by field, arrays place by place.
function differences(before, after, path, found) {
  for (const name of Object.keys(before)) {
    if (after[name] === undefined && !(name in after)) found.removedFields.push(path + name);
  }
  for (const [name, now] of Object.entries(after)) compared(before[name], now, path + name, found);
}

function compared(old, now, path, found) {
  if (old !== undefined && same(old, now)) return;
  if (plain(old) && plain(now)) return differences(old, now, `${path}.`, found);
  if (!Array.isArray(old) || !Array.isArray(now)) return set(found.updatedFields, path, now);
  const inner = { updatedFields: {}, removedFields: [], truncatedArrays: [] };
  now.forEach((each, place) => compared(old[place], each, `${path}.${place}`, inner));
  if (now.length < old.length) inner.truncatedArrays.push({ field: path, newSize: now.length });
  // The server takes the shorter way to say it.
  const whole = text(inner.updatedFields).length >= text(now).length && inner.removedFields.length === 0;
  if (whole) return set(found.updatedFields, path, now);
  for (const [each, value] of Object.entries(inner.updatedFields)) set(found.updatedFields, each, value);
  found.removedFields.push(...inner.removedFields);
  found.truncatedArrays.push(...inner.truncatedArrays);
}

function set(object, name, value) {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

module.exports = { ChangeLog };
