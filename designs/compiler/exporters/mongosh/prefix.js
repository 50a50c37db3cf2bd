// Returns a prefix regex: anchored, so that it can use an index, with all characters escaped.
function startsWith(text) {
  return BSONRegExp("^" + text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"), "");
}
