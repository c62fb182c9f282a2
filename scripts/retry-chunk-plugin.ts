import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

/** What many files wait for, and styles: worth asking for ahead. */
const LARGE = /\/(?:app|desktop|phone|editor|text|sync)-[^/]*\.js$|\.css$/;

/** The entry has these, so whatever runs finds them. */
const THERE = /\/(?:rolldown-runtime|vendor|pages)-[^/]*$/;

/** The files that are screens, by the names of their modules. */
function screensOf(root: string): RegExp {
  const files = readdirSync(join(root, "src/web/routes"), { recursive: true, encoding: "utf8" });
  const names = files.map((file) => basename(file).replace(/\.tsx?$/, ""));
  return new RegExp(`/(?:app|desktop|phone|lists|${names.join("|")})-[^/]*$`);
}

/**
 * What is fetched before a file is imported, of all that it needs. A screen finds what is small by itself, which is faster. Any other
 * part waits for all of it: Chromium remembers a lost module for as long as the page lives, and the query of a second try
 * reaches only the part's own file.
 */
export function fetchedBefore(root: string): (file: string, needed: string[]) => string[] {
  const screens = screensOf(root);
  return (file, needed) => {
    const missing = needed.filter((each) => !THERE.test(each));
    return screens.test(file) ? missing.filter((each) => LARGE.test(each)) : missing;
  };
}

/**
 * What Vite's own wrapper says, and what it says here: a preload that was lost is remembered as well, what was fetched is not, and what
 * the service worker has cannot be lost. An answer that nobody reads would keep its connection. Browsers can do some of the rest, and our policy has no nonces.
 */
const CHANGES: [RegExp, string][] = [
  [
    /if \(\(isCss \? preloadedHrefs\.styles : preloadedHrefs\.all\)\.has\(dep\.href\)\) return;/,
    `if ((isCss ? preloadedHrefs.styles : preloadedHrefs.all).has(dep.href)) return;
    if (!${LARGE}.test(dep.href)) return navigator.serviceWorker?.controller ? undefined : fetch(dep.href).then((answer) => answer.arrayBuffer());`,
  ],
  [/\(err\) => \{\s*seen\[href\] = void 0;/, "(err) => { delete seen[href];"],
  [/return baseModule\(\)\.catch\(/, "return retryChunk(baseModule).catch("],
  [/const cspNonceMeta = [\s\S]*?getAttribute\("nonce"\);/, ""],
  [/function allSettled\(promises\) \{[\s\S]*?\}\)\)\)\);\s*\}/, ""],
  [/promise = allSettled\(/, "promise = Promise.allSettled("],
  [/if \(cspNonce\) link\.setAttribute\("nonce", cspNonce\);/, ""],
];

/** An importer as Vite wraps it, minified: with what it takes out of its module behind it, which a second try needs as well. */
const IMPORTER = /\(\)=>((?:\{let\{[^{}]*\}=await )?import\(`\.\/([^`]+))`\)/g;

/** Lets every `import()` of the pages go through src/web/platform/retry-chunk.ts, by the function that Vite wraps them all in. */
export function retryChunk(root: string): Plugin {
  return {
    name: "cairn-retry-chunk",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        const path = JSON.stringify(join(root, "src/web/platform/retry-chunk.ts"));
        let changed = `import { retryChunk } from ${path};${code}`;
        for (const [said, says] of CHANGES) {
          if (!said.test(changed))
            this.error(`Vite wraps import() in another way than is known here: ${said}`);
          changed = changed.replace(said, says);
        }
        return { code: changed, map: null };
      },
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
        // Of a file that others name by its plain address, a query would make a second instance with a state of its own.
        const plain = new Set(
          chunks
            .filter(({ facadeModuleId }) => facadeModuleId === null)
            .map(({ fileName }) => basename(fileName)),
        );
        for (const chunk of chunks) {
          const taught = (call: string, begin: string, file: string) =>
            plain.has(file) ? call : `(again=\`\`)=>${begin}\${again}\`)`;
          chunk.code = chunk.code.replace(IMPORTER, taught);
          for (const [call, file] of chunk.code.matchAll(/.{60}import\(`\.\/([^`$]+)`\)/g))
            if (!plain.has(file!)) this.error(`An import() without a second try: ${call}`);
        }
      },
    },
  };
}
