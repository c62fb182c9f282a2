import { clsx } from "clsx";
import { useTyped } from "../../lib/use-debounced.ts";
import { DateField } from "../../ui/dates/date-field.tsx";
import { inputClass } from "../../ui/field.tsx";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { useActivityLog } from "./activity-log.ts";
import type { ActivitySearch } from "./activity-query.ts";
import { t } from "../../lib/messages/t.ts";

type FiltersProps = { search: ActivitySearch; onSearch: (change: ActivitySearch) => void };

export function ActivityFilters({ search, onSearch }: FiltersProps) {
  const { groups } = useActivityLog();
  const inUse = [search.group, search.from, search.to].filter(Boolean).length;
  return (
    <search className="my-4">
      <FilterFold search={<Words value={search.q ?? ""} onChange={(q) => onSearch({ q })} />} inUse={inUse}>
        <div
          role="group"
          aria-label={t("Kind")}
          className="flex min-w-[min(100%,36rem)] flex-1 flex-wrap gap-1.5"
        >
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
        <div className="flex flex-wrap gap-x-3 gap-y-2">
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
      </FilterFold>
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
      className={clsx(inputClass, "h-8 min-w-0 flex-1")}
    />
  );
}
