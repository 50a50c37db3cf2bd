// Fails if a required value is null. An omitted value doesn't change.
function mustNotBeNull(values) {
  const missing = Object.keys(values).filter((name) => values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value, or be left out`);
}
