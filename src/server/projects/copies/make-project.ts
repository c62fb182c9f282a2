import type { JSONContent } from "@tiptap/core";
import type { ContentTask, Project, ProjectContent } from "#contract/projects.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { seedUpdate } from "#document/yjs/yjs.ts";
import { shiftRule } from "#language/shift-rule.ts";
import type { Services } from "../../base.ts";
import type { Collab } from "../../collab/collab.ts";
import type { Database, Tx } from "../../db/client.ts";
import { within } from "../../db/within.ts";
import { createFolder } from "../../folders/folders.ts";
import { createNote } from "../../notes/create-note.ts";
import { chooseForCheckboxes, importTasks } from "../../tasks/import-tasks.ts";
import { putTasks } from "../../tasks/project-tasks.ts";
import { createProject, getProject } from "../projects.ts";
import { daysFrom } from "./days.ts";

type Deps = Pick<Services, "db" | "collab">;
type Given = { title: string; startDay?: string | undefined };

/** Makes a project with a copy of all of it, together or not at all. @throws Failure QUOTA_EXCEEDED */
export async function makeProject(
  { db, collab }: Deps,
  userId: string,
  content: ProjectContent,
  { title, startDay }: Given,
): Promise<Project> {
  const logged: Parameters<Collab["onLogged"]>[0][] = [];
  const onLogged: Collab["onLogged"] = (appended) => void logged.push(appended);
  const projectId = await db.withUser(userId, async (tx) => {
    const inside = within(db, tx);
    const move = daysFrom(content, startDay);
    const { id: root } = await createFolder(inside, userId, { name: title, parentId: null });
    const ids = idsOf(content);
    await makeFolders(inside, userId, content, root, ids);
    await makeNotes(inside, { ...collab, onLogged }, userId, content, root, ids);
    const { id } = await createProject(inside, userId, {
      title,
      description: content.description,
      color: content.color,
      dueDate: move(content.dueDate),
      folderId: root,
      noteId: content.pageId && ids(content.pageId),
    });
    await makeTasks(inside, tx, content.tasks, { ids, move, projectId: id });
    return id;
  });
  // Those who listen may ask for it: it is there by now.
  for (const appended of logged) collab.onLogged(appended);
  return getProject(db, userId, projectId);
}

type Ids = (id: string) => string | null;

/** Each part under an id of its own; null for what is none. */
function idsOf({ folders, notes, tasks }: ProjectContent): Ids {
  const ids = new Map([...folders, ...notes, ...tasks].map(({ id }) => [id, uuidV7()]));
  return (id) => ids.get(id) ?? null;
}

/** Parents come first in a template. */
async function makeFolders(
  db: Database,
  userId: string,
  { folders }: ProjectContent,
  root: string,
  ids: Ids,
) {
  for (const { id, name, parentId } of folders)
    await createFolder(db, userId, {
      id: ids(id)!,
      name,
      parentId: (parentId && ids(parentId)) ?? root,
      isLoggedElsewhere: true,
    });
}

async function makeNotes(
  db: Database,
  collab: Pick<Collab, "onLogged" | "bodies" | "room">,
  userId: string,
  { notes }: ProjectContent,
  root: string,
  ids: Ids,
): Promise<void> {
  for (const { id, title, tags, folderId, format, text } of notes)
    await createNote(db, collab, userId, {
      id: ids(id)!,
      title,
      tags,
      category: "general",
      isFavorite: false,
      folderId: (folderId && ids(folderId)) ?? root,
      ...(format === "json" ? { seed: seedOf(text, ids) } : { body: { format, text } }),
      // Nobody has to count them again as written.
      origin: null,
      isLoggedElsewhere: true,
    });
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Links between its notes lead to the copies; only attributes name them. */
function seedOf(json: string, ids: Ids): Uint8Array {
  const doc = JSON.parse(json) as JSONContent;
  const open: JSONContent[] = [doc];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const attrs of [node.attrs, ...(node.marks ?? []).map((mark) => mark.attrs)])
      for (const [key, value] of Object.entries(attrs ?? {}))
        if (typeof value === "string" && key !== "source" && value.length < 2_000)
          (attrs as Record<string, unknown>)[key] = value.replaceAll(
            UUID,
            (id) => ids(id.toLowerCase()) ?? id,
          );
    open.push(...(node.content ?? []));
  }
  return seedUpdate(doc);
}

/** "Every Monday until March" of one that moves is every other weekday, and ends as much later. */
function repeatOf({ repeat, dueDate, dueTime: time }: ContentTask, move: Making["move"]): string | null {
  const due = move(dueDate);
  if (repeat === null || dueDate === null || due === null) return repeat;
  return shiftRule(repeat, { date: dueDate, time }, { date: due, time });
}

type Making = { ids: Ids; move: (day: string | null) => string | null; projectId: string };

async function makeTasks(
  db: Database,
  tx: Tx,
  tasks: ContentTask[],
  { ids, move, projectId }: Making,
): Promise<void> {
  const now = Date.now() / 1000;
  const rows = tasks.map((task, at) => ({
    id: ids(task.id)!,
    note_id: task.noteId && ids(task.noteId),
    block_id: task.blockId,
    title: task.title,
    description: task.description,
    priority: task.priority,
    category: task.category,
    tags: task.tags,
    parent_id: task.parentId && ids(task.parentId),
    list_position: now + at / 1000,
    start_date: move(task.startDate),
    due_date: move(task.dueDate),
    due_time: task.dueTime,
    estimate_minutes: task.estimateMinutes,
    repeat: repeatOf(task, move),
    repeat_from: task.repeatFrom,
    waits_for: task.waitsFor.flatMap((id) => ids(id) ?? []),
    note_ids: task.noteIds.flatMap((id) => ids(id) ?? []),
  }));
  const own = rows.filter((row) => row.note_id === null);
  await importTasks(db, tx.userId, own, uuidV7());
  await putTasks(
    tx,
    projectId,
    own.filter((row) => row.parent_id === null).map(({ id }) => id),
  );
  await chooseForCheckboxes(
    tx,
    rows.filter((row) => row.note_id !== null),
  );
}
