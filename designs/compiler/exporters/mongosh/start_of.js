// Returns the start of the hour, day, week (Monday), or month of a date, in UTC. otherwise: returned if there is no date.
function startOf(window, date, otherwise) {
  if ((date ?? null) === null) return otherwise;
  const start = new Date(date);
  start.setUTCMinutes(0, 0, 0);
  if (window !== "hour") start.setUTCHours(0);
  if (window === "week") start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  if (window === "month") start.setUTCDate(1);
  return start;
}
