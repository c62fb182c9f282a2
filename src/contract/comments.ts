import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

const Words = text(10_000).pipe(z.string().trim().min(1));
const Place = z.base64().max(400).describe("A relative position of Yjs, encoded, as base64");
const Person = z.object({ id: Id, name: z.string().describe("Empty where the account was deleted") });

export const Comment = z
  .object({
    id: Id,
    author: Person,
    text: z.string().describe("Plain text"),
    createdAt: Instant,
    editedAt: Instant.nullable(),
  })
  .describe("What someone said about a range of a note");
export type Comment = z.infer<typeof Comment>;

export const CommentThread = z
  .object({
    id: Id.describe("The text it is about carries a comment mark with this id, as long as the text is there"),
    noteId: Id,
    quote: z.string().describe("The text it was about when it was begun"),
    createdAt: Instant,
    resolvedAt: Instant.nullable(),
    resolvedBy: Person.nullable(),
    comments: z.array(Comment).describe("Oldest first; never empty"),
  })
  .describe("Comments on one range of a note");
export type CommentThread = z.infer<typeof CommentThread>;

/** What readers of a note say beside it; never part of its text, of what is published or of an export of the note. */
export const comments = {
  people: signedIn
    .route({
      method: "GET",
      path: "/notes/{noteId}/people",
      summary:
        "Names of those who may read a note, told to those who may comment on it: they can be mentioned with @",
    })
    .input(z.object({ noteId: Id }))
    .output(z.object({ people: z.array(Person) })),

  list: signedIn
    .route({ method: "GET", path: "/notes/{noteId}/comments", summary: "Threads of a note, oldest first" })
    .input(z.object({ noteId: Id }))
    .output(z.object({ threads: z.array(CommentThread) })),

  begin: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/notes/{noteId}/comments",
      summary: "Begin a thread; the caller marks the text with its id",
      successStatus: 201,
    })
    .input(
      z.object({
        noteId: Id,
        threadId: Id.describe("Made by the caller to be able to repeat the call"),
        commentId: Id.describe("Likewise"),
        quote: text(500),
        text: Words,
        anchor: z
          .object({ from: Place, to: Place })
          .optional()
          .describe(
            "For who may comment on a note but not write in it, where the text begins and ends: the server marks it",
          ),
      }),
    )
    .output(CommentThread),

  reply: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/comments/{threadId}/replies",
      summary: "Add to a thread; one that is resolved is open again",
      successStatus: 201,
    })
    .input(z.object({ threadId: Id, commentId: Id, text: Words }))
    .output(CommentThread),

  edit: signedIn
    .errors(declares("QUOTA_EXCEEDED"))
    .route({ method: "PATCH", path: "/comments/said/{commentId}", summary: "Change a comment of one's own" })
    .input(z.object({ commentId: Id, text: Words }))
    .output(CommentThread),

  remove: signedIn
    .route({
      method: "DELETE",
      path: "/comments/said/{commentId}",
      summary: "Delete a comment of one's own, or in a note of one's own; with its last one a thread ends",
    })
    .input(z.object({ commentId: Id }))
    .output(Done),

  resolve: signedIn
    .route({
      method: "PUT",
      path: "/comments/{threadId}/resolved",
      summary: "Resolve a thread, or open it again",
    })
    .input(z.object({ threadId: Id, isResolved: z.boolean() }))
    .output(CommentThread),
};

export const commentsNoun = defineNoun({
  operations: comments,
  liveEntities: ["comment"],
  activityTypes: ["note_commented"],
  importKinds: ["threads", "comments"],
});
