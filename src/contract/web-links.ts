import { z } from "zod";
import { Done, Id, Instant, signedIn } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

/** Addresses of an account that are asked within a day. */
export const WEB_LINKS_A_DAY = 500;

const ADDRESS_MAX = 2_000;
const Address = z.url({ protocol: /^https?$/ }).max(ADDRESS_MAX);
const Count = z.int().min(0);

export const WebLink = z
  .object({
    id: Id,
    address: z.string().describe("As it stands in the notes"),
    why: z
      .enum(["gone", "failing", "moved"])
      .describe("Gone: answered 404 or 410 twice. Failing: no good answer on three days. Moved: permanently"),
    status: z.int().nullable().describe("What it answered last; null where nothing came"),
    checkedAt: Instant,
    failingSince: Instant.nullable(),
    movedTo: z.string().nullable(),
    notes: z.array(z.object({ id: Id, title: z.string() })).describe("Own notes it stands in, at most 20"),
    noteCount: Count,
  })
  .describe("A web address in one's notes that no longer leads where it did");
export type WebLink = z.infer<typeof WebLink>;

/** Links of one's notes to the web, which are asked whether they still lead somewhere when somebody wants that. */
export const webLinks = {
  list: signedIn
    .route({ method: "GET", path: "/web-links", summary: "Web links in one's notes that rotted or moved" })
    .input(z.object({}).optional())
    .output(
      z.object({
        links: z.array(WebLink).describe("At most 200, those gone first"),
        counts: z.object({
          all: Count.describe("Different web addresses in own notes"),
          checked: Count,
          unasked: Count.describe("Of those checked: gave no answer that tells whether they work"),
        }),
        isChecking: z.boolean().describe("A check waits or runs"),
      }),
    ),

  check: signedIn
    .route({
      method: "POST",
      path: "/web-links/check",
      summary: `Ask the linked sites soon, at most ${WEB_LINKS_A_DAY} addresses a day`,
    })
    .output(Done),

  dismiss: signedIn
    .route({
      method: "POST",
      path: "/web-links/{webLinkId}/dismissal",
      summary: "Show a link no more and ask it no more, or again",
    })
    .input(z.object({ webLinkId: Id, isDismissed: z.boolean() }))
    .output(Done),

  replace: signedIn
    .route({
      method: "POST",
      path: "/notes/{noteId}/web-links",
      summary: "Put another address in the place of one in a note's text",
    })
    .input(
      z.object({
        noteId: Id,
        from: Address,
        to: Address,
        blockIds: z
          .array(z.string().max(100))
          .max(1000)
          .optional()
          .describe("Only there; absent: everywhere"),
      }),
    )
    .output(
      z.object({
        blockIds: z.array(z.string()).describe("Blocks in which it was replaced; none: it isn't there"),
      }),
    ),
};

export const webLinksNoun = defineNoun({ operations: webLinks, liveEntities: ["webLink"] });
