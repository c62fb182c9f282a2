import type { QuickAdd } from "#language/quick-add.ts";
import { reminderIn } from "#language/reminder-in.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import type { ReminderSubject } from "../actions/remind-of.ts";
import { tellFailed } from "../failed-changes.ts";

/** Sets the reminder that a sentence asked for, of what was made of the sentence. */
export async function remindAsSaid(subject: ReminderSubject, said: QuickAdd): Promise<void> {
  const asked = reminderIn(said);
  if (!asked) return;
  const { localTime, repeat } = asked;
  const id = newId();
  const input = { id, ...subject, localTime, ...(repeat && { repeat }) };
  try {
    await send(["reminders", "create"], input, () => api.reminders.create.call(input));
    invalidate(api.reminders.key());
  } catch (error) {
    const failure = failureWords(error, t("Failed to create reminder"));
    tellFailed(id, failure, () => remindAsSaid(subject, said));
  }
}
