import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import { describeApi } from "../openapi.ts";
import { apiPage } from "./api-page.ts";
import { addCode } from "./code.ts";
import { readPreloads } from "./preload.ts";
import { addSite, type PublishedPages } from "./site.ts";

type Around = {
  publicUrl: URL;
  isSigned: (cookie: string | undefined) => boolean;
  published: PublishedPages;
};

const ASSET_YEAR = "public, max-age=31536000, immutable";

/**
 * The built web part: hashed files for a year, everything else asked for anew; public pages as they were made; any
 * other page path gets the app's shell, as a 404 when it is no address of the app.
 */
export async function addPages(
  app: FastifyInstance,
  webRoot: string,
  { publicUrl, isSigned, published }: Around,
): Promise<void> {
  addApiPages(app);
  const indexPath = join(webRoot, "index.html");
  if (!existsSync(indexPath)) {
    app.setNotFoundHandler(() => {
      throw new Failure("NOT_FOUND", "The web part is not built; run npm start, or npm run build.");
    });
    return;
  }
  const shell = await readShell(indexPath);
  const preloads = await readPreloads(webRoot);
  const site = await addSite(app, webRoot, publicUrl, published);
  await addCode(app, webRoot, ASSET_YEAR);
  await app.register(fastifyStatic, filesOf(webRoot));
  // What is no code. Hundreds: a route for each would take a fifth of a start.
  const allowedPath = (path: string) => /^\/?[^/\\]+$/.test(path) && !path.includes("..");
  const assets = { ...filesOf(join(webRoot, "assets")), prefix: "/assets/", wildcard: true, allowedPath };
  await app.register(fastifyStatic, { ...assets, decorateReply: false });
  app.setNotFoundHandler(async (request, reply) => {
    if (!asksForPage(request)) throw new Failure("NOT_FOUND");
    const path = request.url.split("?")[0]!;
    const isNowhere = site !== null && !site.isOfApp(path);
    const [encoding, bytes] = shell(request.headers["accept-encoding"] ?? "");
    if (encoding) reply.header("content-encoding", encoding);
    // Whoever is not signed in goes to a page that needs none of it.
    const links = isSigned(request.headers.cookie) ? preloads(path) : "";
    if (links) reply.header("link", links);
    return reply
      .status(isNowhere ? 404 : 200)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("vary", "accept-encoding")
      .send(bytes);
  });
}

const filesOf = (root: string): FastifyStaticOptions => ({
  root,
  index: false,
  wildcard: false,
  // Those are answered from memory, public pages with the address filled in, and the assets by a route of their own.
  globIgnore: ["site/**", "assets/**"],
  // Beside each text file stand its compressed forms, made by the build.
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, path) => {
    reply.header("cache-control", path.includes("/assets/") ? ASSET_YEAR : "no-cache");
  },
});

/** Made for the first who asks: it takes a tenth of a start. */
function addApiPages(app: FastifyInstance): void {
  let made: Promise<string> | undefined;
  const openapi = () => (made ??= describeApi().then((described) => JSON.stringify(described, null, 2)));
  app.get("/api/openapi.json", async (_request, reply) =>
    reply.type("application/json").send(await openapi()),
  );
  app.get("/api/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(apiPage(await openapi())),
  );
}

const asksForPage = ({ method, headers, url }: FastifyRequest) =>
  (method === "GET" || method === "HEAD") &&
  /text\/html|\*\/\*/.test(headers.accept ?? "*/*") &&
  !/\.[a-z0-9]+$/i.test(url.split("?")[0]!);

/** The app's shell in the forms that the build made of it; the smallest that a browser takes is sent. */
async function readShell(path: string): Promise<(accepted: string) => [encoding: string, bytes: Buffer]> {
  const forms: [string, Buffer][] = [];
  for (const [encoding, ending] of [
    ["br", ".br"],
    ["gzip", ".gz"],
    ["", ""],
  ] as const)
    if (existsSync(path + ending)) forms.push([encoding, await readFile(path + ending)]);
  return (accepted) =>
    forms.find(
      ([encoding]) => encoding === "" || new RegExp(`\\b${encoding}\\b(?!;q=0(?!\\.))`).test(accepted),
    )!;
}
