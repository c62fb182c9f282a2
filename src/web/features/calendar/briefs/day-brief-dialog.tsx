import { useQuery } from "@tanstack/react-query";
import { Sunrise } from "lucide-react";
import { openDialog } from "../../../kernel/actions/dialogs.ts";
import { longDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { useMinute } from "../../../lib/use-minute.ts";
import { api } from "../../../platform/api.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { dateOf } from "../model/periods.ts";
import { spanTimeWords } from "../model/times.ts";
import { LoadFailed } from "../planning/load-failed.tsx";
import { BriefParts, BriefTasks, isEmptyBrief } from "./brief-parts.tsx";

type DayBriefDialogProps = { day: string; onClose: () => void };

/** A day before it begins: its events with what notes say of them, and what is due. */
export function DayBriefDialog({ day, onClose }: DayBriefDialogProps) {
  const now = useMinute();
  const query = api.briefs.ofDay.queryOptions({ input: { day }, refetchOnMount: "always" });
  const { data: brief, isError, refetch } = useQuery(query);
  const plan = () => {
    onClose();
    openDialog({ kind: "plan-day", day });
  };
  return (
    <Dialog
      title={t("Brief for {day}", { day: longDay(dateOf(day), now, "gregory") })}
      isOpen
      onClose={onClose}
      size="narrow"
    >
      <div className="-mx-1 min-h-32 flex-1 overflow-y-auto px-1 pb-1">
        {isError && !brief ? (
          <LoadFailed onRetry={() => void refetch()} />
        ) : !brief ? (
          <SkeletonRows count={6} />
        ) : brief.events.length === 0 && brief.due.length === 0 ? (
          <EmptyState icon={<Sunrise size={20} />} title={t("A free day")}>
            {t("No events, and nothing is due.")}
          </EmptyState>
        ) : (
          <>
            {brief.events.map((one) => (
              <article
                key={`${one.eventId} ${one.start}`}
                aria-label={one.title}
                className="mb-4 border-b border-line pb-3 last:border-0"
              >
                <h3 className="flex items-baseline justify-between gap-3 font-semibold">
                  <bdi className="min-w-0 wrap-anywhere">{one.title}</bdi>
                  <span className="shrink-0 text-xs font-normal text-muted">{spanTimeWords(one)}</span>
                </h3>
                {isEmptyBrief(one) ? (
                  <p className="text-sm text-muted">{t("Your notes say nothing about it.")}</p>
                ) : (
                  <BriefParts brief={one} onLeave={onClose} />
                )}
              </article>
            ))}
            {brief.due.length > 0 && <BriefTasks title={t("Due")} tasks={brief.due} onLeave={onClose} />}
          </>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t("Close")}</Button>
        <Button look="primary" onClick={plan}>
          {t("Plan My Day")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
