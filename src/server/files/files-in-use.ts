import { tables } from "../db/catalog.ts";
import type { Tx } from "../db/client.ts";

/** Bytes as text in which letters and digits stand as they are: the addresses in a Yjs change can be read without reading it. */
export const asText = (column: string) => `encode(${column}, 'escape')`;

const entries = Object.entries(tables);
/** Policies that also let guests see rows are no condition an index knows: one's own rows are asked for by name. */
const ownRows = ({ class: of, owner }: (typeof entries)[number][1]) =>
  of === "user" ? `t."${owner}" = (SELECT app_user_id()) AND` : "";
function wordsOf([table, entry]: (typeof entries)[number]): string[] {
  const { namesFiles } = entry;
  if (!namesFiles) return [];
  const own = ownRows(entry);
  return [`SELECT ${namesFiles} AS words FROM ${table} t WHERE ${own} strpos(${namesFiles}, '/files/') > 0`];
}
/** `words` of everything but notes that may name a file: the catalog says where such words stand. */
export const NAMING = entries.flatMap(wordsOf).join(" UNION ALL ");

/**
 * Those of these files that something names now: a note, whose text may not be read yet, or anything else of the catalog, in the trash
 * or not. Earlier versions of notes are not asked: they have as long as the trash.
 */
export async function filesInUse(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `WITH naming AS MATERIALIZED (${NAMING})
     SELECT DISTINCT f.id FROM unnest($1::uuid[]) AS f (id) WHERE EXISTS (
       SELECT FROM note_links l WHERE l.user_id = $2 AND l.kind IN ('file', 'web') AND strpos(l.target, '/files/' || f.id) > 0
     ) OR EXISTS (SELECT FROM naming WHERE strpos(words, '/files/' || f.id) > 0)
     OR EXISTS (
       SELECT FROM notes_v2 n JOIN note_updates u ON u.note_id = n.id
       WHERE n.user_id = $2 AND n.derived_seq < n.doc_seq AND strpos(${asText("u.payload")}, '/files/' || f.id) > 0
     )`,
    [ids, tx.userId],
  );
  return new Set(rows.map(({ id }) => id));
}
