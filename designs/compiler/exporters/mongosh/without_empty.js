
// A document without an empty object that its kind has none of. kinds: by object, the values of field whose documents do.
function withoutEmpty(document, field, kinds) {
  const isLeft = ([name, value]) =>
    !(name in kinds) || kinds[name].includes(document[field]) || Object.keys(value).length !== 0;
  return Object.fromEntries(Object.entries(document).filter(isLeft));
}
