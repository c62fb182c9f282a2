import { expect, test } from "vitest";
import type { ChatMessage, ChatThread } from "#contract/chat.ts";
import { branchOf, leafUnder } from "./branches.ts";

const message = (id: string, parentId: string | null): ChatMessage =>
  ({ id, parentId, role: "user", text: id }) as ChatMessage;
// a - b - c, and beside b: d - e; beside a: f.
const messages = [
  message("a", null),
  message("b", "a"),
  message("c", "b"),
  message("d", "a"),
  message("e", "d"),
  message("f", null),
];
const shown = (leafId: string | null) =>
  branchOf({ thread: { leafId } as ChatThread, messages }).map(({ message: { id }, siblings }) => [
    id,
    siblings.map((sibling) => sibling.id).join(""),
  ]);

test("a branch is shown from its beginning to its leaf, with what stands in the place of each", () => {
  expect(shown("c")).toEqual([
    ["a", "af"],
    ["b", "bd"],
    ["c", "c"],
  ]);
  expect(shown("e").map(([id]) => id)).toEqual(["a", "d", "e"]);
  expect(shown("f")).toEqual([["f", "af"]]);
});

test("a leaf that is gone leaves the newest message", () => {
  expect(shown("gone").map(([id]) => id)).toEqual(["f"]);
  expect(branchOf({ thread: { leafId: null } as ChatThread, messages: [] })).toEqual([]);
});

test("who changes to another branch sees its newest end", () => {
  expect(leafUnder(messages, "a")).toBe("e");
  expect(leafUnder(messages, "b")).toBe("c");
  expect(leafUnder(messages, "f")).toBe("f");
});
