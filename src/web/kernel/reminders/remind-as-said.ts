import { isReminderPast, reminderIn } from "#language/reminder-in.ts";
import { minuteText } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { onAccountClock } from "../account/account-clock.ts";
import type { ReminderSubject } from "../actions/remind-of.ts";
import { tellFailed } from "../failed-changes.ts";
import type { Understood } from "../tasks/use-reading.ts";

/** Sets the reminder that a sentence asked for, of what was made of the sentence. */
export async function remindAsSaid(subject: ReminderSubject, read: Understood): Promise<void> {
  const asked = reminderIn({ ...read.said, parts: read.parts });
  if (!asked) return;
  if (isReminderPast({ ...read.said, parts: read.parts }, minuteText(onAccountClock(new Date()))))
    return toast.info(t("No reminder was set: its time has passed."));
  const id = newId();
  const input = { id, ...subject, ...asked };
  try {
    await send(["reminders", "create"], input, () => api.reminders.create.call(input));
    invalidate(api.reminders.key());
  } catch (error) {
    const failure = failureWords(error, t("Failed to create reminder"));
    tellFailed(id, failure, () => remindAsSaid(subject, read));
  }
}
