// The fields to take away: those that have no value.
function missingFields(fields) {
  return Object.fromEntries(Object.entries(fields).filter((entry) => entry[1] === undefined));
}
