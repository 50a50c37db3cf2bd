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

// Longitude and latitude of a stored place, null where there is none.
function placeOf(value) {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (isObject(value) && value.type === "Point" && Array.isArray(value.coordinates)) return checked(value.coordinates);
  if (Array.isArray(value)) return checked(value);
  if (isObject(value)) return checked(Object.values(value));
  throw refusal(16755, "Can't extract geo keys: geo element must be an array or object");
}

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
  const far = known.map(([document, place]) => [document, distance(from, place)]).filter(([, away]) => away <= end);
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
