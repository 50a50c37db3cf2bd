// Whether a change of somebody else and one of ours touch the same: by object and property, as
// designs/store/merging.py decides on the server.
import { difference } from "./difference.js";
import { apply } from "./edits.js";
import { alike, find, isObject, walk } from "./tree.js";

// Where both changed the same thing, to different ends: as the server lists it. raw: a tree that ours can be
// applied to. theirs: plain edits, as the server tells them.
export function meetings(raw, theirs, yours) {
  const others = theirs.edits.flatMap((one) => touchedBy(raw, one));
  const own = difference(raw, apply(raw, yours)).edits.flatMap((one) => touchedBy(raw, one));
  return own.flatMap((mine) => others
    .filter((other) => other.id === mine.id && meet(other.path, mine.path) && !same(other, mine))
    .map((other) => {
      const path = other.path.length > mine.path.length ? other.path : mine.path;
      return {
        id: mine.id, path, what: nameOf(raw, mine.id), base: side(valueAt(raw, mine.id, path)), theirs: shown(other),
        yours: shown(mine), edit: mine.edit
      };
    }));
}

// What a plain edit touches: {id, path, state, value} each, with the edit.
function touchedBy(raw, one) {
  const stated = (id, path, value) =>
    [{ id, path, state: value === undefined ? "absent" : "stated", value, edit: one }];
  switch (one.edit) {
    case "set": return stated(one.id, one.path, one.value);
    case "order": return stated(one.holder, [...one.path, "order"], one.ids);
    case "add": return stated(one.holder, ["added", one.value.id], one.value);
    default: {
      const node = sought(raw, one.id) ?? { id: one.id };
      return [node, ...walk(node)].map(({ id }) => ({ id, path: [], state: "removed", edit: one }));
    }
  }
}

const meet = (one, other) => one.slice(0, other.length).every((key, number) => key === other[number]);
const same = (one, other) => one.path.length === other.path.length
  && one.state === other.state && (one.state !== "stated" || alike(one.value, other.value));
const side = (value) => (value === undefined ? { state: "absent" } : { state: "stated", value });
const shown = ({ state, value }) => (state === "stated" ? { state, value } : { state });

function sought(raw, id) {
  try {
    return find(raw, id);
  } catch {
    return undefined; // it is gone
  }
}

const nameOf = (raw, id) => sought(raw, id)?.name ?? id;

function valueAt(raw, id, path) {
  let value = sought(raw, id);
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}
