// Fails on fields that can't be updated here. Fields left out don't change; null is allowed only for optional ones.
function mustChange(changes, names, emptied = []) {
  const given = Object.keys(changes ?? {}).filter((name) => changes[name] !== undefined);
  const other = given.filter((name) => !names.includes(name));
  if (given.length === 0 || other.length > 0) {
    const problem = other.length > 0 ? `${other.join(", ")} can't be updated here` : "nothing to update";
    throw new Error(`${problem}: use ${names.join(", ")}`);
  }
  const empty = given.filter((name) => changes[name] === null && !emptied.includes(name));
  if (empty.length > 0) {
    throw new Error(`${empty.join(", ")}: null isn't allowed; leave a field out to keep its value`);
  }
}
