
// Returns a document without the empty objects that its subtype doesn't have. kinds: for each object, the values of
// field whose documents have it.
function withoutEmpty(document, field, kinds) {
  const isLeft = ([name, value]) =>
    !(name in kinds) || kinds[name].includes(document[field]) || Object.keys(value).length !== 0;
  return Object.fromEntries(Object.entries(document).filter(isLeft));
}
