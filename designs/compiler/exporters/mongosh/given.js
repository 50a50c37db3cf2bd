// Returns the fields to set, without those that have no value.
function givenFields(fields) {
  const isGiven = (value) => (Object.hasOwn(value ?? {}, "$literal") ? value.$literal : value) !== undefined;
  return Object.fromEntries(Object.entries(fields).filter((entry) => isGiven(entry[1])));
}
