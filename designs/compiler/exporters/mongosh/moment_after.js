// Returns the moment of a change, at which these versions end: now, or 1 ms after the last of them began if that isn't
// earlier than now. So a slow clock doesn't prevent a change, and no two versions end at the same moment.
function momentAfter(versions, now) {
  const begun = Math.max(...versions.map((version) => version.valid_from.getTime()));
  const moment = now.getTime() > begun ? now : new Date(begun + 1);
  for (const version of versions) version.valid_to = moment;
  return moment;
}
