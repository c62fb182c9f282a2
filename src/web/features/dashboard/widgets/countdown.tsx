import { accountDay } from "../../../kernel/account/account-clock.ts";
import { defineFields } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { dateInWords, dayNumber } from "../../../lib/dates.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { useMinute } from "../../../lib/use-minute.ts";

const fields = defineFields({
  name: { kind: "text", label: t("What for"), initial: t("New Year"), most: 100 },
  day: { kind: "day", label: t("Day"), initial: `${new Date().getFullYear() + 1}-01-01` },
});

const dateOf = (day: string) => new Date(`${day}T00:00`);

function Days({ name, day, today }: { name: string; day: string; today: string }) {
  const days = dayNumber(dateOf(day)) - dayNumber(dateOf(today));
  const count = Math.abs(days);
  return (
    <div className="flex h-full flex-col justify-center gap-1">
      <p className="text-3xl font-semibold tabular-nums">
        {days === 0 ? t("Today") : plural(count, { one: "{count} day", other: "{count} days" })}
      </p>
      <p dir="auto" className="text-sm">
        {days >= 0 ? name : t("since {name}", { name })}
      </p>
      <p className="text-xs text-muted">{dateInWords(dateOf(day))}</p>
    </div>
  );
}

export const widget = defineWidget({
  fields,
  View: function Countdown({ settings: { name, day } }) {
    // A day begins while the page is open.
    useMinute();
    return <Days name={name} day={day} today={accountDay()} />;
  },
  Preview: () => <Days name={t("Holidays")} day="2026-07-20" today="2026-07-01" />,
});
