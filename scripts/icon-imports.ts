import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const IMPORT = /import \{([^}]*)\} from "lucide-react";/g;
/** The lines of the package's index: the names under which one file's icon is known. */
const EXPORT = /export \{([^}]*)\} from '\.\/(icons\/[^']+)\.mjs'/g;

/**
 * Imports each icon from its own file. Through the package's index every module would import all 1 700 of them as far as the sorting
 * into files can see (`chunks.ts`).
 */
export function iconImports(root: string): Plugin {
  const fileOf = new Map<string, string>();
  const index = readFileSync(join(root, "node_modules/lucide-react/dist/esm/lucide-react.mjs"), "utf8");
  for (const [, names = "", file = ""] of index.matchAll(EXPORT))
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) fileOf.set(name, file);
  return {
    name: "cairn-icon-imports",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/web\/.+\.tsx?$/ },
      handler(code) {
        const lines = (list: string) =>
          list
            .split(",")
            .map((part) => part.trim())
            .filter((part) => part !== "" && !part.startsWith("type "))
            .map((part) => {
              const [name = "", as = name] = part.split(" as ");
              const file = fileOf.get(name);
              if (!file) return this.error(`lucide-react has no icon "${name}"`);
              return `import ${as} from "lucide-react/${file}";`;
            });
        // On one line, so that positions in source maps stay near.
        return { code: code.replace(IMPORT, (_, list: string) => lines(list).join(" ")), map: null };
      },
    },
  };
}
