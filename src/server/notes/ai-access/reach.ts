import type { Database } from "../../db/client.ts";
import type { SearchFilter } from "../search-parts/search-shared.ts";

/**
 * Where text of an account is about to go, which its AI fences are asked about.
 *
 * - `hosted`: to a model on somebody else's machine
 * - `local`: to a model on this machine or in the operator's network
 * - `nowhere`: to no model; people read it, or this server reckons with it, and nothing is fenced
 */
export type Reach = "hosted" | "local" | "nowhere";

/** Of a model that was chosen for a task. */
export const reachOf = ({ isLocal }: { isLocal: boolean }): Reach => (isLocal ? "local" : "hosted");

/** What the searches of notes narrow by; see filter_sql. */
export const filterOfReach = (reach: Reach): SearchFilter => (reach === "nowhere" ? {} : { reach });

/** A condition on notes: $1 is an array of the ids asked about, $2 the reach. */
export const WITHIN_REACH = "id IN (SELECT notes_within_reach($1::uuid[], $2))";

/**
 * Which of these notes may go there: of those that the reader may see, outside the trash. For text that goes to a model by another way than
 * `retrieve` and `passagesOfNotes`, which ask in their own queries. Asked right before the text is read, since a fence may come at any time.
 */
export async function notesWithinReach(
  db: Database,
  userId: string,
  noteIds: readonly string[],
  reach: Reach,
): Promise<Set<string>> {
  const rows = await db.queryAs<{ id: string }>(
    userId,
    "SELECT notes_within_reach($1::uuid[], $2) AS id",
    [noteIds, reach],
    "notes-within-reach",
  );
  return new Set(rows.map(({ id }) => id));
}
