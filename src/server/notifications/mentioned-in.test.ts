import { expect, test } from "vitest";
import { mentionedIn } from "./mentioned-in.ts";

const people = [
  { id: "ana", name: "Ana" },
  { id: "anabel", name: "Anabel" },
  { id: "ana-lima", name: "Ana Lima" },
  { id: "jose", name: "José" },
  { id: "tanaka", name: "田中" },
  { id: "samir", name: "سمير" },
  { id: "empty", name: " " },
];
const said = (text: string) => [...mentionedIn(text, people)].toSorted();

test.each([
  ["@Ana, please", ["ana"]],
  ["please @ANA", ["ana"]],
  ["(@ana)", ["ana"]],
  ["@Anabel and @Ana", ["ana", "anabel"]],
  ["@Ana Lima: look", ["ana-lima"]],
  ["@Ana limas", ["ana"]],
  ["@Anabella", []],
  ["mail ana@ana.example", []],
  ["Ana", []],
  ["@", []],
  ["@ Ana", []],
  ["@Jose\u0301!", ["jose"]],
  ["@田中さん、見て", ["tanaka"]],
  ["＠田中", ["tanaka"]],
  ["お願い@田中さん", ["tanaka"]],
  ["𝐚@Ana", []],
  ["@سمير، انظر", ["samir"]],
  ["@Ana@Anabel", ["ana"]],
])("%s", (text, expected) => {
  expect(said(text)).toEqual(expected);
});

test("people of one name are all meant", () => {
  const two = [
    { id: "1", name: "Kim" },
    { id: "2", name: "kim" },
  ];
  expect([...mentionedIn("@Kim", two)]).toEqual(["1", "2"]);
});
