import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const web = join(import.meta.dirname, "..");
const files = globSync("**/*.{ts,tsx}", { cwd: web }).filter((file) => !file.includes(".test."));
const textOf = (file: string) => readFileSync(join(web, file), "utf8");

/** What shows parts of several nouns side by side. */
const SCREENS =
  /^(?:routes|app\/projects)\/|^app\/(?:notes\/mobile-notes-screen|shell\/sidebar-library)\.tsx$/;

/** Lines outside a feature that import something of it, but for the screens that show it. */
function importsOf(feature: string): string[] {
  const wanted = new RegExp(`["(][./]*/features/${feature}/[^"]+"`);
  return files
    .filter((file) => !file.startsWith(`features/${feature}/`) && !SCREENS.test(file))
    .flatMap((file) =>
      textOf(file)
        .split("\n")
        .filter((line) => wanted.test(line))
        .map((line) => `${file}: ${line}`),
    );
}

const manifests = files.filter((file) => /^(?:features|editor)\/.*manifest\.ts$/.test(file));

test("every manifest is one line of app/nouns.ts, and nothing else imports it", () => {
  const lines = textOf("app/nouns.ts")
    .split("\n")
    .filter((line) => line.startsWith("export"));
  expect(manifests.length).toBeGreaterThan(20);
  for (const manifest of manifests) {
    expect(lines.filter((line) => line.includes(`"../${manifest}"`))).toHaveLength(1);
    const others = files.filter((file) => file !== "app/nouns.ts" && textOf(file).includes(`/${manifest}"`));
    expect(others).toEqual([]);
  }
  // The one that is left is the app's own.
  expect(lines).toHaveLength(manifests.length + 1);
});

test("a noun costs its own folder and that line, and one for each of its widgets", () => {
  for (const noun of ["templates", "tasks", "themes", "tags"])
    expect(importsOf(noun).filter((line) => !line.startsWith("app/dashboard/catalog.ts"))).toEqual([
      `app/nouns.ts: export { ${noun} } from "../features/${noun}/manifest.ts";`,
    ]);
});
