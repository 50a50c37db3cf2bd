// What names may be typed where a path of the design is wanted. The ends of relationships are called as the
// server says (live.ends: entity -> [[name, target, relationship, side]]), for absent names are derived there.
import { plural, snake } from "./making.js";
import { nested } from "./types.js";

const TREE = ["parent", "path", "ancestors", "left", "right"]; // what a tree's form adds to its documents
const DEEP = 3; // levels of nested fields that are offered

// The paths from an entity: its `_id`, its fields, and through each end the fields behind it.
export function pathsFrom(design, ends, name) {
  const own = ownPaths(design, name);
  const through = endsOf(
    design, ends, name
  ).flatMap(([end, target]) => [end, ...ownPaths(design, target, 1).map((path) => `${end}.${path}`)]);
  const tree =
    (design.relationships ?? []).some((link) => link.kind === "tree" && link.from.entity === name) ? TREE : [];
  return [...new Set([...own, ...through, ...tree])];
}

export function ownPaths(design, name, deep = DEEP) {
  const entity = design.entities.find((one) => one.name === name);
  return entity ? ["_id", ...fieldPaths(entity.fields ?? [], deep)] : [];
}

function fieldPaths(fields, deep) {
  return fields.filter((field) => !/[.]|^\$/.test(field.name)).flatMap((field) => {
    const inner = deep > 1 ? nested(field)?.fields ?? [] : [];
    return [field.name, ...fieldPaths(inner, deep - 1).map((path) => `${field.name}.${path}`)];
  });
}

// The relationships that an operation on an entity may include, nearest first: those of every entity reached.
export function includable(design, name, already = []) {
  const links = design.relationships ?? [];
  const reached = new Set([name]);
  for (const item of already) {
    const link = links.find((one) => one.name === item || item.startsWith(`${one.name}.`));
    if (link) reached.add(link.from.entity).add(link.to.entity);
  }
  return links.filter(
    (link) => (reached.has(link.from.entity) || reached.has(link.to.entity)) && !already.includes(link.name)
  ).map((link) => link.name);
}

// The field that a path of an entity names, for the type of a value; null where it names another thing.
export function fieldAt(design, ends, name, path) {
  const [first, ...rest] = path.split(".");
  const entity = design.entities.find((one) => one.name === name);
  let field = entity?.fields?.find((one) => one.name === first);
  if (!field) {
    const end = endsOf(design, ends, name).find(([called]) => called === first);
    return end && rest.length ? fieldAt(design, ends, end[1], rest.join(".")) : null;
  }
  for (const step of rest) {
    field = nested(field)?.fields.find((one) => one.name === step);
    if (!field) return null;
  }
  return field;
}

export function endsOf(design, ends, name) {
  const told = ends?.[name];
  if (told) return told;
  return (design.relationships ?? []).flatMap((link) => [["from", "to"], ["to", "from"]].flatMap(([side, other]) =>
    (link[side].entity === name && link[side].field ? [[link[side].field, link[other].entity, link.name, side]] : [])));
}

// A relationship as people see it: its two entities, and its name where another one joins the same two.
export const endsSaid = ({ from, to }) => `${from.entity} → ${to.entity}`;
export function linkSaid({ relationships = [] }, link) {
  const pair = endsSaid(link);
  return relationships.some((one) => one.id !== link.id && endsSaid(one) === pair) ? `${pair} (${link.name})` : pair;
}

// What documents of an end call the other side: as the design says, else as the server derives it, and until it has, as
// the other entity is called. A kind of (is-a) calls it nothing.
export function endName(link, side, ends) {
  const { [side]: { entity, field }, [side === "from" ? "to" : "from"]: { entity: other }, kind } = link;
  if (field || kind === "is-a") return field ?? "";
  const [derived] = ends?.[entity]?.find(([, , name, at]) => name === link.name && at === side) ?? [];
  if (derived) return derived;
  if (!single(link, side)) return plural(other);
  return side === "from" ? snake(other) : `${snake(other)}_id`;
}

// Whether a document of an end has at most one of the other side.
export const single = ({ kind }, side) =>
  (side === "from" ? kind === "one-to-one" : !["many-to-many", "graph"].includes(kind));

// Relationships whose other side is owned and small: what a read of an entity usually comes with.
export function ownedBy(design, name) {
  return (
    design.relationships ?? []
  ).filter((link) => link.from.entity === name && link.to.entity !== name && (link.kind === "one-to-one"
    || (
      link.kind === "one-to-many" && (
        typeof link.from.has?.max === "number"
          || design.entities.find((one) => one.name === link.to.entity)?.kind === "weak"
      )
    ))).map((link) => link.name);
}
