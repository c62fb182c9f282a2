import { describe, expect, test } from "vitest";
import { answerKindOf } from "./answer-kind.ts";
import { countsIn } from "./matched-words.ts";
import { keySentences, namesIn } from "./rank-answers.ts";
import { sentencesOf } from "./sentences.ts";
import { formsOf, stemOf } from "./word-forms.ts";

test("sentences end where they end: not after titles, days and initials", () => {
  expect(sentencesOf("Mr. Haller came. He left at 3.15 p. m. again.")[0]).toBe("Mr. Haller came.");
  expect(sentencesOf("Dr. Vogt kommt am 3. Februar um neun. Sie bleibt.")).toEqual([
    "Dr. Vogt kommt am 3. Februar um neun.",
    "Sie bleibt.",
  ]);
  expect(sentencesOf("Nora L. Smith wrote.\nThe frame is WTU 981 L. The key is red.")).toEqual([
    "Nora L. Smith wrote.",
    "The frame is WTU 981 L.",
    "The key is red.",
  ]);
  expect(sentencesOf("十月三日から予約した。朝食付き。")).toEqual(["十月三日から予約した。", "朝食付き。"]);
  expect(sentencesOf(" \n ")).toEqual([]);
});

describe("the key sentence", () => {
  const words = (...of: string[]) => new Map(of.map((word) => [stemOf(word), 1]));
  const key = (question: string, text: string, ...of: string[]) =>
    keySentences(text, { wanted: words(...of), kind: answerKindOf(question) }).sentences.join(" ");

  test("has most of the words", () => {
    const text = "The tiles are red. The flashing of the chimney is made of lead. Rain is loud.";
    expect(key("Which flashing has the chimney?", text, "flashing", "chimney")).toBe(
      "The flashing of the chimney is made of lead.",
    );
  });

  test("brings the one before it where it leans on that", () => {
    const text = "The boiler is from 2014. Its pressure is 2 bar. The pump is new.";
    expect(key("What pressure?", text, "pressure")).toBe("The boiler is from 2014. Its pressure is 2 bar.");
  });

  test("has the number, the time, the person that was asked for", () => {
    const text =
      "The cottage is booked. The cottage costs 1,050 euros. The cottage opens on 2 August. Madame Le Goff has the cottage's key.";
    expect(key("How much is the cottage?", text, "cottage")).toBe("The cottage costs 1,050 euros.");
    expect(key("When is the cottage ours?", text, "cottage")).toBe("The cottage opens on 2 August.");
    expect(key("Who looks after the cottage?", text, "cottage")).toBe(
      "Madame Le Goff has the cottage's key.",
    );
  });

  test("of a text without the words is all of it", () => {
    expect(key("What is in the cake?", "Flour first. Then plums.", "cake")).toBe("Flour first. Then plums.");
  });
});

test.each([
  ["pays", "paid"],
  ["baking", "bakes"],
  ["monthly", "months"],
  ["children", "child"],
  ["stories", "story"],
  ["stopped", "stops"],
  ["flies", "fly"],
  ["days", "day"],
])("%s and %s are forms of one word", (one, other) => {
  expect(stemOf(one)).toBe(stemOf(other));
});

test.each([
  ["care", "car"],
  ["glass", "glas"],
  ["bus", "business"],
])("%s and %s are not", (one, other) => {
  expect(stemOf(one)).not.toBe(stemOf(other));
});

test("other forms are looked for in the index", () => {
  expect(formsOf("bought")).toEqual(["buy"]);
  expect(formsOf("buy")).toContain("bought");
  expect(formsOf("story")).toEqual(["stories"]);
  expect(formsOf("keys")).toEqual(["key"]);
  expect(formsOf("京都")).toEqual([]);
});

test("a compound is what its last part says, and a word is no compound of its ending", () => {
  const wanted = new Map([[stemOf("nuts"), 1]]);
  expect([...countsIn("Hazelnuts and walnuts.", wanted)]).toEqual([["nut", 2]]);
  expect([...countsIn("A minute.", wanted)]).toEqual([]);
});

test("names are what has a capital in the midst of an English question", () => {
  expect(namesIn("What is the password of the Netflix account?")).toEqual(["netflix"]);
  expect(namesIn("When does Ana's train leave in May?")).toEqual(["ana"]);
  expect(namesIn("Wo liegt der Schlüssel?")).toEqual([]);
  expect(namesIn("What Is The Rent Of It?")).toEqual([]);
});
