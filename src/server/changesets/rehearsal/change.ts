import {
  type ChangeSource,
  MOST_CHANGESET_BYTES,
  type PartState,
  type ProposedRecord,
} from "#contract/changesets.ts";
import type { Tx } from "../../db/client.ts";
import { placeOfPart, type StoredPart } from "../../db/schema/changesets.ts";
import { Failure } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";
import { type ChangesetDeps, lockChangeset } from "../changesets.ts";
import { decide } from "../decide.ts";
import { addRecords } from "./add-records.ts";
import { addTexts, type NewText } from "./add-texts.ts";

export type Added = { records: readonly ProposedRecord[]; texts: readonly NewText[] };

/** By hand, unless a source is named. @throws Failure with why it can't be done; then nothing is added */
export function changeRehearsal(
  deps: ChangesetDeps,
  userId: string,
  id: string,
  { records, texts, source = { kind: "rehearsal" } }: Added & { source?: ChangeSource },
): Promise<{ updatedAt: string }> {
  return deps.db.withUser(userId, async (tx) => {
    await lockChangeset(tx, id);
    if (records.length > 0) await addRecords(deps, tx, id, { records: records.map(signed(source)), source });
    if (texts.length > 0) await addTexts(deps, tx, id, { texts, source });
    return touch(tx, id);
  });
}

/** A set that people and models work on together says of each note who wrote it. */
const signed =
  ({ model, prompt }: ChangeSource) =>
  (record: ProposedRecord): ProposedRecord => {
    const isText = record.kind === "note" && record.action === "create" && "body" in record.fields;
    if (!isText) return record;
    const writtenBy = model === undefined ? null : { model, ...(prompt && { prompt }) };
    return { ...record, fields: { writtenBy, ...record.fields, ...(writtenBy && { writtenBy }) } };
  };

async function touch(tx: Tx, id: string): Promise<{ updatedAt: string }> {
  const [row] = await tx.query<{ updated_at: Date }>(
    `UPDATE changesets SET updated_at = now(), bytes = (SELECT coalesce(sum(octet_length(parts::text)), 0) FROM changeset_notes WHERE changeset_id = $1)
        + (SELECT coalesce(sum(octet_length(coalesce(before::text, '')) + octet_length(after::text)), 0) FROM changeset_records WHERE changeset_id = $1)
      WHERE id = $1 RETURNING updated_at`,
    [id],
  );
  const [all] = await tx.query<{ bytes: number }>(
    "SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM changesets WHERE user_id = $1",
    [tx.userId],
  );
  if (all!.bytes > MOST_CHANGESET_BYTES)
    throw new Failure("QUOTA_EXCEEDED", "Your changesets are too large together. Delete one first.");
  await recordChange(tx, { userId: tx.userId, entity: "changeset", entityId: id, operation: "update" });
  return { updatedAt: row!.updated_at.toISOString() };
}

const isWaiting = ({ state }: { state: PartState }) => state === "proposed" || state === "changed";

/** All that waits for one note or folder is refused. @throws Failure NOT_FOUND */
export async function takeBackFor(
  deps: ChangesetDeps,
  userId: string,
  { id, recordId }: { id: string; recordId: string },
): Promise<{ updatedAt: string }> {
  const { notes, records } = await deps.db.withUser(userId, async (tx) => {
    await lockChangeset(tx, id);
    return {
      notes: await tx.query<{ parts: StoredPart[] }>(
        "SELECT parts FROM changeset_notes WHERE changeset_id = $1 AND note_id = $2",
        [id, recordId],
      ),
      records: await tx.query<{ place: number; state: PartState }>(
        "SELECT place, state FROM changeset_records WHERE changeset_id = $1 AND record_id = $2",
        [id, recordId],
      ),
    };
  });
  const after = await decide(deps, userId, {
    ...{ id, way: "refuse" },
    notes: notes.map(({ parts }) => ({
      noteId: recordId,
      parts: parts.flatMap((part, index) => (isWaiting(part) ? [placeOfPart(part, index)] : [])),
    })),
    records: records.filter(isWaiting).map(({ place }) => place),
  });
  return { updatedAt: after.updatedAt };
}
