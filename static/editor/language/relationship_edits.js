// The edits of a relationship whose kind or counts change: its ends, its kind and its name follow from one another.
import { countsMerged, free, kindOf, plural, rename, set, snake } from "./making.js";

export function kindEdits(link, kind) {
  const one = (has = {}) => countsMerged(has, { min: Math.min(has.min ?? 1, 1), max: 1 });
  const many = (has = {}) => (
    has.max === undefined || has.max === null || has.max > 1 ? has : countsMerged(has, { min: has.min ?? 0, max: null })
  );
  const ends = { "one-to-one": [one, one], "one-to-many": [many, one], "many-to-many": [many, many] }[kind] ?? [];
  const counts =
    ["from", "to"].flatMap((side, at) => (ends[at] ? [set(link.id, [side, "has"], ends[at](link[side].has))] : []));
  return [...counts, set(link.id, ["kind"], kind), ...(link.strategy ? [set(link.id, ["strategy"])] : [])];
}

// has: the new counts of the end `side`. names: of all relationships, which a new name must not meet.
export function countsEdits(link, side, has, names) {
  const { id } = link;
  const most = (one, single) => (one?.max === undefined ? (single ? 1 : null) : one.max);
  const ends = { from: link.from.has, to: link.to.has, [side]: has };
  const kind = ["one-to-one", "one-to-many", "many-to-many"].includes(link.kind)
    ? kindOf(most(ends.from, link.kind === "one-to-one"), most(ends.to, link.kind !== "many-to-many")) : link.kind;
  const turned = kind === "one-to-many" && most(ends.from, false) === 1;
  const edits = [set(id, [side, "has"], has)];
  if (kind !== link.kind) edits.push(set(id, ["kind"], kind));
  if (kind !== link.kind && link.strategy) edits.push(set(id, ["strategy"]));
  if (turned)
    edits.push(set(id, ["from"], { ...link.to, has: ends.to }), set(id, ["to"], { ...link.from, has: ends.from }));
  // One of one is not called by a plural, where the name is not anybody's.
  if (kind === "one-to-one" && kind !== link.kind && link.name === plural(link.to.entity))
    edits.push(rename(id, free(snake(link.to.entity), names)));
  return edits;
}
