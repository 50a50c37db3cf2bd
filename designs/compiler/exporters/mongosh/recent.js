// Moves a date of a sample by whole weeks, so that no sample has expired when it is inserted, and the newest is of the
// last days where that is long enough. NESTLINK_TODAY=2024-01-31 takes that day for today.
function movedByWeeks(date, newest, expires) {
  const day = 24 * 3600 * 1000;
  const asked = typeof process === "undefined" ? undefined : process.env?.NESTLINK_TODAY;
  const today = asked ? new Date(asked) : new Date();
  const weeks = Math.max(0, Math.floor((today - newest) / (7 * day)), Math.ceil((today - expires + day) / (7 * day)));
  return new Date(date.getTime() + weeks * 7 * day);
}
