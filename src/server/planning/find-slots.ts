import { type Hours, MOST_SLOT_DAYS } from "#contract/planning.ts";
import { daysFrom } from "#language/moment.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { whatHappens } from "./busy-time.ts";
import { freeSlots, type Stretch } from "./free-slots.ts";
import { clockOfWork } from "./working-hours.ts";

type Asked = {
  from: string;
  to: string;
  minutes: number;
  allDayBlocks: boolean;
  now?: string | undefined;
};
type Slot = { startsAt: string; endsAt: string };

export async function findSlots(
  db: Database,
  userId: string,
  { from, to, minutes, allDayBlocks, now: given }: Asked,
): Promise<{ slots: Slot[]; hours: Hours; timeZone: string }> {
  if (to < from || daysFrom(from, to) >= MOST_SLOT_DAYS)
    throw new Failure("INVALID_INPUT", `Ask for at most ${MOST_SLOT_DAYS} days, the first one first.`);
  const now = given === undefined ? new Date() : new Date(given);
  const { hours, timeZone } = await clockOfWork(db, userId, now);
  const busy = await whatHappens(db, userId, { from, to, zone: timeZone, allDayBlocks });
  const free = freeSlots(busy, { from, to, zone: timeZone, hours, now: now.getTime(), minutes });
  return { slots: free.map(slotOf), hours, timeZone };
}

export const slotOf = ({ from, to }: Stretch): Slot => ({
  startsAt: new Date(from).toISOString(),
  endsAt: new Date(to).toISOString(),
});
