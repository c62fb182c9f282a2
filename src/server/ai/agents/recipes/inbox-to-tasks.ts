import { folded } from "#contract/shared/fold-diacritics.ts";
import { listFolders } from "../../../folders/folders.ts";
import { isOfNotes } from "../../answers/in-scope.ts";
import { isOwn, notesOf } from "./notes-of.ts";
import { counted } from "../../answers/answer-text.ts";
import type { Recipe, Working } from "./recipe.ts";

const MOST_NOTES = 100;
const INBOX = "inbox";

/** Lines of a list that stand in an inbox become checkboxes, which are tasks, where they stand. */
export const inboxToTasks: Recipe = async (working) => {
  const { services, userId, draft, step } = working;
  const notes = (await inboxNotes(working)).filter(isOwn);
  await step(`Looked at ${counted(notes.length, "note")} of the inbox`);
  let lines = 0;
  for (const { id, title } of notes) {
    const base = await draft.baseOf(services, userId, id);
    const before = await services.collab.bodies.read(base, "markdown");
    const { text, count } = withCheckboxes(before);
    if (count === 0) continue;
    lines += count;
    draft.rewrite(id, text);
    await step(`Wants to make ${counted(count, "task")} of "${title}"`);
  }
  return {
    title: "Inbox to tasks",
    isAll: true,
    summary:
      lines === 0
        ? notes.length === 0
          ? 'There are no notes in a folder "Inbox" or with the tag "inbox".'
          : "No line of the inbox is left to become a task."
        : `${counted(lines, "line")} of ${counted(draft.size, "note")} would become tasks.`,
  };
};

/** What the agent's scope names; without one the folder and the tag of that name. */
async function inboxNotes(working: Working) {
  const { services, userId, scope } = working;
  const isEnough = (_: unknown, found: number) => found >= MOST_NOTES;
  if (isOfNotes(scope)) return notesOf(working, {}, isEnough);
  const folders = await listFolders(services.db, userId);
  const tagged = await notesOf(working, { tag: INBOX }, isEnough);
  const inbox = folders.filter(({ name }) => folded(name) === INBOX);
  const filed = await Promise.all(inbox.map(({ id }) => notesOf(working, { folderId: id }, isEnough)));
  return [...new Map([...tagged, ...filed.flat()].map((note) => [note.id, note])).values()];
}

const ITEM = /^(\s*)[-*+] (?!\[[ xX]\](?:\s|$))(?=\S)/;
const FENCE = /^\s*(```|~~~)/;

/** Items of bulleted lists as checkboxes; code stays as it is. Pure. */
export function withCheckboxes(markdown: string): { text: string; count: number } {
  let [count, isCode] = [0, false];
  const lines = markdown.split("\n").map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || !ITEM.test(line)) return line;
    count += 1;
    return line.replace(ITEM, "$1- [ ] ");
  });
  return { text: lines.join("\n"), count };
}
