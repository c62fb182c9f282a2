import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request of a real client with what it was answered. */
export type Exchange = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  status: number;
  answer: string;
  etag: string | null;
};

/** What of a request changes its answer. */
const TELLING = ["depth", "if-match", "if-none-match", "content-type"];

/** Stands between a client and the server, and writes down what they say. */
export async function startRecorder(target: string) {
  let exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const answer = await fetch(target + request.url, {
        method: request.method!,
        headers: forwarded(request.headers),
        redirect: "manual",
        ...(body.length > 0 && request.method !== "GET" && request.method !== "HEAD" ? { body } : {}),
      });
      const text = await answer.text();
      exchanges.push({
        method: request.method!,
        path: request.url!,
        headers: Object.fromEntries(
          TELLING.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
        ),
        body: body.toString("utf8"),
        status: answer.status,
        answer: text,
        etag: answer.headers.get("etag"),
      });
      const headers = Object.fromEntries(
        [...answer.headers].filter(
          ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection|keep-alive)$/.test(name),
        ),
      );
      response.writeHead(answer.status, headers).end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was said since it was asked last. */
    take: (): Exchange[] => {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const forwarded = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ||
    /^(host|connection|content-length|accept-encoding|transfer-encoding|expect)$/.test(name)
      ? []
      : [[name, String(value)] as [string, string]],
  );
