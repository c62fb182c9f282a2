import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { Note } from "./notes.ts";
import { PAGE_ACCENTS, PAGE_THEMES } from "./shared/page-look.ts";
import { SLUG_FORM, SLUG_MAX, SLUG_MIN } from "./shared/slug.ts";

export const PAGE_PASSWORD_MIN = 6;

const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(SLUG_MIN)
  .max(SLUG_MAX)
  .regex(SLUG_FORM, "Small letters, digits and single dashes between them");

const PageTheme = z.enum(PAGE_THEMES).describe("system: as the reader's device has it");
const PageAccent = z.enum(PAGE_ACCENTS).nullable().describe("Of links and buttons; null: Cairn's own");

export const Publication = z
  .object({
    noteId: Id,
    title: z.string().describe("Of the note"),
    slug: z.string(),
    url: z.string().describe("The whole address of the page"),
    hasPassword: z.boolean(),
    expiresAt: Instant.nullable().describe("From then on there is no page"),
    isIndexed: z.boolean().describe("Whether search engines may list it"),
    isSigned: z.boolean().describe("Whether the page says your name"),
    theme: PageTheme,
    accent: PageAccent,
    publishedAt: Instant,
  })
  .describe("The public page of a note; it always shows the note as it is now");
export type Publication = z.infer<typeof Publication>;

export const ShareRole = z
  .enum(["viewer", "commenter", "editor"])
  .describe("viewer: read; commenter: read and comment; editor: read, comment, change, and see the history");
export type ShareRole = z.infer<typeof ShareRole>;

export const CalendarRole = z
  .enum(["free_busy", "viewer", "editor"])
  .describe(
    "Of a calendar. free_busy: when there is something, and nothing of what; viewer: read; editor: read and change its events",
  );
export type CalendarRole = z.infer<typeof CalendarRole>;

const AnyRole = z.enum(["free_busy", "viewer", "commenter", "editor"]);
export type AnyRole = z.infer<typeof AnyRole>;

export const Guest = z
  .object({
    shareId: Id,
    email: z.string(),
    role: AnyRole,
    name: z.string().nullable().describe("Told once the person has accepted"),
    isAccepted: z.boolean(),
    via: z
      .object({ folderId: Id, name: z.string() })
      .nullable()
      .describe("The folder around it that is shared; null when the thing itself is"),
  })
  .describe("Someone a note, a folder or a calendar is shared with");
export type Guest = z.infer<typeof Guest>;

const Owner = z.object({ name: z.string(), email: z.string() });
const shared = {
  role: ShareRole,
  owner: Owner,
  shareId: Id.nullable().describe("To leave it; null for what lies within a shared folder"),
};

export const SharedFolder = z.object({
  id: Id,
  name: z.string(),
  parentId: Id.nullable().describe("The shared folder it lies in; null for the one that is shared itself"),
  ...shared,
});
export type SharedFolder = z.infer<typeof SharedFolder>;

export const SharedNote = z.object({
  note: Note,
  folderId: Id.nullable().describe("The shared folder it lies in"),
  ...shared,
});
export type SharedNote = z.infer<typeof SharedNote>;

export const Invitation = z
  .object({
    shareId: Id,
    kind: z.enum(["note", "folder", "calendar"]),
    name: z.string().describe("The title of the note, or the name of the folder or calendar"),
    role: AnyRole,
    owner: Owner,
  })
  .describe("A share that was not accepted: nothing else of it is shown anywhere");
export type Invitation = z.infer<typeof Invitation>;

export const BlockedSender = z.object({ id: Id, name: z.string(), email: z.string() });
export type BlockedSender = z.infer<typeof BlockedSender>;

export const SharedWithMe = z.object({
  invitations: z.array(Invitation).describe("The newest 200"),
  folders: z.array(SharedFolder),
  notes: z.array(SharedNote),
});
export type SharedWithMe = z.infer<typeof SharedWithMe>;

export const NoteAccess = z.object({
  role: z.enum(["owner", "viewer", "commenter", "editor"]),
  owner: Owner.nullable().describe("Null for a note of one's own"),
  shareId: Id.nullable().describe("Of the note, or of the folder it lies in"),
});
export type NoteAccess = z.infer<typeof NoteAccess>;

const email = z.string().trim().toLowerCase().max(254).pipe(z.email());

