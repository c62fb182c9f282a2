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
