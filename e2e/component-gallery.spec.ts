import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

async function open(page: Page, hash = ""): Promise<void> {
  await page.goto(`/app/component-gallery${hash}`);
  await expect(page.getByRole("heading", { level: 1, name: "Component gallery" })).toBeVisible();
  // Rows of a skeleton come after 150 ms.
  await expect(page.locator("#skeletons [role=status] > div").first()).toBeAttached();
}

/** States that lie on each other, and what sticks out of its state or of the page. */
const findFaults = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const name = (element: Element) => element.textContent?.trim().slice(0, 40) ?? element.localName;
    const boxes = [...document.querySelectorAll("article figure")].map((element) => ({
      element,
      box: element.getBoundingClientRect(),
    }));
    const isOver = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1))
        if (!one.element.contains(other.element) && isOver(one.box, other.box))
          faults.push(`"${name(one.element)}" lies on "${name(other.element)}"`);
      for (const inner of one.element.querySelectorAll("*")) {
        if (inner.closest("svg, .sr-only, .overflow-hidden")) continue;
        const box = inner.getBoundingClientRect();
        if (box.width > 0 && (box.right > one.box.right + 1 || box.left < one.box.left - 1))
          faults.push(`"${name(inner)}" sticks out of "${name(one.element)}"`);
      }
    }
    for (const element of document.querySelectorAll("article *")) {
      const { overflowX, textOverflow } = getComputedStyle(element);
      // A banner is drawn as wide as a screen, then made smaller, a frame after its room is.
      if (element.matches(":has(> [data-preview])")) continue;
      if (element.closest("svg, input, select, .sr-only, .ticker") || element.clientWidth <= 1) continue;
      if (
        /hidden|clip/.test(overflowX) &&
        textOverflow !== "ellipsis" &&
        element.scrollWidth > element.clientWidth + 1
      )
        faults.push(`"${name(element)}" is cut`);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
    return faults;
  });

test("no state lies on another, is cut or sticks out, at any width", async ({ aPerson }) => {
  const { page } = await aPerson();
  await open(page);
  const faults: string[] = [];
  for (const width of [1440, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await findFaults(page)).map((fault) => `${fault} (${width})`));
  }
  expect(faults).toEqual([]);
});

test("a component is found by a word and by its address; what opens is accessible in both modes", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await open(page, "#tooltips");
  await expect(page.getByRole("article", { name: "Tooltip" })).toBeInViewport();
  await page.getByLabel("Find a component").fill("dropdown");
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.getByLabel("Find a component").fill("zzz");
  await expect(page.getByText("No component matches")).toBeVisible();
  await page.getByLabel("Find a component").fill("");
  await page.getByRole("navigation", { name: "Components" }).getByRole("link", { name: "Toast" }).click();
  await expect(page).toHaveURL(/#toasts$/);
  await expect(page.getByRole("article", { name: "Toast" })).toBeInViewport();

  const faults: string[] = [];
  await page.getByLabel("Find a component").fill("toast");
  for (const kind of ["success", "error", "with an Undo"]) {
    await page.getByRole("button", { name: `Toast: ${kind}` }).click();
    await page.getByRole("button", { name: "Dismiss" }).hover();
    faults.push(...(await audit(page, kind, "[aria-label=Messages]")));
  }
  await page.getByLabel("Find a component").fill("dialog");
  for (const name of ["Open a dialog", "Open a question"]) {
    await page.getByRole("button", { name }).click();
    await page.getByRole("dialog").waitFor();
    faults.push(...(await audit(page, name, "[role=dialog]")));
    await page.getByRole("dialog").getByRole("button").last().click();
    await expect(page.getByRole("button", { name })).toBeFocused();
  }
  await page.getByLabel("Find a component").fill("menu");
  for (const name of ["Note", "Context menu"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("menu").waitFor();
    faults.push(...(await audit(page, `${name} menu`, "[role=menu]")));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name, exact: true })).toBeFocused();
  }
  expect(faults).toEqual([]);
});

test("forced colours leave every button an edge and every switch its state; reduced motion moves nothing", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await open(page);
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const edges = await page.locator("#buttons button, #icon-buttons button").evaluateAll((buttons) =>
    buttons.map((button) => {
      const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth } = getComputedStyle(button);
      const isDrawn = (style: string, width: string) => style !== "none" && Number.parseFloat(width) > 0;
      return isDrawn(outlineStyle, outlineWidth) || isDrawn(borderTopStyle, borderTopWidth);
    }),
  );
  expect(edges.length).toBeGreaterThan(20);
  expect(edges).not.toContain(false);
  const back = (name: string) =>
    page.getByRole("switch", { name }).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await back("Dynamic accent")).not.toBe(await back("Title bar"));
  const moving = await page.locator("article *").evaluateAll((all) =>
    all
      .filter((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return /[1-9]/.test(animationDuration) || /[1-9]/.test(transitionDuration);
      })
      .map((element) => element.className),
  );
  expect(moving).toEqual([]);
});
