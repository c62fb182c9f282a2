import { local } from "../../platform/local.ts";

const KEY = "cairn-days-of-use";
const DAY_MS = 24 * 60 * 60_000;

/** On how many days Cairn was opened in this browser, today included. */
export function countDayOfUse(now = Date.now()): number {
  const today = Math.floor(now / DAY_MS);
  const [days = 0, last = 0] = (local.get(KEY) ?? "").split(" ").map(Number);
  if (last === today && days > 0) return days;
  const next = (Number.isFinite(days) ? days : 0) + 1;
  local.set(KEY, `${next} ${today}`);
  return next;
}
