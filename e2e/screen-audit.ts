import type { BrowserContext, BrowserContextOptions, Page, TestInfo } from "@playwright/test";
import { seed } from "#testing/run-seed.ts";
import { expect, test } from "./fixtures.ts";
import { isDeep, randomOf, someBy } from "./lots.ts";
import { runAxe } from "./run-axe.ts";

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
const WIDTHS = [320, 390, 768, 1440];
export const THEMES = ["dark", "light"] as const;
const lots = new WeakMap<TestInfo, () => number>();

/** All of them in the deep run, else so many, each test by its own lots (decision 90). */
export function someOf<Choice>(choices: readonly Choice[], count: number): readonly Choice[] {
  const random = lots.get(test.info()) ?? randomOf(test.info());
  lots.set(test.info(), random);
  return someBy(random, choices, count);
}

/**
 * All of them in the deep run, else one by lot of those that share a layout, in their order: addresses without what stands behind a "?", and
 * without ids.
 */
export function onePerLayout<Choice>(
  choices: readonly Choice[],
  pathOf: (choice: Choice) => string,
): readonly Choice[] {
  const layoutOf = (choice: Choice) =>
    pathOf(choice)
      .split("?")[0]!
      .replace(/[0-9a-f-]{36}/, "");
  const drawn = [...Map.groupBy(choices, layoutOf).values()].flatMap((alike) => someOf(alike, 1));
  return choices.filter((choice) => drawn.includes(choice));
}

/** For a test that looks at some of what the deep run looks at in every way. */
export const patience = (milliseconds: number) => (isDeep ? 5 * milliseconds : milliseconds);

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Until nothing moves: a colour half way between two is nobody's colour. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isStill = async () => {
      // A new width is drawn in the next frame, what React makes of it in the one after.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const finite = document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
      await Promise.allSettled(finite.map((animation) => animation.finished));
    };
    // Of what is not drawn, because it was scrolled away or taken off the page, an animation may never end.
    await Promise.race([isStill(), new Promise((done) => setTimeout(done, 3_000))]);
  });
}

/** What axe finds, a line each; with `within` in this part of the page only. */
export async function audit(page: Page, name: string, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of someOf(THEMES, 1)) {
    await page.evaluate((mode) => (document.documentElement.dataset["theme"] = mode), theme);
    await rest(page);
    const { passed, violations } = await runAxe(
      page,
      {
        runOnly: { type: "tag", values: RULES },
        // A menu floats above the landmarks of the page.
        ...(within ? { rules: { region: { enabled: false } } } : {}),
      },
      within,
    );
    expect(passed, `${name}: axe has looked at something`).toBeGreaterThan(3);
    for (const { id, target, html } of violations) {
      // The caret reaches every cell of a table that is wider than the screen.
      if (id === "scrollable-region-focusable" && html.includes("tableWrapper")) continue;
      const where = `${name}, ${theme}, ${page.viewportSize()?.width}, CAIRN_SEED=${seed}`;
      found.push(`${id} at ${target} (${where})`);
    }
  }
  return found;
}

/** Whatever is wider than its place, or cut off without an ellipsis; code, tables and the toolbar may scroll. */
export async function findOverflow(page: Page, name: string): Promise<string[]> {
  await rest(page);
  const found = await page.evaluate(() => {
    const faults: string[] = [];
    const say = (what: string, element: Element) =>
      faults.push(
        `${what}: <${element.localName} class="${element.className}"> ${element.textContent?.slice(0, 40)}`,
      );
    if (document.documentElement.scrollWidth > innerWidth) say("the page scrolls sideways", document.body);
    for (const element of document.querySelectorAll("body *")) {
      if (element.closest("svg, pre, .tableWrapper, [role=toolbar], input, textarea, .sr-only, .ticker"))
        continue;
      const style = getComputedStyle(element);
      if (style.display === "inline" || style.visibility === "hidden" || element.clientWidth <= 1) continue;
      const isWider = element.scrollWidth > element.clientWidth + 1;
      if (isWider && /auto|scroll/.test(style.overflowX)) say("scrolls sideways", element);
      if (isWider && /hidden|clip/.test(style.overflowX) && style.textOverflow !== "ellipsis")
        say("cut", element);
    }
    return faults;
  });
  return found.map((fault) => `${name} at ${page.viewportSize()?.width}: ${fault}`);
}

/** Overflow at every width and in a window of 1280 x 800 at 200 %; the sample takes the narrowest and one more. */
export async function resize(page: Page, name: string): Promise<string[]> {
  const [narrowest, ...others] = WIDTHS.map((width) => ({ width, height: 800 }));
  const faults: string[] = [];
  for (const size of [narrowest!, ...someOf([...others, { width: 640, height: 400 }], 1)]) {
    await page.setViewportSize(size);
    faults.push(...(await findOverflow(page, name)));
  }
  await page.setViewportSize(WIDE);
  return faults;
}

export const aPhone = (
  aContext: (options: BrowserContextOptions) => Promise<BrowserContext>,
  storageState?: BrowserContextOptions["storageState"],
) => aContext({ viewport: PHONE, hasTouch: true, isMobile: true, storageState });

export const POPUP = '[role="menu"], [role="dialog"], aside[aria-label="Side panel"]';

export type Opening = { name: string; open: (page: Page) => Promise<unknown> };

/** Opens each, audits it, and closes everything by Escape. */
export async function auditOpenings(
  page: Page,
  openings: readonly Opening[],
  before: (page: Page) => Promise<unknown>,
) {
  const faults: string[] = [];
  for (const { name, open } of openings) {
    await before(page);
    await open(page);
    await page.locator(POPUP).last().waitFor();
    faults.push(...(await audit(page, name, POPUP)), ...(await findOverflow(page, name)));
    for (let depth = 0; depth < 2; depth++) {
      if ((await page.locator(POPUP).count()) === 0) break;
      await page.keyboard.press("Escape");
      await rest(page);
    }
    await expect(page.locator(POPUP), name).toHaveCount(0);
  }
  return faults;
}
