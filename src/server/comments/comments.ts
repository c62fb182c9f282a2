import type { CommentThread } from "#contract/comments.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Collab } from "../collab/collab.ts";
import { readBody } from "../collab/load-note.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { selectNote } from "../notes/notes.ts";
import { tellMentioned } from "../notifications/mentions.ts";
import type { Row } from "../db/row.ts";
import type { commentThreads, comments } from "../db/schema/comments.ts";

const THREAD_COLUMNS = ["id", "note_id", "quote", "created_at", "resolved_at", "resolved_by"] as const;
type ThreadRow = Row<typeof commentThreads, typeof THREAD_COLUMNS>;
const COMMENT_COLUMNS = ["id", "thread_id", "author_id", "text", "created_at", "edited_at"] as const;
type CommentRow = Row<typeof comments, typeof COMMENT_COLUMNS>;
type Said = { threadId: string; commentId: string; text: string };

/** Who may read a note, for whoever may comment on it. @throws Failure NOT_FOUND */
export async function peopleOfNote(
  db: Database,
  userId: string,
  noteId: string,
): Promise<{ id: string; name: string }[]> {
  const people = await db.queryAs<{ id: string; name: string }>(
    userId,
    "SELECT * FROM people_of_note($1)",
    [noteId],
    "people-of-note",
  );
  if (people.length === 0) throw notFound();
  return people;
}

/** Tells whom a comment names now. After the commit. */
async function tellMentionedIn(
  db: Database,
  userId: string,
  noteId: string,
  { commentId, text, before = "" }: { commentId: string; text: string; before?: string },
): Promise<void> {
  if (!/[@＠]/.test(text)) return;
  const people = await peopleOfNote(db, userId, noteId);
  const href = `/app/editor/${noteId}`;
  await tellMentioned(db, userId, { before, text, people, place: "a comment", href, id: commentId });
}

const THREAD = THREAD_COLUMNS.map((column) => `t.${column}`).join(", ");

export function listThreads(
  db: Database,
  userId: string,
  noteId: string,
): Promise<{ threads: CommentThread[] }> {
  return db.withUser(userId, async (tx) => {
    await selectNote(tx, noteId);
    const rows = await tx.query<ThreadRow>(
      `SELECT ${THREAD} FROM comment_threads t WHERE t.note_id = $1 ORDER BY t.created_at, t.id`,
      [noteId],
      "list-threads",
    );
    return { threads: await withComments(tx, noteId, rows) };
  });
}

async function withComments(tx: Tx, noteId: string, threads: ThreadRow[]): Promise<CommentThread[]> {
  if (threads.length === 0) return [];
  const said = await tx.query<CommentRow>(
    `SELECT ${COMMENT_COLUMNS.join(", ")} FROM note_comments
     WHERE thread_id = ANY($1::uuid[]) ORDER BY created_at, id`,
    [threads.map(({ id }) => id)],
    "list-comments",
  );
  const people = await tx.query<{ user_id: string; name: string }>("SELECT * FROM writers_of_note($1)", [
    noteId,
  ]);
  const names = new Map(people.map((person) => [person.user_id, person.name]));
  const person = (id: string) => ({ id, name: names.get(id) ?? "" });
  return threads.map((thread) => ({
    id: thread.id,
    noteId: thread.note_id,
    quote: thread.quote,
    createdAt: thread.created_at.toISOString(),
    resolvedAt: thread.resolved_at?.toISOString() ?? null,
    resolvedBy: thread.resolved_by === null ? null : person(thread.resolved_by),
    comments: said
      .filter((comment) => comment.thread_id === thread.id)
      .map((comment) => ({
        id: comment.id,
        author: person(comment.author_id),
        text: comment.text,
        createdAt: comment.created_at.toISOString(),
        editedAt: comment.edited_at?.toISOString() ?? null,
      })),
  }));
}

type NewThread = Said & {
  noteId: string;
  quote: string;
  anchor?: { from: string; to: string } | undefined;
};

/**
 * Repeated with the same ids by whoever began it, it answers the thread that is there.
 * @throws Failure NOT_FOUND when the note is not there or may only be read, CONFLICT when an id is taken or the text is gone
 */
