import { afterAll, expect, test, vi } from "vitest";

// Keys are named by the browser's words for them.
vi.stubGlobal("navigator", { userAgent: "Linux" });
vi.stubGlobal("location", { pathname: "/" });
afterAll(() => {
  vi.unstubAllGlobals();
});
const { addKeys } = await import("../../kernel/actions/key-store.ts");
const { LATER_KEYS } = await import("../../kernel/actions/later-keys.ts");
const { byGroup, findClash, keyedActions, matching, withKeys } = await import("./keyed-actions.ts");

addKeys(LATER_KEYS);
const run = () => undefined;
const actions = [
  { id: "go.dashboard", title: "Dashboard", group: "Go to", run } as const,
  { id: "note.favorite", title: "Add to Favorites", group: "Note", run } as const,
  { id: "text.bold", title: "Bold", group: "Text", editorKeys: "Mod+B", run } as const,
  { id: "sidebar.toggle", title: "Toggle Sidebar", group: "General", run } as const,
];
const all = keyedActions(actions, { "note.favorite": ["s"] });

test("lists show the product's keys and the chosen ones, in the order of their groups", () => {
  expect(all.filter(({ id }) => !id.startsWith("page.")).map(({ id, keys }) => [id, keys])).toEqual([
    ["sidebar.toggle", ["Mod+B", "["]],
    ["go.dashboard", ["Mod+Shift+D", "g d"]],
    ["note.favorite", ["s"]],
    ["text.bold", ["Mod+B"]],
  ]);
  expect(byGroup(all)[0]?.[0]).toBe("General");
});

test.each([
  ["dash", ["go.dashboard"]],
  ["ctrl+b", ["sidebar.toggle", "text.bold"]],
  ["g then d", ["go.dashboard"]],
  ["zebra", []],
])("%s is found among them", (query, ids) => {
  expect(matching(query, all).map(({ id }) => id)).toEqual(ids);
});

test("keys clash with another action's, also with the beginning of its sequence, but not with the editor's", () => {
  expect(findClash("s", "go.dashboard", all)?.id).toBe("note.favorite");
  expect(findClash("g", "note.favorite", all)?.id).toBe("go.dashboard");
  expect(findClash("s", "note.favorite", all)).toBeUndefined();
  expect(findClash("Mod+I", "note.favorite", all)).toBeUndefined();
});

test("only what differs from the product's keys is kept", () => {
  expect(withKeys({}, "sidebar.toggle", ["x"])).toEqual({ "sidebar.toggle": ["x"] });
  expect(withKeys({ "sidebar.toggle": ["x"] }, "sidebar.toggle", ["Mod+B", "["])).toEqual({});
  expect(withKeys({ "note.favorite": ["s"] }, "sidebar.toggle", [])).toEqual({
    "note.favorite": ["s"],
    "sidebar.toggle": [],
  });
});
