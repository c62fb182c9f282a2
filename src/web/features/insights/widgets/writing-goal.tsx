import { Pencil } from "lucide-react";
import { useState } from "react";
import { DEFAULT_WRITING_GOAL, MOST_WRITING_GOAL } from "#contract/shared/word-origins.ts";
import { useOverview, useWritingGoal } from "../../../kernel/insights/insights-query.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { changePreferences } from "../../../kernel/workspace/change-preferences.ts";
import { language } from "../../../lib/messages/catalog.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { Bar } from "../../../ui/bar.tsx";
import { Button } from "../../../ui/button.tsx";
import { inputClass } from "../../../ui/field.tsx";

type GoalProps = { words: number; goal: number; streak: number; onGoal: (goal: number) => void };

function Goal({ words, goal, streak, onGoal }: GoalProps) {
  const [isEditing, setIsEditing] = useState(false);
  const left = goal - words;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-3xl font-semibold tabular-nums" data-testid="words-today">
          {words.toLocaleString(language)}
        </span>
        {isEditing ? (
          <GoalField
            goal={goal}
            onDone={(chosen) => {
              setIsEditing(false);
              if (chosen !== goal) onGoal(chosen);
            }}
          />
        ) : (
          <>
            <span className="text-sm text-muted">
              {plural(
                goal,
                { one: "of {count} word", other: "of {count} words" },
                { count: goal.toLocaleString(language) },
              )}
            </span>
            <Button
              look="quiet"
              className="h-7! px-1.5!"
              aria-label={t("Change the daily goal")}
              onClick={() => setIsEditing(true)}
            >
              <Pencil size={14} aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
      <Bar label={t("Daily writing goal")} part={words / goal} as="meter" />
      <p className="text-xs text-muted">
        {left > 0
          ? plural(
              left,
              { one: "{count} word to go", other: "{count} words to go" },
              { count: left.toLocaleString(language) },
            )
          : t("Goal reached")}
        {streak > 1 && (
          <>
            {" · "}
            {plural(streak, { other: "{count} days in a row" }, { count: streak.toLocaleString(language) })}
          </>
        )}
      </p>
    </div>
  );
}

function GoalField({ goal, onDone }: { goal: number; onDone: (goal: number) => void }) {
  const [text, setText] = useState(String(goal));
  const chosen = Number(text);
  const isValid = Number.isInteger(chosen) && chosen >= 1 && chosen <= MOST_WRITING_GOAL;
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) onDone(chosen);
      }}
    >
      <input
        type="number"
        min={1}
        max={MOST_WRITING_GOAL}
        value={text}
        aria-label={t("Words a day")}
        aria-invalid={isValid ? undefined : true}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is replaced by it
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onDone(goal);
        }}
        className={`${inputClass} h-8 w-24!`}
      />
      <Button type="submit">{t("Save")}</Button>
    </form>
  );
}

const saveGoal = (goal: number) =>
  void changePreferences({ settings: { writingGoal: goal === DEFAULT_WRITING_GOAL ? null : goal } });

export const widget = defineWidget({
  View: function WritingGoal() {
    const query = useOverview();
    const goal = useWritingGoal();
    return (
      <WidgetStates of={query}>
        <Goal words={query.wordsToday} goal={goal} streak={query.data?.streakDays ?? 0} onGoal={saveGoal} />
      </WidgetStates>
    );
  },
  Preview: function WritingGoalPreview() {
    return <Goal words={850} goal={DEFAULT_WRITING_GOAL} streak={12} onGoal={() => undefined} />;
  },
});
