import type { GapPlace } from "#contract/gaps.ts";
import type { ChatScope } from "#contract/chat.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Services } from "../../base.ts";
import type { Tx } from "../../db/client.ts";
import { recordChange } from "../../live/record-change.ts";
import { tellingWords } from "../../notes/some-words/telling-words.ts";
import { type Deps, isInVain, keyOf, questionOf } from "./in-vain.ts";

/** More than anybody writes notes about; the oldest go. */
export const MOST_GAPS = 500;
const QUESTION_MAX = 500;
/** What begins with the words of shortly before is the same search, typed on. */
const TYPED_ON = "interval '10 minutes'";
/** Two pages that show the same search asked it once. */
const ONCE = "interval '1 minute'";
/** A question of fewer words leans on what was said before it. */
const FEW_WORDS = 3;

type Asked = { question: string; place: GapPlace };

/** Keeps a search if it finds nothing now. */
export const keepSearch = (
  deps: Deps,
  userId: string,
  { query, place }: { query: string; place: GapPlace },
): Promise<boolean> => keep(deps, userId, { question: questionOf(query), place });

type ChatQuestion = { question: string; scope: ChatScope; isFirst: boolean };

/**
 * Keeps a question of Chat for which no passage was found, if nothing outside of its scope answers it either. Not of rehearsals and files, nor
 * what follows another question and leans on it. An answer never fails by it.
 */
export async function keepIfUnanswered(
  deps: Deps & Pick<Services, "log">,
  userId: string,
  { question, scope, isFirst }: ChatQuestion,
): Promise<void> {
  if (scope.rehearsalId || scope.fileIds?.length) return;
  if (!isFirst && tellingWords(question).length < FEW_WORDS) return;
  const asked = { question: question.trim().replaceAll(/\s+/g, " "), place: "chat" } as const;
  await keep(deps, userId, asked).catch((error: unknown) =>
    deps.log.error({ err: error }, "a question that found nothing could not be kept"),
  );
}

async function keep(deps: Deps, userId: string, asked: Asked): Promise<boolean> {
  const key = keyOf(asked.question);
  if (key === "" || asked.question.length > QUESTION_MAX || !(await keepsGaps(deps, userId))) return false;
  if (!(await isInVain(deps, userId, asked))) return false;
  return deps.db.withUser(userId, (tx) => keepIn(tx, key, asked));
}

async function keepsGaps({ db }: Deps, userId: string): Promise<boolean> {
  const [row] = await db.queryAs<{ keeps: boolean | null }>(
    userId,
    "SELECT (settings->>'keepsGaps')::boolean AS keeps FROM user_preferences WHERE user_id = $1",
    [userId],
    "keeps-gaps",
  );
  return row?.keeps !== false;
}

async function keepIn(tx: Tx, key: string, { question, place }: Asked): Promise<boolean> {
  const { userId } = tx;
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('gaps of ' || $1, 0))", [userId]);
  if (place !== "chat" && (await isPartOfOne(tx, { key, question }))) return false;
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO gaps AS g (id, user_id, key, question, place) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, key) DO UPDATE SET question = excluded.question, place = excluded.place, last_at = now(),
       count = g.count + (g.last_at < now() - ${ONCE})::int, is_answered = false
     RETURNING id`,
    [uuidV7(), userId, key, question, place],
    "keep-gap",
  );
  // What was dismissed is known for longest.
  await tx.query(
    `DELETE FROM gaps WHERE user_id = $1 AND id IN (
       SELECT id FROM gaps WHERE user_id = $1 ORDER BY is_answered, is_dismissed DESC, last_at DESC OFFSET ${MOST_GAPS})`,
    [userId],
    "forget-oldest-gaps",
  );
  await recordChange(tx, { userId, entity: "gap", entityId: row!.id, operation: "update" });
  return true;
}

/** Words that were typed on or taken back letter by letter: the longest of them stays. */
async function isPartOfOne(tx: Tx, { key, question }: { key: string; question: string }): Promise<boolean> {
  const begins = (whole: string, part: string) =>
    `starts_with(folded(lower(${whole})), folded(lower(${part})))`;
  const lately = `user_id = $1 AND key <> $2 AND place <> 'chat' AND NOT is_dismissed AND last_at > now() - ${TYPED_ON}`;
  const [longer] = await tx.query(
    `SELECT 1 FROM gaps WHERE ${lately} AND ${begins("question", "$3::text")} LIMIT 1`,
    [tx.userId, key, question],
    "gap-typed-on",
  );
  if (longer) return true;
  await tx.query(
    `DELETE FROM gaps WHERE ${lately} AND count = 1 AND ${begins("$3::text", "question")}`,
    [tx.userId, key, question],
    "forget-typed-gaps",
  );
  return false;
}
