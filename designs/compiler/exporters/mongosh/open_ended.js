// Returns a filter without the range ends that have no value. Before a write, at least one end is required; otherwise
// the filter would match all documents.
function openEnded(filter, isBeforeWrite = false, around = "") {
  const bounds = ["$gt", "$gte", "$lt", "$lte"];
  const isKept = ([name, value]) => !bounds.includes(name) || (value ?? null) !== null;
  const hasBounds = (wanted) => bounds.some((name) => Object.hasOwn(wanted ?? {}, name));
  const givenBounds = (range) => Object.fromEntries(Object.entries(range).filter(isKept));
  const asked = {};
  for (const [path, wanted] of Object.entries(filter)) {
    const isRange = hasBounds(wanted);
    const element = wanted?.$elemMatch;
    if (!isRange && !element) {
      asked[path] = wanted;
      continue;
    }
    const left = isRange || hasBounds(element)
      ? givenBounds(isRange ? wanted : element)
      : openEnded(element, isBeforeWrite, `${around}${path}.`);
    if (Object.keys(left).length > 0) {
      asked[path] = isRange ? left : { ...wanted, $elemMatch: left };
    } else if (isBeforeWrite) {
      throw new Error(`set the minimum or maximum of ${around}${path}`);
    }
  }
  return asked;
}
