import { clsx } from "clsx";
import { useTyped } from "../../lib/use-debounced.ts";
import { DateField } from "../../ui/date-field.tsx";
import { inputClass } from "../../ui/field.tsx";
import { useActivityLog } from "./activity-log.ts";
import type { ActivitySearch } from "./activity-query.ts";
import { t } from "../../lib/messages/t.ts";

type FiltersProps = { search: ActivitySearch; onSearch: (change: ActivitySearch) => void };

export function ActivityFilters({ search, onSearch }: FiltersProps) {
  const { groups } = useActivityLog();
  return (
    <search className="my-5 flex flex-col gap-3">
      <div role="group" aria-label={t("Kind")} className="flex flex-wrap gap-1.5">
        {[{ id: "", words: t("All") }, ...groups].map(({ id, words }) => {
          const isOn = (search.group ?? "") === id;
          return (
            <button
              key={id}
              type="button"
              aria-pressed={isOn}
              onClick={() => onSearch({ group: id })}
              className={clsx(
                "tap h-7 rounded-full border px-3 text-sm transition-colors",
                isOn
                  ? "border-accent bg-accent-soft text-accent"
                  : "border-line-strong text-muted hover:bg-hover hover:text-ink",
              )}
            >
              {words}
            </button>
          );
        })}
      </div>
      <div className="flex flex-wrap gap-3">
        <Words value={search.q ?? ""} onChange={(q) => onSearch({ q })} />
        <DateField
          label={t("From")}
          isInline
          value={search.from ?? ""}
          onChange={(event) => onSearch({ from: event.target.value })}
        />
        <DateField
          label={t("To")}
          isInline
          value={search.to ?? ""}
          onChange={(event) => onSearch({ to: event.target.value })}
        />
      </div>
    </search>
  );
}

function Words({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useTyped(value, 250, onChange);
  return (
    <input
      type="search"
      aria-label={t("Search the log")}
      placeholder={t("Search the log")}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className={clsx(inputClass, "h-8 min-w-40 flex-1")}
    />
  );
}
