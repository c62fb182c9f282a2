import type { ChatStep, Citation } from "../chat.ts";

/**
 * A part of an answer as it is written, on the live address of its asker's pages: what follows so many characters and citations. `at`
 * null: there is more than fits, to be fetched.
 */
export type AnswerMessage = { type: "answer"; threadId: string; id: string } & (
  | {
      at: number;
      text: string;
      reasoningAt: number;
      reasoning: string;
      citationsAt: number;
      citations: Citation[];
      stepsAt: number;
      steps: ChatStep[];
    }
  | { at: null }
);

/**
 * - `running`: it is being written · `done` · `stopped`: by its asker
 * - `failed`: the model gave no answer, or no whole one · `interrupted`: the server stopped in its middle
 */
export const ANSWER_STATES = ["running", "done", "stopped", "failed", "interrupted"] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** Where `[^1]` stands in an answer, its first citation is meant. */
export const CITATION_MARK = /\[\^(\d{1,3})\]/g;
