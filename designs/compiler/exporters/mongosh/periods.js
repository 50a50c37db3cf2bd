// The name of the collection of one period: old ones are dropped whole.
function periodName(base, period, day) {
  const text = day.toISOString().slice(0, { year: 4, month: 7, week: 10, day: 10 }[period]);
  const monday = new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86400000).toISOString().slice(0, 10);
  return base + "_" + (period === "week" ? monday : text).replace(/-/g, "");
}
