import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AddDevPages, addSiteAddresses } from "./http/site.ts";

const SITE = "/src/web/site";
const RENDERER = `${SITE}/render.tsx`;

type Renderer = { pageNames: string[]; renderPage: (name: string, assets: object) => string };

/** Vite as middleware behind the same guards and on the same origin; the database stays up while pages reload. */
export function devPages(root: string, publicUrl: URL): AddDevPages {
  return async (app, published) => {
    const { createServer } = await import("vite");
    const vite = await createServer({
      root,
      appType: "custom",
      server: { middlewareMode: true, hmr: { server: app.server, path: "/__hmr" } },
    });
    const renderer = async () => (await vite.ssrLoadModule(RENDERER)) as Renderer;
    const { pageNames } = await renderer();
    addSiteAddresses(app, pageNames, publicUrl, published);
    const htmlOf = async (path: string): Promise<string> => {
      const name = path === "/" ? "landing" : /^\/public\/(\w+)$/.exec(path)?.[1];
      if (!name || !pageNames.includes(name)) return readFile(`${root}/index.html`, "utf8");
      // Asked for each time, so that a changed page is seen by a reload.
      return (await renderer()).renderPage(name, await devAssets(root, publicUrl.origin));
    };
    app.setNotFoundHandler(async (request, reply) => {
      reply.hijack();
      // React refresh and Vite's client are inline scripts; this policy is for development alone.
      reply.raw.setHeader(
        "content-security-policy",
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:",
      );
      vite.middlewares(request.raw, reply.raw, () => {
        void htmlOf(request.url.split("?")[0]!)
          .then((html) => vite.transformIndexHtml(request.url, html))
          .then((html) => reply.raw.setHeader("content-type", "text/html; charset=utf-8").end(html));
      });
    });
    app.addHook("onClose", () => vite.close());
  };
}

/** The sources themselves in place of what the build makes of them. */
async function devAssets(root: string, origin: string) {
  const images = await readdir(join(root, SITE, "images"));
  return {
    origin,
    styles: [`${SITE}/site.css`],
    scripts: {
      site: [`${SITE}/site.ts`],
      "contact-island": [`${SITE}/contact-island.tsx`],
      "referral-island": [`${SITE}/referral-island.tsx`],
    },
    font: null,
    images: Object.fromEntries(images.map((name) => [name, `${SITE}/images/${name}`])),
  };
}
