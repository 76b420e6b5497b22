// Times in the reader's own zone; without this script they say UTC.
const words = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "short" });
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });
const utcDays = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeZone: "UTC" });
const away = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

// "in 3 days", "2 hours ago"
function relative(moment) {
  const minutes = Math.round((moment - Date.now()) / 60000);
  if (Math.abs(minutes) < 90) return away.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 36 ? away.format(hours, "hour") : away.format(Math.round(hours / 24), "day");
}

export function localTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]:not([data-local])")) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    time.title = time.textContent;
    if (time.dataset.relative !== undefined) time.textContent = relative(moment);
    else if (!time.dateTime.includes("T")) time.textContent = utcDays.format(moment); // a day, the same everywhere
    else time.textContent = (time.dataset.day === undefined ? words : days).format(moment);
    time.dataset.local = "1";
  }
}
localTimes(document);
