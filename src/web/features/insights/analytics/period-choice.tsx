import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { MOST_WORD_DAYS } from "#contract/shared/word-origins.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { DateField } from "../../../ui/dates/date-field.tsx";
import {
  faultOf,
  type Length,
  LENGTH_WORDS,
  LENGTHS,
  movedBy,
  type Period,
  type PeriodSearch,
  periodOf,
  searchOf,
  shownPeriod,
  spanWords,
} from "./periods.ts";

type PeriodChoiceProps = { search: PeriodSearch; today: string; onSearch: (search: PeriodSearch) => void };

/** So many days up to today, the same some time ago, or from one day to another. */
export function PeriodChoice({ search, today, onSearch }: PeriodChoiceProps) {
  const { period, length } = shownPeriod(search, today);
  const show = (next: Period) => onSearch(searchOf(next, today));
  const choices: [Length | null, string, PeriodSearch][] = [
    ...(Object.keys(LENGTHS) as Length[]).map((each): [Length, string, PeriodSearch] => [
      each,
      LENGTH_WORDS[each],
      searchOf(periodOf(each, today), today),
    ]),
    [null, t("Custom"), period],
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div role="group" aria-label={t("Period")} className="flex flex-wrap gap-1">
        {choices.map(([each, words, next]) => (
          <Button
            key={words}
            look="quiet"
            aria-pressed={each === length}
            className="aria-pressed:bg-pressed aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:h-11"
            onClick={() => onSearch(next)}
          >
            {words}
          </Button>
        ))}
      </div>
      <div className="flex items-center gap-1">
        <IconButton label={t("Earlier")} onClick={() => show(movedBy(period, -1, today))}>
          <ChevronLeft size={16} className="rtl:-scale-x-100" />
        </IconButton>
        <span className="text-sm text-muted tabular-nums" aria-live="polite">
          {spanWords(period)}
        </span>
        <IconButton
          label={t("Later")}
          disabled={period.to >= today}
          onClick={() => show(movedBy(period, 1, today))}
        >
          <ChevronRight size={16} className="rtl:-scale-x-100" />
        </IconButton>
      </div>
      {length === null && <Days period={period} onChoose={onSearch} />}
    </div>
  );
}

const FAULTS = {
  empty: undefined,
  backwards: t("It ends before it begins."),
  long: t("At most {count} days.", { count: MOST_WORD_DAYS }),
};

/** What is half typed, or no period, changes no figure yet. */
function Days({ period, onChoose }: { period: Period; onChoose: (period: Period) => void }) {
  const [typed, setTyped] = useState(period);
  const [shown, setShown] = useState(period);
  if (shown.from !== period.from || shown.to !== period.to) {
    setShown(period);
    setTyped(period);
  }
  const change = (part: Partial<Period>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (faultOf(next) === null) onChoose(next);
  };
  const fault = faultOf(typed);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <DateField
        label={t("From")}
        isInline
        value={typed.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <DateField
        label={t("To")}
        isInline
        value={typed.to}
        onChange={(event) => change({ to: event.target.value })}
      />
      {fault && FAULTS[fault] && (
        <p role="alert" className="text-sm text-danger">
          {FAULTS[fault]}
        </p>
      )}
    </div>
  );
}
