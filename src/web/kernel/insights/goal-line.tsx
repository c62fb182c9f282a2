import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";
import { Bar } from "../../ui/bar.tsx";
import { useOverview, useWritingGoal } from "./insights-query.ts";

/** How much of the day's goal is written: one quiet line. Nothing until it is known. */
export function GoalLine() {
  const { data, wordsToday } = useOverview();
  const goal = useWritingGoal();
  return data && <GoalBar words={wordsToday} goal={goal} />;
}

export function GoalBar({ words, goal }: { words: number; goal: number }) {
  const told = t("{words} of {goal} words today", {
    words: words.toLocaleString(language),
    goal: goal.toLocaleString(language),
  });
  return (
    <div className="flex items-center gap-2 py-1 text-xs text-muted">
      <span className="tabular-nums">{told}</span>
      <Bar label={t("Daily writing goal")} part={words / goal} as="meter" className="min-w-4 flex-1" />
      <span className="shrink-0 tabular-nums">
        {(words / goal).toLocaleString(language, { style: "percent" })}
      </span>
    </div>
  );
}
