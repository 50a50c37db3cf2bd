// Elements with the copies of what each names by its reference; ids by themselves, where that is "". copies: by field of an
// element, that of the source. What names something that is not among the sources is refused; where a pair is linked once,
// a second one of the same too.
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
      throw new Error(`there is no such ${word}`);
    }
    if (id !== null && linkedOnce && named.has(String(id))) {
      throw new Error(`it names the same ${word} twice: the two are linked once`);
    }
    named.add(String(id));
    if (reference === "") {
      return element;
    }
    const copied = Object.entries(copies).map(([field, path]) => [field, source?.[path]]);
    return { ...element, ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)) };
  });
}