export async function createThread(
  db: Database,
  collab: Pick<Collab, "bodies" | "appendUpdate">,
  userId: string,
  { noteId, threadId, commentId, quote, text, anchor }: NewThread,
): Promise<CommentThread> {
  const mark = anchor ? await markFor(db, collab, userId, { noteId, threadId, anchor }) : null;
  const thread = await db.withUser(userId, async (tx) => {
    const note = await selectNote(tx, noteId);
    await assertMayComment(tx, noteId);
    const added = await tx.query(
      `INSERT INTO comment_threads (id, note_id, user_id, quote, created_by)
       SELECT $2, id, user_id, $3, $4 FROM notes_v2 WHERE id = $1 ON CONFLICT (id) DO NOTHING RETURNING id`,
      [noteId, threadId, quote, userId],
    );
    if (added.length === 0) return repeated(tx, { noteId, threadId, commentId });
    if (!(await say(tx, { threadId, commentId, text }))) throw taken();
    await logActivity(tx, {
      type: "note_commented",
      title: `Commented on ${quoted(note.title)}`,
      description: text.slice(0, 200),
      entityType: "note",
      entityId: noteId,
    });
    return changed(tx, threadId);
  });
  // Repeated as well: the first try may have ended between the two.
  if (mark) await mark();
  await tellMentionedIn(db, userId, noteId, { commentId, text });
  return thread;
}

/**
 * Whoever may comment but not write has the text marked for them, in the name of the note's owner: row-level security knows them as
 * readers of the body.
 * @returns null when it is marked already, or was and is gone since
 * @throws Failure CONFLICT when the text is gone
 */
async function markFor(
  db: Database,
  { bodies, appendUpdate }: Pick<Collab, "bodies" | "appendUpdate">,
  userId: string,
  { noteId, threadId, anchor }: { noteId: string; threadId: string; anchor: { from: string; to: string } },
): Promise<(() => Promise<unknown>) | null> {
  const { ownerId, isKnown, body } = await db.withUser(userId, async (tx) => {
    await assertMayComment(tx, noteId);
    const [note] = await tx.query<{ user_id: string; is_known: boolean }>(
      `SELECT user_id, EXISTS (SELECT FROM comment_threads t WHERE t.id = $2 AND t.note_id = $1 AND t.created_by = $3) AS is_known
       FROM notes_v2 WHERE id = $1`,
      [noteId, threadId, userId],
    );
    if (!note) throw notFound();
    return { ownerId: note.user_id, isKnown: note.is_known, body: await readBody(tx, noteId) };
  });
  const bytes = { from: Buffer.from(anchor.from, "base64"), to: Buffer.from(anchor.to, "base64") };
  const payload = await bodies.comment(body.parts, threadId, bytes);
  if (!payload && isKnown) return null;
  if (!payload) throw new Failure("CONFLICT", "That text was deleted.");
  return () =>
    appendUpdate({ noteId, actorId: ownerId, payload, schemaVersion: SCHEMA_VERSION, via: "server" });
}

async function repeated(
  tx: Tx,
  ids: { noteId: string; threadId: string; commentId: string },
): Promise<CommentThread> {
  const known = await tx.query(
    `SELECT 1 FROM note_comments WHERE id = $1 AND thread_id = $2 AND note_id = $3 AND author_id = $4`,
    [ids.commentId, ids.threadId, ids.noteId, tx.userId],
  );
  if (known.length === 0) throw taken();
  return readThread(tx, ids.threadId);
}

/** Answers in a thread; one that was resolved is open again. Repeatable like {@link createThread}. */
export async function reply(db: Database, userId: string, said: Said): Promise<CommentThread> {
  const thread = await db.withUser(userId, async (tx) => {
    const { noteId } = await readThread(tx, said.threadId);
    await assertMayComment(tx, noteId);
    if (!(await say(tx, said))) return repeated(tx, { ...said, noteId });
    await tx.query(
      "UPDATE comment_threads SET resolved_at = NULL, resolved_by = NULL WHERE id = $1 AND resolved_at IS NOT NULL",
      [said.threadId],
    );
    return changed(tx, said.threadId);
  });
  await tellMentionedIn(db, userId, thread.noteId, said);
  return thread;
}

/** @returns false when the id is there already */
async function say(tx: Tx, { threadId, commentId, text }: Said): Promise<boolean> {
  const added = await tx.query(
    `INSERT INTO note_comments (id, thread_id, note_id, user_id, author_id, text)
     SELECT $2, id, note_id, user_id, $3, $4 FROM comment_threads WHERE id = $1 ON CONFLICT (id) DO NOTHING RETURNING id`,
    [threadId, commentId, tx.userId, text],
  );
  return added.length > 0;
}

