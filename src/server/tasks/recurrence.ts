import { RRuleTemporal } from "rrule-temporal";

/** Days are counted as midnights of UTC: a day of the calendar is in no time zone, and none is skipped or comes twice. */
const midnight = (day: string) => new Date(`${day}T00:00:00Z`);

/** How many candidates are looked at before a rule counts as one without instances, such as each February 30. */
const MAX_STEPS = 1_000;

const part = (rule: string, name: string) => new RegExp(`(?:^|;)${name}=([^;]*)`).exec(rule)?.[1];
const without = (rule: string, name: string) =>
  rule
    .split(";")
    .filter((each) => !each.startsWith(`${name}=`))
    .join(";");

/**
 * The first instance of a rule (RFC 5545, days only) after a day.
 *
 * @param rule Without its name; its COUNT is not looked at, see `afterInstance`.
 * @param start YYYY-MM-DD from which weeks, months and intervals are counted.
 * @param after YYYY-MM-DD; the answer is a later day.
 * @returns null where there is none, or the rule cannot be read
 */
export function nextInstance(rule: string, start: string, after: string): string | null {
  const until = part(rule, "UNTIL")?.slice(0, 8);
  const bare = without(without(rule, "UNTIL"), "COUNT");
  try {
    const compact = start.replaceAll("-", "");
    const reader = new RRuleTemporal({
      rruleString: `DTSTART:${compact}T000000Z\nRRULE:${bare}`,
      maxIterations: MAX_STEPS,
    });
    const found = reader.next(midnight(after), false);
    const day = found && new Date(found.epochMilliseconds).toISOString().split("T")[0];
    // Years beyond 9999 have a sign.
    if (!day || day.startsWith("+") || (until && day.replaceAll("-", "") > until)) return null;
    return day;
  } catch {
    return null;
  }
}

/** What is left of a rule once an instance is done: one less where it counts them; null after the last. */
export function afterInstance(rule: string): string | null {
  const count = part(rule, "COUNT");
  if (count === undefined) return rule;
  const left = Number(count) - 1;
  return left > 0 ? rule.replace(`COUNT=${count}`, `COUNT=${left}`) : null;
}
