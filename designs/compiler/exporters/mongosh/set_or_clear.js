// The update that sets these fields: undefined leaves one as it is, null takes it away.
// nullable: the paths where null is stored instead. others: what the update does besides.
function setOrClear(fields, nullable = [], others = {}) {
  const set = {};
  const unset = { ...others.$unset };
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nullable.includes(path)) unset[path] = "";
    else if (value !== undefined) set[path] = value;
  }
  const operators = Object.entries({ $set: set, ...others, $unset: unset });
  const update = operators.filter((entry) => Object.keys(entry[1]).length > 0);
  if (update.length === 0) throw new Error(`nothing to change; give a value for ${Object.keys(fields).join(" or ")}`);
  return Object.fromEntries(update);
}
