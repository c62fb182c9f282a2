import { Flame } from "lucide-react";
import type { WidgetSize } from "#contract/shared/dashboard.ts";
import { addDays } from "#language/moment.ts";
import { accountDay } from "../../../kernel/account/account-clock.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { defineFields } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { isoDay, longDay, weekdayHead } from "../../../lib/dates.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { Button } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";
import { habitsOf, streakOf } from "../habit-days.ts";
import { MOST_DAYS, useHabit } from "../use-habit.ts";

const MOST_HABITS = 8;

const fields = defineFields({
  habits: {
    kind: "text",
    label: t("Habits"),
    hint: t("One on each line. What you tick is kept as a metric, such as Habit: Read."),
    initial: "",
    isLong: true,
    most: 900,
    placeholder: t("Read for half an hour"),
    unread: (habits) => habitsOf(habits, 1000).slice(MOST_HABITS),
  },
});

const SHOWN: Record<WidgetSize, number> = { S: 5, M: 7, L: 14 };

type RowProps = {
  name: string;
  days: readonly string[];
  done: ReadonlySet<string>;
  onMark: (day: string, isDone: boolean) => void;
};

function HabitRow({ name, days, done, onMark }: RowProps) {
  const today = days.at(-1)!;
  const streak = streakOf(done, today);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span className="min-w-24 flex-1">
        <bdi className="block truncate text-sm font-medium">{name}</bdi>
        <span className="flex items-center gap-1 text-xs text-muted tabular-nums">
          <Flame size={12} aria-hidden="true" />
          {plural(
            streak,
            { one: "{count} day in a row", other: "{count} days in a row" },
            { count: streak >= MOST_DAYS - 1 ? `${streak}+` : streak },
          )}
        </span>
      </span>
      <span className="flex gap-1">
        {days.map((day) => {
          const date = new Date(`${day}T12:00`);
          return (
            <label key={day} className="tap flex w-7 cursor-pointer flex-col items-center gap-1">
              <span aria-hidden="true" className={`text-xs ${day === today ? "text-accent" : "text-faint"}`}>
                {weekdayHead(date).slice(0, 2)}
              </span>
              <input
                type="checkbox"
                aria-label={t("{habit}, {day}", {
                  habit: name,
                  day: longDay(date, new Date(`${today}T12:00`)),
                })}
                checked={done.has(day)}
                onChange={(event) => onMark(day, event.target.checked)}
                className="size-5 accent-(--accent-fill)"
              />
            </label>
          );
        })}
      </span>
    </li>
  );
}

function Habit({ name, days }: Pick<RowProps, "name" | "days">) {
  const { query, done, mark } = useHabit(name);
  if (query.data === undefined)
    return (
      <li>
        <WidgetStates of={query}>{null}</WidgetStates>
      </li>
    );
  return <HabitRow name={name} days={days} done={done} onMark={(day, isDone) => void mark(day, isDone)} />;
}

const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));

export const widget = defineWidget({
  fields,
  View: function Habits({ settings, size, openSettings }) {
    // Another day begins while the page is open.
    useAccountNow();
    const names = habitsOf(settings.habits, MOST_HABITS);
    if (names.length === 0)
      return (
        <NothingYet action={<Button onClick={openSettings}>{t("Add Habits...")}</Button>}>
          {t("Small things you'd like to do each day.")}
        </NothingYet>
      );
    const days = lastDays(accountDay(), SHOWN[size]);
    return (
      <ul aria-label={t("Habits")}>
        {names.map((name) => (
          <Habit key={name} name={name} days={days} />
        ))}
      </ul>
    );
  },
  Preview: function HabitsPreview({ size }) {
    const days = lastDays(isoDay(new Date()), SHOWN[size]);
    return (
      <ul>
        <HabitRow
          name={t("Read for half an hour")}
          days={days}
          done={new Set(days.slice(1))}
          onMark={() => {}}
        />
        <HabitRow name={t("Walk")} days={days} done={new Set(days.slice(0, 3))} onMark={() => {}} />
      </ul>
    );
  },
});
