import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

/** Notes and records of one changeset, changesets of one account, and bytes of all their parts. */
export const MOST_CHANGED_NOTES = 1_000;
export const MOST_CHANGED_RECORDS = 1_000;
export const MOST_CHANGESETS = 1_000;
export const MOST_CHANGESET_BYTES = 100_000_000;

export const PartState = z
  .enum(["proposed", "refused", "applied", "changed", "undone", "merged", "kept", "gone"])
  .describe(
    "Whether it waits, was refused or is done; changed: someone wrote in its place before it could be; undone, or merged: undone around what was written since; kept: it could not be undone without losing that; gone: it was deleted since",
  );
export type PartState = z.infer<typeof PartState>;

export const ChangedNote = z.object({
  noteId: Id,
  title: z.string().describe("As it is now"),
  parts: z.array(
    z.object({
      place: z.int().describe("By which it is chosen; never that of another part"),
      before: z.string().describe("Markdown of the blocks as they were; empty for what is put in"),
      after: z.string().describe("Markdown of what they become; empty for what is taken out"),
      blockId: z
        .string()
        .nullable()
        .describe(
          "A block of the note at its place, for links; it may be gone, and in an empty note there is none",
        ),
      state: PartState,
    }),
  ),
});

/** Things that are changed as a whole or by their fields. A tag stands in the fields of what has it. */
export const RECORD_KINDS = ["note", "folder", "task", "event", "reminder", "file", "layout"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const RecordAction = z
  .enum(["create", "update", "remove"])
  .describe("What is removed goes into the trash, where its kind has one");
const Field = z.json();

export const ProposedRecord = z.object({
  kind: z.enum(RECORD_KINDS),
  recordId: Id.describe("Of what is changed; for what is to be created made by the caller"),
  action: RecordAction,
  fields: z
    .record(text(100), Field)
    .default({})
    .describe("As the operation of that kind takes them, without the id"),
});
export type ProposedRecord = z.infer<typeof ProposedRecord>;

export const ChangedRecord = z.object({
  place: z.int().describe("By which it is chosen"),
  kind: z.enum(RECORD_KINDS),
  recordId: Id,
  action: RecordAction,
  title: z.string().describe("As it is now; where it isn't there, as it was or would be"),
  fields: z.array(z.object({ name: z.string(), before: Field, after: Field })),
  state: PartState,
});
export type ChangedRecord = z.infer<typeof ChangedRecord>;

export const ChangeSource = z
  .object({
    kind: z.enum(["api", "chat", "agent", "mcp", "import", "bulk", "rehearsal"]),
    model: z.string().optional(),
    prompt: z.string().optional().describe("What was asked for, in the person's words"),
  })
  .describe("Where it came from");
export type ChangeSource = z.infer<typeof ChangeSource>;

const head = { id: Id, title: z.string(), source: ChangeSource, createdAt: Instant, updatedAt: Instant };

export const Changeset = z
  .object({ ...head, notes: z.array(ChangedNote), records: z.array(ChangedRecord) })
  .describe(
    "Changes of texts and of things that wait to be accepted, part by part, and can be undone part by part at any later time",
  );
export type Changeset = z.infer<typeof Changeset>;

const Chosen = z
  .object({
    id: Id,
    notes: z
      .array(z.object({ noteId: Id, parts: z.array(z.int().min(0)).max(10_000) }))
      .max(MOST_CHANGED_NOTES)
      .optional()
      .describe("Parts by their places"),
    records: z.array(z.int().min(0)).max(MOST_CHANGED_RECORDS).optional().describe("By their places"),
    onlyWaiting: z
      .boolean()
      .optional()
      .describe("To apply: leaves out what was refused or undone, also where it is named"),
  })
  .describe("Without notes and records all that can go this way; else what is named");

const Blocks = z.string().describe("A JSON array of blocks of the document's schema");
const BlockId = z.string().nullable();

const WaitingChanges = z.object({
  noteId: Id,
  changesets: z
    .array(
      z.object({
        id: Id,
        title: z.string(),
        parts: z.array(
          z.object({
            part: z.int().describe("Its place, by which it is chosen"),
            previous: BlockId.describe("The block before it; null at the beginning of the text"),
            next: BlockId.describe("The block behind it; null at its end"),
            before: Blocks,
            after: Blocks,
          }),
        ),
      }),
    )
    .describe("The oldest first"),
});

const Counts = z.object({
  notes: z.int(),
  unfiledNotes: z.int().describe("In no folder"),
  folders: z.int(),
  tags: z.int().describe("Of notes"),
  openTasks: z.int(),
  events: z.int(),
  reminders: z.int(),
  files: z.int(),
  links: z.int().describe("From note to note"),
  brokenLinks: z.int().describe("Those of them that lead to no note"),
});

const Findings = z.object({
  first: z.int().describe("Questions whose note comes first"),
  firstTen: z.int().describe("Questions whose note is among the first ten, the first included"),
});
const Rank = z.int().nullable().describe("From 1; null: not among the first ten");

const SearchComparison = z
  .object({
    notes: z.int().describe("That were asked for, by chance but the same each time; those that change first"),
    questions: z.int().describe("Made of a note's title, and of its rarest words, as they are now"),
    before: Findings,
    after: Findings,
    harder: z
      .array(z.object({ noteId: Id, title: z.string(), question: z.string(), before: Rank, after: Rank }))
      .max(100)
      .describe("Notes that a question finds later, or no more"),
  })
  .describe("How well search finds notes again");

export const ChangesetComparison = z
  .object({ before: Counts, after: Counts, search: SearchComparison })
  .describe("What there is now, and what there would be if all that waits were accepted");
export type ChangesetComparison = z.infer<typeof ChangesetComparison>;

/** Changes that are reviewed before they are made. */
export const changesets = {
  list: signedIn
    .route({ method: "GET", path: "/changesets", summary: "All changesets, the newest first" })
    .input(z.object({}).optional())
    .output(
      z.object({
        changesets: z.array(
          z.object({
            ...head,
            states: z.partialRecord(PartState, z.int()).describe("How many parts are in each state"),
          }),
        ),
      }),
    ),

  get: signedIn
    .route({ method: "GET", path: "/changesets/{id}", summary: "One changeset with all its parts" })
    .input(z.object({ id: Id }))
    .output(Changeset),

  compare: signedIn
    .errors(declares("QUOTA_EXCEEDED", "TOO_LARGE"))
    .route({
      method: "GET",
      path: "/changesets/{id}/comparison",
      summary: "What would come of all that waits; it is tried and taken back",
    })
    .input(z.object({ id: Id }))
    .output(ChangesetComparison),

  waitingIn: signedIn
    .route({
      method: "GET",
      path: "/notes/{noteId}/changes",
      summary: "What waits for the text of one note, with the blocks whose place it takes",
    })
    .input(z.object({ noteId: Id }))
    .output(WaitingChanges),

  propose: signedIn
    .errors(declares("CONFLICT", "TOO_LARGE", "QUOTA_EXCEEDED"))
    .route({
      method: "PUT",
      path: "/changesets/{id}",
      summary: "Propose new texts of notes and changes of things; nothing is written",
    })
    .input(
      z.object({
        id: Id.describe("Made by the caller to be able to repeat the call"),
        title: text(200).pipe(z.string().trim().min(1)),
        notes: z
          .array(
            z.object({
              noteId: Id,
              text: text(500_000).describe("Markdown of the whole text"),
              baseSeq: z
                .int()
                .min(0)
                .optional()
                .describe(
                  "The seq of the body that it was made of: what others write meanwhile is then no part of the change. CONFLICT when that body is no longer known: read it again. Without it, the text is compared with the note as it is now",
                ),
            }),
          )
          .max(MOST_CHANGED_NOTES)
          .default([]),
        records: z
          .array(ProposedRecord)
          .max(MOST_CHANGED_RECORDS)
          .default([])
          .describe("In the order in which they are done: a folder before what goes into it"),
      }),
    )
    .output(Changeset),

  apply: signedIn
    .errors(declares("QUOTA_EXCEEDED", "TOO_LARGE"))
    .route({
      method: "POST",
      path: "/changesets/{id}/apply",
      summary: "Do it: all that is named, or nothing",
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
      summary: "Take it back, all that is named or nothing; what people wrote since stays",
    })
    .input(Chosen)
    .output(Changeset),

  remove: signedIn
    .route({
      method: "DELETE",
      path: "/changesets/{id}",
      summary: "Forget a changeset; what it changed stays as it is",
    })
    .input(z.object({ id: Id }))
    .output(Done),
};

export const changesetsNoun = defineNoun({
  operations: changesets,
  liveEntities: ["changeset"],
  activityTypes: ["changeset_applied", "changeset_undone"],
  activityEntities: ["changeset"],
});
