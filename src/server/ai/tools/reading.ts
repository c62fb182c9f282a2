import { z } from "zod";
import type { SentPassage } from "#contract/chat.ts";
import type { Reminder } from "#contract/reminders.ts";
import { Day } from "#contract/shared/base.ts";
import { Failure } from "../../failure.ts";
import { listEvents } from "../../calendar/list-events.ts";
import { listFiles } from "../../files/list-files.ts";
import { listFolders } from "../../folders/folders.ts";
import { notesWithinReach } from "../../notes/ai-access/reach.ts";
import { listNotes } from "../../notes/list-notes.ts";
import { getNote } from "../../notes/notes.ts";
import { findSlots } from "../../planning/find-slots.ts";
import { listReminders } from "../../reminders/list-reminders.ts";
import { filesWithinReach } from "../../retrieval/files-within-reach.ts";
import { retrieve } from "../../retrieval/retrieve.ts";
import { listTags } from "../../tags/tags.ts";
import { listTasks } from "../../tasks/list-tasks.ts";
import { inScope, isOfNotes } from "../answers/in-scope.ts";
import { toSent } from "../chat/passages-told.ts";
import { defineTool, type Tool, type ToolContext } from "./tool.ts";
import { assertWithin, foldersWithinReach, isFolderIn, plannerWithinReach } from "./within.ts";

const Id = z.uuid();
const Limit = z.int().min(1).max(100).default(30);
/** Of one note or file, in characters: longer ones are read in pieces. */
const PIECE = 20_000;

const search = defineTool({
  name: "search",
  description:
    "Finds passages of the person's notes, files, tasks and events that fit words or a question, best first.",
  input: z.object({ query: z.string().min(1).max(2_000), limit: z.int().min(1).max(20).default(8) }),
  isWriting: false,
  run: async ({ services, userId, reach, scope }, { query, limit }) => {
    const found = await retrieve(services, userId, query, { ...scope, reach, limit });
    return {
      step: `Searched for "${query}"`,
      result: { passages: found.map(toSent) },
      sent: found.map(toSent),
    };
  },
});

const readNote = defineTool({
  name: "read_note",
  description: "Reads a note: title, tags, folder and its text as Markdown, in pieces where it is long.",
  input: z.object({ noteId: Id, from: z.int().min(0).default(0).describe("Characters to leave out") }),
  isWriting: false,
  run: async (context, { noteId, from }) => {
    const { services, userId, draft } = context;
    await assertWithin(context, "note", noteId);
    const { title, tags, folderId, updatedAt } = await getNote(services.db, userId, noteId);
    const base = await draft.baseOf(services, userId, noteId);
    const whole = draft.textOf(noteId) ?? (await services.collab.bodies.read(base, "markdown"));
    const text = whole.slice(from, from + PIECE).toWellFormed();
    const more = whole.length > from + PIECE ? from + PIECE : null;
    const { folder } = await folderName(context, folderId);
    return {
      step: `Read "${title}"`,
      result: { noteId, title, tags, folder, updatedAt, text, ...(more && { moreFrom: more }) },
      sent: [{ kind: "note", id: noteId, title, text }],
    };
  },
});

async function folderName(context: ToolContext, folderId: string | null) {
  if (folderId === null || !(await foldersWithinReach(context)).has(folderId)) return { folder: null };
  const folders = await listFolders(context.services.db, context.userId);
  const found = folders.find(({ id }) => id === folderId);
  return { folder: found ? { id: folderId, name: found.name } : null };
}

const listNotesTool = defineTool({
  name: "list_notes",
  description: "Lists notes, those changed last first, of a folder or with a tag if one is named.",
  input: z.object({
    folderId: Id.optional(),
    tag: z.string().max(100).optional(),
    sort: z.enum(["updated", "created", "title", "words"]).default("updated"),
    cursor: z.string().max(300).optional(),
    limit: Limit,
  }),
  isWriting: false,
  run: async ({ services: { db }, userId, reach, scope }, filter) => {
    const { notes: found, nextCursor } = await listNotes(db, userId, { ...filter, trashed: false });
    const within = await notesWithinReach(
      db,
      userId,
      found.map(({ id }) => id),
      reach,
    );
    const notes = inScope(
      scope,
      found.filter(({ id }) => within.has(id)),
    );
    return {
      step: "Looked through notes",
      result: {
        notes: notes.map(
          ({ id, title, tags, folderId, excerpt, wordCount, createdAt, updatedAt, isFavorite }) => ({
            ...{ id, title, tags, folderId, excerpt, wordCount, createdAt, updatedAt, isFavorite },
          }),
        ),
        nextCursor,
      },
      sent: notes.map(({ id, title, excerpt }) => ({ kind: "note", id, title, text: excerpt })),
    };
  },
});

