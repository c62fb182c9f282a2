import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../failure.ts";
import { encodingFor } from "./site.ts";

const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};
const ENDINGS: Record<string, string> = { br: ".br", gzip: ".gz" };

/**
 * The app's scripts and styles, each read from the disk once: a page asks for a hundred small files, and to find, open and stream one takes
 * longer than to send it. What browsers ask for is 1.5 MB, compressed; every form of every file 7.5 MB, which is the most that is kept.
 */
export async function addCode(app: FastifyInstance, webRoot: string, cacheControl: string): Promise<void> {
  const folder = join(webRoot, "assets");
  if (!existsSync(folder)) return;
  const files = await readdir(folder);
  const present = new Set(files);
  const answers = new Map<string, ReturnType<typeof answerer>>();
  for (const name of files) {
    const type = TYPES[name.split(".").at(-1)!];
    if (!type) continue;
    const headers = { "content-type": type, "cache-control": cacheControl, vary: "accept-encoding" };
    const encodings = Object.keys(ENDINGS).filter((encoding) => present.has(name + ENDINGS[encoding]));
    answers.set(name, answerer(join(folder, name), encodings, headers));
  }
  // One route: hundreds would take a fifth of a start.
  app.get<{ Params: { name: string } }>("/assets/:name(^[^/]+\\.(?:js|css)$)", (request, reply) => {
    const answer = answers.get(request.params.name);
    return answer ? answer(request, reply) : reply.callNotFound();
  });
}

function answerer(path: string, encodings: string[], headers: Record<string, string>) {
  const forms = new Map<string, Promise<Buffer>>();
  const bytesOf = (encoding: string): Promise<Buffer> => {
    const kept = forms.get(encoding);
    if (kept) return kept;
    const bytes = readFile(path + (ENDINGS[encoding] ?? "")).catch((error: NodeJS.ErrnoException) => {
      // Asked for again, it may be readable.
      forms.delete(encoding);
      throw error.code === "ENOENT" ? notFound() : error;
    });
    forms.set(encoding, bytes);
    return bytes;
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = encodingFor(request.headers["accept-encoding"] ?? "", encodings);
    const bytes = await bytesOf(encoding);
    reply.headers(headers);
    if (encoding) reply.header("content-encoding", encoding);
    return reply.send(bytes);
  };
}
