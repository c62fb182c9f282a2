import { isTimeZone } from "#contract/shared/time-zone.ts";
import { onAccountClock } from "../../../kernel/account/account-clock.ts";
import { usePreferences } from "../../../kernel/workspace/frame.ts";
import { defineFields } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { browserTimeZone, clockTime, nearDay, shortDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { useMinute } from "../../../lib/use-minute.ts";
import { useTimeChoices } from "../../../ui/dates/time.tsx";

const fields = defineFields({
  zones: {
    kind: "text",
    label: t("Time zones"),
    hint: t("One on each line, such as Europe/Oslo. Your own comes first."),
    initial: "",
    isLong: true,
    most: 400,
    unread: (zones) => linesOf(zones).filter((zone) => !isTimeZone(zone)),
  },
});

const linesOf = (written: string): string[] => written.split("\n").flatMap((line) => line.trim() || []);

const cityOf = (zone: string) => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

function Clocks({ zones, now }: { zones: readonly string[]; now: Date }) {
  const here = onAccountClock(now, zones[0]);
  return (
    <ul className="flex h-full flex-col justify-center gap-2">
      {zones.map((zone, index) => {
        const there = onAccountClock(now, zone);
        return (
          <li key={zone} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">
              <span className="block truncate text-sm">{cityOf(zone)}</span>
              <span className="block text-xs text-muted">{nearDay(there, here) ?? shortDay(there)}</span>
            </span>
            <time className={`tabular-nums ${index === 0 ? "text-3xl font-light" : "text-xl font-light"}`}>
              {clockTime(there)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}

export const zonesOf = (written: string): string[] => [...new Set(linesOf(written).filter(isTimeZone))];

export const widget = defineWidget({
  fields,
  View: function Clock({ settings: { zones } }) {
    useTimeChoices();
    const own = usePreferences()?.settings.timeZone ?? browserTimeZone();
    return <Clocks zones={[...new Set([own, ...zonesOf(zones)])]} now={useMinute()} />;
  },
  Preview: () => <Clocks zones={["Europe/Oslo", "Asia/Tokyo"]} now={new Date()} />,
});
