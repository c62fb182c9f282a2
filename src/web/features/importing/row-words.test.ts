import { expect, test } from "vitest";
import { itemWords } from "./row-words.ts";

test("rows of an export are called by how many there are of what, in words and in the right number", () => {
  const words = (path: string, kind: Parameters<typeof itemWords>[0]["kind"], title = "") =>
    itemWords({ kind, title, path });
  expect(words("1 projectTasks", "projectTasks")).toBe("1 task in a project");
  expect(words("3 tasks", "tasks")).toBe("3 tasks");
  expect(words("1 tasks", "tasks")).toBe("1 task");
  expect(words("1 calendars", "calendars")).toBe("1 calendar");
  expect(words("2 calendars", "calendars")).toBe("2 calendars");
  // What has a name of its own keeps it.
  expect(words("Home.csv", "tasks", "Home")).toBe("Home");
  expect(words("3 tasks", "note", "")).toBe("3 tasks");
  expect(words("Settings", "settings")).toBe("Settings");
});
