import type { Database } from "../db/client.ts";
import { pathOf } from "./published-notes.ts";

/** As many as one sitemap may name. */
const MOST = 50_000;

/** Pages whose owners asked for them to be found, for sitemap.xml. */
export async function indexedPages(db: Database): Promise<{ path: string; updatedAt: Date }[]> {
  const rows = await db.asSystem("tell search engines of pages", (tx) =>
    tx.call<{ slug: string; updated_at: Date }>("indexedPages", MOST),
  );
  return rows.map((row) => ({ path: pathOf(row.slug), updatedAt: row.updated_at }));
}
