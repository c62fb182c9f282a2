import type { ChatMessage, Citation } from "#contract/chat.ts";
import type { AnswerMessage } from "#contract/wire/answers.ts";
import { PAGE_ANSWER_MAX, type PageEnding } from "#contract/wire/page-model.ts";
import type { Database, Tx } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import { tellPages } from "../chat/answer-draft.ts";
import { CitationFilter } from "../chat/check-citations.ts";
import { citationsOf } from "../chat/passages-told.ts";
import { tellOfThread } from "../chat/threads.ts";
import { endCall } from "../providers/calls.ts";
import type { PageWork } from "./prepare-answer.ts";

type Words = { answerId: string; at: number; text: string; end?: PageEnding | undefined };
type Row = { thread_id: string; text: string; citations: Omit<Citation, "id">[]; page_work: PageWork };

/** The page says which, and never in what words. */
const FAULTS: Record<Exclude<PageEnding, "done">, NonNullable<ChatMessage["fault"]>> = {
  "too-long": {
    kind: "context",
    message: "This is too long for this browser's model. Ask about less, or choose another model.",
  },
  unavailable: {
    kind: "no-model",
    message: "This browser's model isn't available. Choose another model, or try again later.",
  },
  failed: { kind: "provider", message: "This browser's model broke off. Try again." },
};
const TOO_LONG = {
  kind: "too-long",
  message: "This browser's model wrote a longer answer than Cairn accepts.",
} as const;
const NOTHING = { input: null, output: null };

/**
 * Words that a page sends are what a model said: unchecked. They pass the same filter as any model's, from the beginning each time, because
 * the next ones may reach another node. @returns whether more is wanted
 * @throws Failure CONFLICT where words before these are missing
 */
export async function addWords(db: Database, userId: string, words: Words): Promise<boolean> {
  const added = await db.withUser(userId, (tx) => addIn(tx, words));
  if (!added) return false;
  const { message, work, fault, isEnd } = added;
  if (isEnd)
    await endCall(db, userId, work.callId, {
      result: fault?.kind ?? "ok",
      receivedBytes: Buffer.byteLength(work.raw),
      usage: NOTHING,
      tookMs: Date.now() - work.startedAt,
    });
  await tellPages(db, userId, message).catch(() => {});
  return !isEnd;
}

async function addIn(tx: Tx, { answerId, at, text, end }: Words) {
  const [row] = await tx.query<Row>(
    `SELECT thread_id, text, citations, page_work FROM chat_messages
     WHERE id = $1 AND user_id = $2 AND state = 'running' AND page_work ? 'passages' FOR UPDATE`,
    [answerId, tx.userId],
    "page-answer",
  );
  if (!row) return null;
  const { passages, raw: before } = row.page_work;
  if (at > before.length) throw new Failure("CONFLICT", "Words before these are missing.");
  const raw = before + text.slice(before.length - at);
  const work = { ...row.page_work, raw: raw.slice(0, PAGE_ANSWER_MAX) };
  const isTooLong = raw.length > PAGE_ANSWER_MAX;
  const isEnd = isTooLong || end !== undefined;
  const fault = isTooLong ? TOO_LONG : end && end !== "done" ? FAULTS[end] : null;
  const filter = new CitationFilter(passages.map((passage) => passage.text));
  const shown = filter.feed(work.raw) + (isEnd ? filter.end() : "");
  const citations = citationsOf(filter.cited, passages);
  await tx.query(
    `UPDATE chat_messages SET text = $3, citations = $4, cited = $5::uuid[], removed = $6, beat_at = now(), page_work = $7, state = $8,
       fault = $9, bytes = octet_length($3::text) + octet_length($4::jsonb::text) + octet_length(sent::text)
     WHERE id = $1 AND user_id = $2`,
    [
      answerId,
      tx.userId,
      shown,
      JSON.stringify(citations.map((citation) => ({ ...citation, id: undefined }))),
      citations.map(({ id }) => id),
      filter.removed,
      isEnd ? null : JSON.stringify(work),
      isEnd ? (fault ? "failed" : "done") : "running",
      fault ? JSON.stringify(fault) : null,
    ],
    "add-page-words",
  );
  if (isEnd) await tellOfThread(tx, row.thread_id, "update");
  return { message: newsOf(answerId, row, shown, citations), work, fault, isEnd };
}

function newsOf(id: string, row: Row, shown: string, citations: Citation[]): AnswerMessage {
  return {
    type: "answer",
    threadId: row.thread_id,
    id,
    // What isn't a continuation is fetched.
    at: shown.startsWith(row.text) ? row.text.length : null,
    text: shown.slice(row.text.length),
    reasoningAt: 0,
    reasoning: "",
    citationsAt: row.citations.length,
    citations: citations.slice(row.citations.length),
    stepsAt: 0,
    steps: [],
  } as AnswerMessage;
}
