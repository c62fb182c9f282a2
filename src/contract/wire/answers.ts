import type { Citation } from "../chat.ts";

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
    }
  | { at: null }
);
