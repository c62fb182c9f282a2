import { expect, test } from "vitest";
import { toAscii } from "./ascii-chunks.ts";

/** What a program answers. */
const valueOf = async (code: string): Promise<unknown> =>
  (
    (await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(`export default ${code}`)}`)) as {
      default: unknown;
    }
  ).default;

test("a program written in ASCII says what it said: in strings, templates and regular expressions, beyond the first plane too", async () => {
  for (const code of [
    `"Grüße, 日本語 and 🙂"`,
    "`a ’ ${1 + 1} 🙂`",
    `"a🙂b".replace(/[🙂’]/gu, "’")`,
    `[..."ä🙂é".matchAll(/\\p{L}|🙂/gu)].length`,
    `({ größe: 3 }).größe`,
    "new RegExp(String.raw`^[’'ü]+$`, 'u').test(\"’ü\")",
    `/* für später */ 7`,
    `"\\\\ü"`,
  ]) {
    const ascii = toAscii(code);
    expect(ascii).toMatch(/^[\0-\x7F]*$/);
    expect(await valueOf(ascii), code).toEqual(await valueOf(code));
  }
});

test("a letter behind a backslash is refused, because an escape there says something else", () => {
  expect(() => toAscii(`"\\ü"`)).toThrow("a backslash before \\ü");
});
