import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

/** Notes of one changeset, changesets of one account, and bytes of all their parts. */
export const MOST_CHANGED_NOTES = 1_000;
export const MOST_CHANGESETS = 200;
export const MOST_CHANGESET_BYTES = 100_000_000;

export const PartState = z
  .enum(["proposed", "refused", "applied", "changed", "undone", "merged", "kept", "gone"])
  .describe(
    "Whether a part waits, was refused or stands in the note; changed: its place was written in before it could be applied; undone, or merged: undone around what was written since; kept: it could not be undone without losing that; gone: it was deleted since",
  );
export type PartState = z.infer<typeof PartState>;

export const ChangedNote = z.object({
  noteId: Id,
  title: z.string().describe("As it is now"),
  parts: z.array(
    z.object({
      before: z.string().describe("Markdown of the blocks as they were; empty for what is put in"),
      after: z.string().describe("Markdown of what they become; empty for what is taken out"),
      state: PartState,
    }),
  ),
});

export const Changeset = z
  .object({ id: Id, title: z.string(), createdAt: Instant, updatedAt: Instant, notes: z.array(ChangedNote) })
  .describe(
    "Changes of notes that wait to be accepted, part by part, and can be undone part by part at any later time",
  );
export type Changeset = z.infer<typeof Changeset>;

const Chosen = z.object({
  id: Id,
  notes: z
    .array(z.object({ noteId: Id, parts: z.array(z.int().min(0)).max(10_000) }))
    .max(MOST_CHANGED_NOTES)
    .optional()
    .describe("Parts by their places; all that can go this way where left out"),
});

/** Changes of notes, reviewed before they are written. */
export const changesets = {
  list: signedIn
    .route({ method: "GET", path: "/changesets", summary: "All changesets, the newest first" })
    .input(z.object({}).optional())
    .output(
      z.object({
        changesets: z.array(
          z.object({
            id: Id,
            title: z.string(),
            createdAt: Instant,
            updatedAt: Instant,
            states: z.partialRecord(PartState, z.int()).describe("How many parts are in each state"),
          }),
        ),
      }),
    ),

  get: signedIn
    .route({ method: "GET", path: "/changesets/{id}", summary: "One changeset with all its parts" })
    .input(z.object({ id: Id }))
    .output(Changeset),

  propose: signedIn
    .errors(declares("CONFLICT", "TOO_LARGE", "QUOTA_EXCEEDED"))
    .route({
      method: "PUT",
      path: "/changesets/{id}",
      summary: "Propose new texts of notes; nothing is written",
    })
    .input(
      z.object({
        id: Id.describe("Made by the caller to be able to repeat the call"),
        title: text(200).pipe(z.string().trim().min(1)),
        notes: z
          .array(z.object({ noteId: Id, text: text(500_000).describe("Markdown of the whole text") }))
          .min(1)
          .max(MOST_CHANGED_NOTES),
      }),
    )
    .output(Changeset),

  apply: signedIn
    .errors(declares("QUOTA_EXCEEDED", "TOO_LARGE"))
    .route({
      method: "POST",
      path: "/changesets/{id}/apply",
      summary: "Write parts into their notes, all or none",
    })
    .input(Chosen)
    .output(Changeset),

  refuse: signedIn
    .route({ method: "POST", path: "/changesets/{id}/refuse", summary: "Refuse parts that wait" })
    .input(Chosen)
    .output(Changeset),

  undo: signedIn
    .errors(declares("QUOTA_EXCEEDED", "TOO_LARGE"))
    .route({
      method: "POST",
      path: "/changesets/{id}/undo",
      summary: "Take parts out of their notes again, all or none; what people wrote since stays",
    })
    .input(Chosen)
    .output(Changeset),

  remove: signedIn
    .route({
      method: "DELETE",
      path: "/changesets/{id}",
      summary: "Forget a changeset; its notes stay as they are",
    })
    .input(z.object({ id: Id }))
    .output(Done),
};

export const changesetsNoun = defineNoun({ operations: changesets });
