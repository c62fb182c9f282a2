import { z } from "zod";
import { declares, Id, signedIn } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

export const PROMISE_STATUSES = ["open", "late", "kept", "dropped"] as const;
const Status = z.enum(PROMISE_STATUSES);
export type PromiseStatus = z.infer<typeof Status>;

/** What a person says of a promise; late is said by the calendar. */
export const PROMISE_DECISIONS = ["open", "kept", "dropped", "dismissed"] as const;
const Decision = z.enum(PROMISE_DECISIONS);
export type PromiseDecision = z.infer<typeof Decision>;

const Day = z.iso.date();

export const LedgerPromise = z
  .object({
    id: Id,
    noteId: Id,
    noteTitle: z.string(),
    blockId: z.string().nullable().describe("Of the note's block it was found in"),
    sentence: z.string(),
    from: z.string().nullable().describe("Who is to do it; null is the writer of the note"),
    to: z.string().nullable().describe("Whom it is for, where the sentence names someone"),
    isToMe: z.boolean().describe("It is for the writer of the note"),
    what: z.string().describe("As a task is called"),
    due: Day.nullable().describe("Of its task, where it has one"),
    status: Status.nullable().describe("Null for what was dismissed"),
    decision: Decision.describe("What the account said of it; open where it said nothing"),
    taskId: Id.nullable().describe("The task that was made of it, unless that was deleted"),
  })
  .describe("A sentence of a note in which someone promises or owes something");
export type LedgerPromise = z.infer<typeof LedgerPromise>;

const Count = z.int().min(0);

/** Promises found in one's own notes, by grammar alone. Nobody else sees them. */
export const promises = {
  list: signedIn
    .route({
      method: "GET",
      path: "/promises",
      summary: "Promises in one's notes, those due first before the others",
    })
    .input(z.object({ status: Status }))
    .output(
      z.object({
        promises: z.array(LedgerPromise).describe("At most 500"),
        counts: z.object({ open: Count, late: Count, kept: Count, dropped: Count }),
      }),
    ),

  look: signedIn
    .route({
      method: "POST",
      path: "/promises/look",
      summary: "Look for promises in notes that were written since",
    })
    .output(
      z.object({
        left: Count.describe("Notes that this turn had no time for; look again for those"),
        isFull: z.boolean().describe("There are as many as an account can have; no further one is kept"),
      }),
    ),

  decide: signedIn
    .route({
      method: "POST",
      path: "/promises/{promiseId}/decision",
      summary: "Say that a promise is kept, dropped, open, or none",
    })
    .input(
      z.object({
        promiseId: Id,
        decision: Decision.describe(
          "Dismissed: no promise. The same sentence is not shown again for this note",
        ),
      }),
    )
    .output(LedgerPromise),

  makeTask: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/promises/{promiseId}/task", summary: "Make a task of a promise" })
    .input(
      z.object({
        promiseId: Id,
        taskId: Id.optional().describe("Made by the caller to be able to repeat the call"),
      }),
    )
    .output(LedgerPromise),
};

export const promisesNoun = defineNoun({ operations: promises, liveEntities: ["promise"] });
