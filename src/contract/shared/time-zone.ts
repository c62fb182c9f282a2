/** Whether it names a zone of the IANA list, such as Europe/Oslo. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The days that calendars of PostgreSQL, JavaScript and iCalendar all know, also the day before and after. */
export const [FIRST_DAY, LAST_DAY] = ["1900-01-01", "9999-12-30"] as const;
