import { z } from "zod";
import type { ProposedRecord, RecordKind } from "#contract/changesets.ts";
import { RECORD_KINDS } from "#contract/changesets.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { assertWritable } from "../../changesets/changesets.ts";
import { Failure } from "../../failure.ts";
import type { Changeable } from "../../feature.ts";
import { getNote } from "../../notes/notes.ts";
import { defineTool, type Told, type Tool, type ToolContext } from "./tool.ts";
import { assertWithin } from "./within.ts";

const TEXT_MAX = 500_000;
const WAITS = "It waits for the person's approval; don't say that it is done.";

const editNote = defineTool({
  name: "edit_note",
  description:
    "Proposes a change of a note's text: `find` and `replace` for one place, `append` for its end, or `text` for all of it, as Markdown.",
  input: z.object({
    noteId: z.uuid(),
    find: z.string().min(1).max(TEXT_MAX).optional().describe("Stands exactly once in the Markdown"),
    replace: z.string().max(TEXT_MAX).optional(),
    append: z.string().min(1).max(TEXT_MAX).optional(),
    text: z.string().max(TEXT_MAX).optional(),
  }),
  isWriting: true,
  run: async (context, { noteId, ...edit }) => {
    const { services, userId, draft } = context;
    await assertWithin(context, "note", noteId);
    const { title } = await getNote(services.db, userId, noteId);
    await services.db.withUser(userId, (tx) => assertWritable(tx, noteId));
    const base = await draft.baseOf(services, userId, noteId);
    const now = draft.textOf(noteId) ?? (await services.collab.bodies.read(base, "markdown"));
    const text = edited(now, edit);
    if (text === now) throw new Failure("INVALID_INPUT", "That is what it says already.");
    draft.rewrite(noteId, text);
    return { step: `Wants to change the text of "${title}"`, result: { proposed: true, note: WAITS } };
  },
});

type Edit = { find?: string; replace?: string; append?: string; text?: string };

/** @throws Failure INVALID_INPUT */
function edited(
  now: string,
  { find, replace, append, text }: { [Key in keyof Edit]?: string | undefined },
): string {
  if (text !== undefined) return text;
  if (append !== undefined) return `${now.trimEnd()}\n\n${append}\n`;
  if (find === undefined || replace === undefined)
    throw new Failure("INVALID_INPUT", "Give find and replace, append, or text.");
  const parts = now.split(find);
  if (parts.length !== 2)
    throw new Failure(
      "INVALID_INPUT",
      `These words stand ${parts.length - 1} times in it. Read the note again.`,
    );
  return parts.join(replace);
}

/** Of an operation's input: what says how a call is repeated, or of which instance it is said. */
const INTERNAL = new Set(
  "id onlyIf was newId instance scope takenBack spent base isDefault origin exceptDates extraDates position body aiAccess projectId writtenBy earlier addTags removeTags".split(
    " ",
  ),
);

type Action = ProposedRecord["action"];
const VERBS: Record<Action, { name: string; says: string; step: string }> = {
  create: { name: "create", says: "Proposes to create", step: "Wants to create" },
  update: { name: "update", says: "Proposes to change fields of", step: "Wants to change" },
  remove: { name: "delete", says: "Proposes to put into the trash", step: "Wants to delete" },
};
const NAMES: Record<RecordKind, { name: string; article: string; says: string }> = {
  note: { name: "note", article: "a", says: "a note: title, tags, folder; its text by edit_note" },
  folder: { name: "folder", article: "a", says: "a folder of notes" },
  task: { name: "task", article: "a", says: "a task" },
  event: { name: "event", article: "an", says: "an event of the calendar; of one that repeats, all of it" },
  reminder: { name: "reminder", article: "a", says: "a reminder of a note, task or event" },
  file: { name: "file", article: "a", says: "a file" },
  layout: { name: "dashboard", article: "a", says: "a dashboard" },
};

