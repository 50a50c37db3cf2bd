// The update that sets the fields that have a value, and takes away those that have none: their source has none.
function setOrUnset(fields) {
  const update = {};
  for (const [path, value] of Object.entries(fields)) {
    const operator = value === undefined ? "$unset" : "$set";
    update[operator] = { ...update[operator], [path]: value ?? (value === null ? null : "") };
  }
  return update;
}
