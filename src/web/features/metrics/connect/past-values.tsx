import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Metric } from "#contract/metrics.ts";
import { MOST_VALUE } from "#contract/shared/metric-choices.ts";
import { inFull } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { inputClass } from "../../../ui/field.tsx";
import { valueWords } from "../figure-words.ts";
import { changeValue, removeValue } from "../metric-changes.ts";

type Point = { at: string; value: number };

/** The newest values, each to change or delete. */
export function PastValues({ metric }: { metric: Pick<Metric, "id" | "name" | "unit"> }) {
  const { data } = useQuery(api.metrics.points.queryOptions({ input: { metricId: metric.id } }));
  const [edited, setEdited] = useState<string | null>(null);
  if (!data || data.points.length === 0) return null;
  return (
    <section aria-label={t("Values")} className="border-t border-line pt-3">
      <h3 className="pb-1 text-sm font-medium">{t("Values")}</h3>
      <ul className="max-h-56 overflow-y-auto text-sm">
        {data.points.map((point) => (
          <li key={point.at} className="flex min-h-9 items-center gap-2">
            {edited === point.at ? (
              <EditedValue
                point={point}
                onDone={(value) => {
                  setEdited(null);
                  if (value !== null && value !== point.value) void changeValue(metric, point, value);
                }}
              />
            ) : (
              <>
                <span className="min-w-0 flex-1 truncate text-muted">{inFull(point.at)}</span>
                <span className="shrink-0 tabular-nums">{valueWords(point.value, metric.unit)}</span>
                <IconButton
                  label={t("Change the value of {when}", { when: inFull(point.at) })}
                  onClick={() => setEdited(point.at)}
                >
                  <Pencil size={14} />
                </IconButton>
                <IconButton
                  label={t("Delete the value of {when}", { when: inFull(point.at) })}
                  onClick={() => void removeValue(metric, point)}
                >
                  <Trash2 size={14} />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function EditedValue({ point, onDone }: { point: Point; onDone: (value: number | null) => void }) {
  const [typed, setTyped] = useState(String(point.value));
  const canSave = typed.trim() !== "" && Math.abs(Number(typed)) <= MOST_VALUE;
  const done = () => canSave && onDone(Number(typed));
  return (
    <>
      <input
        type="number"
        step="any"
        min={-MOST_VALUE}
        max={MOST_VALUE}
        aria-label={t("Value of {when}", { when: inFull(point.at) })}
        className={`${inputClass} h-8 min-w-0 flex-1`}
        value={typed}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
        autoFocus
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Enter") done();
          else onDone(null);
        }}
      />
      <Button onClick={done} disabled={!canSave}>
        {t("Save")}
      </Button>
    </>
  );
}
