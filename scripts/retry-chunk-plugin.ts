import { join } from "node:path";
import type { Plugin } from "vite";

/** What Vite's own wrapper says, and what it says here: browsers can do some of it, our policy has no nonces, and sign-in no byte to spare. */
const CHANGES: [RegExp, string][] = [
  [/return baseModule\(\)\.catch\(/, "return retryChunk(baseModule).catch("],
  [/const cspNonceMeta = [\s\S]*?getAttribute\("nonce"\);/, ""],
  [/function allSettled\(promises\) \{[\s\S]*?\}\)\)\)\);\s*\}/, ""],
  [/promise = allSettled\(/, "promise = Promise.allSettled("],
  [/if \(cspNonce\) link\.setAttribute\("nonce", cspNonce\);/, ""],
];

/** An importer as Vite wraps it, minified: with what it takes out of its module behind it, which a second try needs as well. */
const IMPORTER = /\(\)=>((?:\{let\{[^{}]*\}=await )?import\(`\.\/[^`]+)`\)/g;

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
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk") continue;
          chunk.code = chunk.code.replace(IMPORTER, "(again=``)=>$1${again}`)");
          const untaught = /.{60}import\(`\.\/[^`$]+`\)/.exec(chunk.code);
          if (untaught) this.error(`An import() without a second try: ${untaught[0]}`);
        }
      },
    },
  };
}
