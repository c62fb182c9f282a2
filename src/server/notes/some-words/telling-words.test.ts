import { expect, test } from "vitest";
import { segmentWords } from "#document/text/words.ts";
import { randomFrom } from "#testing/random.ts";
import { wordsIn } from "./telling-words.ts";

const SEED = Number(process.env["CAIRN_SEED"] ?? 61);

test("a text in ASCII has the words that the dictionary of Unicode finds in it", () => {
  const random = randomFrom(SEED);
  const signs = "abZ019_'.:,;-@ \"\n";
  const bySegmenter = (text: string) => segmentWords(text).map(({ segment }) => segment.toLowerCase());
  const said = "Don't pay 1,000.50 at 12:30 to U.S. firms; ask foo_bar@x.org _twice_.";
  expect(wordsIn(said)).toEqual(bySegmenter(said));
  for (let index = 0; index < 20_000; index++) {
    const text = Array.from({ length: 12 }, () => signs[Math.floor(random() * signs.length)]).join("");
    expect(wordsIn(text), `CAIRN_SEED=${SEED} ${JSON.stringify(text)}`).toEqual(bySegmenter(text));
  }
});

test("words of other scripts are small, without marks, and apart where no space parts them", () => {
  expect(wordsIn("Café ÜBER ﬁlm")).toEqual(["cafe", "uber", "film"]);
  expect(wordsIn("東京に行く").join("")).toBe("東京に行く");
  expect(wordsIn("東京に行く").length).toBeGreaterThan(1);
});
