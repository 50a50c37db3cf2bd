// Returns items with the fields copied from the documents they reference; if reference is "", the items are IDs.
// copies: the source's field for each item field. Fails if a referenced document is missing or, where a pair can be
// linked only once, referenced twice.
function withCopies(elements, reference, sources, copies, word, linkedOnce) {
  if (!Array.isArray(elements)) {
    return elements;
  }
  const byId = new Map(sources.map((each) => [String(each._id), each]));
  const named = new Set();
  return elements.map((element) => {
    const id = (reference === "" ? element : element[reference]) ?? null;
    const source = byId.get(String(id));
    if (id !== null && source === undefined) {
      throw new Error(`${word} not found`);
    }
    if (id !== null && linkedOnce && named.has(String(id))) {
      throw new Error(`the same ${word} is given twice, but can be linked only once`);
    }
    named.add(String(id));
    if (reference === "") {
      return element;
    }
    const copied = Object.entries(copies).map(([field, path]) => [field, source?.[path]]);
    return { ...element, ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)) };
  });
}
