import { type ErrorCode, errors } from "#contract/shared/base.ts";

/**
 * An error the contract declares: thrown by plain functions, answered with its code and message. Anything else that is
 * thrown is a bug, logged once and answered with a request id.
 */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string = errors[code].message, data?: Record<string, unknown>) {
    super(message);
    this.code = code;
    this.data = data;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

/** Data of a failure whose message is the reason a person needs: a page shows it instead of "Failed to ...". */
export const SAYS_WHY = { saysWhy: true };

/** The same answer for what is missing and for what belongs to somebody else. */
export function notFound(): Failure {
  return new Failure("NOT_FOUND");
}

/** Thrown by `appendUpdate`: there is no such note, or the actor may not change it: one answer for both. */
export class NoteNotFoundError extends Error {}

/**
 * A newer Cairn has written this note, and whoever made this change did not know all that is in it: what looks like an edit
 * may be the removal of what he could not see. Nothing was written.
 */
export class NewerNoteError extends Error {}

/** The bytes are no Yjs update; nothing was written. */
export class MalformedUpdateError extends Error {}
