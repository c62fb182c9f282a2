import { expect, test } from "vitest";
import { bodyOfNew, fieldWords, recordTitle, withMade } from "./record-words.ts";
import { ruleWords } from "./rule-words.ts";

type Given = Parameters<typeof fieldWords>[0];
const folderId = "01990000-0000-7000-8000-00000000000a";
const names = new Map([[folderId, "Journeys"]]);

const record = (given: Partial<Given>): Given => ({
  place: 0,
  kind: "task",
  recordId: "01990000-0000-7000-8000-000000000001",
  action: "update",
  title: "Call Ann",
  fields: [],
  state: "proposed",
  ...given,
});
const linesOf = (given: Partial<Given>) =>
  fieldWords(record(given), names).map(({ label, before, after }) =>
    before === null ? `${label}: ${after}` : `${label}: ${before} → ${after}`,
  );

test.each([
  [{ kind: "task", action: "create" }, "Create task “Call Ann”"],
  [{ kind: "event", action: "update" }, "Change event “Call Ann”"],
  [{ kind: "folder", action: "remove" }, "Move folder “Call Ann” to the trash"],
  [{ kind: "reminder", action: "create", title: "" }, "Set a reminder"],
  [{ kind: "note", action: "create", title: " " }, "Create note “Untitled”"],
] as const)("%j is told as %s", (given, words) => {
  expect(recordTitle(record(given))).toBe(words);
});

test("fields have the labels of their dialogs, and their values are told as people read them", () => {
  expect(
    linesOf({
      fields: [
        { name: "dueDate", before: "2027-05-03", after: "2027-05-05" },
        { name: "priority", before: "low", after: "high" },
        { name: "tags", before: [], after: ["a", "b"] },
        { name: "estimateMinutes", before: null, after: 90 },
        { name: "moodRing", before: 1, after: 2 },
      ],
    }),
  ).toEqual([
    "moodRing: 1 → 2",
    "Tags: empty → a, b",
    "Priority: Low → High",
    "Due day: May 3, 2027 → May 5, 2027",
    "Estimate: empty → 1 h 30 min",
  ]);
});

test("a folder that is to be made by the same changes is told by its name", () => {
  const made = "01990000-0000-7000-8000-00000000000c";
  const folder = record({ kind: "folder", action: "create", recordId: made, title: "Trips" });
  const known = withMade(new Map(names), [folder]);
  const move = record({ kind: "note", fields: [{ name: "folderId", before: folderId, after: made }] });
  expect(fieldWords(move, known).map(({ before, after }) => [before, after])).toEqual([
    ["Journeys", "Trips"],
  ]);
});

test("ids are told by their names, or not at all", () => {
  const unknown = "01990000-0000-7000-8000-00000000000b";
  expect(linesOf({ kind: "note", fields: [{ name: "folderId", before: null, after: folderId }] })).toEqual([
    "Folder: empty → Journeys",
  ]);
  expect(linesOf({ kind: "note", fields: [{ name: "folderId", before: null, after: unknown }] })).toEqual([
    "Folder: changed",
  ]);
  expect(
    linesOf({ kind: "layout", fields: [{ name: "config", before: {}, after: { widgets: [] } }] }),
  ).toEqual(["Widgets: changed"]);
});

test("what is created tells what it is given, without its title and what everything has", () => {
  expect(
    linesOf({
      action: "create",
      fields: [
        { name: "title", before: null, after: "Call Ann" },
        { name: "category", before: null, after: "general" },
        { name: "description", before: null, after: "" },
        { name: "dueTime", before: null, after: "09:30" },
        { name: "repeat", before: null, after: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR" },
      ],
    }).map((line) => line.replace(/\u202f/g, " ")),
  ).toEqual(["Due time: 9:30 AM", "Repeats: every 2 weeks on Monday and Friday"]);
});

test.each([
  ["FREQ=DAILY", "every day"],
  ["FREQ=MONTHLY;INTERVAL=3", "every 3 months"],
  ["FREQ=MONTHLY;BYDAY=2MO", "by a rule of its own"],
  ["FREQ=DAILY;COUNT=3", "by a rule of its own"],
  ["nonsense", "by a rule of its own"],
])("the rule %s is told as %s", (rule, words) => {
  expect(ruleWords(rule)).toBe(words);
});

test("the text of a new note is shown as text, not as a field", () => {
  const fields = [{ name: "body", before: null, after: { format: "markdown", text: "# Plan" } }];
  expect(bodyOfNew(record({ kind: "note", action: "create", fields }))).toBe("# Plan");
  expect(linesOf({ kind: "note", action: "create", fields })).toEqual([]);
  const html = [{ name: "body", before: null, after: { format: "html", text: "<b>x</b>" } }];
  expect(bodyOfNew(record({ kind: "note", action: "create", fields: html }))).toBe(null);
});
