import { t } from "../../../lib/messages/t.ts";

/** What / offers: the words that a question then begins with. They are done on this server, whatever model is connected. */
export type ChatCommand = { name: string; begins: string; about: string };

export const COMMANDS: readonly ChatCommand[] = [
  { name: "note", begins: "create a note called ", about: t("Make a note") },
  { name: "task", begins: "add task ", about: t("Add a task in words") },
  { name: "event", begins: "add event ", about: t("Add an event in words") },
  { name: "remind", begins: "remind me to ", about: t("Set a reminder") },
  { name: "open", begins: "open the note ", about: t("Open a note") },
  { name: "find", begins: "find ", about: t("Search everything") },
  { name: "summary", begins: "summary of ", about: t("Sum up a note in its own sentences") },
  { name: "due", begins: "what is due this week", about: t("Tasks and events of these days") },
];
