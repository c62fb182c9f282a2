import { expect, test } from "vitest";
import { type Dictated, fitted, readDictation } from "./read-dictation.ts";

const shown = (found: Dictated[]) => found.map((one) => (one.kind === "text" ? one.text : `<${one.kind}>`));

test.each([
  ["Buy milk and bread.", ["Buy milk and bread."]],
  ["buy milk new line call Ana", ["buy milk", "<line>", "call Ana"]],
  ["Buy milk. New line. Call Ana.", ["Buy milk", "<line>", "Call Ana."]],
  ["New paragraph.", ["<paragraph>"]],
  ["newline", ["<line>"]],
  ["the end new paragraph heading plans for May", ["the end", "<paragraph>", "<heading>", "Plans for May"]],
  ["To do buy milk", ["<todo>", "Buy milk"]],
  ["Todo, call the doctor.", ["<todo>", "Call the doctor."]],
  ["to-do: water the flowers", ["<todo>", "Water the flowers"]],
  ["bullet point apples", ["<bullet>", "Apples"]],
  ["Heading. The roof", ["<heading>", "The roof"]],
  ["What is there to do today?", ["What is there to do today?"]],
  ["We are heading home", ["We are heading home"]],
  ["Headings are large", ["Headings are large"]],
  ["todos", ["todos"]],
  ["Undo that.", ["<undo>"]],
  ["Stop dictation.", ["<stop>"]],
  ["please undo that change", ["please undo that change"]],
  ["They tell me to stop dictation and rest", ["They tell me to stop dictation and rest"]],
  ["hello comma world exclamation mark", ["hello, world!"]],
  ["is it late question mark yes full stop", ["is it late? Yes."]],
  ["a period of time period", ["a period of time."]],
  ["milk semicolon bread colon fresh", ["milk; bread: fresh"]],
  ["", []],
  ["   ", []],
  ["今日は晴れです", ["今日は晴れです"]],
])("%j is %j", (words, found) => {
  expect(shown(readDictation(words))).toEqual(found);
});

test.each([
  ["buy milk", "", "Buy milk"],
  ["buy milk", "Hello.", " Buy milk"],
  ["buy milk", "Hello. ", "Buy milk"],
  ["buy milk", "Please", " buy milk"],
  ["The dog", "I saw", " the dog"],
  ["Berlin", "I was in", " Berlin"],
  [", and then", "milk", ", and then"],
  ["later", "(", "later"],
  ["yes", "He said “No.”", " Yes"],
  ["雨です", "今日は", "雨です"],
])("%j after %j is written %j", (text, before, written) => {
  expect(fitted(text, before)).toBe(written);
});
