import fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "#testing/run-seed.ts";
import { keySentences } from "./key-sentences.ts";

fc.configureGlobal({ seed });

const PLANTS = [
  "Our garden has three beds of tomatoes.",
  "The tomatoes in the garden need water every morning.",
  "My sister plays the violin.",
  "Water the garden beds with the tomatoes twice in hot weeks.",
  "Lunch was late on Tuesday.",
];

test("the sentences that share their words with others are taken, in the order of the text", () => {
  expect(keySentences(PLANTS.join(" "), 3)).toEqual([PLANTS[0], PLANTS[1], PLANTS[3]]);
});

test("by itself it takes about a quarter, at least one, and at most seven", () => {
  const many = Array.from({ length: 60 }, (_, at) => `Line ${at} speaks of topic number ${at % 7} again.`);
  expect(keySentences(PLANTS.join(" "))).toHaveLength(1);
  expect(keySentences(many.join(" "))).toHaveLength(7);
});

test.each([
  [
    "Japanese",
    "東京の庭園には桜の木がたくさんあります。桜の木は春に庭園で咲きます。私の猫は魚が好きです。春の東京では庭園の桜を見る人が多いです。昨日は雨でした。",
    [
      "東京の庭園には桜の木がたくさんあります。",
      "桜の木は春に庭園で咲きます。",
      "春の東京では庭園の桜を見る人が多いです。",
    ],
  ],
  [
    "Arabic",
    "المكتبة الجديدة تفتح أبوابها كل صباح. يقرأ الطلاب الكتب في المكتبة الجديدة كل صباح. اشتريت سيارة حمراء. الكتب في المكتبة الجديدة مجانية للطلاب.",
    [
      "المكتبة الجديدة تفتح أبوابها كل صباح.",
      "يقرأ الطلاب الكتب في المكتبة الجديدة كل صباح.",
      "الكتب في المكتبة الجديدة مجانية للطلاب.",
    ],
  ],
])("a text in %s is read by its own sentences and words", (_name, text, sentences) => {
  expect(keySentences(text, 3)).toEqual(sentences);
});

test("lines of a list are sentences, said twice they count once, and short ones are left out beside others", () => {
  expect(keySentences("Notes\nbuy the red paint\nbuy the red paint\npaint the red door")).toHaveLength(1);
  expect(keySentences("Notes")).toEqual(["Notes"]);
  expect(keySentences(" \n\n ")).toEqual([]);
});

test("whatever the text is, they stand in it, in its order, and are the same each time", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.integer({ min: 1, max: 6 }),
      (text, count) => {
        const sentences = keySentences(text, count);
        expect(sentences.length).toBeLessThanOrEqual(count);
        for (const sentence of sentences) expect(text).toContain(sentence);
        expect(keySentences(text, count)).toEqual(sentences);
      },
    ),
  );
});
