// For what begins with a text: anchored, so that an index answers it, and every character meant as it is.
function startsWith(text) {
  return BSONRegExp("^" + text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"), "");
}
