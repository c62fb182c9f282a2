import type { Plugin } from "vite";

/** A backslash before the letter, itself not escaped: an escape within an escape would say something else. */
const ESCAPED = /(?<!\\)(?:\\\\)*\\[^\0-\x7F]/;

/**
 * Writes each letter beyond ASCII as an escape. V8 keeps the text of a program for as long as it runs, and with two bytes a letter once
 * there is one beyond Latin-1: 7 MB of the server's memory for six thousand letters (decision 181).
 */
export function asciiChunks(): Plugin {
  return {
    name: "ascii-chunks",
    // Chunks are printed anew after "renderChunk", and then have the letters again.
    generateBundle: (_, bundle) => {
      for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") chunk.code = toAscii(chunk.code);
    },
  };
}

/**
 * The same program in ASCII alone: in strings, templates, regular expressions and comments an escape says what the letter says, and where
 * `String.raw` keeps it as it is written, it becomes the source of a regular expression. Throws where it would say something else.
 */
export function toAscii(code: string): string {
  const escaped = ESCAPED.exec(code);
  if (escaped) throw new Error(`a backslash before ${escaped[0]} cannot be written in ASCII`);
  return code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
