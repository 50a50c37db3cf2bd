// The fields that a function changes: some of those named. What is left out stays as it is; null is for those that may
// be without a value.
function mustChange(changes, names, emptied = []) {
  const given = Object.keys(changes ?? {}).filter((name) => changes[name] !== undefined);
  const other = given.filter((name) => !names.includes(name));
  if (given.length === 0 || other.length > 0) {
    const problem = other.length > 0 ? `${other.join(", ")} cannot change here` : "nothing to change";
    throw new Error(`${problem}; give some of ${names.join(", ")}`);
  }
  const empty = given.filter((name) => changes[name] === null && !emptied.includes(name));
  if (empty.length > 0) {
    throw new Error(`${empty.join(", ")}: null is no value; leave a field out to keep it as it is`);
  }
}
