// A design as raw JSON values, and where in it each object with an id stands. Trees are never changed:
// every function gives a new one that shares what stayed, so that `===` tells what changed.
// The twin of designs/compiler/edits/tree.py; a test compares what both make of random edits.
export const DESIGN = "design"; // the id that stands for the design itself

export class EditRefused extends Error {}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const alike = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

// The lists of objects that a node holds directly, each with its path in the node.
export function listsOf(node) {
  if ("format" in node) {
    return ["entities", "relationships", "operations"].filter((key) => key in node).map((key) => [[key], node[key]]);
  }
  const found = ["fields", "link_fields"].filter((key) => key in node).map((key) => [[key], node[key]]);
  for (let item = node.items, path = ["items"]; isObject(item); item = item.items, path = [...path, "items"]) {
    if ("fields" in item) found.push([[...path, "fields"], item.fields]);
  }
  return found;
}

// The list at this path of a node, or undefined: only lists of objects count.
export const listAt = (node, path) => listsOf(node).find(([at]) => alike(at, path))?.[1];

// Every object below a node, each before what it holds.
export function* walk(node) {
  for (const [, members] of listsOf(node)) {
    for (const member of members) {
      yield member;
      yield* walk(member);
    }
  }
}

// Every object with where it stands: {node, holder, path, index}. holder: the id of what holds it.
export function* places(node, holder = DESIGN) {
  for (const [path, members] of listsOf(node)) {
    for (const [index, member] of members.entries()) {
      yield { node: member, holder, path, index };
      yield* places(member, member.id);
    }
  }
}

export function find(raw, id) {
  if (id === DESIGN) return raw;
  for (const node of walk(raw)) if (node.id === id) return node;
  throw new EditRefused(`nothing here has the id ${id}`);
}

// The tree with what `change` makes of the object with this id (null: without it).
export function changed(raw, id, change) {
  const after = id === DESIGN ? change(raw) : within(raw, id, change);
  if (!after) throw new EditRefused(`nothing here has the id ${id}`);
  return after;
}

function within(node, id, change) {
  for (const [path, members] of listsOf(node)) {
    for (const [index, member] of members.entries()) {
      if (member.id === id) {
        const made = change(member);
        const rest = made === null ? members.toSpliced(index, 1) : members.with(index, made);
        return withValue(node, path, rest);
      }
      const inner = within(member, id, change);
      if (inner) return withValue(node, path, members.with(index, inner));
    }
  }
  return null;
}

// Of the design: two people may each change a key of these. One whose last key is taken away goes with it.
export const MAPS = new Set(["layout", "constants", "weights"]);

// A copy of a node with this value at a path, or without the property (undefined). Missing holders are made.
export function withValue(node, path, value) {
  const [key, ...rest] = path;
  if (!isObject(node)) throw new EditRefused(`${key} is in nothing that holds properties`);
  if (rest.length) {
    const inner = withValue(Object.hasOwn(node, key) ? node[key] : {}, rest, value);
    const emptied = value === undefined
      && rest.length === 1 && MAPS.has(key) && "format" in node && !Object.keys(inner).length;
    return emptied ? withValue(node, [key], undefined) : put(node, key, inner);
  }
  if (value !== undefined) return put(node, key, value);
  const { [key]: _, ...left } = node;
  return left;
}

// As {...node, [key]: value}, which is right for "__proto__" too.
const put = (node, key, value) => ({ ...node, [key]: value });
