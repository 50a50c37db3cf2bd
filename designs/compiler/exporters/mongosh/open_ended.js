// A filter without those ends of ranges that have no value: the range is open there.
function openEnded(filter) {
  const bounds = ["$gt", "$gte", "$lt", "$lte"];
  const isKept = ([name, value]) => !bounds.includes(name) || (value ?? null) !== null;
  const asked = Object.entries(filter).map(([path, wanted]) => {
    const isRange = bounds.some((name) => Object.hasOwn(wanted ?? {}, name));
    return [path, isRange ? Object.fromEntries(Object.entries(wanted).filter(isKept)) : wanted, isRange];
  });
  const isAsked = ([, wanted, isRange]) => !isRange || Object.keys(wanted).length > 0;
  return Object.fromEntries(asked.filter(isAsked).map(([path, wanted]) => [path, wanted]));
}
