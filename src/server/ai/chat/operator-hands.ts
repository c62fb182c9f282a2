import { setTimeout as pause } from "node:timers/promises";
import type { SentPassage } from "#contract/chat.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { cleanStrings } from "#document/text/clean-text.ts";
import type { Database } from "../../db/client.ts";
import { notFound } from "../../failure.ts";
import type { OperatorTool } from "../operator-tools/operator-tools.ts";
import type { AnswerDraft } from "./answer-draft.ts";

/** Of what a tool is given, in characters: a person reads it before it goes out. */
const INPUT_MAX = 8_000;
const LOOK_MS = 300;
/** Who hasn't answered by then has gone. */
const WAIT_MS = 3 * 60_000;

type Using = {
  db: Database;
  userId: string;
  answerId: string;
  draft: AnswerDraft;
  signal: AbortSignal;
  /** Where the model is that is told. */
  isLocal: boolean;
  /** Tools that were refused in this answer: nobody is asked twice. */
  refused: Set<string>;
  /** Puts on record what is about to go out. */
  note: (passage: SentPassage) => Promise<void>;
};

/** @returns what the model is told */
export async function useOperatorTool(using: Using, tool: OperatorTool, input: string): Promise<string> {
  const { draft, signal, note, refused, isLocal } = using;
  const fault = (words: string, step: string) => {
    draft.addStep({ tool: tool.name, words: step, isFault: true });
    return JSON.stringify({ error: words });
  };
  const given = objectIn(input);
  if (!given) return fault("The input has to be a JSON object.", tool.words);
  // What isn't seen is written out.
  const shown = JSON.stringify(given, null, 1).replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, asEscape);
  if (shown.length > INPUT_MAX) return fault("That is too much for this tool. Send less.", tool.words);
  if (!tool.onlyReads && (refused.has(tool.name) || !(await isAllowed(using, tool, shown)))) {
    refused.add(tool.name);
    return fault("The person refused this. Don't try it again.", `${tool.words}: not allowed`);
  }
  await note({ kind: "tool", id: uuidV7(), title: tool.words, text: shown, ...(isLocal && { isLocal }) });
  const { text, isFault } = await tool.use(given, signal);
  draft.addStep({ tool: tool.name, words: tool.words, isFault });
  return text;
}

const asEscape = (sign: string): string => `\\u{${sign.codePointAt(0)!.toString(16)}}`;

function objectIn(input: string): Record<string, unknown> | null {
  try {
    const given: unknown = JSON.parse(input || "{}", cleanStrings);
    return typeof given === "object" && given !== null && !Array.isArray(given)
      ? (given as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Asks in the conversation and waits, whichever node hears the answer. */
async function isAllowed(
  { db, userId, answerId, draft, signal }: Using,
  tool: OperatorTool,
  shown: string,
): Promise<boolean> {
  const askId = uuidV7();
  draft.addStep({ tool: tool.name, words: tool.words, isFault: false, asks: { id: askId, input: shown } });
  await draft.saveNow();
  const until = performance.now() + WAIT_MS;
  while (performance.now() < until) {
    const [row] = await db.queryAs<{ decision: boolean | null }>(
      userId,
      "SELECT (tool_decisions ->> $3)::boolean AS decision FROM chat_messages WHERE id = $1 AND user_id = $2",
      [answerId, userId, askId],
      "tool-decision",
    );
    if (row?.decision != null) return row.decision;
    await pause(LOOK_MS, undefined, { signal });
  }
  return false;
}

/** Once, for what is asked now. @throws Failure NOT_FOUND */
export async function decide(
  db: Database,
  userId: string,
  { messageId, askId, isAllowed: decision }: { messageId: string; askId: string; isAllowed: boolean },
): Promise<void> {
  const rows = await db.queryAs(
    userId,
    `UPDATE chat_messages SET tool_decisions = tool_decisions || jsonb_build_object($3::text, $4::boolean)
     WHERE id = $1 AND user_id = $2 AND state = 'running' AND NOT tool_decisions ? $3
       AND steps @> jsonb_build_array(jsonb_build_object('asks', jsonb_build_object('id', $3::text))) RETURNING id`,
    [messageId, userId, askId, decision],
    "decide-tool",
  );
  if (rows.length === 0) throw notFound();
}
