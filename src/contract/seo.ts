import { z } from "zod";
import { Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

export const SEO_TITLE_MAX = 200;
export const SEO_DESCRIPTION_MAX = 500;
export const SEO_KEYPHRASE_MAX = 200;
/** Days that the health of a page is kept for. */
export const HEALTH_DAYS = 90;

export const SeoSettings = z
  .object({
    title: z.string().describe("For search results and previews; empty: the note's own"),
    description: z.string().describe("Empty: the beginning of the text"),
    keyphrase: z.string().describe("What it should be found by, then variants of it after commas"),
    language: z.string().nullable().describe("Two letters, such as 'de'; null: found by its words"),
    pictureId: Id.nullable().describe("A file that stands in the note; null: its first picture"),
  })
  .describe("What search engines and previews are told of a note's public page");
export type SeoSettings = z.infer<typeof SeoSettings>;

const SeoPage = z.object({
  slug: z.string(),
  url: z.string(),
  isIndexed: z.boolean().describe("Whether search engines may list it"),
  hasPassword: z.boolean(),
  isSigned: z.boolean().describe("Whether it says its author's name"),
});
export type SeoPage = z.infer<typeof SeoPage>;

const Health = z.int().min(0).max(100);
const DayHealth = z.object({ day: z.iso.date(), health: Health });

export const PublishedSeo = SeoPage.extend({
  noteId: Id,
  title: z.string().describe("Of the note"),
  updatedAt: Instant.describe("Of the note"),
  keyphrase: z.string(),
  history: z
    .array(DayHealth)
    .describe("Of each day that it was checked on, the oldest first; at most 90 days"),
}).describe("A published note and its health");
export type PublishedSeo = z.infer<typeof PublishedSeo>;

export const NoteBeside = z
  .object({
    id: Id,
    title: z.string(),
    searchTitle: z.string(),
    description: z.string(),
    keyphrase: z.string(),
    isPublished: z.boolean(),
    isLinkingHere: z.boolean(),
  })
  .describe("Another note of the account, as far as it can compete with this one or be linked");

/** Search engines, and the public pages of notes. All of it is the owner's alone. */
export const seo = {
  pages: signedIn
    .route({
      method: "GET",
      path: "/seo/pages",
      summary: "Published notes with their health, the newest 1000",
    })
    .input(z.object({}).optional())
    .output(z.object({ pages: z.array(PublishedSeo) })),

  note: signedIn
    .route({ method: "GET", path: "/notes/{noteId}/seo", summary: "What search engines are told of a note" })
    .input(z.object({ noteId: Id }))
    .output(
      z.object({
        noteId: Id,
        title: z.string().describe("Of the note"),
        settings: SeoSettings,
        page: SeoPage.nullable(),
        others: z.array(NoteBeside).describe("Published ones first, then the last changed; at most 2000"),
      }),
    ),

  update: signedIn
    .route({
      method: "PATCH",
      path: "/notes/{noteId}/seo",
      summary: "Change what search engines are told of a note; what is not given stays as it is",
    })
    .input(
      z.object({
        noteId: Id,
        title: text(SEO_TITLE_MAX).optional(),
        description: text(SEO_DESCRIPTION_MAX).optional(),
        keyphrase: text(SEO_KEYPHRASE_MAX).optional(),
        language: z
          .string()
          .regex(/^[a-z]{2,3}$/)
          .nullable()
          .optional(),
        pictureId: Id.nullable().optional(),
      }),
    )
    .output(SeoSettings),

  recordHealth: signedIn
    .route({
      method: "POST",
      path: "/seo/health",
      summary: "Keep how healthy published notes are today; others are passed over",
    })
    .input(
      z.object({
        notes: z
          .array(z.object({ noteId: Id, health: Health }))
          .min(1)
          .max(200),
      }),
    )
    .output(Done),

  linkWords: signedIn
    .route({
      method: "POST",
      path: "/notes/{noteId}/linked-words",
      summary: "Make a link to another note of words in a note's text, or take it from them",
    })
    .input(
      z.object({
        noteId: Id,
        blockId: z.string().min(1).max(100),
        words: text(500).describe("As the block says them; the first of them that fit are meant"),
        toNoteId: Id.describe("An own note"),
        isLinked: z.boolean().default(true).describe("False: takes this link from them"),
      }),
    )
    .output(z.object({ isChanged: z.boolean().describe("False: the block doesn't say these words") })),

  setHeadingLevel: signedIn
    .route({
      method: "POST",
      path: "/notes/{noteId}/heading-level",
      summary: "Change the level of a heading in a note's text",
    })
    .input(
      z.object({
        noteId: Id,
        blockId: z.string().min(1).max(100),
        level: z.int().min(1).max(6),
      }),
    )
    .output(
      z.object({ isChanged: z.boolean().describe("False: there is no such heading, or it has that level") }),
    ),
};

export const seoNoun = defineNoun({
  operations: seo,
  liveEntities: ["seo"],
  importKinds: ["noteSeo"],
});
