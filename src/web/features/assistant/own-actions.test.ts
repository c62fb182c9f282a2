import { expect, test } from "vitest";
import { asFile, type OwnWords, readFile } from "./own-actions.ts";

const actions: OwnWords[] = [
  { name: "Plain words", instruction: "Say {selection} as in [[Style]]", outcome: "replace" },
  { name: "質問", instruction: "Ask three questions about it #study", outcome: "read" },
];

test("a file of actions is read as it was written, with nothing of the account in it", () => {
  const stored = actions.map((action) => ({ ...action, id: "secret-id", createdAt: "2026" }));
  const file = asFile(stored);
  expect(file).not.toContain("secret-id");
  expect(readFile(file)).toEqual(actions);
});

test("what is no such file is refused, and of one only what can be used is taken", () => {
  for (const text of [
    "",
    "no",
    "null",
    "[]",
    '{"kind":"other","actions":[]}',
    '{"kind":"cairn-assistant-actions"}',
  ])
    expect(readFile(text)).toBeNull();
  const mixed = {
    kind: "cairn-assistant-actions",
    actions: [
      null,
      1,
      { name: "x" },
      { name: " ", instruction: "y" },
      { name: 5, instruction: "y" },
      { name: " a ", instruction: "b", outcome: "delete" },
    ],
  };
  expect(readFile(JSON.stringify(mixed))).toEqual([{ name: "a", instruction: "b", outcome: "replace" }]);
  const many = {
    ...mixed,
    actions: Array.from({ length: 500 }, () => ({ name: "n".repeat(300), instruction: "i".repeat(9_000) })),
  };
  const read = readFile(JSON.stringify(many))!;
  expect(read).toHaveLength(100);
  expect([read[0]!.name.length, read[0]!.instruction.length]).toEqual([100, 4_000]);
});
