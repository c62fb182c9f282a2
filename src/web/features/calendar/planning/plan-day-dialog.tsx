import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import type { LeftOut } from "#contract/planning.ts";
import { addDays, dayIn, momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { planTasks } from "../../../kernel/tasks/plan-tasks.ts";
import { longDay } from "../../../lib/dates.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { useMinute } from "../../../lib/use-minute.ts";
import { api } from "../../../platform/api.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { zoneNow } from "../model/event-lists.ts";
import { dateOf } from "../model/periods.ts";
import { LoadFailed } from "./load-failed.tsx";
import { PlanList } from "./plan-list.tsx";
import { estimatesWords, hoursWords, leftOutWords } from "./plan-words.ts";

type PlanDayDialogProps = { day?: string | undefined; onClose: () => void };

const AHEAD_DAYS = 7;

/** Proposes times for the tasks of a day; nothing is set aside until it is accepted. */
export function PlanDayDialog({ day: given, onClose }: PlanDayDialogProps) {
  const now = useMinute();
  const [today] = useState(() => dayIn(momentAt(wallAt(Date.now(), zoneNow()), false)));
  const choices = Array.from({ length: AHEAD_DAYS }, (_, ahead) => addDays(today, ahead));
  const [day, setDay] = useState(given && given > today ? given : today);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const query = api.planning.planDay.queryOptions({ input: { day }, refetchOnMount: "always" });
  // An older proposal is of another moment, and times of it may have passed.
  const { data: plan, isError, isFetching, refetch } = useQuery({ ...query, gcTime: 0, staleTime: Infinity });
  const blocks = plan?.blocks.filter(({ taskId }) => !left.has(taskId)) ?? [];
  const choose = (taskId: string, isTaken: boolean) => {
    const next = new Set(left);
    if (isTaken) next.delete(taskId);
    else next.add(taskId);
    setLeft(next);
  };
  const accept = async () => {
    onClose();
    const accepted = blocks.map(({ taskId, startsAt, minutes }) => ({
      taskId,
      plannedAt: startsAt,
      plannedMinutes: minutes,
    }));
    await planTasks(
      accepted,
      plural(accepted.length, {
        one: "Time set aside for {count} task",
        other: "Time set aside for {count} tasks",
      }),
    );
  };
  const nameOf = (choice: string) => longDay(dateOf(choice), now, "gregory");
  return (
    <Dialog title={t("Plan my day")} isOpen onClose={onClose} size="narrow">
      <Select isLine label={t("Day")} value={day} onChange={(event) => setDay(event.target.value)}>
        {[...new Set([...choices, day])].map((choice) => (
          <option key={choice} value={choice}>
            {nameOf(choice)}
          </option>
        ))}
      </Select>
      <div className="-mx-1 mt-3 min-h-32 flex-1 overflow-y-auto px-1 pb-1" aria-busy={isFetching}>
        {isError && !plan ? (
          <LoadFailed onRetry={() => void refetch()} />
        ) : !plan ? (
          <SkeletonRows count={5} />
        ) : (
          <>
            {plan.blocks.length === 0 && plan.leftOut.length === 0 ? (
              <EmptyState icon={<CalendarCheck size={20} />} title={t("Nothing to plan")}>
                {t("No open task is due, on My Day or of high priority that has no time yet.")}
              </EmptyState>
            ) : (
              <PlanList plan={plan} left={left} onChoose={choose} />
            )}
            {plan.leftOut.length > 0 && <LeftOutList leftOut={plan.leftOut} />}
            <div className="mt-3 flex flex-col gap-1 text-xs text-muted">
              <p>{hoursWords(plan.hours)}</p>
              <p>{estimatesWords(plan.estimates)}</p>
            </div>
          </>
        )}
      </div>
      <DialogActions>
        {plan && (
          <p className="me-auto self-center text-sm text-muted" role="status">
            {t("{planned} of {free} free", {
              planned: minutesInWords(blocks.reduce((sum, { minutes }) => sum + minutes, 0)),
              free: minutesInWords(Math.floor(plan.freeMinutes)),
            })}
          </p>
        )}
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="primary" disabled={blocks.length === 0} onClick={() => void accept()}>
          {t("Set Time Aside")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <section aria-label={t("Didn't fit")} className="mt-4">
      <h3 className="pb-1 text-sm font-semibold text-muted">{t("Didn't fit")}</h3>
      <ul>
        {leftOut.map((one) => (
          <li key={one.taskId} className="border-b border-line py-1.5 text-sm last:border-0">
            <p dir="auto">{one.title}</p>
            <p className="text-xs text-muted">{leftOutWords(one)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
