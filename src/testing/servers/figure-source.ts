import type { ServerResponse } from "node:http";
import { type LocalServer, startLocalServer } from "./small-internet.ts";
import { streamForever } from "./stream-forever.ts";

/** How it answers from now on; `well` as its addresses say. */
export type SourceMood =
  | "well"
  | "error"
  | "never"
  | "html"
  | "endless"
  | "redirect"
  | "nonsense"
  | "half"
  | "private";

export type FigureSource = LocalServer & {
  /** For the settings of a server whose people may name this one. */
  env: { EGRESS_ALLOW: string };
  mood: SourceMood;
  /** What `json` has at `data.count`. */
  count: number;
  /** Titles of `feed`, newest first. */
  titles: string[];
  json: string;
  feed: string;
  atom: string;
  /** Where `redirect` leads. */
  elsewhere: string;
};

const MINUTE = 60_000;

/** A server of this machine with a figure as JSON and as a feed, which can fail in each way. */
export async function startFigureSource(): Promise<FigureSource> {
  const server = await startLocalServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://source");
    if (source.mood !== "well") return fail(response, source);
    if (pathname === "/figures.json") return answer(response, "application/json", jsonOf(source));
    if (pathname === "/feed.xml") return answer(response, "application/rss+xml", rssOf(source));
    if (pathname === "/atom.xml") return answer(response, "application/atom+xml", atomOf(source));
    answer(response, "text/plain", "Not Found", 404);
  });
  const base = `http://127.0.0.1:${server.port}`;
  const source: FigureSource = {
    ...server,
    env: { EGRESS_ALLOW: `127.0.0.1:${server.port}` },
    mood: "well",
    count: 42,
    titles: ["12,500 visits in May", "Pond &amp;amp; <em>quince</em>", "Stone"],
    json: `${base}/figures.json`,
    feed: `${base}/feed.xml`,
    atom: `${base}/atom.xml`,
    elsewhere: "http://127.0.0.1:9/secret",
  };
  return source;
}

function answer(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, { "content-type": `${type}; charset=utf-8` });
  response.end(body);
}

const jsonOf = ({ count }: FigureSource): string =>
  JSON.stringify({ data: { count, text: "many", list: [1, 2, 3], "page views": `${count}.5`, none: null } });

/** Titles are XML already, as the tests write them. */
const rssOf = ({ titles }: FigureSource): string => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>Garden news</title><link>http://example.com/</link>
${titles
  .map(
    (title, at) => `<item><title>${title}</title><link>http://example.com/${at}</link>
<pubDate>${new Date(Date.now() - (at + 1) * MINUTE).toUTCString()}</pubDate></item>`,
  )
  .join("\n")}
</channel></rss>`;

const atomOf = ({ titles }: FigureSource): string => `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">Atom &amp;lt;news&amp;gt;</title>
${titles
  .map(
    (
      title,
      at,
    ) => `<entry><title type="html">${title}</title><link rel="self" href="/self"/><link href="/entries/${at}"/>
<updated>${new Date(Date.now() - (at + 1.5) * MINUTE).toISOString()}</updated></entry>`,
  )
  .join("\n")}
</feed>`;

function fail(response: ServerResponse, { mood, elsewhere }: FigureSource): void {
  if (mood === "never") return;
  if (mood === "error") return answer(response, "application/json", "{}", 500);
  if (mood === "private") return answer(response, "text/plain", "Who are you?", 401);
  if (mood === "redirect") return void response.writeHead(302, { location: elsewhere }).end();
  if (mood === "html")
    return answer(response, "text/html", "<!doctype html><title>Maintenance</title><h1>Soon");
  if (mood === "nonsense") return answer(response, "application/json", '{"data":{"count":"a lot"}}');
  if (mood === "half") {
    response.writeHead(200, { "content-length": 1000 });
    return void response.write('{"data":', () => response.destroy());
  }
  streamForever(response);
}
