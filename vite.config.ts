import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./scripts/chunks.ts";
import { diagramPage } from "./scripts/diagram-page.ts";
import { firstPaint } from "./scripts/first-paint.ts";
import { iconImports } from "./scripts/icon-imports.ts";
import { precache } from "./scripts/precache.ts";
import { fetchedBefore, retryChunk } from "./scripts/retry-chunk-plugin.ts";
import { publicSite, SITE_ENTRIES } from "./scripts/public-site.ts";

const root = import.meta.dirname;
const beforePart = fetchedBefore(root);

/** Names the build by what it is made of, so that building twice from one source gives one build. */
function sourceHash(): string {
  const hash = createHash("sha256");
  for (const folder of ["src/contract", "src/document", "src/language", "src/seo", "src/web"]) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  for (const file of [
    "index.html",
    "package-lock.json",
    "vite.config.ts",
    "scripts/public-site.ts",
    "scripts/diagram-page.ts",
    "scripts/icon-imports.ts",
    "scripts/first-paint.ts",
    "scripts/chunks.ts",
    "scripts/preloads.ts",
    "scripts/precache.ts",
    "scripts/retry-chunk-plugin.ts",
  ])
    hash.update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 12);
}

const build = sourceHash();

export default defineConfig({
  root,
  publicDir: join(root, "src/web/public"),
  cacheDir: join(root, ".cache/vite"),
  // The same package without its copy of a hook that React has had since version 18.
  resolve: {
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  plugins: [
    iconImports(root),
    react(),
    tailwindcss(),
    firstPaint(),
    publicSite(root),
    diagramPage(root),
    retryChunk(root),
    precache(root, build),
  ],
  define: { __CAIRN_BUILD__: JSON.stringify(build) },
  build: {
    outDir: join(root, "dist/web"),
    emptyOutDir: true,
    manifest: true,
    target: "es2023",
    // Small files stay files: a data: URL is not 'self' to the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostType }) =>
        hostType === "html" ? files : beforePart(file, files),
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { main: join(root, "index.html"), sw: join(root, "src/web/sw.ts"), ...SITE_ENTRIES },
      output: {
        codeSplitting: {
          groups: chunkGroups(root),
        },
        // Those that several share are named after all of these, which each file that names them would carry.
        chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0]!}-[hash].js`,
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
