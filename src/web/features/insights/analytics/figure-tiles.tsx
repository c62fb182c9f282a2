import type { Analytics, PeriodFigures } from "#contract/analytics.ts";
import { addDays } from "#language/moment.ts";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { t } from "../../../lib/messages/t.ts";
import { showBehind, type Behind } from "./behind.ts";
import { figure, type Period } from "./periods.ts";

type Tile = {
  name: string;
  value: string;
  /** Of the period before. */
  before?: string | undefined;
  behind: Behind;
};

type TilesProps = { of: Analytics; period: Period; goal: number; streak: number };

/** The figures of a period beside those of the one before; each opens what is behind it. */
export function FigureTiles(props: TilesProps) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
      {[...wordTiles(props), ...timeTiles(props)].map(({ name, value, before, behind }) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => showBehind(behind)}
            className="flex h-full w-full min-w-0 flex-col rounded-md border border-line px-3 py-2.5 text-start hover:bg-hover"
          >
            <span className="text-xs text-muted">{name}</span>
            <span className="text-xl font-semibold tabular-nums">{value}</span>
            {before !== undefined && (
              <span className="text-xs text-muted tabular-nums">
                {t("Before: {value}", { value: before })}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

type Counted = keyof Omit<PeriodFigures, "wordsAnHour">;

function wordTiles({ of: { now, before, days, today }, period, goal, streak }: TilesProps): Tile[] {
  const notes = (name: string, asked: Period = period): Behind => ({ title: name, kind: "notes", asked });
  const counted = (name: string, key: Counted): Tile => ({
    name,
    value: figure(now[key]),
    before: figure(before[key]),
    behind: notes(name),
  });
  const atGoal = days.filter(({ written }) => written >= goal);
  const [met, inARow] = [t("Days at your goal"), t("Days in a row")];
  return [
    counted(t("Words written"), "written"),
    counted(t("Words added"), "added"),
    counted(t("Words removed"), "removed"),
    counted(t("Notes worked on"), "notes"),
    counted(t("Days with writing"), "activeDays"),
    {
      name: met,
      value: figure(atGoal.length),
      behind: { title: met, kind: "days", days: atGoal },
    },
    {
      name: inARow,
      value: figure(streak),
      behind: notes(inARow, { from: addDays(today, -Math.min(Math.max(streak, 1), 399)), to: today }),
    },
  ];
}

/** A sentence in its one minute would be thousands of words an hour. */
const FEWEST_MINUTES = 5;

function timeTiles({ of: { now, before }, period }: TilesProps): Tile[] {
  const sessions = (name: string, value: string, was: string): Tile => ({
    name,
    value,
    before: was,
    behind: { title: t("Writing sessions"), kind: "sessions", asked: period },
  });
  const tasks = (name: string, which: "done" | "slipped", key: Counted): Tile => ({
    name,
    value: figure(now[key]),
    before: figure(before[key]),
    behind: { title: name, kind: "tasks", asked: { ...period, which } },
  });
  const pace = ({ wordsAnHour, minutes }: typeof now) =>
    wordsAnHour === null || minutes < FEWEST_MINUTES ? t("None") : figure(wordsAnHour);
  return [
    sessions(t("Writing sessions"), figure(now.sessions), figure(before.sessions)),
    sessions(t("Time writing"), minutesInWords(now.minutes), minutesInWords(before.minutes)),
    sessions(t("Words an hour"), pace(now), pace(before)),
    tasks(t("Tasks done"), "done", "tasksDone"),
    tasks(t("Tasks that slipped"), "slipped", "tasksSlipped"),
  ];
}
