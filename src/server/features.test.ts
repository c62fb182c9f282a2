import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#testing/source-tree.ts";
import { joinRegistered } from "./feature.ts";

const files = globSync("{src/server,src/contract,src/testing}/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const folders = files.flatMap(({ file }) => /^src\/server\/([^/]+)\/feature\.ts$/.exec(file)?.[1] ?? []);
const featuresText = files.find(({ file }) => file === "src/server/features.ts")!.text;

/** Files that name a noun, but for its own. */
const naming = (noun: string, words: RegExp) =>
  files
    .filter(({ file, text }) => !isOwn(file, noun) && words.test(text))
    .map(({ file }) => file)
    .toSorted();

const isOwn = (file: string, noun: string) =>
  file.startsWith(`src/server/${noun}/`) ||
  [`src/contract/${noun}.ts`, `src/server/db/schema/${noun}.ts`].includes(file);

const LISTS = ["src/contract/nouns.ts", "src/server/db/schema/index.ts", "src/server/features.ts"];

/** Questions are answered by them, searches find them, projects count them, a sentence becomes one, a table refers to it, plans are made of them, and other programs and files bring them. */
const ABOVE: Record<string, string[]> = {
  tasks: [
    "src/contract/briefs.ts",
    "src/contract/planning.ts",
    "src/server/ai/answers/planner-items.ts",
    "src/server/ai/chat/context.ts",
    "src/server/ai/gaps/in-vain.ts",
    "src/server/ai/tools/reading.ts",
    "src/server/briefs/tasks-and-files.ts",
    "src/server/calendar/ics/import-calendar.ts",
    "src/server/db/schema/meaning.ts",
    "src/server/db/schema/projects.ts",
    "src/server/db/schema/promises.ts",
    "src/server/db/schema/reminders.ts",
    "src/server/import/boards/import-board.ts",
    "src/server/planning/busy-time.ts",
    "src/server/planning/lay-tasks.ts",
    "src/server/planning/plan-day.ts",
    "src/server/projects/copies/make-project.ts",
    "src/server/projects/feature.ts",
    "src/server/projects/people.ts",
    "src/server/projects/project-files.ts",
    "src/server/projects/project-row.ts",
    "src/server/projects/projects.ts",
    "src/server/projects/routes.ts",
    "src/server/promises/promises.ts",
    "src/server/quick-add/quick-add.ts",
    "src/server/retrieval/planner-hits.ts",
  ],
};

test.each(["templates", "comments", "tasks"])("%s are imported by the lists of nouns alone", (noun) => {
  const imports = new RegExp(String.raw`from "(?!#document)[^"]*/${noun}(/[\w-]+)?\.ts"`);
  expect(naming(noun, imports)).toEqual([...LISTS, ...(ABOVE[noun] ?? [])].toSorted());
});

test("a noun costs its own files, a line of each list and one of the catalog", () => {
  const words = /note_templates|\btemplates?(Noun|Feature|Routes)\b|"templates"|"template_|\/templates\b/;
  expect(naming("templates", words)).toEqual([...LISTS, "src/server/db/catalog.ts"].toSorted());
});

test("every feature.ts is listed", () => {
  const listed = [...featuresText.matchAll(/from "\.\/([^/]+)\/feature\.ts"/g)].map(([, folder]) => folder);
  expect(listed.toSorted()).toEqual(folders.toSorted());
  for (const [, name] of featuresText.matchAll(/import \{ (\w+) \}/g))
    expect(featuresText).toMatch(new RegExp(String.raw`^  ${name},$`, "m"));
});

test("trash, undo and housekeeping import no noun", () => {
  // `live` is below all nouns: whoever changes something announces it.
  const nouns = folders.filter((folder) => folder !== "live").join("|");
  const imports = new RegExp(String.raw`^import (?!type ).*from "\.{1,2}/(${nouns})/`, "m");
  const lifecycle = files.filter(({ file }) => /^src\/server\/(trash\/|undo\/|housekeeping\.ts)/.test(file));
  expect(lifecycle.length).toBeGreaterThan(4);
  expect(lifecycle.filter(({ text }) => imports.test(text)).map(({ file }) => file)).toEqual([]);
});

test("what the contract names and nobody registers stops the start, by name", () => {
  expect(() => joinRegistered([{ routes: {} }], "trash", ["note"])).toThrow(
    "No feature.ts registers, as trash: note",
  );
});
