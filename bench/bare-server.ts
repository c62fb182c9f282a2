import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { WebSocketServer } from "ws";
import { createVocabulary, createWriter } from "./text.ts";

/**
 * The floor of every row: Node's own server that reads a body and answers as many bytes as asked for, hands out the
 * floor pages (argument: their folder), and passes what comes in at a socket on to the other sockets.
 */
const folder = process.argv[2] ?? "";
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  request.resume();
  request.on("end", () => {
    if (url.pathname === "/") {
      const size = Number(url.searchParams.get("size") ?? 2);
      response.writeHead(200, { "content-type": "application/json" }).end(Buffer.alloc(size, 32));
    } else if (url.pathname === "/text") {
      const text = createWriter(createVocabulary(7), 5).words(Number(url.searchParams.get("words")));
      response.writeHead(200, { "content-type": "text/plain" }).end(text);
    } else void answerFile(url.pathname, request.headers["accept-encoding"] ?? "", response);
  });
});

/** Compressed where the product's are. */
async function answerFile(path: string, accepted: string, response: ServerResponse): Promise<void> {
  const head = { "content-type": TYPES[extname(path)] ?? "", "cache-control": "max-age=3600" };
  for (const [encoding, ending] of ENCODINGS) {
    if (!accepted.includes(encoding)) continue;
    const bytes = await readFile(join(folder, `${path}${ending}`)).catch(() => null);
    if (bytes) return void response.writeHead(200, { ...head, "content-encoding": encoding }).end(bytes);
  }
  const bytes = await readFile(join(folder, path)).catch(() => null);
  if (bytes) response.writeHead(200, head).end(bytes);
  else response.writeHead(404).end();
}
const sockets = new WebSocketServer({ server });
sockets.on("connection", (socket) =>
  socket.on("message", (bytes) => {
    for (const other of sockets.clients) if (other !== socket) other.send(bytes);
  }),
);
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
