import type { RecordKind } from "#contract/changesets.ts";
import type { Services } from "../../base.ts";
import { notFound } from "../../failure.ts";
import { type Reach, notesWithinReach } from "../../notes/ai-access/reach.ts";
import { foldersBelow } from "../../notes/folders-below.ts";
import { selectNote } from "../../notes/notes.ts";
import { filesWithinReach } from "../../retrieval/files-within-reach.ts";
import { inScope, isOfNotes } from "../answers/in-scope.ts";
import type { ToolContext } from "./tool.ts";

/** Where text is about to go, and what it may be about. */
export type Asked = Pick<ToolContext, "userId" | "reach" | "scope" | "shut"> & {
  services: Pick<Services, "db">;
};

/** Those of these tasks, or events, that may go there. */
export async function plannerWithinReach(
  { services: { db }, userId, reach }: Asked,
  kind: "task" | "event",
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db.queryAs<{ id: string }>(
    userId,
    "SELECT planner_within_reach($1, $2::uuid[], $3) AS id",
    [kind === "event", ids, reach],
    "planner-within-reach",
  );
  return new Set(rows.map(({ id }) => id));
}

/** What a folder's fence, or one above it, keeps from a model, its name is kept from it, too. */
export async function foldersWithinReach(asked: Asked): Promise<Set<string>> {
  const { open } = await foldersByFence(asked);
  return new Set(open.filter((id) => !asked.shut?.has(id)));
}

export async function foldersByFence({
  services: { db },
  userId,
  reach,
}: Pick<Asked, "services" | "userId" | "reach">): Promise<{ open: string[]; shut: Set<string> }> {
  const folders = await db.queryAs<{ id: string; ai_access: string }>(
    userId,
    "SELECT id, ai_access FROM folders WHERE user_id = $1 AND trashed_at IS NULL",
    [userId],
    "folders-for-tools",
  );
  const closed = folders.filter(({ ai_access: access }) => !isOpen(access, reach)).map(({ id }) => id);
  const below = closed.length > 0 ? await foldersBelow(db, userId, { ids: closed }) : [];
  const shut = new Set([...closed, ...below]);
  return { open: folders.map(({ id }) => id).filter((id) => !shut.has(id)), shut };
}

const isOpen = (access: string, reach: Reach): boolean =>
  reach === "nowhere" || access === "any" || (access === "local" && reach === "local");

/**
 * As if it weren't there: what an AI fence keeps from where the model is, and what the conversation isn't about.
 * @throws Failure NOT_FOUND
 */
export async function assertWithin(asked: Asked, kind: RecordKind, id: string): Promise<void> {
  if (!(await isWithin(asked, kind, id))) throw notFound();
}

async function isWithin(asked: Asked, kind: RecordKind, id: string): Promise<boolean> {
  const { services, userId, reach, scope } = asked;
  const { db } = services;
  if (kind === "note") {
    const note = await db.withUser(userId, (tx) => selectNote(tx, id));
    return inScope(scope, [note]).length > 0 && (await notesWithinReach(db, userId, [id], reach)).has(id);
  }
  if (kind === "folder") return (await foldersWithinReach(asked)).has(id) && isFolderIn(asked, id);
  if (kind === "task" && scope.project && !scope.project.taskIds.has(id)) return false;
  if (isOfNotes(scope) && !(kind === "task" && scope.project)) return false;
  if (kind === "task" || kind === "event") return (await plannerWithinReach(asked, kind, [id])).has(id);
  if (kind === "file") return (await filesWithinReach(db, userId, [id], reach)).length > 0;
  if (kind === "reminder") return isReminderWithin(asked, id);
  return true;
}

export const isFolderIn = ({ scope: { noteIds, folderIds, tags } }: Asked, id: string): boolean =>
  folderIds ? folderIds.includes(id) : noteIds === undefined && tags === undefined;

/** As what it is of. */
async function isReminderWithin(asked: Asked, id: string): Promise<boolean> {
  const [row] = await asked.services.db.queryAs<Record<"note_id" | "task_id" | "event_id", string | null>>(
    asked.userId,
    "SELECT note_id, task_id, event_id FROM reminders WHERE id = $1 AND user_id = $2",
    [id, asked.userId],
    "reminder-for-tools",
  );
  if (row?.note_id) return isWithin(asked, "note", row.note_id);
  if (row?.task_id) return isWithin(asked, "task", row.task_id);
  return row?.event_id ? isWithin(asked, "event", row.event_id) : false;
}
