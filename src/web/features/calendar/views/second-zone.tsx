import { dayIn, momentAt, wallOf } from "#language/moment.ts";
import { instantOf, wallAt } from "#language/time-zone.ts";
import { t } from "../../../lib/messages/t.ts";
import { zoneNow } from "../model/event-lists.ts";
import { timeWords } from "../model/times.ts";

/** "Europe/Oslo" as people call it. */
const cityOf = (zone: string) => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

type SlotTimeProps = {
  /** HH:MM of the page's clock. */
  time: string;
  /** The day that is looked at: how far zones are apart changes with it. */
  on: string;
  second: string | null;
};

/** An hour beside the days, and before it what another clock shows then. */
export function SlotTime({ time, on, second }: SlotTimeProps) {
  const moment = `${on}T${time}`;
  if (!second) return timeWords(moment);
  const there = momentAt(wallAt(instantOf(wallOf(moment), zoneNow()), second), false);
  const shift = dayIn(there) === on ? "" : dayIn(there) > on ? " +1" : " -1";
  return (
    <span className="flex gap-2">
      <span className="text-faint">
        {timeWords(there)}
        {shift}
      </span>
      <span>{timeWords(moment)}</span>
    </span>
  );
}

/** Whose clocks these are, above them. */
export const ZoneHeads = ({ second }: { second: string }) => (
  <span className="flex max-w-36 flex-col text-end">
    <span className="truncate">{`${cityOf(second)} / ${cityOf(zoneNow())}`}</span>
    <span>{t("All day")}</span>
  </span>
);
