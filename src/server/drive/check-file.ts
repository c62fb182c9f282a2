import type { DriveItem, DriveSource } from "#contract/drive.ts";
import type { Services } from "../base.ts";
import { propose } from "../changesets/changesets.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { importId } from "../import/import-id.ts";
import { getBody } from "../notes/bodies.ts";
import { SOURCE_NAMES, withSource } from "./file-source.ts";
import { changeItem, getItem, readItem } from "./items.ts";
import { mergeTexts } from "./merge-texts.ts";
import { RemoteFault } from "./remote-fault.ts";
import { readNotes, type Wanted, withFetched } from "./read-file.ts";

type Change = Parameters<typeof changeItem>[2];

/**
 * Asks its source whether a file was changed since it was last read; what was changed there is proposed for the note, whose own changes
 * stay. Nothing is written into it.
 * @throws RemoteFault, Failure NOT_FOUND, CONFLICT for what is not compared
 */
export async function checkItem(services: Services, userId: string, itemId: string): Promise<DriveItem> {
  const { db } = services;
  const shown = await getItem(db, userId, itemId);
  if (!shown.isCompared) throw new Failure("CONFLICT", "Changes of this file can't be compared.");
  const change = await lookForChange(services, userId, itemId).catch((error: unknown): Change => {
    if (error instanceof RemoteFault && error.isMissing) return { isGone: true };
    throw error;
  });
  await db.withUser(userId, (tx) => changeItem(tx, itemId, { ...change, checkedAt: new Date() }));
  return getItem(db, userId, itemId);
}

async function lookForChange(services: Services, userId: string, itemId: string): Promise<Change> {
  const row = await readItem(services.db, userId, itemId);
  return withSource(services, { userId, source: row.source }, async (source) => {
    const file = await source.describe(row.google_id!);
    const seen: Change = {
      isGone: false,
      name: file.name,
      link: file.link,
      version: file.version,
    };
    // A picture that was missing may be there by now.
    if (file.version === row.version && row.message === null) return seen;
    const wanted: Wanted = { userId, source, itemId, file, signal: AbortSignal.timeout(120_000) };
    const { notes, message } = await withFetched(services, wanted, (fetched) =>
      readNotes(services, wanted, fetched),
    );
    const [note, ...others] = notes;
    if (others.length > 0) throw new Failure("CONFLICT", "This table has grown too long to be compared.");
    const { text } = note!;
    // Made of both versions: who looks in two tabs at once proposes it once.
    const versions = `${row.version} ${file.version}${row.message === null ? "" : ` ${row.message}`}`;
    const id = importId(userId, `drive ${itemId}`, "changeset", versions);
    const changesetId =
      text === row.base_text
        ? null
        : await proposeText(services, userId, { ...row, id, name: file.name }, text);
    return { ...seen, message, baseText: text, ...(changesetId && { changesetId }) };
  });
}

type Compared = {
  id: string;
  note_id: string | null;
  base_text: string | null;
  name: string;
  source: DriveSource;
};

/** @returns null when the note says all of it already */
async function proposeText(
  services: Services,
  userId: string,
  { id, note_id: noteId, base_text: base, name, source }: Compared,
  theirs: string,
): Promise<string | null> {
  const { db, collab } = services;
  const mine = await getBody(db, collab, userId, noteId!, "markdown");
  const text = mergeTexts(base ?? "", mine.text, theirs);
  if (text === mine.text) return null;
  try {
    await propose(services, userId, {
      id,
      title: `Changed in ${SOURCE_NAMES[source]}: ${name}`.slice(0, 200).toWellFormed(),
      source: { kind: "import" },
      notes: [{ noteId: noteId!, text, baseSeq: mine.seq }],
      records: [],
    });
    return id;
  } catch (error) {
    if (error instanceof Failure && error.code === "CONFLICT" && (await isProposed(db, userId, id)))
      return id;
    // Written otherwise, and still the same.
    if (
      error instanceof Failure &&
      error.code === "INVALID_INPUT" &&
      error.message === "Nothing would change."
    )
      return null;
    throw error;
  }
}

async function isProposed(db: Database, userId: string, id: string): Promise<boolean> {
  const rows = await db.queryAs(userId, "SELECT 1 FROM changesets WHERE id = $1 AND user_id = $2", [
    id,
    userId,
  ]);
  return rows.length > 0;
}
