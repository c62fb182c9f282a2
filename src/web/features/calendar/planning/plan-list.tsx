import { clsx } from "clsx";
import { CalendarDays, SquareCheck } from "lucide-react";
import type { PlannedBlock } from "#contract/planning.ts";
import { t } from "../../../lib/messages/t.ts";
import type { api } from "../../../platform/api.ts";
import { slotWords, whyWords } from "./plan-words.ts";

type Plan = Awaited<ReturnType<typeof api.planning.planDay.call>>;

type PlanListProps = {
  plan: Plan;
  /** Tasks that are not to have the time that is proposed for them. */
  left: ReadonlySet<string>;
  onChoose: (taskId: string, isTaken: boolean) => void;
};

/** The day as it would be: what has its time already, and between it what is proposed. */
export function PlanList({ plan: { existing, blocks, timeZone }, left, onChoose }: PlanListProps) {
  const rows = [
    ...existing.map((one, index) => ({ key: `there ${index}`, startsAt: one.startsAt, one })),
    ...blocks.map((block) => ({ key: block.taskId, startsAt: block.startsAt, block })),
  ].toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : Number(one.startsAt > other.startsAt)));
  return (
    <ul className="flex flex-col gap-1.5">
      {rows.map((row) => (
        <li key={row.key}>
          {"block" in row ? (
            <ProposedRow
              block={row.block}
              timeZone={timeZone}
              isTaken={!left.has(row.block.taskId)}
              onChoose={onChoose}
            />
          ) : (
            <div className="flex items-center gap-2.5 px-3 py-1 text-sm text-muted">
              {row.one.kind === "event" ? (
                <CalendarDays size={15} aria-label={t("Event")} className="shrink-0" />
              ) : (
                <SquareCheck size={15} aria-label={t("Task")} className="shrink-0" />
              )}
              <bdi className="min-w-0 flex-1 truncate">{row.one.title}</bdi>
              <span className="shrink-0 text-xs tabular-nums">{slotWords(row.one, timeZone)}</span>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

type ProposedRowProps = {
  block: PlannedBlock;
  timeZone: string;
  isTaken: boolean;
  onChoose: (taskId: string, isTaken: boolean) => void;
};

function ProposedRow({ block, timeZone, isTaken, onChoose }: ProposedRowProps) {
  const id = `plan-${block.taskId}`;
  return (
    <div
      className={clsx(
        "flex items-start gap-2.5 rounded-md border px-3 py-2 text-sm",
        isTaken ? "border-accent bg-hover" : "border-dashed border-line-strong text-muted",
      )}
    >
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-why`}
        checked={isTaken}
        onChange={(event) => onChoose(block.taskId, event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-(--accent-fill)"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <label
            htmlFor={id}
            dir="auto"
            className={clsx("min-w-0 font-medium wrap-anywhere", !isTaken && "line-through")}
          >
            {block.title}
          </label>
          <span className="text-xs tabular-nums">{slotWords(block, timeZone)}</span>
        </span>
        <span id={`${id}-why`} className="block text-xs text-muted">
          {whyWords(block.why).map((words) => (
            <span key={words}>{words} </span>
          ))}
        </span>
      </span>
    </div>
  );
}
