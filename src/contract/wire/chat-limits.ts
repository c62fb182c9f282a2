/** Conversations of an account, the trash included. */
export const MOST_THREADS = 2_000;
/** Questions and answers of a conversation, all branches together. */
export const MOST_MESSAGES = 400;
export const QUESTION_MAX = 20_000;
/** Files that go along with one question. */
export const FILES_OF_QUESTION = 10;
/** Of a conversation's name, and of the name it is filed under. */
export const THREAD_NAME_MAX = 200;

/** Of what Chat is to keep in mind. */
export const MEMORY_LENGTH = 500;

/**
 * - `running`: it is being written · `done` · `stopped`: by its asker
 * - `failed`: the model gave no answer, or no whole one · `interrupted`: the server stopped in its middle
 */
export const ANSWER_STATES = ["running", "done", "stopped", "failed", "interrupted"] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** Where `[^1]` stands in an answer, its first citation is meant. */
export const CITATION_MARK = /\[\^(\d{1,3})\]/g;
