import { z } from "zod";
import { quoted } from "../activity/log-activity.ts";
import type { Services } from "../base.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { enqueue, type QueuedJob } from "../jobs/job.ts";
import { mentionedIn, sentenceNaming } from "./mentioned-in.ts";
import { addNotification } from "./notifications.ts";

/** A name may still be the beginning of a longer one, or be taken out again. */
const WAIT_MS = 10_000;
/** Whoever writes on and on is not waited for any longer than this. */
const LONGEST_WAIT_MS = 60_000;

const Mention = z.object({
  noteId: z.uuid(),
  personId: z.uuid(),
  writerId: z.uuid(),
  /** When the name was first read there. */
  since: z.number(),
});
type Mention = z.infer<typeof Mention>;

/**
 * Tells a person named in a note of the job's user, once for each note: when the name stands there for a while, its writer has paused, and
 * both may still read the note.
 */
export const tellOfMention: QueuedJob<Pick<Services, "db">, Mention> = {
  name: "tell-of-mention",
  data: Mention,
  run: async ({ db }, { userId, data }) => {
    const note = await readNote(db, userId, data);
    if (!note) return;
    if (note.is_unsettled && Date.now() < data.since + LONGEST_WAIT_MS)
      return db.withUser(userId, (tx) => enqueueMention(tx, data));
    const { noteId, personId, writerId } = data;
    // Asked as the writer, who may be a guest no more; those who may read it no more are not among them.
    const people = await db.queryAs<{ id: string; name: string }>(
      writerId,
      "SELECT * FROM people_of_note($1)",
      [noteId],
      "people-of-note",
    );
    if (!mentionedIn(note.text, people).has(personId)) return;
    if (await isBlocked(db, writerId, personId)) return;
    const writer = people.find(({ id }) => id === writerId)?.name || "Someone";
    await addNotification(db, personId, {
      type: "info",
      title: `${writer} mentioned you in ${quoted(note.title)}`,
      message: sentenceNaming(note.text, people, personId),
      href: `/app/editor/${noteId}`,
      dedupeKey: `mention:${noteId}`,
    });
  },
};

/** Has a person told who is named in a note, after a while. In the transaction of the note's owner. */
export async function awaitMention(tx: Tx, mention: Omit<Mention, "since">): Promise<void> {
  try {
    await enqueueMention(tx, { ...mention, since: Date.now() });
  } catch (error) {
    // What is derived from a note is worth more than a message, and an account with so much waiting has other worries.
    if (!(error instanceof Failure && error.code === "QUOTA_EXCEEDED")) throw error;
  }
}

const enqueueMention = (tx: Tx, mention: Mention): Promise<void> =>
  enqueue(tx, tellOfMention, mention, {
    at: new Date(Date.now() + WAIT_MS),
    key: `${mention.noteId}:${mention.personId}`,
  });

type NoteRow = { title: string; text: string; is_unsettled: boolean };

async function readNote(
  db: Database,
  ownerId: string,
  { noteId, writerId }: Mention,
): Promise<NoteRow | undefined> {
  const [note] = await db.queryAs<NoteRow>(
    ownerId,
    `SELECT title, text, doc_seq > derived_seq OR EXISTS (SELECT FROM note_updates u
       WHERE u.note_id = $1 AND u.actor_id = $2 AND u.at > now() - $3 * interval '1 millisecond') AS is_unsettled
     FROM notes_v2 WHERE id = $1 AND trashed_at IS NULL`,
    [noteId, writerId, WAIT_MS],
    "note-of-mention",
  );
  return note;
}

async function isBlocked(db: Database, writerId: string, personId: string): Promise<boolean> {
  const [row] = await db.asSystem("see whether a sender is blocked", (tx) =>
    tx.call<{ blocked: boolean }>("isSenderBlocked", writerId, personId),
  );
  return row?.blocked ?? false;
}
