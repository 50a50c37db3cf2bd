// The edits of a relationship whose kind or counts change: its ends, its kind and its name follow from one another.
import { countsMerged, free, kindOf, linkName, plural, rename, set, several, snake } from "./making.js";

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

// has: the new counts of the end `side`. names: of all relationships, which a new name must not meet. drawn: the entity
// that it was drawn from, which it begins at where its kind has no other reason.
export function countsEdits(link, side, has, names, drawn = null) {
  const { id } = link;
  const most = (one, single) => (one?.max === undefined ? (single ? 1 : null) : one.max);
  const ends = { from: link.from.has, to: link.to.has, [side]: has };
  const kind = ["one-to-one", "one-to-many", "many-to-many"].includes(link.kind)
    ? kindOf(most(ends.from, link.kind === "one-to-one"), most(ends.to, link.kind !== "many-to-many")) : link.kind;
  const turned = kind === "one-to-many"
    ? most(ends.from, false) === 1 : kind !== link.kind && drawn !== null && link.from.entity !== drawn;
  const edits = [set(id, [side, "has"], has)];
  if (kind !== link.kind) edits.push(set(id, ["kind"], kind));
  if (kind !== link.kind && link.strategy) edits.push(set(id, ["strategy"]));
  if (turned) edits.push(...turnedEdits({ ...link, from: { ...link.from, has: ends.from }, to: {
    ...link.to, has: ends.to
  } }));
  return [...edits, ...renamed(link, kind, turned, names)];
}

const turnedEdits = ({ id, from, to }) => [set(id, ["from"], to), set(id, ["to"], from)];

// The same in the other direction. Of one-to-many and is-a, what was said of the one is now said of the other; of the
// kinds whose ends are alike, each keeps what is said of it.
export function swapEdits(link, names) {
  const { id, kind, from, to, navigation: ways, link_owner: owner, copies } = link;
  const directed = ["one-to-many", "is-a"].includes(kind);
  const ends = directed ? { from: { ...from, has: to.has }, to: { ...to, has: from.has } } : { from, to };
  const turned = directed ? {} : {
    navigation: ways && { from_to_per_day: ways.to_from_per_day, to_from_per_day: ways.from_to_per_day },
    link_owner: owner && OTHER[owner], copies: copies?.map((copy) => ({ ...copy, of: OTHER[copy.of] }))
  };
  const stated = Object.entries(JSON.parse(JSON.stringify(turned))).map(([key, value]) => set(id, [key], value));
  const strategy = link.strategy ? [set(id, ["strategy"])] : [];
  return [
    ...turnedEdits(JSON.parse(JSON.stringify({ id, ...ends }))), ...stated, ...strategy,
    ...renamed(link, kind, true, names)
  ];
}

const OTHER = { from: "to", to: "from" };

// A name that nobody chose says what the relationship leads to, as it is now: one of one in the singular.
function renamed(link, kind, turned, names) {
  const ends = [link.from.entity, link.to.entity];
  return renamedTo(link, kind, turned ? ends.reverse() : ends, names);
}

function renamedTo(link, kind, [from, to], names) {
  const taken = new Set([...names].filter((name) => name !== link.name));
  if (link.from.entity === link.to.entity || !automatic(link)) return [];
  const named = kind === "one-to-one"
    ? [snake(to), `${snake(from)}_${snake(to)}`].find((name) => !taken.has(name)) ?? free(snake(to), taken)
    : linkName(from, to, taken);
  return named === link.name ? [] : [rename(link.id, named)];
}

// An entity gets another name, and with it each relationship of it whose name nobody chose.
export function entityRenamed(design, entity, name) {
  const links = design.relationships ?? [];
  const names = new Set(links.map((link) => link.name));
  const now = (end) => (end.entity === entity.name ? name : end.entity);
  const along = links.filter(({ from, to }) => [from.entity, to.entity].includes(entity.name)).flatMap((link) => {
    const edits = renamedTo(link, link.kind, [now(link.from), now(link.to)], names);
    for (const edit of edits) names.delete(link.name) && names.add(edit.name);
    return edits;
  });
  const own = rename(entity.id, name);
  return along.length ? several([own, ...along]) : own;
}

function automatic({ name, from: { entity: from }, to: { entity: to } }) {
  const plain = name.replace(/\d+$/, "");
  const forms = [snake(to), plural(to)];
  return forms.flatMap((form) => [form, `${snake(from)}_${form}`, `other_${snake(from)}_${form}`]).includes(plain);
}
