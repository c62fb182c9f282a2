import type { Database } from "../../db/client.ts";
import type { Reach } from "../../notes/ai-access/reach.ts";
import { filesWithinReach } from "../files-within-reach.ts";
import { type FilePassage, passagesOfFiles } from "../passages-of-files.ts";
import type { Kind } from "../scope.ts";
import type { Near } from "./near-passages.ts";
import { plannerRows } from "./planner-rows.ts";
import { meantText } from "./texts-for-meaning.ts";

/** Whose text is read: it may be long. */
const FILES_READ = 5;

/** Passages of files, tasks and events that are near in meaning, as they are now and as far as they may go there: a list of each, in the order of `near`. */
export async function meantHits(db: Database, userId: string, near: readonly Near[], reach: Reach) {
  const idsOf = (wanted: Kind) => [...new Set(near.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])))];
  const inOrder = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => {
    const byKey = new Map(items.map((item) => [keyOf(item), item]));
    return near.flatMap(({ id, hash }) => byKey.get(`${id} ${hash}`) ?? []);
  };
  const files = await filesWithinReach(db, userId, idsOf("file").slice(0, FILES_READ), reach);
  const planned = await Promise.all(
    (["task", "event"] as const).map((kind) => plannerRows(db, userId, kind, idsOf(kind), reach)),
  );
  return [
    inOrder(passagesOfFiles(files), (passage: FilePassage) => `${passage.fileId} ${meantText(passage).hash}`),
    ...planned.map((rows) => inOrder(rows, (row) => `${row.id} ${meantText(row).hash}`)),
  ];
}
