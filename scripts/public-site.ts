import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer, type Plugin, type Rolldown } from "vite";

/** The entries of the public pages: the script of all of them, and one for each part that React brings to life. */
export const SITE_ENTRIES = {
  site: "src/web/site/site.ts",
  "contact-island": "src/web/site/contact-island.tsx",
  "referral-island": "src/web/site/referral-island.tsx",
};

/** Stands for the server's own address in a built page; the server knows it. */
const ORIGIN = "__CAIRN_ORIGIN__";

type Renderer = {
  pageNames: string[];
  renderPage: (name: string, assets: Record<string, unknown>) => string;
};

/**
 * Makes the public pages at build: React renders them once into plain HTML, which the server keeps in memory. Writes
 * site/<page>.html, and beside them the first segments of the app's own addresses, so that the server can tell an
 * address of the app from one that is nowhere.
 */
export function publicSite(root: string): Plugin {
  return {
    name: "cairn-public-site",
    apply: "build",
    enforce: "post",
    async generateBundle(_options, bundle) {
      const images = Object.fromEntries(
        readdirSync(join(root, "src/web/site/images")).map((name) => {
          const source = readFileSync(join(root, "src/web/site/images", name));
          const id = this.emitFile({ type: "asset", name, source });
          return [name, `/${this.getFileName(id)}`];
        }),
      );
      const assets = { origin: ORIGIN, images, ...builtAssets(bundle) };
      await withRenderer(root, ({ pageNames, renderPage }) => {
        for (const name of pageNames)
          this.emitFile({ type: "asset", fileName: `site/${name}.html`, source: renderPage(name, assets) });
      });
      const source = JSON.stringify(appSegments(root));
      this.emitFile({ type: "asset", fileName: "site/app-segments.json", source });
    },
  };
}

function builtAssets(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const scripts = Object.fromEntries(
    Object.keys(SITE_ENTRIES).map((name) => {
      const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === name);
      if (!entry) throw new Error(`The build has no entry "${name}"`);
      return [name, [entry.fileName, ...importsOf(entry, bundle)].map((file) => `/${file}`)];
    }),
  );
  const site = chunks.find((chunk) => chunk.isEntry && chunk.name === "site");
  const styles = [...(site?.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`);
  if (styles.length === 0) throw new Error("The public pages have no style sheet");
  const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
  return { scripts, styles, font: font ? `/${font}` : null };
}

function importsOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()) {
  for (const file of chunk.imports) {
    const next = bundle[file];
    if (found.has(file) || next?.type !== "chunk") continue;
    found.add(file);
    importsOf(next, bundle, found);
  }
  return found;
}

/** Runs the pages' components as they are, without building them a second time. */
async function withRenderer(root: string, use: (renderer: Renderer) => void): Promise<void> {
  const vite = await createServer({
    root,
    configFile: false,
    cacheDir: join(root, ".cache/vite-site"),
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    oxc: { jsx: { runtime: "automatic", development: false } },
  });
  try {
    use((await vite.ssrLoadModule("/src/web/site/render.tsx")) as Renderer);
  } finally {
    await vite.close();
  }
}

/**
 * Read from the routes' own sources, so that no second list goes stale: every string that starts like an address. A
 * word too many costs nothing but a 200 for a page that says "not found".
 */
function appSegments(root: string): string[] {
  const folder = join(root, "src/web");
  const sources = [
    "routes/router.tsx",
    "routes/sign-in-pages.tsx",
    "routes/mobile/routes.ts",
    "app/shell/addresses.ts",
  ];
  const segments = sources.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/["'`]\/([a-z][a-z-]*)/g)].map(([, word]) => word!),
  );
  // Every page under /public has a route of its own on the server.
  return [...new Set(segments)].filter((word) => word !== "public").sort();
}
