import { z } from "zod";
import { ChangeSource, MOST_CHANGED_NOTES, MOST_CHANGED_RECORDS, ProposedRecord } from "./changesets.ts";
import { defineNoun } from "./noun.ts";
import { declares, Id, Instant, signedIn, text } from "./shared/base.ts";
import { QUERY_MAX } from "./shared/search-query.ts";

/** Of one answer. */
export const MOST_REHEARSED_FOLDERS = 5_000;
export const MOST_REHEARSED_TAGS = 500;
const MOST_LISTED = 100;

const Mark = z
  .enum(["new", "changed", "moved", "renamed", "tagged", "removed"])
  .describe("What differs from how it really is; changed: its text does; removed: it would be in the trash");
export type RehearsalMark = z.infer<typeof Mark>;

const RehearsedFolder = z.object({
  id: Id,
  name: z.string(),
  parentId: Id.nullable(),
  noteCount: z.int(),
  marks: z.array(Mark),
});
export type RehearsedFolder = z.infer<typeof RehearsedFolder>;

const Places = z
  .object({
    id: Id,
    title: z.string(),
    source: ChangeSource,
    updatedAt: Instant,
    waiting: z.int().describe("Changes that would be made"),
    blocked: z.int().describe("Changes of things that can no longer be made; texts aside"),
    notes: z.int(),
    unfiled: z.int().describe("Notes in no folder"),
    trashed: z.int(),
    differing: z.int().describe("Notes that are changed by themselves, or lie in a folder that goes"),
    folders: z.array(RehearsedFolder).max(MOST_REHEARSED_FOLDERS).describe("Those that go are named too"),
    tags: z.array(z.object({ name: z.string(), noteCount: z.int() })).max(MOST_REHEARSED_TAGS),
  })
  .describe("Where notes would be if all that waits were accepted");
export type RehearsalPlaces = z.infer<typeof Places>;

const was = z.object({ title: z.string(), folderId: Id.nullable(), tags: z.array(z.string()) });
const rehearsedNote = {
  id: Id,
  title: z.string(),
  tags: z.array(z.string()),
  folderId: Id.nullable(),
  isTrashed: z.boolean(),
  marks: z.array(Mark),
  was: was.nullable().describe("As it really is; null for what would be made"),
};
const RehearsedNote = z.object({
  ...rehearsedNote,
  snippet: z
    .string()
    .nullable()
    .describe("Of a search: text around the match, which stands between U+0002 and U+0003"),
});
export type RehearsedNote = z.infer<typeof RehearsedNote>;

const NoteText = z.object({
  ...rehearsedNote,
  updatedAt: Instant.describe("Of the rehearsal"),
  text: z.string().describe("Markdown, as it would be"),
  textBefore: z.string().nullable().describe("As it really is; null for what would be made"),
  isCut: z.boolean().describe("It is too long to be shown, or changed, as a whole"),
});
export type RehearsedText = z.infer<typeof NoteText>;

const flag = z.stringbool().or(z.boolean()).optional();
/** Longer ones are shown in part. */
export const REHEARSED_TEXT_MAX = 500_000;

/** Waiting changes as if they were made: what one sees when walking around in them. */
export const rehearsals = {
  start: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "PUT",
      path: "/rehearsals/{id}",
      summary: "Start a rehearsal: a set of changes that is empty",
    })
    .input(
      z.object({
        id: Id.describe("Made by the caller to be able to repeat the call; also the changeset's"),
        title: text(200).pipe(z.string().trim().min(1)),
      }),
    )
    .output(z.object({ id: Id })),

  places: signedIn
    .errors(declares("QUOTA_EXCEEDED", "TOO_LARGE"))
    .route({
      method: "GET",
      path: "/rehearsals/{id}",
      summary:
        "Folders, tags and counts as they would be with all that waits in a changeset; nothing is done",
    })
    .input(z.object({ id: Id }))
    .output(Places),

  notes: signedIn
    .errors(declares("QUOTA_EXCEEDED", "TOO_LARGE"))
    .route({ method: "GET", path: "/rehearsals/{id}/notes", summary: "Notes as they would be, by title" })
    .input(
      z.object({
        id: Id,
        folderId: Id.optional(),
        tag: text(100).optional(),
        isUnfiled: flag,
        isTrashed: flag,
        isDiffering: flag.describe("Only those that would not be as they are"),
        query: text(QUERY_MAX).optional().describe("Searches all notes as they would be, best first"),
        cursor: z.string().max(500).optional(),
        limit: z.coerce.number().int().min(1).max(MOST_LISTED).default(50),
      }),
    )
    .output(z.object({ notes: z.array(RehearsedNote).max(MOST_LISTED), nextCursor: z.string().nullable() })),

  note: signedIn
    .errors(declares("QUOTA_EXCEEDED", "TOO_LARGE"))
    .route({
      method: "GET",
      path: "/rehearsals/{id}/notes/{noteId}",
      summary: "One note with its text as it would be",
    })
    .input(z.object({ id: Id, noteId: Id }))
    .output(NoteText),

  change: signedIn
    .errors(declares("CONFLICT", "TOO_LARGE", "QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/rehearsals/{id}/changes",
      summary: "Add to what waits, or change it further: all that is named, or nothing",
    })
    .input(
      z.object({
        id: Id,
        records: z
          .array(ProposedRecord)
          .max(MOST_CHANGED_RECORDS)
          .default([])
          .describe("A further change of a thing is put into the one that waits for it"),
        texts: z
          .array(
            z.object({
              noteId: Id,
              text: text(REHEARSED_TEXT_MAX).describe("Markdown of the whole text"),
              was: text(REHEARSED_TEXT_MAX)
                .optional()
                .describe("What was read before; where the note would say something else by now, CONFLICT"),
            }),
          )
          .max(MOST_CHANGED_NOTES)
          .default([]),
      }),
    )
    .output(z.object({ updatedAt: Instant })),

  takeBack: signedIn
    .route({
      method: "POST",
      path: "/rehearsals/{id}/notes/{recordId}/take-back",
      summary: "Refuse all that waits for one note or folder",
    })
    .input(z.object({ id: Id, recordId: Id }))
    .output(z.object({ updatedAt: Instant })),
};

export const rehearsalsNoun = defineNoun({ operations: rehearsals });
