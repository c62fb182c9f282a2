import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { preloadsOf } from "./preloads.ts";

/** What the service worker keeps for a start without the server; alphabets other than Latin are fetched when first met. */
const KEPT = /\.(?:js|css|svg|webmanifest)$|latin-(?:wght|opsz|400)-normal.*\.woff2$/;
const NOT_KEPT = /^(?:sw\.js|\.vite\/)/;

/** Beyond this a file is worth a request of its own, which the page has often made already. */
const PACKED_BYTES = 20_000;
/** A worker's policy is the one that its own file comes with, so the server has to send that. */
const NOT_PACKED = /worker-[^/]*\.js$/;
export const PACK = "pack.json";

/**
 * Writes into sw.js what it keeps and what pages begin with, after everything else has its final name; and pack.json with the text of all
 * small files, which whoever comes for the first time fetches instead of each by itself (docs/decisions/132).
 */
export function precache(root: string, build: string): Plugin {
  let packed: string[] = [];
  return {
    name: "cairn-precache",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") return;
      if (worker.imports.length > 0)
        this.error("sw.ts must stand alone: a classic service worker cannot import");
      const kept = Object.values(bundle).filter(
        ({ fileName }) => KEPT.test(fileName) && !NOT_KEPT.test(fileName),
      );
      const isSmall = (output: (typeof kept)[number]) =>
        Buffer.byteLength(output.type === "chunk" ? output.code : output.source) <= PACKED_BYTES;
      packed = kept
        .filter((output) => /\.(?:js|css)$/.test(output.fileName) && isSmall(output))
        .map(({ fileName }) => fileName)
        .filter((name) => name.startsWith("assets/") && !NOT_PACKED.test(name));
      const preloads = preloadsOf(bundle, root);
      this.emitFile({ type: "asset", fileName: ".vite/preloads.json", source: JSON.stringify(preloads) });
      // The public pages are kept under the addresses they have; "/" is the first of them (sw.ts).
      const pages = Object.keys(bundle).flatMap((name) => /^site\/(.+)\.html$/.exec(name)?.[1] ?? []);
      const own = packed.map((name) => `/${name}`).sort();
      const others = kept.map(({ fileName }) => `/${fileName}`).filter((name) => !own.includes(name));
      const isAsset = (name: string) => name.startsWith("/assets/");
      const plain = [
        "/index.html",
        ...pages.map((name) => `/public/${name}`),
        ...publicFiles(root),
        ...others.filter((name) => !isAsset(name)),
      ];
      const list = {
        build,
        files: [...new Set(plain)].sort(),
        large: others.filter(isAsset).sort(),
        packed: own,
        preloads,
      };
      worker.code = worker.code.replace("__PRECACHE__", JSON.stringify(list));
    },
    // As they are written: until then others may change their text.
    writeBundle({ dir }) {
      const texts = packed.map((name) => [`/${name}`, readFileSync(join(dir!, name), "utf8")]);
      writeFileSync(join(dir!, PACK), JSON.stringify(Object.fromEntries(texts)));
    },
  };
}

function publicFiles(root: string): string[] {
  return readdirSync(join(root, "src/web/public"), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `/${name}`);
}
