const LETTERS_MAX = 500;
const DAY = "(MO|TU|WE|TH|FR|SA|SU)";
/** What a part may say, alone or in a list. Parts of hours, minutes and seconds are not among them: a task falls on days. */
const VALUES: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}(T([01]\d|2[0-3])([0-5]\d){2}Z?)?$/,
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
export const isRepeatRule = (rule: string): boolean => isRule(rule, VALUES);

/** Parts that only events may say: they have a time of day, and come from calendars made elsewhere. */
const EVENT_VALUES: Record<string, RegExp> = {
  ...VALUES,
  FREQ: /^(HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  BYHOUR: /^(\d|1\d|2[0-3])$/,
  BYMINUTE: /^(\d|[1-5]\d)$/,
  BYWEEKNO: /^[+-]?([1-9]|[1-4]\d|5[0-3])$/,
  BYYEARDAY: /^[+-]?([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/,
};

/** Whether an event can repeat by this rule, which is written like that of a task. */
export const isEventRule = (rule: string): boolean => isRule(rule, EVENT_VALUES) && isBounded(rule);

const MOST_TIMES = 24;

/** A position is one among others, and nobody means a thousand times a day: such rules only cost. */
function isBounded(rule: string): boolean {
  const countOf = (name: string) =>
    new RegExp(`(?:^|;)${name}=([^;]*)`).exec(rule)?.[1]?.split(",").length ?? 0;
  const hasOthers = /(?:^|;)BY(?!SETPOS)/.test(rule);
  const times = Math.max(1, countOf("BYHOUR")) * Math.max(1, countOf("BYMINUTE"));
  return (countOf("BYSETPOS") === 0 || hasOthers) && times <= MOST_TIMES;
}

function isRule(rule: string, values: Record<string, RegExp>): boolean {
  if (rule.length > LETTERS_MAX) return false;
  const parts = new Map(rule.split(";").map((part) => part.split("=") as [string, string | undefined]));
  if (parts.size !== rule.split(";").length || !parts.has("FREQ")) return false;
  if (parts.has("COUNT") && parts.has("UNTIL")) return false;
  return [...parts].every(([name, value]) => isValueOf(values, name, value)) && isDay(parts.get("UNTIL"));
}

function isValueOf(values: Record<string, RegExp>, name: string, value: string | undefined): boolean {
  const allowed = Object.hasOwn(values, name) ? values[name] : undefined;
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
