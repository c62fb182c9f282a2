const LETTERS_MAX = 500;
const DAY = "(MO|TU|WE|TH|FR|SA|SU)";
/** What a part may say, alone or in a list. Parts of hours, minutes and seconds are not among them: a task falls on days. */
const VALUES: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  WKST: new RegExp(`^${DAY}$`),
  BYDAY: new RegExp(`^([+-]?([1-9]|[1-4]\\d|5[0-3]))?${DAY}$`),
  BYMONTHDAY: /^[+-]?([1-9]|[12]\d|3[01])$/,
  BYMONTH: /^([1-9]|1[0-2])$/,
  BYSETPOS: /^[+-]?([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/,
};

/**
 * Whether a task can repeat by this rule: an RRULE of RFC 5545 without its prefix, in capitals, such as
 * `FREQ=MONTHLY;BYDAY=-1FR`.
 */
export function isRepeatRule(rule: string): boolean {
  if (rule.length > LETTERS_MAX) return false;
  const parts = new Map(rule.split(";").map((part) => part.split("=") as [string, string | undefined]));
  if (parts.size !== rule.split(";").length || !parts.has("FREQ")) return false;
  if (parts.has("COUNT") && parts.has("UNTIL")) return false;
  return [...parts].every(([name, value]) => isValueOf(name, value)) && isDay(parts.get("UNTIL"));
}

function isValueOf(name: string, value: string | undefined): boolean {
  const allowed = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
  if (!allowed || value === undefined) return false;
  return (name.startsWith("BY") ? value.split(",") : [value]).every((one) => allowed.test(one));
}

/** No 31st of February, which would end a rule on another day than it says. */
function isDay(until: string | undefined): boolean {
  if (until === undefined) return true;
  const day = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
