// $near and $geoNear, which mingo has not: what stands near a point, the nearest first, by the great circle. A server
// takes a GeoJSON point beside $geometry, asks an index of places, and has no $near within an aggregation (manual,
// "$near", "$geoNear", "Legacy Coordinate Pairs").
"use strict";

const { isObject } = require("./kinds.js");
const { refusal } = require("./refusal.js");

const METRES = 6378100;
const WHOLE = 180;

const radians = (degrees) => (degrees * Math.PI) / WHOLE;
const number = (value) => (["string", "boolean", "undefined"].includes(typeof value) ? NaN : Number(value));

// How many arrays the coordinates of each kind of GeoJSON are, one in another.
const LEVELS = { Point: 1, MultiPoint: 2, LineString: 2, Polygon: 3, MultiLineString: 3, MultiPolygon: 4 };

// The lines of a stored place, each of positions (longitude, latitude), null where there is none. A point is one line.
function placeOf(value) {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (isObject(value) && Array.isArray(value.coordinates) && value.type in LEVELS) return linesOf(value);
  if (Array.isArray(value)) return [[checked(value)]];
  if (isObject(value)) return [[checked(Object.values(value))]];
  throw refusal(16755, "Can't extract geo keys: geo element must be an array or object");
}

function linesOf({ type, coordinates }) {
  const levels = LEVELS[type];
  const whole = levels === 1 ? [[coordinates]] : levels === 2 ? [coordinates] : coordinates.flat(levels - 3);
  if (!whole.every((line) => Array.isArray(line) && line.every(Array.isArray)))
    throw refusal(16755, `Can't extract geo keys: ${type} coordinates must be an array of arrays`);
  const lines = whole.map((line) => line.map(checked));
  if (type === "LineString" && lines[0].length < 2)
    throw refusal(16755, "Can't extract geo keys: GeoJSON LineString must have at least 2 vertices");
  if (type.endsWith("Polygon") && !lines.every(isClosed))
    throw refusal(16755, "Can't extract geo keys: Loop is not closed, or has fewer than 3 different vertices");
  return type === "MultiPoint" ? lines[0].map((position) => [position]) : lines;
}

const isClosed = (line) => line.length > 3 && String(line[0]) === String(line.at(-1));

function checked(pair) {
  const [east, north] = pair.slice(0, 2).map(number);
  if (!(Math.abs(east) <= WHOLE && Math.abs(north) <= WHOLE / 2))
    throw refusal(16755, "Can't extract geo keys: longitude/latitude is out of bounds, or no number");
  return [east, north];
}

function distance([east, north], [otherEast, otherNorth]) {
  const half = (angle) => Math.sin(radians(angle) / 2) ** 2;
  const chord = half(otherNorth - north)
    + Math.cos(radians(north)) * Math.cos(radians(otherNorth)) * half(otherEast - east);
  return 2 * METRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

// How far the nearest of all lines is, 0 within a ring. Short lines are taken for straight on the map.
function awayFrom(from, lines) {
  const rings = lines.filter(isClosed).filter((ring) => isWithin(from, ring));
  if (rings.length % 2 === 1) return 0;
  const nearestIn = (line) => line.map((position, at) => nearestOn(from, position, line[at + 1] ?? position));
  const ends = lines.flatMap(nearestIn);
  return Math.min(...ends.map((position) => distance(from, position)));
}

function nearestOn([x, y], [east, north], [otherEast, otherNorth]) {
  const narrow = Math.cos(radians(y));
  const [across, up] = [(otherEast - east) * narrow, otherNorth - north];
  const length = across ** 2 + up ** 2;
  const share = length === 0 ? 0 : ((x - east) * narrow * across + (y - north) * up) / length;
  const part = Math.max(0, Math.min(1, share));
  return [east + (otherEast - east) * part, north + up * part];
}

function isWithin([x, y], ring) {
  const crossed = ring.slice(1).filter(([east, north], at) => {
    const [before, below] = ring[at];
    return north > y !== below > y && x < ((before - east) * (y - north)) / (below - north) + east;
  });
  return crossed.length % 2 === 1;
}

function asked(point) {
  if (!isObject(point) || point.type !== "Point" || !Array.isArray(point.coordinates))
    throw refusal(2, "invalid point in geo near query $geometry argument: a GeoJSON point is required");
  return checked(point.coordinates);
}

const valueAt = (document, path) => path.split(".").reduce((value, step) => value?.[step], document);

// The documents with a place within so many metres, the nearest first, each with how far it is away.
function byDistance(documents, path, point, most = Infinity) {
  const from = asked(point), end = number(most);
  if (!(end >= 0)) throw refusal(2, "$maxDistance must be a non-negative number");
  const placed = documents.map((document) => [document, placeOf(valueAt(document, path))]);
  const known = placed.filter(([, place]) => place !== null);
  const measured = known.map(([document, place]) => [document, awayFrom(from, place)]);
  const far = measured.filter(([, away]) => away <= end);
  return far.sort(([, one], [, other]) => one - other);
}

function mustHaveIndex(collection, path) {
  if (!collection.indexes.some((index) => ["2dsphere", "2d"].includes(index.key[path])))
    throw refusal(291, "unable to find index for $geoNear query");
}

// A filter without its $near, and that.
function withoutNear(filter) {
  const near = Object.entries(filter ?? {}).find(([, value]) => isObject(value) && "$near" in value);
  if (near === undefined) return { rest: filter, near: null };
  const { [near[0]]: gone, ...rest } = filter;
  const { $geometry: point, $maxDistance: most } = gone.$near;
  return { rest, near: { path: near[0], point, most } };
}

function nearest(collection, documents, { path, point, most }) {
  mustHaveIndex(collection, path);
  return byDistance(documents, path, point, most).map(([document]) => document);
}

// What a $geoNear stage gives of the documents that its query finds.
function geoNear(collection, documents, { near, key, distanceField, maxDistance }) {
  mustHaveIndex(collection, key);
  const placed = byDistance(documents, key, near, maxDistance);
  return placed.map(([document, far]) => ({ ...document, [distanceField]: far }));
}

// What an index of places refuses.
function checkPlaces(document, indexes) {
  for (const index of indexes) {
    for (const [path, kind] of Object.entries(index.key)) {
      if (kind === "2dsphere") placeOf(valueAt(document, path));
    }
  }
}

module.exports = { checkPlaces, geoNear, nearest, withoutNear };