/** One tool for each operation by which people change things of a kind: the same input under the same names. */
export function writingTools(changeables: Record<RecordKind, Changeable>): Tool[] {
  const actions: Action[] = ["create", "update", "remove"];
  const ofRecords = RECORD_KINDS.flatMap((kind) =>
    actions.flatMap((action) => {
      const { create, operations } = changeables[kind];
      const isThere = action === "create" ? create && operations.create : operations[action];
      return isThere ? [recordTool(kind, action, changeables[kind])] : [];
    }),
  );
  return [editNote, ...ofRecords];
}

function recordTool(kind: RecordKind, action: Action, changeable: Changeable): Tool {
  const { idName } = changeable;
  const verb = VERBS[action];
  const { name, says } = NAMES[kind];
  const given = (changeable.operations[action]!["~orpc"].inputSchema as z.ZodObject).shape;
  const fields = Object.fromEntries(
    Object.entries(given).filter(([field]) => !INTERNAL.has(field) && field !== idName),
  );
  const text =
    kind === "note" && action === "create"
      ? { text: z.string().max(TEXT_MAX).optional().describe("Markdown") }
      : {};
  return defineTool({
    name: `${verb.name}_${name}`,
    description: `${verb.says} ${says}.`,
    input: z.object({ ...(action === "create" ? {} : { [idName]: z.uuid() }), ...fields, ...text }),
    isWriting: true,
    run: (context, input: Record<string, unknown>) => draftRecord(context, { kind, action, idName }, input),
  });
}

async function draftRecord(
  context: ToolContext,
  { kind, action, idName }: { kind: RecordKind; action: Action; idName: string },
  { [idName]: named, text, ...fields }: Record<string, unknown>,
): Promise<Told> {
  const { services, userId, source, draft } = context;
  const recordId = action === "create" ? uuidV7() : (named as string);
  if (action !== "create") await assertWithin(context, kind, recordId);
  await assertPlaces(context, kind, fields);
  const body = text === undefined ? {} : { body: { format: "markdown", text } };
  // Null is a place, too: the top of all folders, which is outside a project.
  if (action === "create")
    for (const [field, place] of Object.entries(placeIn(context, kind))) fields[field] ??= place;
  const record = { kind, recordId, action, fields: { ...fields, ...body } } as ProposedRecord;
  await draft.add(services, userId, source, record);
  const title = fields["title"] ?? fields["name"];
  const { name, article } = NAMES[kind];
  const what = typeof title === "string" ? `${name} "${title}"` : `${article} ${name}`;
  const made = action === "create" ? { [idName]: recordId } : {};
  return {
    step: `${VERBS[action].step} ${typeof title === "string" ? `the ${what}` : what}`,
    result: { proposed: true, ...made, note: WAITS },
  };
}

/** Where something new belongs, unless it is said: what is made for a project is in it. */
export function placeIn({ scope: { project } }: Pick<ToolContext, "scope">, kind: RecordKind): object {
  if (!project) return {};
  if (kind === "task") return { projectId: project.id };
  if (!project.folderId) return {};
  return kind === "note"
    ? { folderId: project.folderId }
    : kind === "folder"
      ? { parentId: project.folderId }
      : {};
}

/** What it is put into, or is about, may be seen from where the model is, unless it was drafted here. */
async function assertPlaces(
  context: ToolContext,
  recordKind: RecordKind,
  fields: Record<string, unknown>,
): Promise<void> {
  const { made } = context.draft;
  const places = { ...PLACES, parentId: recordKind };
  const named = Object.entries(places).flatMap(([field, kind]) =>
    [fields[field]].flat().flatMap((id) => (typeof id === "string" ? [{ kind, id }] : [])),
  );
  for (const { kind, id } of named) if (!made.has(id)) await assertWithin(context, kind, id);
}
const PLACES: Record<string, RecordKind> = {
  folderId: "folder",
  noteId: "note",
  noteIds: "note",
  taskId: "task",
  waitsFor: "task",
  eventId: "event",
};
