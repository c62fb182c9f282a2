import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { claimsIn } from "./claims.ts";
import { disagreements } from "./disagreements.ts";

type Pair = { older: string; newer: string; disagree: boolean };
const pairsFrom = (file: string) =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as Pair[];

const claimed = (text: string, place: string, day: string) =>
  claimsIn(text).map((claim) => ({ ...claim, place, day }));
const isFound = ({ older, newer }: Pick<Pair, "older" | "newer">) =>
  disagreements([...claimed(older, "one", "2026-11-01"), ...claimed(newer, "other", "2026-11-20")]).length >
  0;

function measured(pairs: Pair[]) {
  const right = pairs.filter((pair) => pair.disagree && isFound(pair));
  const wrong = pairs.filter((pair) => !pair.disagree && isFound(pair));
  const missed = pairs.filter((pair) => pair.disagree && !isFound(pair));
  const told = JSON.stringify({ wrong, missed, alarms: right.length + wrong.length }, null, 1);
  return {
    precision: right.length / (right.length + wrong.length),
    recall: right.length / (right.length + missed.length),
    told,
  };
}

test("of 200 sentences in pairs that were written before the grammar, those it says disagree do", () => {
  const pairs = pairsFrom("claim-pairs.json");
  expect(pairs).toHaveLength(100);
  expect(pairs.filter(({ disagree }) => disagree)).toHaveLength(50);
  const { precision, recall, told } = measured(pairs);
  expect(precision, told).toBeGreaterThanOrEqual(0.95);
  expect(recall, told).toBeGreaterThanOrEqual(0.9);
});

test("so it does with 40 that were written after it, for which nothing was changed", () => {
  const { precision, recall, told } = measured(pairsFrom("unseen-pairs.json"));
  expect(precision, told).toBeGreaterThanOrEqual(0.8);
  expect(recall, told).toBeGreaterThanOrEqual(0.75);
});

test("what differs is told by the day on which it was written, whichever is read first", () => {
  const [older, newer] = ["The kiln costs 2,400 €.", "Price of the kiln: 2,900 €"];
  const found = disagreements([...claimed(newer, "a", "2026-11-20"), ...claimed(older, "b", "2026-11-01")]);
  expect(found.map((pair) => pair.map(({ sentence }) => sentence))).toEqual([[older, newer]]);
});

test("a text that gives one thing two values lists them; of four values in four texts, none is wrong", () => {
  const costs = (euros: number) => `The kiln costs ${euros} €.`;
  const list = claimed(`${costs(10)}\n${costs(20)}`, "list", "2026-11-01");
  expect(disagreements([...list, ...claimed(costs(30), "other", "2026-11-02")])).toEqual([]);
  const four = [10, 20, 30, 40].flatMap((euros) => claimed(costs(euros), `${euros}`, "2026-11-01"));
  expect(disagreements(four)).toEqual([]);
  expect(disagreements(four.slice(1))).toHaveLength(3);
});

test.for([
  ["Das Garn wiegt 0,125 kg.", "Das Garn wiegt 125 g."],
  ["The cable weighs 0.125 kg.", "The cable weighs 125 g."],
  ["Der Spalt ist 0,005 m breit.", "Der Spalt ist 5 mm breit."],
] as const)("three digits after a zero are parts of one, not thousands: %s", ([older, newer]) => {
  expect(isFound({ older, newer })).toBe(false);
});

test("a text made to be slow is read all the same", () => {
  const begun = performance.now();
  for (const piece of ["is on ", "of the ", "we use ", "A costs ", "ist am ", "x’s ", "for ", "is 3 m "])
    claimsIn(Array.from({ length: 400 }, () => piece.repeat(Math.floor(390 / piece.length))).join("\n"));
  expect(performance.now() - begun).toBeLessThan(8_000);
});
