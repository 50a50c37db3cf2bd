// Fails if a value is null that documents can't go without. Left out, it stays as it is.
function mustNotBeNull(values) {
  const missing = Object.keys(values).filter((name) => values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value, or be left out`);
}
