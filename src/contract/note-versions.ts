import { z } from "zod";
import { declares, Id, Instant, signedIn, text } from "./shared/base.ts";
import { ReadFormat } from "./shared/read-format.ts";

const Seq = z.int().min(0).describe("A version: the body up to and including this change of it");
const GivenSeq = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const NoteVersion = z
  .object({
    seq: Seq,
    startedAt: Instant,
    endedAt: Instant.describe("When the last change of it was made"),
    authors: z
      .array(z.object({ id: Id, name: z.string() }))
      .describe("Who wrote between the version before and this one; empty when it was never recorded"),
    wordCount: z.int().nullable().describe("Null where it was never counted, like the other two"),
    wordsAdded: z.int().nullable().describe("Since the version before"),
    wordsRemoved: z.int().nullable(),
    kind: z
      .enum(["written", "kept", "beforeRestore", "restored"])
      .describe("kept: somebody named it; the last two: the states around a restore"),
    name: z.string().nullable(),
    restoredFrom: Seq.nullable().describe("Of a restored one: the version that was brought back"),
    isCurrent: z.boolean().describe("It is what the note says now"),
  })
  .describe(
    "A state of a note's body. Made at each pause and every ten minutes; all of the last day are kept, then one an hour for a week, then one a day. Named ones stay.",
  );
export type NoteVersion = z.infer<typeof NoteVersion>;

const Change = z.object({
  kind: z.enum(["inserted", "deleted", "changed"]),
  level: z.enum(["block", "text"]),
  from: z.int().describe("Place in the merged document, as ProseMirror counts"),
  to: z.int(),
  what: z.string().describe("In words: the kind of block, or what changed about the formatting"),
});

export const VersionComparison = z
  .object({
    from: Seq.describe("0: before anything was written"),
    to: Seq,
    doc: z
      .string()
      .describe(
        "Both in one document, serialised as JSON: the later body, and in it what the earlier one had besides",
      ),
    changes: z.array(Change).describe("In the order of their places"),
    wordsAdded: z.int(),
    wordsRemoved: z.int(),
  })
  .describe("Two versions of a note in one");
export type VersionComparison = z.infer<typeof VersionComparison>;

/** The history of a note's body; part of `notes`. */
export const noteVersions = {
  versions: signedIn
    .route({ method: "GET", path: "/notes/{noteId}/versions", summary: "Versions of a note, newest first" })
    .input(
      z.object({
        noteId: Id,
        before: GivenSeq.optional().describe("nextBefore of the page before"),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(
      z.object({
        versions: z.array(NoteVersion),
        nextBefore: z.int().nullable().describe("Pass it as before for the next page; null at the end"),
      }),
    ),

  version: signedIn
    .errors(declares("TOO_LARGE"))
    .route({ method: "GET", path: "/notes/{noteId}/versions/{seq}", summary: "The body of a version" })
    .input(z.object({ noteId: Id, seq: GivenSeq, format: ReadFormat.default("html") }))
    .output(z.object({ noteId: Id, seq: Seq, format: ReadFormat, text: z.string() })),

  compareVersions: signedIn
    .errors(declares("TOO_LARGE"))
    .route({
      method: "GET",
      path: "/notes/{noteId}/compare",
      summary: "What differs between two versions, word by word",
    })
    .input(
      z.object({
        noteId: Id,
        from: z.coerce
          .number()
          .int()
          .min(0)
          .max(Number.MAX_SAFE_INTEGER)
          .describe("0: before anything was written"),
        to: GivenSeq.optional().describe("Absent: what the note says now"),
      }),
    )
    .output(VersionComparison),

  restoreVersion: signedIn
    .errors(declares("TOO_LARGE", "QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/notes/{noteId}/versions/{seq}/restore",
      summary: "Restore a note to a version",
    })
    .input(z.object({ noteId: Id, seq: GivenSeq }))
    .output(
      z.object({
        seq: Seq.describe("The version that this made; what others write meanwhile stays"),
        before: Seq.describe("The version before; restoring it takes this back"),
        isChanged: z.boolean().describe("False when the note said just that already"),
      }),
    ),

  nameVersion: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "PUT",
      path: "/notes/{noteId}/version-name",
      summary: "Name a version, which keeps it forever, or remove its name",
    })
    .input(
      z.object({
        noteId: Id,
        seq: GivenSeq.optional().describe("Absent: what the note says now"),
        name: text(200).pipe(z.string().trim().min(1)).nullable(),
      }),
    )
    .output(z.object({ seq: Seq, name: z.string().nullable() })),
};
