import type { Services } from "../base.ts";
import { createNote } from "../notes/notes.ts";
import type { Seeds } from "./read-plan.ts";
import type { PlannedNote } from "./reading/plan.ts";

/** Makes a planned note; answers the time of its last change as it was written down. */
export async function storeNote(
  services: Pick<Services, "db" | "collab">,
  userId: string,
  line: PlannedNote,
  seeds: Seeds,
): Promise<string> {
  const { id, title, tags, category, isFavorite, folderId } = line;
  const writtenAt = { created: new Date(line.created), updated: new Date(line.updated) };
  const seed = new Uint8Array(await seeds.read(line.seed));
  const head = { id, title, tags, category, isFavorite, folderId, seed, writtenAt, isLoggedElsewhere: true };
  // Nobody has a note open that did not exist, so there is no one to relay its first change to.
  const made = await createNote(services.db, { ...services.collab, onLogged: () => {} }, userId, head);
  // Found by search at once. Should it fail, the server's sweep finds the note.
  await services.collab.derivation.deriveNow(id, userId).catch(() => {});
  return made.updatedAt;
}
