import type { Services } from "../../base.ts";
import type { Collab } from "../../collab/collab.ts";
import { createWithPast, type PastChange } from "../../collab/create-with-past.ts";
import { Failure } from "../../failure.ts";
import { createNote } from "../../notes/create-note.ts";
import type { Seeds } from "../read-plan.ts";
import type { PlannedNote, PlannedVersion } from "../reading/plan.ts";

/** Makes a planned note; answers the time of its last change as it was written down. */
export async function storeNote(
  services: Pick<Services, "db" | "collab">,
  userId: string,
  line: PlannedNote,
  seeds: Seeds,
): Promise<string> {
  if (line.history) return storeWithPast(services, userId, line, line.history, seeds);
  const { id, title, tags, category, isFavorite, folderId } = line;
  const writtenAt = { created: new Date(line.created), updated: new Date(line.updated) };
  const seed = new Uint8Array(await seeds.read(line.seed));
  const head = {
    ...{ id, title, tags, category, isFavorite, folderId, seed, writtenAt },
    isLoggedElsewhere: true,
    origin: "import" as const,
  };
  // Nobody has a note open that did not exist, so there is no one to relay its first change to.
  const onLogged: Collab["onLogged"] = ({ isDerived }) => {
    if (!isDerived) services.collab.derivation.schedule(id, userId, { isOpen: false });
  };
  const made = await createNote(services.db, { ...services.collab, onLogged }, userId, head);
  return made.updatedAt;
}

/** A note of our own export, with every version it had. */
async function storeWithPast(
  { db, collab }: Pick<Services, "db" | "collab">,
  userId: string,
  line: PlannedNote,
  history: PlannedVersion[],
  seeds: Seeds,
): Promise<string> {
  const changes: PastChange[] = [];
  for (const { piece, at, name } of history)
    changes.push({ payload: new Uint8Array(await seeds.read(piece)), at, name });
  const amount = { notes: 1, bytes: changes.reduce((sum, { payload }) => sum + payload.length, 0) };
  const room = await collab.room.take(userId, amount);
  const stored = db.asJob(userId, "import a note", async (tx) => {
    if (await createWithPast(tx, { ...line, trashedAt: line.trashedAt ?? null }, changes))
      return collab.room.added(userId, amount);
    // Made by a try whose answer was lost, it is there as it should be.
    const own = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1 AND user_id = $2", [line.id, userId]);
    if (own.length === 0) throw new Failure("CONFLICT", "its id is taken, or its folder is gone");
  });
  await stored.finally(room.release);
  await collab.derivation.deriveNow(line.id, userId).catch(() => {});
  return line.updated;
}
