import { EgressError } from "../platform/egress/egress-error.ts";
import type { Egress, EgressAnswer } from "../platform/egress/egress.ts";
import { type Feed, readFeed } from "./read-feed.ts";

const TIMEOUT_MS = 10_000;
/** A feed of the last hundred articles in full has some 500 KB. */
const MOST_BYTES = 1_000_000;

/** Why an address that a person gave has no answer that can be used, in words for this person. */
export class AddressFault extends Error {}

type Asked = { address: string; accept: string; signal?: AbortSignal | undefined };

/** What a person's address answers, within the limits for hostile servers. @throws AddressFault */
export async function askAddress(egress: Egress, { address, accept, signal }: Asked): Promise<EgressAnswer> {
  const answer = await egress
    .request({
      url: address,
      source: "user",
      headers: { accept },
      timeoutMs: TIMEOUT_MS,
      idleMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
      ...(signal && { signal }),
    })
    .catch((error: unknown) => {
      if (!(error instanceof EgressError)) throw error;
      const words = error.kind === "too-large" ? "The answer is larger than 1 MB." : error.message;
      throw new AddressFault(words, { cause: error });
    });
  if (answer.status === 200) return answer;
  throw new AddressFault(
    answer.status === 401 || answer.status === 403
      ? `The server answered ${answer.status}: it wants to know who asks.`
      : answer.status === 404
        ? "The server answered 404: nothing has this address."
        : `The server answered ${answer.status}.`,
  );
}

/** @throws AddressFault */
export async function askFeed(
  egress: Egress,
  { address, signal }: Pick<Asked, "address" | "signal">,
): Promise<Feed> {
  const accept =
    "application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1";
  const { body, headers, url } = await askAddress(egress, { address, accept, signal });
  const feed = readFeed(body, headers["content-type"], url);
  if (feed) return feed;
  const isPage = /html/i.test(headers["content-type"] ?? "");
  throw new AddressFault(
    isPage ? "This is a web page, not a feed. Look for its RSS address." : "The answer is not a feed.",
  );
}
