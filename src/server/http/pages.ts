import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Failure } from "../failure.ts";
import { describeApi } from "../openapi.ts";
import { apiPage } from "./api-page.ts";

const ASSET_YEAR = "public, max-age=31536000, immutable";

/** The built web part: hashed files for a year, everything else asked for anew; any page path gets the app's shell. */
export async function addPages(app: FastifyInstance, webRoot: string): Promise<void> {
  const openapi = JSON.stringify(await describeApi(), null, 2);
  app.get("/api/openapi.json", async (_request, reply) => reply.type("application/json").send(openapi));
  app.get("/api/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(apiPage(openapi)),
  );

  const indexPath = join(webRoot, "index.html");
  if (!existsSync(indexPath)) {
    app.setNotFoundHandler(() => {
      throw new Failure("NOT_FOUND", "The web part is not built; run npm start, or npm run build.");
    });
    return;
  }
  const shell = await readFile(indexPath);
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header("cache-control", path.includes("/assets/") ? ASSET_YEAR : "no-cache");
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      /text\/html|\*\/\*/.test(request.headers.accept ?? "*/*") &&
      !/\.[a-z0-9]+$/i.test(request.url.split("?")[0]!);
    if (!isPage) throw new Failure("NOT_FOUND");
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(shell);
  });
}
