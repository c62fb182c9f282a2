import type { Database } from "../../db/client.ts";
import type { Scope } from "../scope.ts";
import type { Thing } from "./texts-for-meaning.ts";
import { likeness, toBits, TOPICS, topicsNear } from "./vectors.ts";

/** A passage of a thing that says something like it, by the hash of its text when it was read. */
export type Near = Thing & { hash: string; likeness: number };

/** By their signs; which of them are nearest, their numbers say. */
const CANDIDATES = 200;
/** Where only some kinds of things are wanted. */
const KINDS_CANDIDATES = 2_000;
/** More than these are not all compared, but those of the likeliest regions. */
const COMPARED_AT_ONCE = 40_000;
const REGIONS = 32;
/** In which passages are counted, to know about how many there are. */
const COUNTED_REGIONS = 8;
const MOST_COUNTED = (COMPARED_AT_ONCE * COUNTED_REGIONS) / TOPICS;
/** The count ends beyond that. */
const COUNT_TO = 2_000;
/** What is compared to know how far apart passages usually are. */
const SAMPLE = 1_000;
/** Standard deviations nearer than usual: what is not so near is about something else. */
const NEARER = 2;
/** Of so few passages nothing is usual: those are near that are in the better half of what lies between the mean and the best. */
const FEW = 20;

/** What is compared of passages `p`: $1 is the account, $2 the signs, $3 how long a vector is. Signs of another length are of a model before. */
const COMPARED = `SELECT p.item_id, p.place, bit_count(p.bits # $2::varbit) AS differing FROM meaning_passages p WHERE p.user_id = $1 AND length(p.bits) = $3::int`;
const KIND = `CASE WHEN i.note_id IS NOT NULL THEN 'note' WHEN i.file_id IS NOT NULL THEN 'file' WHEN i.task_id IS NOT NULL THEN 'task' ELSE 'event' END`;
/** Of $4 that are near those of the kinds $5: what there is most of must not crowd out the rest. Hashes and vectors of a thing are long, and read of what is left alone. */
const OF_KINDS = `SELECT kind, id, differing, hashes[place + 1] AS hash, substring(vectors FROM place * $3::int + 1 FOR $3::int) AS bytes
  FROM (SELECT ${KIND} AS kind, coalesce(i.note_id, i.file_id, i.task_id, i.event_id) AS id, near.differing::int, near.place::int, i.hashes, i.vectors
    FROM near JOIN meaning_items i ON i.id = near.item_id WHERE $5::text[] IS NULL OR ${KIND} = ANY ($5)
    ORDER BY near.differing LIMIT ${CANDIDATES}) chosen ORDER BY differing`;

const IN_REGIONS = `WITH near AS MATERIALIZED (${COMPARED} AND p.topic = ANY ($6::smallint[]) ORDER BY differing LIMIT $4) ${OF_KINDS}`;
/** Notes alone have folders, tags and dates to narrow by. */
const IN_SCOPE = `WITH near AS MATERIALIZED (${COMPARED} AND ($6 OR p.item_id IN (
      SELECT i.id FROM meaning_items i JOIN notes_v2 n ON n.id = i.note_id WHERE i.user_id = $1
        AND ($7::uuid[] IS NULL OR n.id = ANY ($7)) AND ($8::uuid[] IS NULL OR n.folder_id = ANY ($8))
        AND ($9::text[] IS NULL OR ARRAY(SELECT lower(tag) FROM unnest(n.tags) AS tag) @> $9)
        AND n.updated_at >= coalesce($10::timestamptz, '-infinity') AND n.updated_at < coalesce($11::timestamptz, 'infinity')))
    ORDER BY differing LIMIT $4) ${OF_KINDS}`;

/** Passages whose vectors lie nearest to one, the nearest first. Whether their things may be seen, or go anywhere, is for the caller to ask. */
export async function nearPassages(
  db: Database,
  userId: string,
  vector: readonly number[],
  { limit, ...scope }: Scope & { limit: number },
): Promise<Near[]> {
  const bits = toBits(vector);
  const regions = topicsNear(vector, REGIONS);
  const usual = await usualDistance(db, userId, bits, regions.slice(0, COUNTED_REGIONS));
  if (usual.count === 0) return [];
  const { noteIds, folderIds, tags, after, before, kinds } = scope;
  const isEverywhere = !(noteIds ?? folderIds ?? tags ?? after ?? before);
  const asked = [userId, bits, vector.length, kinds ? KINDS_CANDIDATES : CANDIDATES, kinds];
  const candidates =
    isEverywhere && usual.counted > MOST_COUNTED
      ? await db.queryAs<Candidate>(userId, IN_REGIONS, [...asked, regions], "near-in-regions")
      : await db.queryAs<Candidate>(
          userId,
          IN_SCOPE,
          [...asked, isEverywhere, noteIds, folderIds, tags?.map((tag) => tag.toLowerCase()), after, before],
          "near-in-scope",
        );
  const isNear = ({ differing }: Candidate) =>
    usual.count < FEW || differing <= usual.distance - NEARER * usual.deviation;
  const near = candidates.filter(isNear).flatMap((candidate) => nearOf(candidate, vector));
  const least = usual.count < FEW ? betterHalf(near) : -1;
  return near
    .filter((each) => each.likeness >= least)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, limit);
}

function betterHalf(near: readonly Near[]): number {
  const all = near.map((each) => each.likeness);
  return (Math.max(...all) + all.reduce((sum, each) => sum + each, 0) / all.length) / 2;
}

type Candidate = Thing & { differing: number; hash: string | null; bytes: Buffer | null };

function nearOf({ kind, id, hash, bytes }: Candidate, vector: readonly number[]): Near[] {
  if (hash === null || bytes?.length !== vector.length) return [];
  return [
    {
      kind,
      id,
      hash,
      likeness: likeness(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), vector),
    },
  ];
}

/**
 * In how many numbers other passages have another sign, by a sample; and how many lie in some regions, as far as that matters. A plain
 * comparison of lengths is planned for as if one in two hundred were alike, with processes beside for the search of a thousand.
 */
async function usualDistance(db: Database, userId: string, bits: string, regions: readonly number[]) {
  const [row] = await db.queryAs<{ distance: number; deviation: number; count: number; counted: number }>(
    userId,
    `SELECT coalesce(avg(s.differing), 0)::float8 AS distance, coalesce(stddev_pop(s.differing), 0)::float8 AS deviation, count(*)::int AS count,
       (SELECT count(*) FROM (
         SELECT FROM meaning_passages WHERE user_id = $1 AND topic = ANY ($3::smallint[]) LIMIT ${COUNT_TO}) p)::int AS counted
     FROM (SELECT bit_count(bits # $2::varbit) AS differing FROM meaning_passages WHERE user_id = $1 AND CASE WHEN length(bits) = length($2::varbit) THEN true ELSE false END LIMIT ${SAMPLE}) s`,
    [userId, bits, regions],
    "usual-distance",
  );
  return row!;
}