const listFoldersTool = defineTool({
  name: "list_folders",
  description: "Lists the folders of notes, each with the folder that it lies in.",
  input: z.object({}),
  isWriting: false,
  run: async (context) => {
    const within = await foldersWithinReach(context);
    const folders = (await listFolders(context.services.db, context.userId)).filter(
      ({ id }) => within.has(id) && isFolderIn(context, id),
    );
    return {
      step: "Looked at the folders",
      result: { folders: folders.map(({ id, name, parentId }) => ({ id, name, parentId })) },
    };
  },
});

const listTagsTool = defineTool({
  name: "list_tags",
  description: "Lists the tags of notes with how many notes have each.",
  input: z.object({}),
  isWriting: false,
  run: async (context) => {
    const { services, userId, reach, scope } = context;
    if (!scope.tags) assertEverywhere(context);
    const tags = (await listTags(services.db, userId)).filter(
      ({ name, aiAccess }) =>
        (scope.tags?.includes(name) ?? true) &&
        (reach === "nowhere" || aiAccess === "any" || (aiAccess === "local" && reach === "local")),
    );
    return {
      step: "Looked at the tags",
      result: { tags: tags.map(({ name, noteCount }) => ({ name, notes: noteCount })) },
    };
  },
});

const listTasksTool = defineTool({
  name: "list_tasks",
  description: "Lists tasks, the next due first: open ones, unless `completed` asks for those that are done.",
  input: z.object({
    completed: z.boolean().default(false),
    tag: z.string().max(100).optional(),
    noteId: Id.optional().describe("Checkboxes of this note"),
    dueFrom: Day.optional(),
    dueTo: Day.optional().describe("Including this day"),
    cursor: z.string().max(300).optional(),
    limit: Limit,
  }),
  isWriting: false,
  run: async (context, filter) => {
    const { services, userId, scope } = context;
    if (!scope.project) assertEverywhere(context);
    const ofProject = scope.project && { projectId: scope.project.id };
    const { tasks, nextCursor } = await listTasks(services.db, userId, { ...filter, ...ofProject });
    const within = await plannerWithinReach(
      context,
      "task",
      tasks.map(({ id }) => id),
    );
    const shown = tasks.filter(({ id }) => within.has(id));
    return {
      step: "Looked through tasks",
      result: { tasks: shown.map(withoutEmpty), nextCursor },
      sent: shown.map(({ id, title, description }) => ({ kind: "task", id, title, text: description })),
    };
  },
});

const listEventsTool = defineTool({
  name: "list_events",
  description:
    "Lists what is in the calendar on some days, by the account's clock; what repeats on each of its days.",
  input: z.object({ from: Day, to: Day.describe("Including this day") }),
  isWriting: false,
  run: async (context, { from, to }) => {
    assertEverywhere(context);
    const { services, userId } = context;
    const { events, instances } = await listEvents(services.db, userId, { from, to });
    const within = await plannerWithinReach(
      context,
      "event",
      events.map(({ id }) => id),
    );
    const shown = events.filter(({ id, isCanceled }) => within.has(id) && !isCanceled);
    const days = instances.filter(({ eventId }) => within.has(eventId));
    return {
      step: `Looked at the calendar from ${from} to ${to}`,
      result: {
        events: shown.map(withoutEmpty),
        days: days.map(({ eventId, start, end }) => ({ eventId, start, end })),
      },
      sent: shown.map(({ id, title, description }) => ({ kind: "event", id, title, text: description })),
    };
  },
});

