import type { Reminder } from "#contract/reminders.ts";
import { type ReminderSubject, subjectOf } from "../actions/remind-of.ts";
import { tellFailed } from "../failed-changes.ts";
import { undoable } from "../undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { attempt, refreshReminders } from "./refresh-reminders.ts";
import { showChange, showReminder } from "./reminder-lists.ts";
import { whenWords } from "./when-words.ts";

export type ReminderFrequency = Exclude<Reminder["frequency"], "custom">;
export type ReminderTime =
  | {
      /** What the clock of the account shows, YYYY-MM-DDTHH:MM. */
      localTime: string;
      frequency?: ReminderFrequency;
      /** Instead of a frequency. */
      repeat?: string;
    }
  /** Of a task or event, wherever it is moved to. */
  | { minutesBefore: number };

/** Sets a reminder, also without a connection: then the server hears of it when there is one. */
export async function createReminder(
  subject: ReminderSubject,
  time: ReminderTime,
  id = newId(),
): Promise<boolean> {
  const input = { id, ...subject, ...time };
  try {
    await send(["reminders", "create"], input, () => api.reminders.create.call(input));
  } catch (error) {
    const failure = failureWords(error, t("Failed to create reminder"));
    tellFailed(id, failure, () => createReminder(subject, time, id));
    return false;
  }
  refreshReminders();
  const words =
    "localTime" in time
      ? t("Reminder set for {when}", { when: whenWords(time.localTime) })
      : t("Reminder set");
  undoable(words, () => remove(id), {
    redo: () => createReminder(subject, time),
  });
  return true;
}

async function remove(reminderId: string): Promise<void> {
  const input = { reminderId };
  await attempt(showChange("remove", input), () =>
    send(["reminders", "remove"], input, () => api.reminders.remove.call(input)),
  );
}

export async function removeReminder(reminder: Reminder): Promise<void> {
  try {
    await remove(reminder.id);
  } catch (error) {
    tellFailed(reminder.id, failureWords(error, t("Failed to delete reminder")), () =>
      removeReminder(reminder),
    );
    return;
  }
  undoable(t("Reminder deleted"), () => setAgain(reminder), { redo: () => removeReminder(reminder) });
}

/** One that was deleted, made anew. */
async function setAgain(reminder: Reminder) {
  const { minutesBefore, localTime, timeZone, frequency, repeat } = reminder;
  const time = minutesBefore === null ? { localTime, timeZone, frequency, repeat } : { minutesBefore };
  const input = { id: newId(), ...subjectOf(reminder), ...time };
  await attempt(showReminder({ ...reminder, id: input.id }), () =>
    send(["reminders", "create"], input, () => api.reminders.create.call(input)),
  );
}

/** The specification's default. */
export const SNOOZE_MINUTES = 15;

export async function snoozeReminder(reminderId: string, minutes = SNOOZE_MINUTES): Promise<void> {
  // As a moment: sent late, it still ends when it was to end.
  const input = { reminderId, until: new Date(Date.now() + minutes * 60_000).toISOString() };
  try {
    await attempt(showChange("snooze", input), () =>
      send(["reminders", "snooze"], input, () => api.reminders.snooze.call(input)),
    );
  } catch (error) {
    const failure = failureWords(error, t("Failed to snooze reminder"));
    tellFailed(reminderId, failure, () => snoozeReminder(reminderId, minutes));
    return;
  }
  toast.success(t("Reminder snoozed for {minutes} minutes", { minutes }));
}

export async function dismissReminder(reminderId: string): Promise<void> {
  const input = { reminderId };
  try {
    await attempt(showChange("dismiss", input), () =>
      send(["reminders", "dismiss"], input, () => api.reminders.dismiss.call(input)),
    );
  } catch (error) {
    const failure = failureWords(error, t("Failed to dismiss reminder"));
    tellFailed(reminderId, failure, () => dismissReminder(reminderId));
    return;
  }
  toast.success(t("Reminder dismissed"));
}

/** Has it ring at another time by the account's clock (YYYY-MM-DDTHH:MM); true when it is kept. */
export async function moveReminder(reminder: Reminder, localTime: string): Promise<boolean> {
  const words = t("Reminder set for {when}", { when: whenWords(localTime) });
  const again = () => moveReminder(reminder, localTime);
  const was = reminder.status === "snoozed" ? reminder.snoozeUntil : reminder.reminderDate;
  try {
    await ringAt(reminder, { localTime });
  } catch (error) {
    refreshReminders();
    tellFailed(reminder.id, failureWords(error, t("Failed to update reminder")), again);
    return false;
  }
  undoable(words, () => ringAt(reminder, { reminderDate: was ?? reminder.reminderDate }), { redo: again });
  return true;
}

async function ringAt({ id: reminderId }: Reminder, when: { localTime: string } | { reminderDate: string }) {
  const input = { reminderId, ...when };
  const { how } = await send(["reminders", "update"], input, () => api.reminders.update.call(input));
  if (how === "sent") refreshReminders();
}
