// Returns an update that sets fields whose source has a value and removes the others.
function setOrUnset(fields) {
  const update = {};
  for (const [path, value] of Object.entries(fields)) {
    const operator = value === undefined ? "$unset" : "$set";
    update[operator] = { ...update[operator], [path]: value === undefined ? "" : value };
  }
  return update;
}
