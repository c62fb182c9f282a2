import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { diagramPage } from "./scripts/diagram-page.ts";
import { editorChunks } from "./scripts/editor-chunks.ts";
import { importAgain } from "./scripts/import-again.ts";
import { publicSite, SITE_ENTRIES } from "./scripts/public-site.ts";

const root = import.meta.dirname;

/** Names the build by what it is made of, so that building twice from one source gives one build. */
function sourceHash(): string {
  const hash = createHash("sha256");
  for (const folder of ["src/contract", "src/document", "src/web"]) {
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
    "scripts/editor-chunks.ts",
    "scripts/import-again.ts",
  ])
    hash.update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 12);
}

/** Code that every page needs and that changes only with its packages: one file, kept by browsers across releases. */
const EVERY_PAGE =
  /vite[\\/]preload-helper|src[\\/]web[\\/]lib[\\/]import-again\.|node_modules[\\/](?:react|react-dom|scheduler|zustand|clsx|@tanstack[\\/](?:react-router|router-core|history|store|react-store)|@orpc[\\/](?:client|shared))[\\/]/;

/** Small parts that most screens share; in files of their own they would cost a request each. */
const EVERY_SCREEN =
  /src[\\/]web[\\/](?:lib[\\/](?:notifications-panel|product|page-title|update|session|session-retry|rpc|rpc-link|rpc-errors|local|auth-messages|work-record|theme)|ui[\\/](?:cairn-mark|field|button|spinner|banner|toast-store)|routes[\\/](?:redirect|search-params))\.|lucide-react[\\/].*[\\/](?:x|eye|eye-off|circle-exclamation-point|circle-alert|circle-check|info|arrow-right|check|createLucideIcon|Icon|context|defaultAttributes)\.|lucide-react[\\/].*[\\/]shared[\\/]/;

/** What every page of /app starts with: its stores and connection, lists, tooltips. Menus and dialogs come when one is opened. */
const EVERY_APP_PAGE =
  /node_modules[\\/](?:@floating-ui|virtua|@base-ui[\\/](?:react[\\/](?:tooltip|csp-provider)|utils)|@tanstack[\\/](?:react-query|query-core|query-persist-client-core)|@orpc[\\/]tanstack-query)[\\/]|src[\\/]web[\\/](?:lib[\\/](?:api|send|work|when-idle|device|live|connection|folder-tree|dates|frame|edit-mode|sidebar-store|actions[\\/]palette-store|theme[\\/](?:kept-look|use-follow-theme)|sync[\\/](?:device-sync|local-store|outbox|socket))|ui[\\/](?:menu|dialog|overlays|tooltip|select|skeleton|undo|empty-state|when-loaded)|routes[\\/]log-visit|features[\\/](?:frame[\\/]offline-banner|notes[\\/](?:note-row|note-list|note-menu|search-box|empty-notes|use-create-note)))\./;

/** Menus and dialogs, fetched once a screen stands or when the first is opened. */
const OVERLAYS =
  /node_modules[\\/]@base-ui[\\/]react[\\/](?:dialog|alert-dialog|menu|separator)[\\/]|src[\\/]web[\\/]ui[\\/]overlay-parts\./;

/** What toolbars and menus have in common: a text has a toolbar at once, menus come when one is opened. */
const COMPOSITE = /node_modules[\\/]@base-ui[\\/]react[\\/](?:toolbar|internals[\\/]composite)[\\/]/;

/** An icon is 300 bytes: in files of their own, fifty of them would each cost a request. What one part alone shows is in that. */
const ICONS = /lucide-react[\\/].*[\\/]icons[\\/]/;

const LARGE = /assets\/(?:app|editor|text|sync)-|\.css$/;

/** What the service worker keeps for a start without the server; alphabets other than Latin are fetched when first met. */
const PRECACHED = /\.(?:js|css|svg|webmanifest)$|latin-(?:wght|opsz|400)-normal.*\.woff2$/;
const NOT_PRECACHED = /^(?:sw\.js|\.vite\/)/;

/** Writes the list of files into sw.js, after everything else has its final name. */
function precacheList(build: string): Plugin {
  return {
    name: "cairn-precache-list",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") return;
      if (worker.imports.length > 0)
        this.error("sw.ts must stand alone: a classic service worker cannot import");
      const files = Object.keys(bundle).filter((name) => PRECACHED.test(name) && !NOT_PRECACHED.test(name));
      // The public pages are kept under the addresses they have; "/" is the first of them (sw.ts).
      const pages = Object.keys(bundle).flatMap((name) => /^site\/(.+)\.html$/.exec(name)?.[1] ?? []);
      const list = [
        "/index.html",
        ...pages.map((name) => `/public/${name}`),
        ...publicFiles(),
        ...files.map((name) => `/${name}`),
      ];
      worker.code = worker.code.replace(
        "__PRECACHE__",
        JSON.stringify({ build, files: [...new Set(list)].sort() }),
      );
    },
  };
}

function publicFiles(): string[] {
  return readdirSync(join(root, "src/web/public"), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `/${name}`);
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
    react(),
    tailwindcss(),
    publicSite(root),
    diagramPage(root),
    importAgain(root),
    precacheList(build),
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
      // Lists of what to fetch beside a screen stand in the entry, which sign-in waits for as well: only what is large
      // is in them. The rest is found by its importers, and from the second visit on in the service worker.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => LARGE.test(file)),
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { main: join(root, "index.html"), sw: join(root, "src/web/sw.ts"), ...SITE_ENTRIES },
      output: {
        codeSplitting: {
          groups: [
            { name: "vendor", test: EVERY_PAGE },
            { name: "pages", test: EVERY_SCREEN },
            { name: "app", test: EVERY_APP_PAGE },
            { name: "icons", test: ICONS, minShareCount: 2 },
            { name: "composite", test: COMPOSITE },
            { name: "overlays", test: OVERLAYS },
            // The ids of daily notes are made of it, without an editor; whose packages would take it along.
            { name: "hash", test: /node_modules[\\/]lib0[\\/]hash[\\/]/ },
            ...editorChunks(root),
          ],
        },
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