export async function editComment(
  db: Database,
  userId: string,
  { commentId, text }: { commentId: string; text: string },
): Promise<CommentThread> {
  const { thread, before } = await db.withUser(userId, async (tx) => {
    const [said] = await tx.query<{ text: string }>(
      "SELECT text FROM note_comments WHERE id = $1 AND author_id = $2 FOR UPDATE",
      [commentId, userId],
    );
    const [row] = await tx.query<{ thread_id: string }>(
      `UPDATE note_comments SET text = $2, edited_at = CASE WHEN text = $2 THEN edited_at ELSE now() END
       WHERE id = $1 AND author_id = $3 RETURNING thread_id`,
      [commentId, text, userId],
    );
    if (!said || !row) throw notFound();
    return { thread: await changed(tx, row.thread_id), before: said.text };
  });
  await tellMentionedIn(db, userId, thread.noteId, { commentId, text, before });
  return thread;
}

/** One's own, and any in a note of one's own; a thread without comments is gone. */
export function removeComment(db: Database, userId: string, commentId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [said] = await tx.query<{ thread_id: string }>(
      "SELECT thread_id FROM note_comments WHERE id = $1",
      [commentId],
    );
    if (!said) throw notFound();
    // An answer that is being given holds the thread; it is there, or comes after this, and is never taken along.
    await tx.query("SELECT 1 FROM comment_threads WHERE id = $1 FOR UPDATE", [said.thread_id]);
    const [row] = await tx.query<{ thread_id: string; note_id: string; user_id: string }>(
      "DELETE FROM note_comments WHERE id = $1 AND (author_id = $2 OR user_id = $2) RETURNING thread_id, note_id, user_id",
      [commentId, userId],
    );
    if (!row) throw notFound();
    await tx.query(
      "DELETE FROM comment_threads t WHERE id = $1 AND NOT EXISTS (SELECT FROM note_comments c WHERE c.thread_id = t.id)",
      [row.thread_id],
    );
    await tell(tx, row.note_id, row.user_id);
  });
}

export function resolveThread(
  db: Database,
  userId: string,
  { threadId, isResolved }: { threadId: string; isResolved: boolean },
): Promise<CommentThread> {
  return db.withUser(userId, async (tx) => {
    const { noteId } = await readThread(tx, threadId);
    await assertMayComment(tx, noteId);
    await tx.query(
      `UPDATE comment_threads SET resolved_at = CASE WHEN $2 THEN now() END, resolved_by = CASE WHEN $2 THEN $3::uuid END
       WHERE id = $1 AND (resolved_at IS NOT NULL) <> $2`,
      [threadId, isResolved, userId],
    );
    return changed(tx, threadId);
  });
}

/** Who may only read a note meets the same answer as who may not see it, and its row-level policy behind that. */
async function assertMayComment(tx: Tx, noteId: string): Promise<void> {
  const [row] = await tx.query<{ may: boolean }>(
    "SELECT user_id = $2 OR has_note_access(id, $2, 'commenter') AS may FROM notes_v2 WHERE id = $1",
    [noteId, tx.userId],
  );
  if (!row?.may) throw notFound();
}

/** @throws Failure NOT_FOUND */
async function readThread(tx: Tx, threadId: string): Promise<CommentThread> {
  const [row] = await tx.query<ThreadRow>(`SELECT ${THREAD} FROM comment_threads t WHERE t.id = $1`, [
    threadId,
  ]);
  if (!row) throw notFound();
  const [thread] = await withComments(tx, row.note_id, [row]);
  return thread!;
}

async function changed(tx: Tx, threadId: string): Promise<CommentThread> {
  const [row] = await tx.query<{ note_id: string; user_id: string }>(
    "SELECT note_id, user_id FROM comment_threads WHERE id = $1",
    [threadId],
  );
  if (row) await tell(tx, row.note_id, row.user_id);
  return readThread(tx, threadId);
}

/** The event names the note: whoever shows it asks for its threads again. */
const tell = (tx: Tx, noteId: string, ownerId: string): Promise<void> =>
  recordChange(tx, { userId: ownerId, entity: "comment", entityId: noteId, operation: "update" });

const taken = () => new Failure("CONFLICT", "This id is taken. Create another one and try again.");
