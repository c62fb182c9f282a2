import type { Page } from "@playwright/test";
import { GRADIENTS, PRESETS, THEME_CLASSES } from "#contract/shared/frame-choices.ts";
import { giveBanner, tool } from "./banner-page.ts";
import { aNote, expect, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { patience, rest, someOf, THEMES, WIDE } from "./screen-audit.ts";
import { placed, setDashboard } from "./set-dashboard.ts";

const LOOKS = [
  ...THEME_CLASSES.map((dashboardTheme) => ({
    name: dashboardTheme,
    change: { dashboardTheme, settings: { preset: null, gradient: null } },
  })),
  ...PRESETS.map((preset) => ({
    name: preset,
    change: { dashboardTheme: "default", settings: { preset, gradient: null } },
  })),
  ...GRADIENTS.map((gradient) => ({
    name: gradient,
    change: { dashboardTheme: "default", settings: { preset: null, gradient } },
  })),
];

/** One of each kind that the library has; of a family, one member. */
const WIDGETS = [
  ...["task-list", "calendar-widget", "notes-summary", "weather-widget", "recent-activity", "quick-actions"],
  ...["activity-log", "analytics-overview", "system-status", "performance-cpu", "simple-calculator", "clock"],
  ...["countdown", "bookmarks", "writing-goal", "heatmap", "stats-revenue", "social-twitter", "habit"],
  ...["project-active", "project-overdue", "random-note", "saved-search", "on-this-day", "pinned-note"],
];

/** Of the dashboard every rule once, and in each look those that look at colors, which alone change with it. */
const COLORS = { runOnly: { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] } };
const ALL = {
  runOnly: { type: "tag" as const, values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
};

async function faultsOf(page: Page, where: string, rules: typeof COLORS | typeof ALL, within: string) {
  const faults: string[] = [];
  for (const mode of someOf(THEMES, 1)) {
    await page.evaluate((wanted) => (document.documentElement.dataset["theme"] = wanted), mode);
    await rest(page);
    const { passed, violations } = await runAxe(page, rules, within);
    expect(passed, `${where}: axe has looked at something`).toBeGreaterThan(0);
    faults.push(...violations.map(({ id, target }) => `${id} at ${target} (${where}, ${mode})`));
  }
  return faults;
}

test("a full dashboard, its gallery and its banner's settings are accessible in every theme, preset and gradient", async ({
  aPerson,
  server,
}) => {
  test.setTimeout(patience(120_000));
  const ann = await aPerson();
  const { page } = ann;
  await page.setViewportSize(WIDE);
  // Nothing has to come to rest before its colors are looked at.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const url = await giveBanner(ann, server.url);
  await ann.api("POST", "/api/gallery", {
    fileId: url.slice("/files/".length),
    title: "Two balls",
    tags: ["red"],
  });
  const today = new Date().toLocaleDateString("sv");
  for (const priority of ["high", "medium", "low"])
    await ann.api("POST", "/api/tasks", { title: `Of ${priority}`, dueDate: today, priority });
  await ann.api("POST", "/api/events", { title: "Team call", date: today, time: "23:50" });
  await aNote(ann, { title: "Tents", text: "Some words" });
  await setDashboard(ann, {
    gridLayout: {
      widgets: WIDGETS.map((key) => ({
        id: key,
        ...placed(key, key === "habit" ? { habits: "Read" } : {}),
        size: "M",
      })),
    },
  });
  await page.goto("/app/dashboard");
  await expect(page.locator("[data-slot]")).toHaveCount(WIDGETS.length);
  await expect(page.locator("[data-slot]").getByRole("status", { name: "Loading" })).toHaveCount(0);
  const faults = await faultsOf(page, "every rule", ALL, "main");
  const dialogs = [
    { opener: "Gallery", shows: page.getByRole("button", { name: "Two balls" }) },
    { opener: "Settings", shows: page.getByRole("slider", { name: "Border Radius" }) },
  ];
  const withDialog = someOf(LOOKS, 8);
  for (const [index, look] of LOOKS.entries()) {
    const { name, change } = look;
    if (index > 0) {
      await ann.api("PATCH", "/api/preferences", change);
      await page.waitForFunction(
        (word) => localStorage.getItem("cairn-look")?.includes(word),
        `\\"${name}\\"`,
      );
    }
    faults.push(...(await faultsOf(page, name, COLORS, "main")));
    if (!withDialog.includes(look)) continue;
    for (const { opener, shows } of someOf(dialogs, 1)) {
      await tool(page, opener).click();
      await expect(shows).toBeVisible();
      faults.push(...(await faultsOf(page, `${opener}, ${name}`, ALL, "[role=dialog]")));
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  }
  expect(faults).toEqual([]);
});
