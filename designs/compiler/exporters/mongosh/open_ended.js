// Returns a filter without the range ends that have no value. Before a write, at least one end is required; otherwise
// the filter would match all documents.
function openEnded(filter, isBeforeWrite = false, around = "") {
  const bounds = ["$gt", "$gte", "$lt", "$lte"];
  const isKept = ([name, value]) => !bounds.includes(name) || (value ?? null) !== null;
  const asked = {};
  for (const [path, wanted] of Object.entries(filter)) {
    const isRange = bounds.some((name) => Object.hasOwn(wanted ?? {}, name));
    const element = wanted?.$elemMatch;
    if (isRange) {
      asked[path] = Object.fromEntries(Object.entries(wanted).filter(isKept));
    } else {
      asked[path] = element ? { ...wanted, $elemMatch: openEnded(element, isBeforeWrite, `${around}${path}.`) } : wanted;
    }
    const isOpen = (isRange && Object.keys(asked[path]).length === 0) || (element && Object.keys(asked[path].$elemMatch).length === 0);
    if (isOpen && isBeforeWrite) throw new Error(`set the minimum or maximum of ${around}${path}`);
    if (isOpen) delete asked[path];
  }
  return asked;
}