export const sharing = {
  publications: signedIn
    .route({
      method: "GET",
      path: "/publications",
      summary: "Your notes that are published, the last one first",
    })
    .input(z.object({}).optional())
    .output(z.object({ publications: z.array(Publication) })),

  publication: signedIn
    .route({
      method: "GET",
      path: "/notes/{noteId}/publication",
      summary: "Whether and how a note is published",
    })
    .input(z.object({ noteId: Id }))
    .output(
      z.object({
        publication: Publication.nullable(),
        suggestedSlug: z.string().describe("Free at this moment; used when none is given"),
      }),
    ),

  publish: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "PUT",
      path: "/notes/{noteId}/publication",
      summary: "Publish a note, or change how it is published; what is not given stays as it is",
    })
    .input(
      z.object({
        noteId: Id,
        slug: Slug.optional(),
        password: text(200)
          .pipe(z.string().min(PAGE_PASSWORD_MIN))
          .nullable()
          .optional()
          .describe("Null takes it away"),
        expiresAt: Instant.nullable().optional(),
        isIndexed: z.boolean().optional(),
        isSigned: z.boolean().optional(),
        theme: PageTheme.optional(),
        accent: PageAccent.optional(),
      }),
    )
    .output(Publication),

  unpublish: signedIn
    .route({
      method: "DELETE",
      path: "/notes/{noteId}/publication",
      summary: "Take the page away, at once",
    })
    .input(z.object({ noteId: Id }))
    .output(Done),

  withMe: signedIn
    .route({
      method: "GET",
      path: "/shared",
      summary: "What others share with you; of notes the last changed 1000",
    })
    .input(z.object({}).optional())
    .output(SharedWithMe),

  access: signedIn
    .route({
      method: "GET",
      path: "/notes/{noteId}/access",
      summary: "What you may do with a note, and whose it is",
    })
    .input(z.object({ noteId: Id }))
    .output(NoteAccess),

  guestsOfNote: signedIn
    .route({ method: "GET", path: "/notes/{noteId}/guests", summary: "With whom you share a note" })
    .input(z.object({ noteId: Id }))
    .output(z.object({ guests: z.array(Guest) })),

  guestsOfFolder: signedIn
    .route({ method: "GET", path: "/folders/{folderId}/guests", summary: "With whom you share a folder" })
    .input(z.object({ folderId: Id }))
    .output(z.object({ guests: z.array(Guest) })),

  shareNote: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/notes/{noteId}/guests",
      summary: "Share a note with an email address, registered or not; repeated, it changes the role",
    })
    .input(z.object({ noteId: Id, email, role: ShareRole }))
    .output(Guest),

  shareFolder: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/folders/{folderId}/guests",
      summary: "Share a folder with whatever is in it, now and later",
    })
    .input(z.object({ folderId: Id, email, role: ShareRole }))
    .output(Guest),

  guestsOfCalendar: signedIn
    .route({
      method: "GET",
      path: "/calendars/{calendarId}/guests",
      summary: "With whom you share a calendar",
    })
    .input(z.object({ calendarId: Id }))
    .output(z.object({ guests: z.array(Guest) })),

  shareCalendar: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/calendars/{calendarId}/guests",
      summary:
        "Share a calendar with an email address; one that is subscribed to can't be shared for changes",
    })
    .input(z.object({ calendarId: Id, email, role: CalendarRole }))
    .output(Guest),

  setRole: signedIn
    .route({ method: "PATCH", path: "/shares/{shareId}", summary: "Change someone's role" })
    .input(
      z.object({
        shareId: Id,
        role: AnyRole.describe("One of those that the note, folder or calendar knows"),
      }),
    )
    .output(Done),

  accept: signedIn
    .route({
      method: "POST",
      path: "/shares/{shareId}/accept",
      summary: "Accept an invitation; from then on you see what is shared, and the owner is told your name",
    })
    .input(z.object({ shareId: Id }))
    .output(Done),

  block: signedIn
    .route({
      method: "POST",
      path: "/shares/{shareId}/block",
      summary: "See nothing more from the sender, who is not told",
    })
    .input(z.object({ shareId: Id }))
    .output(Done),

  blocked: signedIn
    .route({ method: "GET", path: "/blocked-senders", summary: "Whose invitations you do not see" })
    .input(z.object({}).optional())
    .output(z.object({ senders: z.array(BlockedSender) })),

  unblock: signedIn
    .route({
      method: "DELETE",
      path: "/blocked-senders/{senderId}",
      summary: "Unblock a sender",
    })
    .input(z.object({ senderId: Id }))
    .output(Done),

  end: signedIn
    .route({
      method: "DELETE",
      path: "/shares/{shareId}",
      summary: "Stop sharing, or leave what is shared with you; open pages are closed within seconds",
    })
    .input(z.object({ shareId: Id }))
    .output(Done),
};

export const sharingNoun = defineNoun({
  operations: sharing,
  liveEntities: ["share"],
  activityTypes: [
    "note_published",
    "note_unpublished",
    "note_shared",
    "note_unshared",
    "folder_shared",
    "folder_unshared",
    "calendar_shared",
    "calendar_unshared",
  ],
});
