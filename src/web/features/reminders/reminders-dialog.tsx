import { AlarmClock } from "lucide-react";
import type { Reminder } from "#contract/reminders.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { t } from "../../lib/messages/t.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { useReminders } from "../../kernel/reminders/reminder-lists.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ReminderRow } from "./reminder-row.tsx";
import { subjectPath } from "./subject-path.ts";

/** All reminders, the next to ring first. */
export function RemindersDialog({ onClose }: { onClose: () => void }) {
  const now = useMinute();
  const list = useReminders({});
  const reminders = list.data?.reminders.filter(({ status }) => status !== "dismissed") ?? [];
  const open = (reminder: Reminder) => {
    onClose();
    useActionContext.getState().go(subjectPath(reminder));
  };
  return (
    <Dialog title={t("Reminders")} isOpen onClose={onClose} size="narrow">
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-1">
        {list.isPending ? (
          <SkeletonRows count={4} />
        ) : list.isError && !list.data ? (
          <div role="alert" className="flex flex-col items-center gap-3 py-10 text-sm text-muted">
            <p>{t("Couldn't load. Try again")}</p>
            <Button onClick={() => void list.refetch()}>{t("Try again")}</Button>
          </div>
        ) : reminders.length === 0 ? (
          <EmptyState icon={<AlarmClock size={20} />} title={t("No reminders")}>
            {t("Open the menu of a note or a task and choose Remind Me.")}
          </EmptyState>
        ) : (
          <ul>
            {reminders.map((reminder) => (
              <ReminderRow key={reminder.id} reminder={reminder} now={now} onOpen={() => open(reminder)} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
