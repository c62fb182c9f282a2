import type { ChatMessage, ChatStep, Citation } from "#contract/chat.ts";
import type { AnswerMessage } from "#contract/wire/answers.ts";
import { cleanText } from "#document/text/clean-text.ts";
import type { Database } from "../../db/client.ts";
import { ANSWERS_CHANNEL } from "../../live/feed.ts";
import { tellOfThread } from "./threads.ts";

/** A page is told of what came at once, and then no more often than this. */
const TELL_MS = 30;
const SAVE_MS = 1_000;
/** Also where nothing comes: whoever reads it sees that its writer lives (thread-rows.ts). */
const BEAT_MS = 5_000;
/** NOTIFY takes 8,000 bytes. */
const NOTICE_BYTES = 7_500;
const REASONING_MAX = 100_000;

export type Ending = Partial<
  Pick<ChatMessage, "state" | "fault" | "tokensIn" | "tokensOut" | "cost" | "action" | "changesetId">
>;

/** An answer as far as it is written: told to pages as it grows, saved every second, and once for all at its end. */
export class AnswerDraft {
  text = "";
  private reasoning = "";
  private readonly told = { text: 0, reasoning: 0, citations: 0, steps: 0 };
  private citations: Citation[] = [];
  private removed = 0;
  private readonly steps: ChatStep[] = [];
  private tellTimer: NodeJS.Timeout | undefined;
  private saveTimer: NodeJS.Timeout | undefined;
  private saving: Promise<void> = Promise.resolve();
  private isEnded = false;
  private isSaveSoon = false;
  private readonly db: Database;
  private readonly of: { userId: string; threadId: string; id: string };
  private readonly onGone: () => void;

  /** @param onGone It was stopped elsewhere, or its conversation is gone: nobody wants more of it */
  constructor(db: Database, of: { userId: string; threadId: string; id: string }, onGone: () => void) {
    this.db = db;
    this.of = of;
    this.onGone = onGone;
    this.saveLater(BEAT_MS);
  }

  addText(text: string, citations: readonly Citation[], removed: number): void {
    // The half of a character that it may end with comes with the next.
    this.text += text.replaceAll("\0", "");
    this.citations = [...citations];
    this.removed = removed;
    if (text) this.grew();
  }

  addReasoning(text: string): void {
    this.reasoning = (this.reasoning + text.replaceAll("\0", "")).slice(0, REASONING_MAX);
    this.grew();
  }

  addStep(step: ChatStep): void {
    const { tool, words, isFault, asks } = step;
    this.steps.push({
      tool: cleanText(tool),
      words: cleanText(words),
      isFault,
      ...(asks && { asks: { id: asks.id, input: cleanText(asks.input) } }),
    });
    this.grew();
  }

  /** The last word on it, in one transaction with the news of it. */
  async end(ending: Ending): Promise<void> {
    this.isEnded = true;
    clearTimeout(this.tellTimer);
    clearTimeout(this.saveTimer);
    await this.saving;
    const { userId, threadId } = this.of;
    await this.db.withUser(userId, async (tx) => {
      const rows = await tx.query(
        `UPDATE chat_messages SET ${CONTENT}, state = $9, fault = $10, tokens_in = $11, tokens_out = $12, action = $13, cost = $14, changeset_id = $15
         WHERE id = $1 AND user_id = $2 AND state = 'running' RETURNING id`,
        [
          ...this.content(),
          ending.state ?? "done",
          ending.fault ? JSON.stringify(ending.fault) : null,
          ending.tokensIn ?? null,
          ending.tokensOut ?? null,
          ending.action ? JSON.stringify(ending.action) : null,
          ending.cost ?? null,
          ending.changesetId ?? null,
        ],
        "end-answer",
      );
      if (rows.length > 0) await tellOfThread(tx, threadId, "update");
    });
    await this.tell().catch(() => {});
  }

  private grew(): void {
    if (this.isEnded) return;
    this.saveLater(SAVE_MS);
    if (this.tellTimer) return;
    void this.tell().catch(() => {});
    this.tellTimer = setTimeout(() => {
      this.tellTimer = undefined;
      if (this.hasNews()) this.grew();
    }, TELL_MS);
  }

  private hasNews(): boolean {
    const { text, reasoning, steps } = this.told;
    return this.text.length > text || this.reasoning.length > reasoning || this.steps.length > steps;
  }

  private saveLater(within: number): void {
    if (this.saveTimer && within === BEAT_MS) return;
    if (within === SAVE_MS && this.isSaveSoon) return;
    clearTimeout(this.saveTimer);
    this.isSaveSoon = within === SAVE_MS;
    this.saveTimer = setTimeout(() => {
      this.saveTimer = undefined;
      this.isSaveSoon = false;
      this.saving = this.save()
        .catch(() => {})
        .then(() => (this.isEnded ? undefined : this.saveLater(BEAT_MS)));
    }, within);
  }

  /** Behind one that is under way; what a page that reads the row has not then, it is told. */
  async saveNow(): Promise<void> {
    const isEmpty = this.text === "" && this.reasoning === "" && this.steps.length === 0;
    if (this.isEnded || isEmpty) return;
    this.saving = this.saving.then(() => (this.isEnded ? undefined : this.save())).catch(() => {});
    await this.saving;
  }

  private async save(): Promise<void> {
    const rows = await this.db.queryAs(
      this.of.userId,
      `UPDATE chat_messages SET ${CONTENT} WHERE id = $1 AND user_id = $2 AND state = 'running' RETURNING id`,
      this.content(),
      "save-answer",
    );
    if (rows.length === 0) this.onGone();
  }

  private content(): unknown[] {
    const { userId, id } = this.of;
    const citations = JSON.stringify(this.citations.map((citation) => ({ ...citation, id: undefined })));
    const cited = this.citations.map((citation) => citation.id);
    const steps = JSON.stringify(this.steps);
    return [id, userId, this.text, this.reasoning, citations, cited, this.removed, steps];
  }

  private tell(): Promise<void> {
    const { userId, threadId, id } = this.of;
    const message: AnswerMessage = {
      type: "answer",
      threadId,
      id,
      at: this.told.text,
      text: this.text.slice(this.told.text),
      reasoningAt: this.told.reasoning,
      reasoning: this.reasoning.slice(this.told.reasoning),
      citationsAt: this.told.citations,
      citations: this.citations.slice(this.told.citations),
      stepsAt: this.told.steps,
      steps: this.steps.slice(this.told.steps),
    };
    this.told.text = this.text.length;
    this.told.reasoning = this.reasoning.length;
    this.told.citations = this.citations.length;
    this.told.steps = this.steps.length;
    return tellPages(this.db, userId, message);
  }
}

/** What came of an answer, to the account's pages. */
export function tellPages(db: Database, userId: string, message: AnswerMessage): Promise<void> {
  const payload = JSON.stringify({ userId, message });
  const { threadId, id } = message;
  // What is too much for a notice is fetched.
  const fits = Buffer.byteLength(payload) <= NOTICE_BYTES;
  return db.notify(
    ANSWERS_CHANNEL,
    fits ? payload : JSON.stringify({ userId, message: { type: "answer", threadId, id, at: null } }),
  );
}

/** Parameters 1 to 8 of `content()`. */
const CONTENT = `text = $3, reasoning = $4, citations = $5, cited = $6::uuid[], removed = $7, steps = $8, beat_at = now(),
  bytes = octet_length($3::text) + octet_length($4::text) + octet_length($5::jsonb::text) + octet_length(sent::text) + octet_length($8::jsonb::text)`;
