import { AlarmClock, AlarmClockCheck, BellRing, Check, X } from "lucide-react";
import type { Reminder } from "#contract/reminders.ts";
import { t } from "../../lib/messages/t.ts";
import { IconButton } from "../../ui/button.tsx";
import {
  dismissReminder,
  removeReminder,
  snoozeReminder,
} from "../../kernel/reminders/reminder-mutations.ts";
import { whenWords } from "../../kernel/reminders/when-words.ts";

type ReminderRowProps = {
  reminder: Reminder;
  now: Date;
  /** Leads to what it reminds of; absent where that is around it. */
  onOpen?: (() => void) | undefined;
};

/** One reminder: what it is of, when it rings, and what can be done about it. */
export function ReminderRow({ reminder, now, onOpen }: ReminderRowProps) {
  const { id, title, content, status } = reminder;
  const when = stateWords(reminder, now);
  const name = onOpen ? title : when;
  return (
    <li className="flex min-h-9 items-center gap-2 rounded-md px-2 hover:bg-hover">
      <StatusIcon status={status} />
      <span className="min-w-0 flex-1 py-1 text-sm">
        {onOpen && (
          <button
            type="button"
            onClick={onOpen}
            className="block max-w-full truncate rounded-md text-start hover:underline"
            dir="auto"
          >
            {title}
          </button>
        )}
        <span className={onOpen ? "block text-xs text-muted" : "block"}>{when}</span>
        {onOpen && content && (
          <span className="block truncate text-xs text-faint" dir="auto">
            {content}
          </span>
        )}
      </span>
      {status === "sent" && (
        <>
          <IconButton
            label={t("Snooze {name} for 15 minutes", { name })}
            onClick={() => void snoozeReminder(id)}
          >
            <AlarmClock size={15} />
          </IconButton>
          <IconButton label={t("Dismiss {name}", { name })} onClick={() => void dismissReminder(id)}>
            <Check size={15} />
          </IconButton>
        </>
      )}
      <IconButton label={t("Delete reminder {name}", { name })} onClick={() => void removeReminder(reminder)}>
        <X size={15} />
      </IconButton>
    </li>
  );
}

function StatusIcon({ status }: Pick<Reminder, "status">) {
  const Icon = status === "sent" ? BellRing : status === "snoozed" ? AlarmClockCheck : AlarmClock;
  return (
    <Icon
      size={15}
      aria-hidden="true"
      className={status === "sent" ? "shrink-0 text-accent" : "shrink-0 text-faint"}
    />
  );
}

const FREQUENCIES: Partial<Record<Reminder["frequency"], string>> = {
  daily: t("every day"),
  weekly: t("every week"),
  monthly: t("every month"),
  yearly: t("every year"),
  custom: t("repeats"),
};

function stateWords(
  {
    status,
    ringsAt,
    reminderDate,
    snoozeUntil,
    lastRungAt,
    lastDueAt,
    missed,
    frequency,
    minutesBefore,
  }: Reminder,
  now: Date,
): string {
  if (status === "sent" && lastRungAt === null) return t("Nothing left to ring before");
  if (status === "sent") {
    const when = whenWords(lastDueAt ?? reminderDate, now);
    return missed ? t("Missed: was due {when}", { when }) : t("Rang {when}", { when });
  }
  if (status === "snoozed")
    return t("Snoozed until {when}", { when: whenWords(snoozeUntil ?? reminderDate, now) });
  const when = whenWords(ringsAt ?? reminderDate, now);
  const often = minutesBefore === null ? FREQUENCIES[frequency] : t("moves with it");
  return often ? `${when}, ${often}` : when;
}