const freeTime = defineTool({
  name: "find_free_time",
  description: "Finds stretches within working hours that the calendar leaves free.",
  input: z.object({ from: Day, to: Day, minutes: z.int().min(5).max(1440).default(30) }),
  isWriting: false,
  run: async (context, asked) => {
    assertEverywhere(context);
    const found = await findSlots(context.services.db, context.userId, { ...asked, allDayBlocks: false });
    return {
      step: `Looked for free time from ${asked.from} to ${asked.to}`,
      result: { slots: found.slots.slice(0, 50), timeZone: found.timeZone },
    };
  },
});

const listRemindersTool = defineTool({
  name: "list_reminders",
  description: "Lists reminders that are still to ring, the next first.",
  input: z.object({ limit: Limit }),
  isWriting: false,
  run: async (context, { limit }) => {
    assertEverywhere(context);
    const { services, userId, reach } = context;
    const { reminders } = await listReminders(services.db, userId, { status: "pending", limit });
    const ids = (name: "noteId" | "taskId" | "eventId") => reminders.flatMap((each) => each[name] ?? []);
    const within = new Set([
      ...(await notesWithinReach(services.db, userId, ids("noteId"), reach)),
      ...(await plannerWithinReach(context, "task", ids("taskId"))),
      ...(await plannerWithinReach(context, "event", ids("eventId"))),
    ]);
    const shown = reminders.filter(({ noteId, taskId, eventId }) =>
      within.has(noteId ?? taskId ?? eventId ?? ""),
    );
    return {
      step: "Looked at reminders",
      // What a note says is read by read_note, which tells that it was sent.
      result: { reminders: shown.map(({ content: _content, ...rest }) => withoutEmpty(rest)) },
      sent: shown.flatMap(sentOfReminder),
    };
  },
});

/** Its words are those of what it is of. */
function sentOfReminder({ noteId, taskId, eventId, title }: Reminder): SentPassage[] {
  const kind = noteId ? "note" : taskId ? "task" : "event";
  const id = noteId ?? taskId ?? eventId;
  return id ? [{ kind, id, title, text: "" }] : [];
}

const listFilesTool = defineTool({
  name: "list_files",
  description: "Lists the person's files, the newest first, those with words in their name if given.",
  input: z.object({ query: z.string().max(200).optional(), limit: Limit }),
  isWriting: false,
  run: async (context, { query, limit }) => {
    assertEverywhere(context);
    const { services, userId, reach } = context;
    const { files } = await listFiles(services.db, userId, { query, sort: "created", limit });
    const within = await filesWithinReach(
      services.db,
      userId,
      files.map(({ id }) => id),
      reach,
    );
    const ids = new Set(within.map(({ id }) => id));
    const shown = files.filter(({ id }) => ids.has(id));
    return {
      step: "Looked through files",
      result: { files: shown.map(({ id, name, type, size }) => ({ id, name, type, size })) },
      sent: shown.map(({ id, name }): SentPassage => ({ kind: "file", id, title: name, text: "" })),
    };
  },
});

const readFile = defineTool({
  name: "read_file",
  description: "Reads the words of a document, scan or picture, in pieces where there are many.",
  input: z.object({ fileId: Id, from: z.int().min(0).default(0).describe("Characters to leave out") }),
  isWriting: false,
  run: async (context, { fileId, from }) => {
    await assertWithin(context, "file", fileId);
    const [file] = await filesWithinReach(context.services.db, context.userId, [fileId], context.reach);
    const text = file!.text.slice(from, from + PIECE).toWellFormed();
    const more = file!.text.length > from + PIECE ? from + PIECE : null;
    return {
      step: `Read "${file!.name}"`,
      result: { fileId, name: file!.name, text, ...(more && { moreFrom: more }) },
      sent: [{ kind: "file", id: fileId, title: file!.name, text }],
    };
  },
});

/** A conversation about some notes is about nothing else. @throws Failure NOT_FOUND */
function assertEverywhere({ scope }: ToolContext): void {
  if (isOfNotes(scope)) throw new Failure("NOT_FOUND", "This conversation is about some notes alone.");
}

/** Fewer words for the model. */
const withoutEmpty = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  );

export const readingTools: readonly Tool[] = [
  ...[search, readNote, listNotesTool, listFoldersTool, listTagsTool, listTasksTool, listEventsTool],
  ...[freeTime, listRemindersTool, listFilesTool, readFile],
];
