import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { LINKS } from "#web/site/links.ts";
import { PAGE_NAMES } from "#web/site/page-names.ts";
import { root } from "./run-tool.ts";

const FOLDER = join(root, "src/web/site/images");
/** Of all files together; a visitor fetches three or four of them. */
const LIMIT = 1_000_000;

type Stage = { browser: Browser; context: BrowserContext; url: string; noteId: string };
const THEMES = ["dark", "light"] as const;

/** Takes the pictures of the public pages: screenshots in both themes, and what other sites show beside a link. */
export async function takeSitePictures(stage: Stage): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const theme of THEMES) {
    await takeWide(stage, theme);
    await takePhone(stage, theme);
  }
  await takePreviews(stage);
  const files = await readdir(FOLDER);
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(FOLDER, name))).size));
  const sum = sizes.reduce((total, size) => total + size, 0);
  process.stdout.write(`${files.length} pictures of the public pages, ${Math.round(sum / 1000)} KB\n`);
  if (sum > LIMIT)
    throw new Error(`The public pages' pictures have ${sum} bytes together; they should stay light`);
}

async function keep(shot: Buffer, name: string, widths: number[]): Promise<void> {
  for (const width of widths) {
    const sized = sharp(shot).resize({ width, kernel: "lanczos3" });
    await sized
      .clone()
      .avif({ quality: 52, effort: 6 })
      .toFile(join(FOLDER, `${name}-${width}.avif`));
    if (width === Math.min(...widths))
      await sized
        .clone()
        .webp({ quality: 78, effort: 6 })
        .toFile(join(FOLDER, `${name}-${width}.webp`));
  }
}

const inTheme = (page: Page, theme: string) =>
  page.addInitScript((mode) => localStorage.setItem("cairn-ai-theme", mode), theme);

async function takeWide({ browser, context, url, noteId }: Stage, theme: string): Promise<void> {
  const views = [
    { name: "editor", width: 1120, path: `/app/notes?note=${noteId}`, sign: ".note-text img[src]" },
    { name: "search", width: 880, path: "/app/explorer?q=ridge", sign: "mark" },
    { name: "explorer", width: 1120, path: "/app/explorer", sign: "article" },
  ];
  for (const { name, width, path, sign } of views) {
    // Smaller than a desktop, so that words can be read in a picture that is smaller still.
    const wide = await browser.newContext({
      storageState: await context.storageState(),
      viewport: { width, height: width / 1.6 },
      deviceScaleFactor: 1440 / width,
      reducedMotion: "reduce",
    });
    const page = await wide.newPage();
    await inTheme(page, theme);
    await page.goto(url + path);
    await page.locator(sign).first().waitFor();
    if (name === "editor") {
      await page
        .getByRole("status")
        .filter({ hasText: /^Saved/ })
        .waitFor();
      await page.locator(sign).evaluate((image: HTMLImageElement) => image.decode());
    }
    await page.evaluate(() => document.fonts.ready);
    await keep(await page.screenshot(), `${name}-${theme}`, [800, 1440]);
    await wide.close();
  }
}

/** A phone that has lost its connection, in the middle of a note. */
async function takePhone({ browser, context, url, noteId }: Stage, theme: string): Promise<void> {
  const phone = await browser.newContext({
    storageState: await context.storageState(),
    viewport: { width: 390, height: 780 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    reducedMotion: "reduce",
  });
  const page = await phone.newPage();
  await inTheme(page, theme);
  await page.goto(`${url}/app/editor/${noteId}`);
  await page
    .getByRole("status")
    .filter({ hasText: /^Saved/ })
    .waitFor();
  await page.locator(".note-text img[src]").evaluate((image: HTMLImageElement) => image.decode());
  await phone.setOffline(true);
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" ");
  await page
    .getByRole("status")
    .filter({ hasText: /^Offline, / })
    .waitFor();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    for (const element of document.querySelectorAll("*")) element.scrollTop = 0;
  });
  await keep(await page.screenshot(), `phone-${theme}`, [390, 780]);
  await phone.close();
}

/** 1200 x 630: the page's own headline before the stones. */
async function takePreviews({ browser, url }: Stage): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  for (const name of PAGE_NAMES) {
    await page.goto(url + LINKS[name].path);
    await page.evaluate(drawPreview);
    await page.evaluate(() => document.fonts.ready);
    await sharp(await page.screenshot())
      .png({ palette: true, colours: 96, compressionLevel: 9, effort: 10, dither: 0 })
      .toFile(join(FOLDER, `og-${name}.png`));
  }
  await page.close();
}

/** Runs in the page, whose style sheet and mark it uses. */
function drawPreview(): void {
  const heading = document.querySelector("h1")!;
  const stones = document.querySelector("header svg")!.cloneNode(true) as SVGElement;
  const small = stones.cloneNode(true) as SVGElement;
  const make = (text: string, style: Partial<CSSStyleDeclaration>) => {
    const element = document.createElement("div");
    element.textContent = text;
    Object.assign(element.style, style);
    return element;
  };
  const brand = make("", {
    display: "flex",
    gap: "20px",
    alignItems: "center",
    fontSize: "40px",
    fontWeight: "600",
  });
  Object.assign(small.style, { width: "64px", height: "64px" });
  brand.append(small, "Cairn");
  const words = make(heading.textContent, {
    fontSize: "76px",
    lineHeight: "1.1",
    fontWeight: "600",
    letterSpacing: "-0.025em",
    maxWidth: "900px",
    textWrap: "balance",
  });
  Object.assign(stones.style, {
    position: "absolute",
    right: "-60px",
    bottom: "-70px",
    width: "460px",
    height: "460px",
    opacity: "0.16",
  });
  const sheet = make("", {
    position: "fixed",
    inset: "0",
    padding: "84px 88px",
    display: "flex",
    flexDirection: "column",
    justifyContent: "space-between",
    background: "var(--bg)",
    overflow: "hidden",
  });
  sheet.append(stones, brand, words);
  document.documentElement.dataset["theme"] = "dark";
  document.body.replaceChildren(sheet);
}
