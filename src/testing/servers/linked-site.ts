import type { RequestListener } from "node:http";
import { type LocalServer, startLocalServer } from "./small-internet.ts";
import { streamForever } from "./stream-forever.ts";

export type LinkedSite = LocalServer & {
  /** For the settings of a server whose people may name this one. */
  env: { EGRESS_ALLOW: string };
  base: string;
  /** Paths that answer otherwise from now on. */
  statuses: Map<string, number>;
};

/** A site of this machine whose pages are there, moved, gone, or fail in each way that sites do. */
export async function startLinkedSite(): Promise<LinkedSite> {
  const statuses = new Map<string, number>();
  const answers: Record<string, RequestListener> = {
    "/moved": (_, response) => response.writeHead(301, { location: "/new" }).end(),
    "/moved-twice": (_, response) => response.writeHead(308, { location: "/moved" }).end(),
    "/elsewhere": (_, response) => response.writeHead(302, { location: "/new" }).end(),
    "/half-moved": (_, response) => response.writeHead(301, { location: "/elsewhere" }).end(),
    "/inside": (_, response) => response.writeHead(301, { location: "http://127.0.0.1:9/secret" }).end(),
    "/round": (_, response) => response.writeHead(301, { location: "/round" }).end(),
    "/busy": (_, response) => response.writeHead(429, { "retry-after": "172800" }).end(),
    "/down": (_, response) => response.writeHead(503, { "retry-after": "3600" }).end(),
    "/hangs": () => {},
    "/cut": (request) => request.socket.destroy(),
    "/huge": (request, response) =>
      request.method === "HEAD" ? response.writeHead(405).end() : streamForever(response),
    "/no-head": (request, response) => response.writeHead(request.method === "HEAD" ? 404 : 200).end("here"),
    "/members": (_, response) => response.writeHead(401).end(),
  };
  const server = await startLocalServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://site");
    const status = statuses.get(pathname);
    const answer = answers[pathname];
    if (status !== undefined || !answer) response.writeHead(status ?? 200).end("page");
    else answer(request, response);
  });
  const at = `127.0.0.1:${server.port}`;
  return { ...server, env: { EGRESS_ALLOW: at }, base: `http://${at}`, statuses };
}
