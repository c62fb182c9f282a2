import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { promisesIn } from "./promises.ts";

type Labelled = { text: string; language: string; promise: boolean; who?: string };
const sentencesFrom = (file: string) =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as Labelled[];
/** A Wednesday. */
const NOW = new Date("2026-11-25T10:00:00Z");
const find = (text: string) => promisesIn(text, NOW);

/** Figures, and in words where it went wrong, for whoever reads the failure. */
function measured(sentences: Labelled[]) {
  const read = sentences.map((each) => ({ ...each, found: find(each.text) }));
  const alarms = read.filter(({ found }) => found.length > 0);
  const right = alarms.filter(({ promise }) => promise);
  const wrong = alarms.filter(({ promise }) => !promise);
  const missed = read.filter(({ promise, found }) => promise && found.length === 0);
  const told = JSON.stringify({
    wrong: wrong.map(({ text }) => text),
    missed: missed.map(({ text }) => text),
  });
  return {
    right,
    precision: right.length / alarms.length,
    recall: right.length / (right.length + missed.length),
    told,
  };
}

test("of 200 sentences that were written before the grammar, what it takes for a promise is one", () => {
  const sentences = sentencesFrom("promise-sentences.json");
  expect(sentences.filter(({ promise }) => promise)).toHaveLength(100);
  expect(sentences).toHaveLength(200);
  const { precision, recall, right, told } = measured(sentences);
  expect(precision, told).toBeGreaterThanOrEqual(0.95);
  expect(recall, told).toBeGreaterThanOrEqual(0.95);
  const misnamed = right.filter(
    ({ who, found }) => found[0]!.from !== (who === "me" || who === "we" ? null : who),
  );
  // "Ben and Clara", of whom the label names the first.
  expect(misnamed.map(({ text }) => text)).toEqual(["Ben and Clara will organise the farewell party."]);
});

test.for([
  ["later-sentences.json", 0.9, 0.85],
  ["unseen-sentences.json", 0.9, 0.75],
] as const)("so it does with those that were written after it: %s", ([file, precise, complete]) => {
  const { precision, recall, told } = measured(sentencesFrom(file));
  expect(precision, told).toBeGreaterThanOrEqual(precise);
  expect(recall, told).toBeGreaterThanOrEqual(complete);
});

test.for([
  ["I'll send Ana the revised budget by Friday.", null, "Ana", false, "2026-11-27"],
  ["10:05\u202fAM I'll send Ana the revised budget by Friday.", null, "Ana", false, "2026-11-27"],
  ["You: I'll send Ana the revised budget by Friday.", null, "Ana", false, "2026-11-27"],
  ["14:30 Ich schicke Mia morgen das Angebot.", null, "Mia", false, "2026-11-26"],
  ["Ana owes me a reply about the lease.", "Ana", null, true, null],
  ["I promised Mia to bring the projector to the workshop.", null, "Mia", false, null],
  ["Rob has promised us a discount on the second order.", "Rob", null, true, null],
  ["Dr. Weber will send the lab results by Tuesday.", "Dr. Weber", null, false, "2026-12-01"],
  ["- [ ] Diego: send the NDA to the agency by 12 March", "Diego", "agency", false, "2027-03-12"],
  ["Ich schicke Jonas bis Freitag die Zahlen.", null, "Jonas", false, "2026-11-27"],
  ["Herr Krause schickt uns das Angebot bis zum 12. März.", "Herr Krause", null, true, "2027-03-12"],
  ["Wir liefern die Muster bis Ende des Monats.", null, null, false, "2026-11-30"],
  ["Felix prüft die Zahlen bis übermorgen.", "Felix", null, false, "2026-11-27"],
  ["Nächste Woche schicken wir die Zahlen.", null, null, false, "2026-12-02"],
  ["Kommende Woche prüfen wir die Zahlen.", null, null, false, "2026-12-02"],
  ["Ich bezahle die Rechnung bis zum 30.", null, null, false, "2026-11-30"],
] as const)("%s", ([text, from, to, isToMe, due]) => {
  expect(find(text)).toEqual([expect.objectContaining({ from, to, isToMe, due })]);
});

test("each sentence of a text is read by itself, and none that nobody wrote as one", () => {
  const text =
    "Met Mr. Lee at noon. I'll send him the plan tomorrow. Nice lunch.\n1. Tom will call Eva on Monday";
  expect(find(text).map(({ sentence }) => sentence)).toEqual([
    "I'll send him the plan tomorrow.",
    "Tom will call Eva on Monday",
  ]);
  expect(find(`I'll send Ana ${"the numbers and ".repeat(40)} the rest by Friday.`)).toEqual([]);
});

test("a text made to be slow is read all the same", () => {
  const begun = performance.now();
  for (const piece of ["Ana ", "I'll send ", "A A ", "Ana and ", "a, ", "will ", "bis ", "Ana: "])
    find(Array.from({ length: 400 }, () => piece.repeat(Math.floor(390 / piece.length))).join("\n"));
  expect(performance.now() - begun).toBeLessThan(8_000);
});

test("a week is nobody who owes something", () => {
  expect(find("Nächste Woche schicken die Kunden ihre Zahlen.")).toEqual([]);
});
