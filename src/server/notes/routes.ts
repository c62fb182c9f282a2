import { signedIn } from "../base.ts";
import { accessOfNote } from "./ai-access/access-of-note.ts";
import { getBacklinks } from "./backlinks.ts";
import { getBody, replaceBody } from "./bodies.ts";
import { undoBulkUpdate, updateNotes } from "./many-notes.ts";
import { duplicateNote } from "./duplicate-note.ts";
import { listNotes } from "./list-notes.ts";
import { createNote } from "./create-note.ts";
import { TEXT_ORIGINS, writersOf } from "./writers-of.ts";
import { notesOnThisDay } from "./on-this-day.ts";
import { getNote, setTrashed, updateNote } from "./notes.ts";
import { searchNotes } from "./search.ts";
import { searchSomeWords } from "./some-words/search-some-words.ts";

const { notes } = signedIn;

export const noteRoutes = {
  list: notes.list.handler(({ input, context }) => listNotes(context.db, context.userId, input)),
  get: notes.get.handler(({ input, context }) => getNote(context.db, context.userId, input.noteId)),
  create: notes.create.handler(({ input: { writtenBy, earlier, ...note }, context }) => {
    // The pages of Cairn come by the other door.
    const origin = note.origin ?? (context.request.url.startsWith("/api/") ? "api" : "typed");
    const written = writersOf({ writtenBy, earlier }, TEXT_ORIGINS[origin]);
    const made = { ...note, ...written, origin: writtenBy && !earlier?.length ? "ai" : origin } as const;
    return createNote(context.db, context.collab, context.userId, made);
  }),
  update: notes.update.handler(({ input: { noteId, onlyIf, ...change }, context }) =>
    updateNote(context.db, context.userId, noteId, change, onlyIf),
  ),
  updateMany: notes.updateMany.handler(async ({ input, context }) => ({
    before: await updateNotes(context.db, context.userId, input),
  })),
  putBack: notes.putBack.handler(async ({ input, context }) => ({
    notes: await undoBulkUpdate(context.db, context.userId, input),
  })),
  duplicate: notes.duplicate.handler(({ input, context }) =>
    duplicateNote(context.db, context.collab, context.userId, input),
  ),
  body: notes.body.handler(({ input, context }) =>
    getBody(context.db, context.collab, context.userId, input.noteId, input.format),
  ),
  replaceBody: notes.replaceBody.handler(({ input, context }) =>
    replaceBody(context.db, context.collab, context.userId, input),
  ),
  remove: notes.remove.handler(({ input, context }) =>
    setTrashed(context.db, context.userId, input.noteId, true),
  ),
  restore: notes.restore.handler(({ input, context }) =>
    setTrashed(context.db, context.userId, input.noteId, false),
  ),
  backlinks: notes.backlinks.handler(({ input, context }) =>
    getBacklinks(context.db, context.userId, input.noteId),
  ),
  aiAccess: notes.aiAccess.handler(({ input, context }) =>
    accessOfNote(context.db, context.userId, input.noteId),
  ),
  search: notes.search.handler(async ({ input: { query, limit, someWords }, context: { db, userId } }) => {
    const hits = await searchNotes(db, userId, query, limit);
    return { hits: hits.length > 0 || !someWords ? hits : await searchSomeWords(db, userId, query, limit) };
  }),
  onThisDay: notes.onThisDay.handler(async ({ input, context }) => ({
    notes: await notesOnThisDay(context.db, context.userId, input),
  })),
};
