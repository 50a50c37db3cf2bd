// The update that sets these fields: undefined leaves one as it is, null takes it away.
// nullable: the paths where null is stored instead. others: what the update does besides.
function setOrClear(fields, nullable = [], others = {}) {
  const set = {};
  const unset = { ...others.$unset };
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nullable.includes(path)) unset[path] = "";
    else if (value !== undefined) set[path] = value;
  }
  const update = Object.entries({ $set: set, ...others, $unset: unset });
  return Object.fromEntries(update.filter((entry) => Object.keys(entry[1]).length > 0));
}
