import { AlarmClock, AlarmClockOff } from "lucide-react";
import { noteOf } from "../../kernel/actions/subject.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { remindOf } from "../../kernel/actions/remind-of.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";
import { refreshReminders } from "../../kernel/reminders/refresh-reminders.ts";
import { showRings } from "./rings.ts";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    reminders: object;
  }
}

export const reminders = defineManifest({
  actions: [
    {
      id: "note.remind",
      title: t("Remind Me..."),
      group: "Note",
      icon: AlarmClock,
      keywords: t("reminder alarm notify later due bell"),
      after: "note.share",
      isAvailable: (context) => {
        const note = noteOf(context);
        return note !== null && note.trashedAt === null && !note.isForeign;
      },
      run: (context) => {
        const note = noteOf(context);
        if (note) remindOf({ noteId: note.id }, titleOf(note));
      },
    },
    {
      id: "reminders",
      title: t("Reminders"),
      group: "General",
      icon: AlarmClock,
      keywords: t("alarm snooze due upcoming bell"),
      run: () => openDialog({ kind: "reminders" }),
    },
  ],
  dialogs: {
    "remind-me": deferred(async () => (await import("./reminder-dialog.tsx")).ReminderDialog),
    reminders: deferred(async () => (await import("./reminders-dialog.tsx")).RemindersDialog),
  },
  live: {
    reminder: () => {
      refreshReminders();
      void showRings();
    },
  },
  activity: {
    types: {
      reminder_created: { icon: AlarmClock, words: t("Reminder set") },
      reminder_updated: { icon: AlarmClock, words: t("Reminder updated") },
      reminder_deleted: { icon: AlarmClockOff, words: t("Reminder deleted") },
    },
  },
});
