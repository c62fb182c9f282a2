import { z } from "zod";
import { AiAccess } from "./shared/ai-access-schema.ts";
import { Day, declares, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { noteVersions } from "./note-versions.ts";
import { ReadFormat } from "./shared/read-format.ts";
import { QUERY_MAX } from "./shared/search-query.ts";
import { isTimeZone } from "./shared/time-zone.ts";

export const NOTE_TITLE_MAX = 1000;
const BODY_MAX = 20_000_000;

export const ReminderStatus = z.enum(["none", "pending", "sent", "snoozed", "dismissed"]);

/** A note without its body: what lists, cards and the editor's head show. */
export const Note = z
  .object({
    id: Id,
    title: z.string(),
    category: z.string().describe("Free text; 'general' unless chosen"),
    tags: z.array(z.string()),
    isFavorite: z.boolean(),
    folderId: Id.nullable(),
    excerpt: z.string().describe("First 200 characters of the text, derived within seconds of the last edit"),
    wordCount: z.int(),
    reminderDate: Instant.nullable(),
    reminderStatus: ReminderStatus,
    reminderFrequency: z.string(),
    reminderEnabled: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
    trashedAt: Instant.nullable().describe("When it was put into the trash, where it stays 30 days"),
    isForeign: z.boolean().optional().describe("True when another account shares it with you"),
  })
  .describe("A note without its body");
export type Note = z.infer<typeof Note>;

export const BodyFormat = z.enum(["markdown", "text"]);

/** A body as it comes in through the API; bodies being edited live travel over the socket instead. */
export const BodyInput = z.object({ format: BodyFormat, text: z.string().max(BODY_MAX) });
export type BodyInput = z.infer<typeof BodyInput>;

const Writer = z.object({ model: text(200), prompt: text(10_000).optional() });
export const MOST_EARLIER = 20;
const EARLIER_MAX = 500_000;
const EarlierBody = z.object({
  body: BodyInput.extend({ text: z.string().max(EARLIER_MAX) }),
  writtenBy: Writer.nullable().optional(),
  origin: z.enum(["typed", "paste", "import", "dictated"]).optional(),
});
/** What a body was before, and who wrote that. */
export type EarlierBody = z.infer<typeof EarlierBody>;

export const NoteBody = z.object({
  noteId: Id,
  format: ReadFormat,
  text: z.string().describe("The body; for json, the document serialised"),
  seq: z.int().describe("Pass it as baseSeq to replaceBody"),
});
export type NoteBody = z.infer<typeof NoteBody>;

const title = text(NOTE_TITLE_MAX).describe("May be empty; shown as 'Untitled'");
const tags = z.array(text(100)).max(100);
const category = text(100);

export const NoteSort = z.enum(["updated", "created", "title", "words"]);
export type NoteSort = z.infer<typeof NoteSort>;

const NoteFields = z.object({
  title: title.optional(),
  category: category.optional(),
  tags: tags.optional(),
  isFavorite: z.boolean().optional(),
  folderId: Id.nullable().optional(),
});

const NoteList = z.object({
  notes: z.array(Note),
  nextCursor: z.string().nullable().describe("Pass as cursor for the next page; null at the end"),
});
export type NoteList = z.infer<typeof NoteList>;

export const SearchHit = z.object({
  note: Note,
  snippet: z.string().describe("Text around the match; matches stand between U+0002 and U+0003"),
  reason: z
    .enum(["title", "tag", "text", "substring", "similar", "filter", "attachment", "some", "meaning"])
    .describe(
      "Where the query was found first; similar: words that are spelled like it; filter: it asked for no words; attachment: in a file that the note names; some: it has only some of the words; meaning: it says something like it in other words",
    ),
  isInside: z
    .boolean()
    .describe("The words were found only as parts of other words; such hits come after all others"),
});
export type SearchHit = z.infer<typeof SearchHit>;

const Mention = z.object({
  note: Note,
  snippet: z
    .string()
    .describe(
      "Text around the title, or around the words in common; matches stand between U+0002 and U+0003",
    ),
});
export const Backlinks = z.object({
  linked: z
    .array(Mention)
    .describe("Notes with a link to this one, chosen or by its title; last changed first"),
  unlinked: z.array(Mention).describe("Notes whose text has the title without a link; the best 20"),
});
export type Backlinks = z.infer<typeof Backlinks>;

export const RelatedNotes = z.object({
  notes: z
    .array(Mention)
    .describe(
      "At most 5 that share the words which tell most about the note, or that mean the same where search by meaning is turned on; without those that link to it or that it links to",
    ),
});
export type RelatedNotes = z.infer<typeof RelatedNotes>;

export const NoteAiAccess = z
  .object({
    aiAccess: AiAccess,
    by: z
      .discriminatedUnion("kind", [
        z.object({ kind: z.literal("folder"), folderId: Id, name: z.string() }),
        z.object({ kind: z.literal("tag"), name: z.string() }),
        z.object({ kind: z.enum(["owner", "trash"]) }),
      ])
      .nullable()
      .describe("What decides it, as far as the reader may know; null where any model may read the note"),
  })
  .describe("Which AI models may read a note: the strictest of what its folders and tags say");
export type NoteAiAccess = z.infer<typeof NoteAiAccess>;

const MANY = 1_000;
const noteIds = z.array(Id).min(1).max(MANY);

export const ManyNotesChange = z.object({
  noteIds: noteIds.describe("Those that are not there are passed over"),
  folderId: Id.nullable().optional(),
  addTags: tags.optional(),
  removeTags: tags.optional(),
  isFavorite: z.boolean().optional(),
  isTrashed: z.boolean().optional().describe("Into the trash, or out of it"),
});
export type ManyNotesChange = z.infer<typeof ManyNotesChange>;

export const NotePlacement = z
  .object({
    noteId: Id,
    folderId: Id.nullable(),
    tags: z.array(z.string().max(100)).max(100),
    isFavorite: z.boolean(),
    isTrashed: z.boolean(),
  })
  .describe("Where a note is and how it is marked");
export type NotePlacement = z.infer<typeof NotePlacement>;

export const notes = {
  list: signedIn
    .route({
      method: "GET",
      path: "/notes",
      summary: "List notes, last changed first unless asked otherwise",
    })
    .input(
      z.object({
        folderId: Id.optional(),
        category: text(100).optional(),
        isFavorite: z.stringbool().or(z.boolean()).optional(),
        tag: text(100).optional(),
        tags: z.array(text(100)).max(20).optional().describe("Notes with any of these"),
        hasOpenTasks: z.stringbool().or(z.boolean()).optional(),
        sort: NoteSort.default("updated"),
        order: z
          .enum(["asc", "desc"])
          .optional()
          .describe("By title from A, by all else the greatest first, unless given"),
        trashed: z.stringbool().or(z.boolean()).default(false).describe("The trash instead of the notes"),
        cursor: z.string().max(500).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(50),
      }),
    )
    .output(NoteList),

  get: signedIn
    .route({ method: "GET", path: "/notes/{noteId}", summary: "One note without its body" })
    .input(z.object({ noteId: Id }))
    .output(Note),

  create: signedIn
    .errors(declares("CONFLICT", "TOO_LARGE", "QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/notes", summary: "Create a note", successStatus: 201 })
    .input(
      z.object({
        id: Id.optional().describe(
          "Made by the caller to be able to repeat the call; a repeat answers the first note",
        ),
        title: title.default(""),
        body: BodyInput.optional(),
        category: category.default("general"),
        tags: tags.default([]),
        isFavorite: z.boolean().default(false),
        folderId: Id.nullable().default(null),
        origin: z
          .enum(["typed", "paste", "import", "template", "api"])
          .optional()
          .describe("How the words of the body came about; 'api' for a program, unless it says otherwise"),
        writtenBy: Writer.nullable()
          .optional()
          .describe("The AI model that wrote the body, and what it was asked for; null: a person did"),
        earlier: z
          .array(EarlierBody)
          .max(MOST_EARLIER)
          .optional()
          .describe("What the body was before, oldest first: words that are still in it stay their writer's"),
      }),
    )
    .output(Note),

  update: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "PATCH",
      path: "/notes/{noteId}",
      summary: "Change title, tags, category, favorite or folder",
    })
    .input(
      NoteFields.extend({
        noteId: Id,
        addTags: tags.optional().describe("Those it has too, instead of all that it has in `tags`"),
        removeTags: tags.optional(),
        onlyIf: NoteFields.optional().describe(
          "What the note must still say; if it says something else by now, CONFLICT and no change",
        ),
      }),
    )
    .output(Note),

  updateMany: signedIn
    .route({ method: "POST", path: "/notes/many", summary: "Change many notes at once, all or none" })
    .input(ManyNotesChange)
    .output(z.object({ before: z.array(NotePlacement).describe("Given to putBack, it is so again") })),

  putBack: signedIn
    .route({ method: "POST", path: "/notes/put-back", summary: "Undo a change of many notes" })
    .input(
      z.object({
        before: z.array(NotePlacement).min(1).max(MANY),
        undone: ManyNotesChange.omit({ noteIds: true })
          .optional()
          .describe(
            "The change to undo: nothing else is put back, and a note that was moved, marked or trashed again since stays as it is",
          ),
      }),
    )
    .output(z.object({ notes: z.int() })),

  duplicate: signedIn
    .errors(declares("CONFLICT", "TOO_LARGE", "QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/notes/{noteId}/duplicate", summary: "Copy a note", successStatus: 201 })
    .input(
      z.object({
        noteId: Id,
        id: Id.optional().describe("Of the copy; made by the caller to be able to repeat the call"),
      }),
    )
    .output(Note),

  body: signedIn
    .route({ method: "GET", path: "/notes/{noteId}/body", summary: "Read the body of a note" })
    .input(z.object({ noteId: Id, format: ReadFormat.default("markdown") }))
    .output(NoteBody),

  replaceBody: signedIn
    .errors(declares("CONFLICT", "TOO_LARGE", "QUOTA_EXCEEDED"))
    .route({ method: "PUT", path: "/notes/{noteId}/body", summary: "Replace the body of a note" })
    .input(z.object({ noteId: Id, body: BodyInput, baseSeq: z.int().describe("The seq that was read") }))
    .output(z.object({ seq: z.int() })),

  remove: signedIn
    .route({ method: "DELETE", path: "/notes/{noteId}", summary: "Put a note into the trash for 30 days" })
    .input(z.object({ noteId: Id }))
    .output(Note),

  restore: signedIn
    .route({ method: "POST", path: "/notes/{noteId}/restore", summary: "Take a note out of the trash" })
    .input(z.object({ noteId: Id }))
    .output(Note),

  ...noteVersions,

  backlinks: signedIn
    .route({
      method: "GET",
      path: "/notes/{noteId}/backlinks",
      summary: "Notes that link to this one, and notes that only name its title",
    })
    .input(z.object({ noteId: Id }))
    .output(Backlinks),

  related: signedIn
    .route({ method: "GET", path: "/notes/{noteId}/related", summary: "Notes about the same things" })
    .input(z.object({ noteId: Id }))
    .output(RelatedNotes),

  aiAccess: signedIn
    .route({
      method: "GET",
      path: "/notes/{noteId}/ai-access",
      summary: "Which AI models may read this note, and why",
    })
    .input(z.object({ noteId: Id }))
    .output(NoteAiAccess),

  search: signedIn
    .route({ method: "GET", path: "/search", summary: "Search titles, text and tags" })
    .input(
      z.object({
        query: text(QUERY_MAX).describe(
          'Words, a "phrase", tag:name, in:folder, is:favorite, is:untagged, is:shared, has:task, has:done, has:image, has:file, has:link, has:code, has:table, origin:human (leaves out what AI models wrote), before:2026-05, after:7d, and -word, -"phrase", -tag:name for what may not occur; case does not matter',
        ),
        limit: z.coerce.number().int().min(1).max(100).default(20),
        someWords: z
          .stringbool()
          .or(z.boolean())
          .default(false)
          .describe("Where no note has all words, notes with some of them, those with the rarest first"),
      }),
    )
    .output(z.object({ hits: z.array(SearchHit) })),

  onThisDay: signedIn
    .route({
      method: "GET",
      path: "/notes-on-this-day",
      summary: "Your notes that were made on the same day of earlier years, the newest first",
    })
    .input(
      z.object({
        date: Day,
        timeZone: z.string().max(64).refine(isTimeZone, "A time zone such as Europe/Oslo"),
      }),
    )
    .output(z.object({ notes: z.array(Note).describe("At most 50") })),
};

export const notesNoun = defineNoun({
  operations: notes,
  liveEntities: ["note"],
  activityTypes: [
    "note_created",
    "note_updated",
    "note_deleted",
    "note_restored",
    "note_favorited",
    "note_unfavorited",
    "note_version_restored",
  ],
  activityEntities: ["note"],
  trash: { note: "notes" },
});
