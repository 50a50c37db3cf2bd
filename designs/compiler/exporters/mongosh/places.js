// Places in a grid count from 0. What is no place is refused before anything is asked: the server takes -1
// for the last one, and would find it free without taking it.
function mustBePlace(name, given, below) {
  const place = given?._bsontype ? Number(given) : given; // Int32(1) is 1, "1" is not
  if (!Number.isInteger(place) || place < 0 || place >= below) {
    throw new Error(`${name}: ${JSON.stringify(given)} is no place in the grid; give a whole number from 0 to ${below - 1}`);
  }
}

// Several places of one row, each named once.
function mustBePlaces(name, given, below) {
  if (!Array.isArray(given) || given.length === 0) {
    throw new Error(`${name}: give a list with one whole number from 0 to ${below - 1} at least`);
  }
  given.forEach((one) => mustBePlace(name, one, below));
  if (new Set(given.map(Number)).size < given.length) {
    throw new Error(`${name}: ${JSON.stringify(given)} names a place twice; name each one once`);
  }
}
