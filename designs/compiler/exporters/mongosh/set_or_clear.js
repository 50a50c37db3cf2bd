// Returns an update that sets these fields: undefined keeps a field, null removes it. nullable: paths that store null
// instead. others: the rest of the update.
function setOrClear(fields, nullable = [], others = {}) {
  const set = {};
  const unset = { ...others.$unset };
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nullable.includes(path)) unset[path] = "";
    else if (value !== undefined) set[path] = value;
  }
  const operators = Object.entries({ $set: set, ...others, $unset: unset });
  const update = operators.filter((entry) => Object.keys(entry[1]).length > 0);
  if (update.length === 0) throw new Error(`nothing to update: pass a value for ${Object.keys(fields).join(" or ")}`);
  return Object.fromEntries(update);
}
