import { Readable } from "node:stream";
import { dav, escapeXml, NAMESPACES, tag } from "./xml.ts";

/** What is answered to a request: its body is XML unless a type says otherwise. */
export type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Readable;
};

export const XML_TYPE = "application/xml; charset=utf-8";

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

/** One resource of an answer, with what is known of it and what is not. */
export function responseOf(href: string, found: string[], missing: string[] = []): string {
  // RFC 4918 wants one at least.
  const isEmpty = found.length === 0 && missing.length === 0;
  const parts = [
    ...(found.length > 0 || isEmpty ? [propstat(found, "200 OK")] : []),
    ...(missing.length > 0
      ? [
          propstat(
            missing.map((name) => tag(name)),
            "404 Not Found",
          ),
        ]
      : []),
  ];
  return tag(dav("response"), hrefTag(href) + parts.join(""));
}

export const propstat = (props: string[], status: string): string =>
  tag(dav("propstat"), tag(dav("prop"), props.join("")) + tag(dav("status"), `HTTP/1.1 ${status}`));

export const goneResponse = (href: string): string =>
  tag(dav("response"), hrefTag(href) + tag(dav("status"), "HTTP/1.1 404 Not Found"));

export const hrefTag = (href: string): string => tag(dav("href"), escapeXml(href));

/** Made while it is sent: a calendar can have tens of thousands of events. */
export const multistatus = (parts: AsyncIterable<string> | Iterable<string>): Answer => ({
  status: 207,
  headers: { "content-type": XML_TYPE },
  body: Readable.from(wrap(parts), { objectMode: false }),
});

async function* wrap(parts: AsyncIterable<string> | Iterable<string>) {
  yield `${HEAD}<d:multistatus${NAMESPACES}>`;
  for await (const part of parts) if (part !== "") yield part;
  yield "</d:multistatus>\n";
}

/** A refusal, with the name that the protocol has for it, if it has one, and words for people. */
export const refusal = (status: number, condition: string, words = ""): Answer => ({
  status,
  headers: { "content-type": XML_TYPE },
  body: `${HEAD}<d:error${NAMESPACES}>${condition}${words && tag(dav("responsedescription"), escapeXml(words))}</d:error>\n`,
});

/** Thrown from anywhere below the door. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`CalDAV ${answer.status}`);
    this.answer = answer;
  }
}

export const missingAnswer = (): Answer => refusal(404, "", "There is nothing at this address.");
