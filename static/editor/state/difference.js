// From one tree to another in plain edits, without renames: the twin of designs/compiler/edits/difference.py.
import { alike, DESIGN, isObject, listAt, listsOf, MAPS, places, walk } from "./tree.js";

// Objects whose keys are properties of their own, so that two people may each change one.
const OPENED = new Set([
  "from", "to", "has", "items", "navigation", "recent", "tree", "discriminator", "retention", "computed", "validation",
  "naming"
]);

export function difference(before, after) {
  const [old, now] = [byId(before), byId(after)];
  const [then, here] = [homes(before), homes(after)];
  const moved = (id) => !same(then.get(id), here.get(id));
  const gone = new Set([...then.keys()].filter(moved));
  const come = new Set([...here.keys()].filter(moved));
  const within = (id) => {
    for (let home = here.get(id); home; home = here.get(home.holder)) if (come.has(home.holder)) return true;
    return false;
  };
  const kept =
    [...now.keys()].filter((id) => old.has(id) && old.get(id) !== now.get(id) && !come.has(id) && !within(id));
  const edits = [...gone].filter((id) => !gone.has(then.get(id).holder)).map((id) => ({ edit: "remove", id }));
  for (const id of kept) edits.push(...values(id, [], old.get(id), now.get(id)));
  for (const id of kept) edits.push(...members(id, old.get(id), now.get(id), come));
  for (const id of kept) edits.push(...emptyLists(id, old.get(id), now.get(id)));
  return { edit: "several", edits };
}

const byId = (raw) => new Map([[DESIGN, raw], ...[...walk(raw)].map((node) => [node.id, node])]);
const homes = (raw) => new Map([...places(raw)].map(({ node, holder, path }) => [node.id, { holder, path }]));
const same = (one, other) => one && other && one.holder === other.holder && alike(one.path, other.path);
const own = (node, name) => (Object.hasOwn(node, name) ? node[name] : undefined);

// Edits of the properties at one level, and of what is opened below it.
function* values(id, path, old, now) {
  const lists = listNames(id, path);
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [one, other, at] = [own(old, name), own(now, name), [...path, name]];
    const skipped = lists.includes(name) || (name === "id" && !path.length);
    if (skipped || (one !== undefined && other !== undefined && alike(one, other))) continue;
    const opened = MAPS.has(name) ? byKey(one, other) : OPENED.has(name) && isObject(one) && isObject(other);
    if (opened) yield* values(id, at, one ?? {}, other ?? {});
    else yield other === undefined ? { edit: "set", id, path: at } : { edit: "set", id, path: at, value: other };
  }
}

function listNames(id, path) {
  if (id === DESIGN) return path.length ? [] : ["entities", "relationships", "operations"];
  if (!path.length) return ["fields", "link_fields"];
  return path.every((key) => key === "items") ? ["fields"] : [];
}

// Whether taking keys away and adding others at the end gives the new map in its order. One that is not there
// is as one without keys, so that two people may each give it its first; one that says it has none is set as it is.
function byKey(before, after) {
  const [old, now] = [before ?? {}, after ?? {}];
  if ((after && !Object.keys(after).length) || !(Object.keys(old).length || Object.keys(now).length)) return false;
  const stay = Object.keys(old).filter((key) => Object.hasOwn(now, key));
  const fresh = Object.keys(now).filter((key) => !Object.hasOwn(old, key));
  return alike([...stay, ...fresh], Object.keys(now));
}

// Objects that came, and the order where that is not yet right.
function* members(holder, old, now, come) {
  for (const [path, list] of listsOf(now)) {
    const ids = list.map((one) => one.id);
    const there = new Set(ids);
    const standing = (listAt(old, path) ?? []).map((one) => one.id).filter((id) => there.has(id) && !come.has(id));
    for (const [index, value] of list.entries()) {
      if (!come.has(value.id)) continue;
      yield { edit: "add", holder, path, index, value };
      standing.splice(index, 0, value.id);
    }
    if (!alike(standing, ids)) yield { edit: "order", holder, path, ids };
  }
}

// A list may be empty or absent, and the file says which.
function* emptyLists(id, old, now) {
  const paths = new Map([...listsOf(old), ...listsOf(now)].map(([path]) => [path.join(" "), path]));
  for (const path of paths.values()) {
    const [then, here] = [listAt(old, path), listAt(now, path)];
    if (then && !here && reaches(now, path)) yield { edit: "set", id, path };
    else if (here && !then && !here.length && reaches(old, path)) yield { edit: "set", id, path, value: [] };
  }
}

// Whether the holder of the list stands on this side: else the whole holder is set anyway.
function reaches(node, path) {
  let at = node;
  for (const key of path.slice(0, -1)) {
    at = at[key] ?? null;
    if (at === null) return false;
  }
  return true;
}
