import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { wordsOf } from "#seo/read-article.ts";
import { languagesOf } from "./paragraph-languages.ts";

const told = (...paragraphs: string[]) => languagesOf(paragraphs.map(wordsOf));

test("a paragraph in another language than its note is told, a short one is in the language of its note", () => {
  expect(
    told(
      "Käse",
      "Der Käse, den wir im Tal machen, wird auf dem Markt verkauft, und am Mittag ist nichts mehr da.",
      "Es war ein langer Tag, und die Leute gingen nach Hause, als der Regen kam.",
      "The cheese that we make in the valley is sold at the market, and all of it is gone by noon.",
      "Ser, który robimy w dolinie, sprzedajemy na targu, a w południe już go nie ma.",
      "Bergkäse jung",
    ),
  ).toEqual(["de", "de", "de", "en", null, "de"]);
  expect(told("Bergkäse jung", "")).toEqual([null, null]);
  expect(told()).toEqual([]);
});

/** A lesson that people translated into their languages, where the editor Vim is installed. */
const LESSONS = "/usr/share/vim/vim90/tutor";
const fileOf = (language: string) => `${LESSONS}/tutor${language === "en" ? "" : `.${language}`}.utf-8`;
const paragraphsOf = (language: string): string[][] =>
  readFileSync(fileOf(language), "utf8")
    .split(/\n\s*\n/)
    .map((paragraph) => wordsOf(paragraph).filter((word) => /\p{sc=Latin}/u.test(word)))
    .filter((words) => words.length > 0);

const A_NOTE = 12;

/** Of the words of notes with these paragraphs, which part is held to be in which language. */
function shares(paragraphs: readonly string[][]): Record<string, number> {
  const words: Record<string, number> = {};
  let all = 0;
  for (let at = 0; at < paragraphs.length; at += A_NOTE) {
    const note = paragraphs.slice(at, at + A_NOTE);
    for (const [place, language] of languagesOf(note).entries()) {
      words[String(language)] = (words[String(language)] ?? 0) + note[place]!.length;
      all += note[place]!.length;
    }
  }
  return Object.fromEntries(Object.entries(words).map(([language, count]) => [language, count / all]));
}

describe.runIf(existsSync(fileOf("de")))("in texts that nobody here wrote", () => {
  test.each(["en", "de", "fr", "es", "it", "nl", "pt", "ca", "sv", "da", "nb"])("%s is told", (language) => {
    expect(shares(paragraphsOf(language))[language]).toBeGreaterThan(0.93);
  });

  test.each(["pl", "cs", "hr", "sk", "tr", "lv"])("%s is not taken for another language", (language) => {
    expect(shares(paragraphsOf(language))["null"]).toBeGreaterThan(0.93);
  });

  test.each([
    ["de", "en"],
    ["fr", "en"],
    ["nl", "de"],
    ["es", "it"],
  ])("of %s and %s in turns each is told by itself", (one, other) => {
    const [first, second] = [paragraphsOf(one), paragraphsOf(other)];
    const mixed = first.flatMap((paragraph, at) => [paragraph, ...(second[at] ? [second[at]] : [])]);
    const wordsIn = (paragraphs: string[][]) => paragraphs.reduce((sum, words) => sum + words.length, 0);
    const found = shares(mixed);
    for (const [language, paragraphs] of [
      [one, first],
      [other, second.slice(0, first.length)],
    ] as const)
      expect(Math.abs(found[language]! - wordsIn(paragraphs) / wordsIn(mixed)), language).toBeLessThan(0.12);
  });
});
