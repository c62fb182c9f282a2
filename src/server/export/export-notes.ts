import { Readable } from "node:stream";
import type { Services } from "../base.ts";
import { readBodyAs } from "../collab/load-note.ts";

type Row = {
  id: string;
  title: string;
  category: string;
  tags: string[];
  isFavorite: boolean;
  folder_id: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** How many notes a person has outside of the trash. */
export async function countNotes({ db }: Pick<Services, "db">, userId: string): Promise<number> {
  const [row] = await db.queryAs<{ count: number }>(
    userId,
    "SELECT count(*) AS count FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL",
    [userId],
  );
  return row!.count;
}

/** All notes in the specification's names, with their texts as HTML and Markdown. One text is in memory at a time. */
export async function exportNotes(
  { db, collab }: Pick<Services, "db" | "collab">,
  userId: string,
): Promise<Readable> {
  const notes = await db.queryAs<Row>(
    userId,
    `SELECT id, title, content_type AS category, tags, is_favorite AS "isFavorite", folder_id, created_at AS "createdAt",
       updated_at AS "updatedAt" FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL ORDER BY updated_at DESC, id`,
    [userId],
  );
  async function* write() {
    const head = JSON.stringify(
      { exported_at: new Date().toISOString(), total_notes: notes.length },
      null,
      2,
    );
    yield `${head.slice(0, -2)},\n  "notes": [`;
    for (const [index, { id, title, ...rest }] of notes.entries()) {
      const { parts } = await readBodyAs(db, userId, id);
      const content = await collab.bodies.read(parts, "html");
      const markdown = await collab.bodies.read(parts, "markdown");
      yield `${index > 0 ? "," : ""}\n${JSON.stringify({ id, title, content, markdown, ...rest }, null, 2)}`;
    }
    yield "\n]\n}\n";
  }
  return Readable.from(write());
}
