// Checks a grid position, counted from 0. Invalid positions fail before any query: the server reads -1 as the last
// position, but can't write to it.
function mustBePlace(name, given, below) {
  const place = given?._bsontype ? Number(given) : given; // Int32(1) is 1, but "1" isn't
  if (!Number.isInteger(place) || place < 0 || place >= below) {
    throw new Error(`${name}: ${JSON.stringify(given)} isn't a valid position: use a whole number from 0 to ${below - 1}`);
  }
}

// Checks several positions in one row, each given once.
function mustBePlaces(name, given, below) {
  if (!Array.isArray(given) || given.length === 0) {
    throw new Error(`${name}: pass a list of at least one whole number from 0 to ${below - 1}`);
  }
  given.forEach((one) => mustBePlace(name, one, below));
  if (new Set(given.map(Number)).size < given.length) {
    throw new Error(`${name}: ${JSON.stringify(given)} repeats a position: use each one once`);
  }
}
