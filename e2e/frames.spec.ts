import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { aNote, expect, test } from "./fixtures.ts";
import { patience, someOf } from "./screen-audit.ts";

const READING = [
  "shared",
  "tasks",
  "projects",
  "changes",
  "agents",
  "apm",
  "seo",
  "drive",
  "capture",
  "editor-test",
];
const FULL = [
  "chat",
  "voice-chat",
  "calendar",
  "explorer",
  "files",
  "activity",
  "analytics",
  "settings",
  "component-gallery",
  "components",
  "notes",
];
/** Without a title of their own on the screen, with one in a banner, or sent on to another. */
const OTHERS = ["dashboard", "editor", "search", "notifications", "folders"];

type Measured = { left: number; middle: number; size: string; weight: string };

async function measure(page: Page, path: string): Promise<Measured> {
  await page.goto(path);
  const heading = page.getByRole("main").getByRole("heading", { level: 1 }).first();
  await expect(heading).toBeVisible();
  await expect(heading).not.toHaveText("");
  return heading.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, top, height } = range.getBoundingClientRect();
    const { fontSize, fontWeight } = getComputedStyle(element);
    return {
      left: Math.round(left),
      middle: Math.round(top + height / 2),
      size: fontSize,
      weight: fontWeight,
    };
  });
}

test("every screen has its title at one height, in one size, and at the left edge of its frame", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  test.setTimeout(patience(90_000));
  await aNote(ann, { title: "Trip", text: "Tent." });
  for (const width of someOf([1440, 768], 1)) {
    await page.setViewportSize({ width, height: 900 });
    for (const names of [READING, FULL]) {
      const measured: (Measured & { name: string })[] = [];
      for (const name of names) measured.push({ name, ...(await measure(page, `/app/${name}`)) });
      const { left } = measured[0]!;
      for (const screen of measured)
        expect(screen, screen.name).toMatchObject({ left, middle: 24, size: "20px", weight: "600" });
    }
  }
});

test("a screen that is added is measured, too", () => {
  const router = readFileSync(join(import.meta.dirname, "../src/web/routes/router.tsx"), "utf8");
  const paths = [...router.matchAll(/\.\.\.inApp,\s+path: "([a-z-]+)/g)].map(([, path]) => path!);
  const known = [...READING, ...FULL, ...OTHERS];
  expect(paths.filter((path) => !known.includes(path))).toEqual([]);
  expect(paths.length).toBeGreaterThan(10);
});
