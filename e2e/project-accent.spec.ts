import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { THEMES } from "./screen-audit.ts";

/** Of project-accent.css, as a screen shows them. */
const RED = { light: [164, 59, 56], dark: [243, 160, 153] };
const BLUE = { light: [27, 88, 196], dark: [140, 184, 250] };
const ROOMS = [
  "Overview",
  "Tasks",
  "Board",
  "Timeline",
  "Calendar",
  "Done",
  "Notes",
  "Files",
  "Agents",
  "Activity",
];

const inTheme = (page: Page, theme: (typeof THEMES)[number]) =>
  page.evaluate((mode) => void (document.documentElement.dataset["theme"] = mode), theme);
const main = (page: Page) => page.getByRole("main");
const tab = (page: Page, name: string) => main(page).getByRole("tab", { name, exact: true });

/** Red, green and blue, from 0 to 255: a style sheet may write one color in many ways. */
const shadeOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => {
    const context = document.createElement("canvas").getContext("2d")!;
    context.fillStyle = getComputedStyle(node).getPropertyValue(name);
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, property);

/** Waits for it: buttons change theirs in a moment. */
const hasShade = (element: Locator, property: string, wanted: readonly number[]) =>
  expect
    .poll(async () =>
      Math.max(...(await shadeOf(element, property)).map((part, at) => Math.abs(part - wanted[at]!))),
    )
    .toBeLessThan(4);

test("a project's page wears its color in every room, and nothing else does", async ({ aPerson }) => {
  test.slow();
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/projects", { title: "Orchard", color: "red" });
  await ann.api("POST", "/api/tasks", { title: "Dig holes", projectId: id });
  await page.goto("/app/projects");
  const add = main(page).getByRole("button", { name: "New Project" });
  await expect(add).toBeVisible();
  const general = { light: [0], dark: [0] };
  for (const theme of THEMES) {
    await inTheme(page, theme);
    general[theme] = await shadeOf(page.locator("html"), "--accent-fill");
  }
  await main(page).getByRole("link", { name: "Orchard" }).click();
  for (const theme of THEMES) {
    await inTheme(page, theme);
    for (const name of ROOMS) {
      await tab(page, name).click();
      await hasShade(tab(page, name), "color", RED[theme]);
      if (name !== "Overview" && name !== "Tasks" && name !== "Agents") continue;
      const { violations } = await runAxe(page, {}, "#main");
      expect(violations.map((one) => `${theme} ${name}: ${one.id} ${one.target}`)).toEqual([]);
    }
    await tab(page, "Overview").click();
    await hasShade(main(page).getByRole("button", { name: "Write a Page" }), "background-color", RED[theme]);

    // What is drawn beside the page has the accent of the theme.
    await page.getByRole("button", { name: "Edit project" }).click();
    const dialog = page.getByRole("dialog");
    await hasShade(dialog.getByRole("button", { name: "Save" }), "background-color", general[theme]);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }

  await page.getByRole("button", { name: "Edit project" }).click();
  await page.getByRole("dialog").getByLabel("Color").selectOption("Blue");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await hasShade(tab(page, "Overview"), "color", BLUE.light);
  await page.goto("/app/projects");
  await inTheme(page, "light");
  await hasShade(add, "background-color", general.light);
});

test("a gray project leaves the accent of the theme, and another page is in its color from its first frame on", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const make = (given: object) => ann.api<{ id: string }>("POST", "/api/projects", given);
  const gray = await make({ title: "Plain" });
  const red = await make({ title: "Orchard", color: "red" });
  const button = main(page).getByRole("button", { name: "Write a Page" });
  await page.goto("/app/projects");
  const general = await shadeOf(page.locator("html"), "--accent-fill");
  await page.goto(`/app/projects/${gray.id}`);
  await hasShade(button, "background-color", general);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const look = () => {
      const button = document.querySelector("#project-panel button[class*=bg-accent-fill]");
      if (button) seen.push(getComputedStyle(button).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`/app/projects/${red.id}`);
  await hasShade(button, "background-color", RED.dark);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect(new Set(seen).size).toBe(1);
});
