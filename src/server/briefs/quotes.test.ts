import { expect, test } from "vitest";
import { eventWords } from "./event-words.ts";
import { bestSentences, cut, decisionsIn } from "./quotes.ts";

const event = (given: object) => ({
  title: "",
  location: "",
  description: "",
  tags: [],
  ics: null,
  ...given,
});
const told = (given: object) => eventWords(event(given)).map(({ word, kind }) => `${word} ${kind}`);

test("an event is told by its people, then its title, then the rest, without words that stand everywhere", () => {
  expect(
    told({ title: "Weekly meeting with Ana and Bo about the Oslo move", location: "Café Nero" }),
  ).toEqual(["ana person", "bo person", "oslo title", "move title", "cafe other", "nero other"]);
  expect(told({ title: "Treffen mit Jörg zum Umzug nach Köln" })).toEqual([
    "jorg person",
    "treffen title",
    "umzug title",
    "koln title",
  ]);
  expect(
    told({ title: "The meeting of 12", description: "See https://example.com/budget for the plan" }),
  ).toEqual(["see other", "plan other"]);
});

test("people are those that iCalendar names as well, over folded lines", () => {
  const ics =
    'ATTENDEE;ROLE=REQ-PARTICIPANT;CN="Ana Lo\r\n pez";PARTSTAT=ACCEPTED:mailto:ana@example.com\r\nORGANIZER;CN=Bo:mailto:b@x.y\r\nX-OTHER;CN=Nobody:1';
  expect(told({ title: "Planning", ics })).toEqual([
    "ana person",
    "lopez person",
    "bo person",
    "planning title",
  ]);
});

test("the sentences with most of the words are quoted, as they stand and in their order", () => {
  const text =
    "Ana likes the plan. Nothing here matters much.\nThe move to Oslo is in May. Short.\nOslo again, with Ana: the move costs 10.";
  const weights = new Map([
    ["ana", 3],
    ["oslo", 2],
    ["move", 2],
  ]);
  expect(bestSentences(text, weights, 2)).toEqual([
    "The move to Oslo is in May.",
    "Oslo again, with Ana: the move costs 10.",
  ]);
  expect(bestSentences(text, new Map([["moves", 1]]), 2)).toEqual([]);
  expect(bestSentences("Two movers came. A movement began.", new Map([["move", 1]]), 2)).toEqual([
    "Two movers came.",
  ]);
});

test("a long quote is cut at the end of a word", () => {
  const long = "word ".repeat(100);
  const quote = cut(long);
  expect(quote.length).toBeLessThanOrEqual(280);
  expect(quote).toMatch(/word…$/);
});

test("decisions are lines that say so, and those below a heading or a word that does", () => {
  const text =
    "Notes\nDecision: we take Oslo & Bergen\nDecisions\nMove in May\nAna pays\nNext steps\nCall Bo\nWe agreed to wait\nDecided:\nNo car\nIndecision is bad";
  const content = '<h1>Notes</h1><p>…</p><h2 id="x"><strong>Decisions</strong></h2><h2>Next steps</h2>';
  expect(decisionsIn({ text, content }, 10)).toEqual([
    "Decision: we take Oslo & Bergen",
    "Move in May",
    "Ana pays",
    "We agreed to wait",
    "No car",
    "Indecision is bad",
  ]);
  expect(decisionsIn({ text: "Beschlüsse\nUmzug im Mai", content: "<h2>Beschlüsse</h2>" }, 10)).toEqual([
    "Umzug im Mai",
  ]);
  expect(decisionsIn({ text: "Indecision is bad", content: "" }, 10)).toEqual([]);
});
