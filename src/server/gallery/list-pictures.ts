import type { Picture } from "#contract/gallery.ts";
import type { Database } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { isId } from "../files/is-id.ts";
import { kindSql } from "../files/kinds.ts";
import { COLUMNS, type PictureRow, SHOWN, toPicture } from "./picture-row.ts";

export type PictureFilter = {
  query?: string | undefined;
  tag?: string | undefined;
  kind?: Picture["kind"] | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** In microseconds, which a JavaScript date would cut off. */
const STAMP = "(extract(epoch FROM g.created_at) * 1000000)::bigint";

/** A page of somebody's gallery, newest first. */
export async function listPictures(
  db: Database,
  userId: string,
  { query, tag, kind, cursor, limit }: PictureFilter,
): Promise<{ pictures: Picture[]; nextCursor: string | null }> {
  const values: unknown[] = [userId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const where: string[] = [];
  if (query?.trim()) {
    const asked = `lower(${place(query.trim())})`;
    const words = ["g.title", "g.description", "f.name"].map(
      (column) => `strpos(lower(${column}), ${asked}) > 0`,
    );
    const inTags = `EXISTS (SELECT FROM unnest(g.tags) AS t (tag) WHERE strpos(lower(t.tag), ${asked}) > 0)`;
    where.push(`(${[...words, inTags].join(" OR ")})`);
  }
  if (tag?.trim())
    where.push(
      `EXISTS (SELECT FROM unnest(g.tags) AS t (tag) WHERE lower(t.tag) = lower(${place(tag.trim())}))`,
    );
  if (kind) where.push(`${kindSql("f.type")} = ${place(kind)}`);
  if (cursor) {
    const [id, stamp] = readCursor(cursor);
    where.push(`(${STAMP}, g.id) < (${place(stamp)}::bigint, ${place(id)}::uuid)`);
  }
  const rows = await db.queryAs<PictureRow & { stamp: string }>(
    userId,
    `SELECT ${COLUMNS}, ${STAMP}::text AS stamp FROM ${SHOWN} ${where.map((one) => `AND ${one}`).join(" ")}
     ORDER BY g.created_at DESC, g.id DESC LIMIT ${place(limit + 1)}`,
    values,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { pictures: shown.map(toPicture), nextCursor: last ? `${last.id}.${last.stamp}` : null };
}

function readCursor(cursor: string): [id: string, stamp: string] {
  const [id = "", stamp = ""] = cursor.split(".");
  if (!isId(id) || !/^\d{1,17}$/.test(stamp)) throw new Failure("INVALID_INPUT", "cursor: not valid");
  return [id, stamp];
}

/** Spelled as the newest picture has it. */
export async function listTags(db: Database, userId: string): Promise<{ tag: string; count: number }[]> {
  return db.queryAs(
    userId,
    `SELECT (array_agg(t.tag ORDER BY g.created_at DESC))[1] AS tag, count(*)::int AS count
     FROM (SELECT g.tags, g.created_at FROM ${SHOWN}) AS g, unnest(g.tags) AS t (tag)
     GROUP BY lower(t.tag) ORDER BY lower(t.tag) LIMIT 1000`,
    [userId],
    "gallery-tags",
  );
}

export async function getPicture(db: Database, userId: string, pictureId: string): Promise<Picture> {
  const [row] = await db.queryAs<PictureRow>(userId, `SELECT ${COLUMNS} FROM ${SHOWN} AND g.id = $2`, [
    userId,
    pictureId,
  ]);
  if (!row) throw notFound();
  return toPicture(row);
}
