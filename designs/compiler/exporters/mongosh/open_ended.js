// A filter without those ends of ranges that have no value: the range is open there. Before a write, one end must be
// given, or it would be of all documents.
function openEnded(filter, isBeforeWrite = false) {
  const bounds = ["$gt", "$gte", "$lt", "$lte"];
  const isKept = ([name, value]) => !bounds.includes(name) || (value ?? null) !== null;
  const asked = Object.entries(filter).map(([path, wanted]) => {
    const isRange = bounds.some((name) => Object.hasOwn(wanted ?? {}, name));
    return [path, isRange ? Object.fromEntries(Object.entries(wanted).filter(isKept)) : wanted, isRange];
  });
  const isAsked = ([, wanted, isRange]) => !isRange || Object.keys(wanted).length > 0;
  const open = asked.filter((each) => !isAsked(each)).map(([path]) => path);
  if (isBeforeWrite && open.length > 0) throw new Error(`give the least or the most of ${open.join(" and of ")}`);
  return Object.fromEntries(asked.filter(isAsked).map(([path, wanted]) => [path, wanted]));
}
