// Elements with the copies of what each names by its reference. copies: by field of an element, that of the source. An
// element that names what is not among the sources is refused.
function withCopies(elements, reference, sources, copies, word) {
  if (!Array.isArray(elements)) {
    return elements;
  }
  const byId = new Map(sources.map((each) => [String(each._id), each]));
  return elements.map((element) => {
    const id = element[reference] ?? null;
    const source = byId.get(String(id));
    if (id !== null && source === undefined) {
      throw new Error(`there is no such ${word}`);
    }
    const copied = Object.entries(copies).map(([field, path]) => [field, source?.[path]]);
    return { ...element, ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)) };
  });
}
