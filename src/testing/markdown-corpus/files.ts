import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Counts from the project's folder, where tests run. */
const FOLDER = "node_modules";

/** All Markdown files that came with our packages: hundreds that nobody here wrote, by as many authors. */
export function corpusFiles(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:md|markdown)$/i.test(name))
    .map((name) => join(FOLDER, name))
    .sort();
}

export const readCorpusFile = (path: string): string => readFileSync(path, "utf8");

/** Names a text by what it says, because packages move and files are copied. */
export const fingerprint = (markdown: string): string =>
  createHash("sha256").update(markdown).digest("hex").slice(0, 12);
