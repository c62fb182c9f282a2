import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

/** Vite as middleware behind the same guards and on the same origin; the database stays up while pages reload. */
export function devPages(root: string): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const { createServer } = await import("vite");
    const vite = await createServer({
      root,
      appType: "custom",
      server: { middlewareMode: true, hmr: { server: app.server, path: "/__hmr" } },
    });
    app.setNotFoundHandler(async (request, reply) => {
      reply.hijack();
      // React refresh and Vite's client are inline scripts; this policy is for development alone.
      reply.raw.setHeader(
        "content-security-policy",
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:",
      );
      vite.middlewares(request.raw, reply.raw, () => {
        void readFile(`${root}/index.html`, "utf8")
          .then((html) => vite.transformIndexHtml(request.url, html))
          .then((html) => reply.raw.setHeader("content-type", "text/html; charset=utf-8").end(html));
      });
    });
    app.addHook("onClose", () => vite.close());
  };
}
