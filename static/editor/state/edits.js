// Edits as the server has them (designs/compiler/edits): applied to a tree, and taken back.
// Set, Add, Remove and Order do exactly what the server does. Of what Rename and Remove with dependents
// also touch (paths and formulas of operations), the browser leaves the far ends to the server's answer,
// which says everything in plain edits.
import { difference } from "./difference.js";
import { alike, changed, DESIGN, EditRefused, find, isObject, listAt, walk, withValue } from "./tree.js";

// The tree after an edit. Throws EditRefused where it can't be made.
export function apply(raw, edit) {
  switch (edit.edit) {
    case "several": return edit.edits.reduce(apply, raw);
    case "set": return changed(raw, edit.id, (node) => set(node, edit));
    case "add": return changed(raw, edit.holder, (node) => add(node, edit));
    case "remove": return remove(raw, edit);
    case "order": return changed(raw, edit.holder, (node) => order(node, edit));
    case "rename": return rename(raw, edit);
    default: throw new EditRefused(`there is no edit ${edit.edit}`);
  }
}

// The edit that takes this one back: on the tree after it, it gives this tree again.
export const inverse = (raw, edit) => difference(apply(raw, edit), raw);

function set(node, { path, value }) {
  if (listAt(node, path)?.length || !path.length || (path.length === 1 && path[0] === "id")) {
    throw new EditRefused("use add, remove, and move edits for items in a list");
  }
  return withValue(node, path, value);
}

function add(node, { holder, path, index, value }) {
  if (!value.id || [...walk(value)].some((one) => !one.id)) throw new EditRefused("added item has no ID");
  const allowed = listPaths(holder, node).some((at) => alike(at, path));
  if (!allowed) throw new EditRefused(`there is no list ${path.join(".")}`);
  return withValue(node, path, (listAt(node, path) ?? []).toSpliced(Math.max(0, index), 0, value));
}

function listPaths(holder, node) {
  if (holder === DESIGN) return [["entities"], ["relationships"], ["operations"]];
  const found = ["from" in node ? ["link_fields"] : ["fields"]];
  for (let item = node.items, path = ["items"]; isObject(item); item = item.items, path = [...path, "items"]) {
    found.push([...path, "fields"]);
  }
  return found;
}

function order(node, { path, ids }) {
  const members = listAt(node, path);
  if (!members) return node;
  const place = new Map(ids.map((id, number) => [id, number]));
  const rank = (one) => place.get(one.id) ?? place.size;
  return withValue(node, path, members.toSorted((one, other) => rank(one) - rank(other)));
}

function remove(raw, { id, dependents }) {
  const { name } = find(raw, id);
  const entity = raw.entities.some((one) => one.id === id);
  const after = changed(raw, id, () => null);
  return dependents && entity ? withoutDependents(after, name) : after;
}

// The relationships and operations that go with an entity, as {kind, id, name}: what a person is asked about.
export function goesWith(raw, id) {
  const left = new Set([...walk(apply(raw, { edit: "remove", id, dependents: true }))].map((one) => one.id));
  const kinds = [["relationship", raw.relationships ?? []], ["operation", raw.operations ?? []]];
  return kinds.flatMap(([kind, list]) =>
    list.filter((one) => !left.has(one.id)).map((one) => ({ kind, id: one.id, name: one.name })));
}

function withoutDependents(raw, name) {
  const after = { ...raw };
  if (raw.relationships) {
    after.relationships = raw.relationships.filter((one) => one.from.entity !== name && one.to.entity !== name);
  }
  if (raw.operations) after.operations = raw.operations.filter((one) => one.entity !== name);
  if (raw.groups) after.groups = inGroups(raw.groups, name, (list) => list.filter((one) => one !== name));
  return raw.layout && Object.hasOwn(raw.layout, name) ? withValue(after, ["layout", name], undefined) : after;
}

const inGroups = (groups, name, change) => groups.map((group) =>
  (group.entities?.includes(name) ? { ...group, entities: change(group.entities) } : group));

function rename(raw, { id, name, end }) {
  if (end) {
    if (!isObject(find(raw, id)[end])) throw new EditRefused("only relationships have ends");
    return changed(raw, id, (node) => withValue(node, [end, "field"], name));
  }
  const old = raw.entities.find((one) => one.id === id)?.name;
  const after = changed(raw, id, (node) => ({ ...node, name }));
  return old === undefined || old === name ? after : withEntityName(after, old, name);
}

function withEntityName(raw, old, name) {
  const now = (one) => (one === old ? name : one);
  const after = { ...raw };
  if (raw.relationships) {
    after.relationships = raw.relationships.map((one) => ([one.from.entity, one.to.entity].includes(old)
      ? { ...one, from: { ...one.from, entity: now(one.from.entity) }, to: { ...one.to, entity: now(one.to.entity) } }
      : one));
  }
  if (raw.operations) {
    after.operations = raw.operations.map((one) => (one.entity === old ? { ...one, entity: name } : one));
  }
  if (raw.groups) after.groups = inGroups(raw.groups, old, (list) => list.map(now));
  if (raw.layout && Object.hasOwn(raw.layout, old)) {
    after.layout = Object.fromEntries(Object.entries(raw.layout).map(([key, place]) => [now(key), place]));
  }
  return after;
}
