// A filter without those ends of ranges that have no value: the range is open there. Before a write, one end must be
// given, or it would be of all documents.
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
    if (isOpen && isBeforeWrite) throw new Error(`give the least or the most of ${around}${path}`);
    if (isOpen) delete asked[path];
  }
  return asked;
}
