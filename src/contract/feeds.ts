import { z } from "zod";
import { Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

const MOST_FEEDS = 10;
const MOST_ITEMS = 50;

const FeedItem = z
  .object({
    title: z.string().describe("Plain text"),
    link: z.string().nullable().describe("http or https"),
    at: Instant.nullable().describe("As the feed says"),
    feed: z.string().describe("The title of its feed, or the server's name where it has none"),
  })
  .describe("An entry of an RSS or Atom feed");
export type FeedItem = z.infer<typeof FeedItem>;

const FeedState = z.object({
  address: z.string(),
  title: z.string().nullable(),
  fetchedAt: Instant.nullable().describe("When its entries were read; null where they never could be"),
  error: z
    .string()
    .nullable()
    .describe("Why it could not be read just now, in words for a person; its last known entries are given"),
});
export type FeedState = z.infer<typeof FeedState>;

const operations = {
  read: signedIn
    .route({
      method: "POST",
      path: "/feeds/read",
      summary: "The newest entries of RSS and Atom feeds",
      description:
        "The server reads each feed every quarter of an hour at most, for all who ask for it. A feed that fails is told beside the others.",
    })
    .input(
      z.object({
        addresses: z
          .array(
            text(2_000).pipe(
              z
                .string()
                .trim()
                .regex(/^https?:\/\//i, "An address with http:// or https://"),
            ),
          )
          .min(1)
          .max(MOST_FEEDS),
        limit: z.int().min(1).max(MOST_ITEMS).default(10),
      }),
    )
    .output(z.object({ items: z.array(FeedItem), feeds: z.array(FeedState) })),
};

export const feedsNoun = defineNoun({ operations });
